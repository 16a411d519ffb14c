// The functions of C that device code may call without an include. Included before sources that mention one of them: a
// kernel may be called `memset`.
#pragma once
#include "inline_function.h"

extern "C" {
void *malloc(size_t bytes) HEDDLE_LIBC_NOEXCEPT;
void free(void *memory) HEDDLE_LIBC_NOEXCEPT;
void *memcpy(void *to, const void *from, size_t bytes) HEDDLE_LIBC_NOEXCEPT;
void *memmove(void *to, const void *from, size_t bytes) HEDDLE_LIBC_NOEXCEPT;
void *memset(void *memory, int value, size_t bytes) HEDDLE_LIBC_NOEXCEPT;
}
