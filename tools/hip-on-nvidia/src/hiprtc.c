// hiprtc over NVRTC: the functions are the same but for their names, the options are clang's, and the code is a cubin.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "headers.h"
#include "options.h"

typedef struct opaqueProgram* program;

#define COMPILER_FUNCTIONS(F)                                                                \
  F(nvrtcVersion, (int*, int*))                                                              \
  F(nvrtcGetNumSupportedArchs, (int*))                                                       \
  F(nvrtcGetSupportedArchs, (int*))                                                          \
  F(nvrtcCreateProgram, (program*, const char*, const char*, int, const char* const*, const char* const*)) \
  F(nvrtcDestroyProgram, (program*))                                                         \
  F(nvrtcCompileProgram, (program, int, const char* const*))                                 \
  F(nvrtcGetCUBINSize, (program, size_t*))                                                   \
  F(nvrtcGetCUBIN, (program, char*))                                                         \
  F(nvrtcGetPTXSize, (program, size_t*))                                                     \
  F(nvrtcGetPTX, (program, char*))                                                           \
  F(nvrtcGetProgramLogSize, (program, size_t*))                                              \
  F(nvrtcGetProgramLog, (program, char*))                                                    \
  F(nvrtcAddNameExpression, (program, const char*))                                          \
  F(nvrtcGetLoweredName, (program, const char*, const char**))

static struct { COMPILER_FUNCTIONS(MEMBER) } nvrtc;
static const char* (*errorString)(int);
static char libraryPath[4096];
static pthread_once_t loading = PTHREAD_ONCE_INIT;

enum { rtcOutOfMemory = 1, rtcCreationFailure = 2, rtcInvalidInput = 3, rtcInternal = 11 };

// NVRTC is not there: nothing of it can be done.
static int absent(void) { return rtcInternal; }

static void* openCompiler(void) {
  const char* chosen = getenv("HEDDLE_NVRTC_LIBRARY");
  if (chosen && *chosen) return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  static const char* const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};
  static const char* const folders[] = {"", "/usr/local/cuda/lib64/", "/opt/cuda/lib64/"};
  const char* toolkit = getenv("CUDA_PATH");
  char path[4096];
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    if (!toolkit) break;
    snprintf(path, sizeof path, "%s/lib64/%s", toolkit, names[k]);
    void* found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (found) return found;
  }
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      snprintf(path, sizeof path, "%s%s", folders[i], names[k]);
      void* found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
      if (found) return found;
    }
  }
  return NULL;
}

