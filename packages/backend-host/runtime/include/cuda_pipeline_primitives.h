// A thread's own asynchronous copies to shared memory. Here they copy at once, so that there is nothing to wait for: what
// makes them visible to other threads is a barrier, as on a GPU.
#pragma once
#include "heddle_cuda.h"

static inline __attribute__((always_inline)) void __pipeline_memcpy_async(void *__restrict__ destination,
                                                                          const void *__restrict__ source, size_t bytes,
                                                                          size_t zeros = 0) {
  // The last bytes are not read but made 0.
  __builtin_memcpy(destination, source, bytes - zeros);
  __builtin_memset((char *)destination + (bytes - zeros), 0, zeros);
}
static inline __attribute__((always_inline)) void __pipeline_commit() {}
static inline __attribute__((always_inline)) void __pipeline_wait_prior(size_t) {}
