// HIP's headers, taken into the library when it is built.
#include "headers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT(symbol, file)                                                                        \
  __asm__(".pushsection .rodata\n.local " #symbol "\n" #symbol ":\n.incbin \"" INCLUDE "/hip/" file "\"\n.byte 0\n.popsection\n"); \
  extern const char symbol[];

TEXT(text_runtime, "hip_runtime.h")
TEXT(text_fp16, "hip_fp16.h")
TEXT(text_bf16, "hip_bf16.h")
TEXT(text_groups, "hip_cooperative_groups.h")
TEXT(text_complex, "hip_complex.h")
TEXT(text_vectors, "hip_vector_types.h")

const char* const headerNames[headerCount] = {
    "hip/hip_runtime.h", "hip/hip_fp16.h",         "hip/hip_bf16.h",       "hip/hip_cooperative_groups.h",
    "hip/hip_complex.h", "hip/hip_vector_types.h", "hip/hip_runtime_api.h",
};
const char* const headerTexts[headerCount] = {
    text_runtime, text_fp16, text_bf16, text_groups, text_complex, text_vectors, text_vectors,
};

static size_t add(char folders[][4096], size_t count, size_t most, const char* root, const char* part) {
  char file[4096 + 32];
  if (count == most) return count;
  snprintf(folders[count], 4096, "%s/%s", root, part);
  snprintf(file, sizeof file, "%s/cuda_fp16.h", folders[count]);
  if (access(file, R_OK) != 0) return count;
  if (count + 1 < most) {
    // CUDA 13 keeps the C++ standard library's part in a folder of its own.
    snprintf(folders[count + 1], 4096, "%.4000s/cccl", folders[count]);
    if (access(folders[count + 1], R_OK) == 0) return count + 2;
  }
  return count + 1;
}

size_t toolkitFolders(const char* library, char folders[][4096], size_t most) {
  char root[4096];
  snprintf(root, sizeof root, "%s", library ? library : "");
  // lib64/libnvrtc.so.13 -> .
  for (int up = 0; up < 2; up++) {
    char* slash = strrchr(root, '/');
    if (slash) *slash = 0;
    else *root = 0;
  }
  const char* chosen = getenv("CUDA_PATH");
  const char* const roots[] = {root, chosen ? chosen : "", "/usr/local/cuda", "/opt/cuda"};
  static const char* const parts[] = {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
    for (size_t k = 0; *roots[i] && k < sizeof parts / sizeof *parts; k++) {
      size_t count = add(folders, 0, most, roots[i], parts[k]);
      if (count > 0) return count;
    }
  }
  return 0;
}
