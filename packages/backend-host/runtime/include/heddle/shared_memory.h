// __shared__: a block runs on one operating system thread, so its shared memory is that thread's own.
//
// thread_local is the one storage class that C++ allows in all the places where CUDA allows __shared__: in a function
// (where it implies static), after `static`, and after `extern`. Dynamic shared memory, `extern __shared__ T name[]`,
// stays an undefined thread-local symbol in the compiled module, whatever its name, type and namespace: on loading,
// the runtime points all of those at one place in the module's thread-local block (src/module_image.cpp).
#pragma once
#include "execution.h"

#define __shared__ thread_local
// Without it a module might have no thread-local block: the compiler leaves out variables that nobody reads.
static thread_local char heddle_shared_memory_anchor __attribute__((used)) = 1;
#define HIP_DYNAMIC_SHARED(Type, name) extern __shared__ Type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#if HEDDLE_WATCHES_ADDRESSES
// Dynamic shared memory beyond the launch's size is out of bounds. (Static shared arrays have no red
// zones, being thread-local: -fsanitize=bounds watches over their indexes.)
extern "C" void __asan_poison_memory_region(const volatile void *, size_t);
extern "C" void __asan_unpoison_memory_region(const volatile void *, size_t);
extern __shared__ char heddle_all_dynamic_shared_memory[];
static inline void heddle_guard_shared_memory(heddle_context *here) {
  char *memory = heddle_all_dynamic_shared_memory;
  __asan_unpoison_memory_region(memory, here->shared_bytes);
  __asan_poison_memory_region(memory + here->shared_bytes, here->shared_limit - here->shared_bytes);
}
#else
static inline __attribute__((always_inline)) void heddle_guard_shared_memory(heddle_context *) {}
#endif
