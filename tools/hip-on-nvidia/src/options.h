// clang's options as NVRTC's.
#pragma once
#include <stddef.h>

typedef struct {
  char** owned;
  const char** texts;
  size_t count, room;
  int failed;
} optionList;

int startOptions(optionList* list, size_t room);
void addOption(optionList* list, const char* format, const char* value);
void endOptions(optionList* list);

// Adds the options in NVRTC's words. Gives the compute capability of an architecture that is to be compiled for as the
// library can (--offload-arch=sm_90), -1 if an option says another architecture, 0 if none says any.
int translateOptions(optionList* list, int count, const char* const* options);
