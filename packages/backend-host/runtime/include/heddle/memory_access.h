// Loads and stores with cache hints, and hints to the compiler. The hints mean nothing to a CPU; the accesses do.
#ifndef HEDDLE_MEMORY_ACCESS_H
#define HEDDLE_MEMORY_ACCESS_H
#pragma GCC system_header
#include "inline_function.h"

#define HEDDLE_LOAD(name) template <class T> HEDDLE_INLINE T name(const T *address) { return *address; }
#define HEDDLE_STORE(name)                                                                                             \
  template <class T> HEDDLE_INLINE void name(T *address, typename heddle_impl::type_is<T>::type value) {               \
    *address = value;                                                                                                  \
  }
HEDDLE_LOAD(__ldg) HEDDLE_LOAD(__ldca) HEDDLE_LOAD(__ldcg) HEDDLE_LOAD(__ldcs) HEDDLE_LOAD(__ldlu)
HEDDLE_STORE(__stwb) HEDDLE_STORE(__stcg) HEDDLE_STORE(__stcs) HEDDLE_STORE(__stwt)
// "Do not cache and fetch again": a value that another thread writes must not be kept in a register.
template <class T> HEDDLE_INLINE T __ldcv(const T *address) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return *address;
}
#undef HEDDLE_LOAD
#undef HEDDLE_STORE

#if !__has_builtin(__builtin_assume)
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#endif
#define __assume(condition) __builtin_assume(condition)

#endif
