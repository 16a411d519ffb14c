// cuda::memcpy_async. A copy is to be over when the barrier or the pipeline that it was given to is passed: one that is
// made at once, before its thread arrives there, is.
#ifndef HEDDLE_MEMCPY_ASYNC_H
#define HEDDLE_MEMCPY_ASYNC_H
#pragma GCC system_header
#include "aligned_size.h"

namespace heddle_impl {

struct group_of_one {
  HEDDLE_MEMBER static constexpr unsigned size() { return 1; }
  HEDDLE_MEMBER static constexpr unsigned thread_rank() { return 0; }
};

// The running thread's share of what its group copies. Shares are pieces of 16 bytes side by side: one call for each.
template <class Group> HEDDLE_INLINE void copy_share(const Group &group, void *to, const void *from, size_t bytes) {
  const size_t threads = group.size(), share = ((bytes + threads - 1) / threads + 15) & ~(size_t)15;
  const size_t begin = share * group.thread_rank();
  if (begin >= bytes) return;
  __builtin_memcpy((char *)to + begin, (const char *)from + begin, bytes - begin < share ? bytes - begin : share);
}
HEDDLE_INLINE void copy_share(const group_of_one &, void *to, const void *from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
}

template <class T> struct copied_asynchronously {
  static_assert(__is_trivially_copyable(T), "memcpy_async copies types that are trivially copyable");
};

} // namespace heddle_impl

namespace cuda {
// How a copy was made.
enum async_contract_fulfillment { none, async };
} // namespace cuda

// cuda::memcpy_async for `Awaited`, the object that waits for copies: a class template with the parameters
// `Parameters`, whose names are `Names`. Sizes are numbers or aligned_size_t. Memory of two types is copied as memory
// of none.
#define HEDDLE_PARTS(...) __VA_ARGS__
#define HEDDLE_MEMCPY_ASYNC(Awaited, Parameters, Names)                                                                \
  template <class Group, class T, class Size, HEDDLE_PARTS Parameters>                                                 \
  HEDDLE_INLINE async_contract_fulfillment memcpy_async(const Group &group, T *destination, const T *source,           \
                                                        Size size, Awaited<HEDDLE_PARTS Names> &) {                    \
    (void)heddle_impl::copied_asynchronously<T>();                                                                     \
    heddle_impl::copy_share(group, destination, source, (size_t)size);                                                 \
    return none;                                                                                                       \
  }                                                                                                                    \
  template <class Group, class Size, HEDDLE_PARTS Parameters>                                                          \
  HEDDLE_INLINE async_contract_fulfillment memcpy_async(const Group &group, void *destination, const void *source,     \
                                                        Size size, Awaited<HEDDLE_PARTS Names> &) {                    \
    heddle_impl::copy_share(group, destination, source, (size_t)size);                                                 \
    return none;                                                                                                       \
  }                                                                                                                    \
  template <class T, class Size, HEDDLE_PARTS Parameters>                                                              \
  HEDDLE_INLINE async_contract_fulfillment memcpy_async(T *destination, const T *source, Size size,                    \
                                                        Awaited<HEDDLE_PARTS Names> &awaited) {                        \
    return memcpy_async(heddle_impl::group_of_one(), destination, source, size, awaited);                              \
  }                                                                                                                    \
  template <class Size, HEDDLE_PARTS Parameters>                                                                       \
  HEDDLE_INLINE async_contract_fulfillment memcpy_async(void *destination, const void *source, Size size,              \
                                                        Awaited<HEDDLE_PARTS Names> &awaited) {                        \
    return memcpy_async(heddle_impl::group_of_one(), destination, source, size, awaited);                              \
  }

#endif
