// clang's options as NVRTC's. One that neither knows goes on to NVRTC, which refuses it and says so.
#include "options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int startOptions(optionList* list, size_t room) {
  *list = (optionList){.owned = calloc(room, sizeof(char*)), .texts = calloc(room, sizeof(char*)), .room = room};
  if (list->owned && list->texts) return 1;
  endOptions(list);
  return 0;
}

void addOption(optionList* list, const char* format, const char* value) {
  size_t bytes = strlen(format) + strlen(value) + 1;
  char* text = list->count < list->room ? malloc(bytes) : NULL;
  if (!text) {
    list->failed = 1;
    return;
  }
  snprintf(text, bytes, format, value);
  list->owned[list->count] = text;
  list->texts[list->count++] = text;
}

void endOptions(optionList* list) {
  for (size_t i = 0; i < list->count; i++) free(list->owned[i]);
  free(list->owned);
  free(list->texts);
  *list = (optionList){0};
}

static const char* after(const char* option, const char* start) {
  size_t length = strlen(start);
  return strncmp(option, start, length) == 0 ? option + length : NULL;
}

// NULL: NVRTC has no use for it.
static const struct { const char *clang, *nvrtc; } same[] = {
    {"-ffast-math", "--use_fast_math"},
    {"-fgpu-flush-denormals-to-zero", "--ftz=true"},
    {"-ffp-contract=off", "--fmad=false"},
    {"-ffp-contract=on", "--fmad=true"},
    {"-ffp-contract=fast", "--fmad=true"},
    {"-fgpu-rdc", "--relocatable-device-code=true"},
    {"-fno-gpu-rdc", "--relocatable-device-code=false"},
    {"-std=gnu++14", "--std=c++14"},
    {"-std=gnu++17", "--std=c++17"},
    {"-std=gnu++20", "--std=c++20"},
    {"-std=c++14", "--std=c++14"},
    {"-std=c++17", "--std=c++17"},
    {"-std=c++20", "--std=c++20"},
    {"-w", "--disable-warnings"},
    {"-g", "--generate-line-info"},
    {"-ggdb", "--generate-line-info"},
    {"-O0", NULL},
    {"-O1", NULL},
    {"-O2", NULL},
    {"-O3", NULL},
    {"-Ofast", "--use_fast_math"},
    {"-munsafe-fp-atomics", NULL},
    {"-mno-wavefrontsize64", NULL},
    {"-mwavefrontsize64", NULL},
    {"-Wall", NULL},
    {"-Wextra", NULL},
    {"-Werror", NULL},
};

static int isSame(optionList* list, const char* option) {
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    if (strcmp(option, same[i].clang) != 0) continue;
    if (same[i].nvrtc) addOption(list, "%s", same[i].nvrtc);
    return 1;
  }
  return 0;
}

// Features after a colon are AMD's.
static int architectureOf(optionList* list, const char* name) {
  int capability = 0, length = 0;
  if (sscanf(name, "sm_%d%n", &capability, &length) == 1 && (name[length] == 0 || name[length] == ':')) return capability;
  addOption(list, "--gpu-architecture=%s", name);
  return -1;
}

int translateOptions(optionList* list, int count, const char* const* options) {
  int architecture = 0;
  for (int i = 0; i < count; i++) {
    const char* option = options[i];
    const char* value;
    if ((value = after(option, "--offload-arch=")) || (value = after(option, "--gpu-architecture=")) ||
        (value = after(option, "-arch="))) {
      architecture = architectureOf(list, value);
    } else if (strcmp(option, "-mllvm") == 0) {
      i++;
    } else if (after(option, "-Wno-") || after(option, "-R")) {
      continue;
    } else if (strcmp(option, "-include") == 0 && i + 1 < count) {
      addOption(list, "--pre-include=%s", options[++i]);
    } else if (!isSame(list, option)) {
      addOption(list, "%s", option);
    }
  }
  return architecture;
}
