// HIP's headers as the compiler gets them, and where CUDA's are.
#pragma once
#include <stddef.h>

enum { headerCount = 7 };
extern const char* const headerNames[headerCount];
extern const char* const headerTexts[headerCount];

// Folders with cuda_fp16.h, at most `most`; those beside the library come first, since their version is its own.
size_t toolkitFolders(const char* library, char folders[][4096], size_t most);