// NVRTC opens its other half by name, which the loader finds where a toolkit is installed; a Python package's lies
// beside it. What is loaded already is found under its name.
static void loadBuiltins(void) {
  int major = 0, minor = 0;
  char path[4096 + 64];
  const char* slash = strrchr(libraryPath, '/');
  if (!slash || nvrtc.nvrtcVersion(&major, &minor) != 0) return;
  snprintf(path, sizeof path, "%.*s/libnvrtc-builtins.so.%d.%d", (int)(slash - libraryPath), libraryPath, major, minor);
  dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void load(void) {
  void* library = openCompiler();
#define FIND(name, parameters)                                  \
  do {                                                          \
    void* found_ = library ? dlsym(library, #name) : NULL;      \
    *(void**)&nvrtc.name = found_ ? found_ : (void*)absent;     \
  } while (0);
  COMPILER_FUNCTIONS(FIND)
  if (!library) return;
  *(void**)&errorString = dlsym(library, "nvrtcGetErrorString");
  struct link_map* map = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name)
    snprintf(libraryPath, sizeof libraryPath, "%s", map->l_name);
  loadBuiltins();
}

#define READY pthread_once(&loading, load)

API int hiprtcVersion(int* major, int* minor) {
  READY;
  return nvrtc.nvrtcVersion(major, minor);
}

API const char* hiprtcGetErrorString(int result) {
  READY;
  return errorString ? errorString(result) : "NVRTC is not installed";
}

static int isGiven(const char* name, int count, const char* const* names) {
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

// HIP's headers join those of the caller, who may have given one of the same name.
API int hiprtcCreateProgram(program* out, const char* source, const char* name, int count, const char** texts,
                            const char** names) {
  READY;
  if (!out || !source || count < 0 || (count > 0 && (!texts || !names))) return rtcInvalidInput;
  const char** all = calloc(2 * ((size_t)count + headerCount), sizeof *all);
  if (!all) return rtcOutOfMemory;
  const char** allNames = all + count + headerCount;
  int total = 0;
  for (; total < count; total++) {
    all[total] = texts[total];
    allNames[total] = names[total];
  }
  for (int i = 0; i < headerCount; i++) {
    if (isGiven(headerNames[i], count, names)) continue;
    all[total] = headerTexts[i];
    allNames[total++] = headerNames[i];
  }
  int result = nvrtc.nvrtcCreateProgram(out, source, name, total, all, allNames);
  free(all);
  return result;
}

API int hiprtcDestroyProgram(program* one) {
  READY;
  return nvrtc.nvrtcDestroyProgram(one);
}

API int hiprtcAddNameExpression(program one, const char* expression) {
  READY;
  return nvrtc.nvrtcAddNameExpression(one, expression);
}

API int hiprtcGetLoweredName(program one, const char* expression, const char** lowered) {
  READY;
  return nvrtc.nvrtcGetLoweredName(one, expression, lowered);
}

API int hiprtcGetProgramLogSize(program one, size_t* bytes) {
  READY;
  return nvrtc.nvrtcGetProgramLogSize(one, bytes);
}

API int hiprtcGetProgramLog(program one, char* log) {
  READY;
  return nvrtc.nvrtcGetProgramLog(one, log);
}

// Machine code where NVRTC knows the device; else PTX for the newest one it knows below, which the driver compiles.
static void nativeArchitecture(char* option, size_t size, int capability) {
  int count = 0, best = 0, exact = 0;
  int known[256];
  if (nvrtc.nvrtcGetNumSupportedArchs(&count) == 0 && count > 0 && count <= 256 &&
      nvrtc.nvrtcGetSupportedArchs(known) == 0) {
    for (int i = 0; i < count; i++) {
      if (known[i] == capability) exact = 1;
      if (known[i] <= capability && known[i] > best) best = known[i];
    }
  }
  snprintf(option, size, "--gpu-architecture=%s_%d", exact || best == 0 ? "sm" : "compute", best ? best : capability);
}

static int deviceCapability(void) {
  int major = 0, minor = 0, device = currentDevice();
  cu.cuInit(0);
  if (cu.cuDeviceGetAttribute(&major, 75, device) != success) return 0;
  cu.cuDeviceGetAttribute(&minor, 76, device);
  return 10 * major + minor;
}

API int hiprtcCompileProgram(program one, int count, const char** options) {
  READY;
  enum { mostFolders = 2 };
  char folders[mostFolders][4096];
  optionList list;
  if (!startOptions(&list, (size_t)count + mostFolders + 2)) return rtcOutOfMemory;
  // One that defines nothing new if the source includes it itself.
  addOption(&list, "--pre-include=%s", headerNames[0]);
  size_t folderCount = toolkitFolders(libraryPath, folders, mostFolders);
  int architecture = translateOptions(&list, count, options);
  char native[64];
  if (architecture == 0) {
    nativeArchitecture(native, sizeof native, deviceCapability());
    addOption(&list, "%s", native);
  } else if (architecture > 0) {
    nativeArchitecture(native, sizeof native, architecture);
    addOption(&list, "%s", native);
  }
  for (size_t i = 0; i < folderCount; i++) addOption(&list, "--include-path=%s", folders[i]);
  int result = list.failed ? rtcOutOfMemory : nvrtc.nvrtcCompileProgram(one, (int)list.count, list.texts);
  endOptions(&list);
  return result;
}

// The options may have asked for PTX alone.
static int isCubin(program one, size_t* bytes) {
  *bytes = 0;
  return nvrtc.nvrtcGetCUBINSize(one, bytes) == 0 && *bytes > 0;
}

API int hiprtcGetCodeSize(program one, size_t* bytes) {
  READY;
  return isCubin(one, bytes) ? 0 : nvrtc.nvrtcGetPTXSize(one, bytes);
}

API int hiprtcGetCode(program one, char* code) {
  READY;
  size_t bytes;
  return isCubin(one, &bytes) ? nvrtc.nvrtcGetCUBIN(one, code) : nvrtc.nvrtcGetPTX(one, code);
}

// What -fgpu-rdc makes is a relocatable cubin here, which hiprtcLinkAddData takes for bitcode.
API int hiprtcGetBitcodeSize(program one, size_t* bytes) { return hiprtcGetCodeSize(one, bytes); }

API int hiprtcGetBitcode(program one, char* code) { return hiprtcGetCode(one, code); }
