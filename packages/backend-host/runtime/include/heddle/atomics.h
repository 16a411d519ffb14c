// CUDA's atomic functions. Ordering is relaxed, as CUDA's is; all return the old value. The scope (_block, _system)
// makes no difference on a CPU.
// Templates over the pointed-to type, so that a kernel's own overload, such as the well-known atomicMax(float *, float) or
// the atomicAdd(double *, double) of older guides, is preferred to these instead of clashing with them.
#ifndef HEDDLE_ATOMICS_H
#define HEDDLE_ATOMICS_H
#pragma GCC system_header
#include "vector_types.h"

// The thread sanitizer does not understand fences: there each atomic orders by itself, as the kernel's fences would.
#if defined(__SANITIZE_THREAD__)
#define HEDDLE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEDDLE_THREAD_SANITIZER 1
#endif
#endif
#if defined(HEDDLE_THREAD_SANITIZER)
#define HEDDLE_RELAXED __ATOMIC_SEQ_CST
#else
#define HEDDLE_RELAXED __ATOMIC_RELAXED
#endif

namespace heddle_impl {

template <unsigned size> struct word_of_size;
template <> struct word_of_size<1> { typedef unsigned char type; };
template <> struct word_of_size<2> { typedef unsigned short type; };
template <> struct word_of_size<4> { typedef unsigned int type; };
template <> struct word_of_size<8> { typedef unsigned long long type; };
#if defined(__SIZEOF_INT128__)
template <> struct word_of_size<16> { typedef unsigned __int128 type; };
#endif

// Any value seen as the integer of its size: compare-exchange compares bits, so -0 differs from 0 and NaN equals itself,
// as on the GPU.
template <class T> struct atomic_word { typedef typename word_of_size<sizeof(T)>::type type __attribute__((may_alias)); };

template <class Word> HEDDLE_INLINE bool compare_exchange(Word *address, Word *expected, Word desired) {
  return __atomic_compare_exchange_n(address, expected, desired, false, HEDDLE_RELAXED, HEDDLE_RELAXED);
}
#if defined(__SIZEOF_INT128__)
// GCC calls libatomic for 16 bytes; the older built-in is inline with -mcx16 (part of -march=native), and lock-free.
HEDDLE_INLINE bool compare_exchange(unsigned __int128 *address, unsigned __int128 *expected, unsigned __int128 desired) {
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16)
  unsigned __int128 old = __sync_val_compare_and_swap(address, *expected, desired);
#elif defined(__x86_64__)
  unsigned long long low = (unsigned long long)*expected, high = (unsigned long long)(*expected >> 64);
  __asm__ __volatile__("lock cmpxchg16b %2"
                       : "+a"(low), "+d"(high), "+m"(*address)
                       : "b"((unsigned long long)desired), "c"((unsigned long long)(desired >> 64))
                       : "cc", "memory");
  unsigned __int128 old = (unsigned __int128)high << 64 | low;
#else
  unsigned __int128 old = *expected;
  __atomic_compare_exchange_n(address, &old, desired, false, HEDDLE_RELAXED, HEDDLE_RELAXED);
#endif
  bool done = old == *expected;
  *expected = old;
  return done;
}
#endif

template <class Word> HEDDLE_INLINE Word first_guess(Word *address) { return __atomic_load_n(address, HEDDLE_RELAXED); }
#if defined(__SIZEOF_INT128__)
// This load is not atomic: a torn value only fails the first exchange, which then returns the true one.
HEDDLE_INLINE unsigned __int128 first_guess(unsigned __int128 *address) {
  unsigned long long *halves = (unsigned long long *)address;
  unsigned __int128 high = __atomic_load_n(halves + 1, HEDDLE_RELAXED);
  return high << 64 | __atomic_load_n(halves, HEDDLE_RELAXED);
}
#endif

// *address = change(*address) by compare-exchange.
template <class T, class Change> HEDDLE_INLINE T atomic_update(T *address, Change change) {
  typedef typename atomic_word<T>::type Word;
  Word *word = (Word *)address;
  Word old = first_guess(word);
  while (!compare_exchange(word, &old, (Word)bits<typename word_of_size<sizeof(T)>::type>((T)change(bits<T>(old))))) {
  }
  return bits<T>(old);
}

template <class T> struct is_plain_integer { static constexpr bool value = false; };
template <> struct is_plain_integer<int> { static constexpr bool value = true; };
template <> struct is_plain_integer<unsigned int> { static constexpr bool value = true; };
template <> struct is_plain_integer<long> { static constexpr bool value = true; };
template <> struct is_plain_integer<unsigned long> { static constexpr bool value = true; };
template <> struct is_plain_integer<long long> { static constexpr bool value = true; };
template <> struct is_plain_integer<unsigned long long> { static constexpr bool value = true; };

// How two values are added: the vector and half types say it for themselves (half_atomics.h).
template <class T> HEDDLE_INLINE T atomic_sum(T a, T b) { return a + b; }

template <class T> HEDDLE_INLINE T atomic_add(T *address, T value) {
  if constexpr (is_plain_integer<T>::value) return __atomic_fetch_add(address, value, HEDDLE_RELAXED);
  else return atomic_update(address, [value](T old) __attribute__((always_inline)) { return atomic_sum(old, value); });
}
template <class T> HEDDLE_INLINE T atomic_sub(T *address, T value) {
  if constexpr (is_plain_integer<T>::value) return __atomic_fetch_sub(address, value, HEDDLE_RELAXED);
  else return atomic_update(address, [value](T old) __attribute__((always_inline)) { return old - value; });
}
template <class T> HEDDLE_INLINE T atomic_and(T *address, T value) {
  return __atomic_fetch_and(address, value, HEDDLE_RELAXED);
}
template <class T> HEDDLE_INLINE T atomic_or(T *address, T value) {
  return __atomic_fetch_or(address, value, HEDDLE_RELAXED);
}
template <class T> HEDDLE_INLINE T atomic_xor(T *address, T value) {
  return __atomic_fetch_xor(address, value, HEDDLE_RELAXED);
}
// Nothing is written when nothing changes: in a contended maximum most calls then only read.
template <class T> HEDDLE_INLINE T atomic_min(T *address, T value) {
  typedef typename atomic_word<T>::type Word;
  Word old = first_guess((Word *)address);
  while (value < bits<T>(old) && !compare_exchange((Word *)address, &old, bits<Word>(value))) {
  }
  return bits<T>(old);
}
template <class T> HEDDLE_INLINE T atomic_max(T *address, T value) {
  typedef typename atomic_word<T>::type Word;
  Word old = first_guess((Word *)address);
  while (bits<T>(old) < value && !compare_exchange((Word *)address, &old, bits<Word>(value))) {
  }
  return bits<T>(old);
}
template <class T> HEDDLE_INLINE T atomic_inc(T *address, T limit) {
  return atomic_update(address, [limit](T old) __attribute__((always_inline)) { return old >= limit ? (T)0 : (T)(old + 1); });
}
template <class T> HEDDLE_INLINE T atomic_dec(T *address, T limit) {
  return atomic_update(address, [limit](T old) __attribute__((always_inline)) {
    return old == 0 || old > limit ? limit : (T)(old - 1);
  });
}
template <class T> HEDDLE_INLINE T atomic_exch(T *address, T value) {
  typedef typename word_of_size<sizeof(T)>::type Word;
  typedef typename atomic_word<T>::type Alias;
  if constexpr (sizeof(T) <= 8) return bits<T>((Word)__atomic_exchange_n((Alias *)address, bits<Word>(value), HEDDLE_RELAXED));
  else return atomic_update(address, [value](T) __attribute__((always_inline)) { return value; });
}
template <class T> HEDDLE_INLINE T atomic_cas(T *address, T expected, T value) {
  typedef typename word_of_size<sizeof(T)>::type Word;
  typedef typename atomic_word<T>::type Alias;
  Alias old = bits<Word>(expected);
  compare_exchange((Alias *)address, &old, (Alias)bits<Word>(value));
  return bits<T>((Word)old);
}

} // namespace heddle_impl

// The value converts to the pointed-to type, as for CUDA's plain functions: atomicAdd(&counter, 1) for unsigned.
#define HEDDLE_ATOMIC(Name, function)                                                                                  \
  template <class T> HEDDLE_INLINE T Name(T *address, typename heddle_impl::type_is<T>::type value) {                  \
    return heddle_impl::function<T>(address, value);                                                                   \
  }
#define HEDDLE_ATOMIC_SCOPES(Name, function)                                                                           \
  HEDDLE_ATOMIC(Name, function) HEDDLE_ATOMIC(Name##_block, function) HEDDLE_ATOMIC(Name##_system, function)
HEDDLE_ATOMIC_SCOPES(atomicAdd, atomic_add)
HEDDLE_ATOMIC_SCOPES(atomicSub, atomic_sub)
HEDDLE_ATOMIC_SCOPES(atomicExch, atomic_exch)
HEDDLE_ATOMIC_SCOPES(atomicMin, atomic_min)
HEDDLE_ATOMIC_SCOPES(atomicMax, atomic_max)
HEDDLE_ATOMIC_SCOPES(atomicInc, atomic_inc)
HEDDLE_ATOMIC_SCOPES(atomicDec, atomic_dec)
HEDDLE_ATOMIC_SCOPES(atomicAnd, atomic_and)
HEDDLE_ATOMIC_SCOPES(atomicOr, atomic_or)
HEDDLE_ATOMIC_SCOPES(atomicXor, atomic_xor)
HEDDLE_ATOMIC(unsafeAtomicAdd, atomic_add) // HIP: the same sum, with an instruction that CPUs do not have
HEDDLE_ATOMIC(unsafeAtomicMin, atomic_min)
HEDDLE_ATOMIC(unsafeAtomicMax, atomic_max)
#undef HEDDLE_ATOMIC
#undef HEDDLE_ATOMIC_SCOPES

#define HEDDLE_ATOMIC_CAS(Name)                                                                                        \
  template <class T>                                                                                                   \
  HEDDLE_INLINE T Name(T *address, typename heddle_impl::type_is<T>::type expected,                                    \
                       typename heddle_impl::type_is<T>::type value) {                                                 \
    return heddle_impl::atomic_cas<T>(address, expected, value);                                                       \
  }
HEDDLE_ATOMIC_CAS(atomicCAS)
HEDDLE_ATOMIC_CAS(atomicCAS_block)
HEDDLE_ATOMIC_CAS(atomicCAS_system)
#undef HEDDLE_ATOMIC_CAS

// float2 and float4 (compute capability 9): each element is added atomically, the vector as a whole is not.
namespace heddle_impl {
template <> inline __attribute__((always_inline)) float2 atomic_add<float2>(float2 *address, float2 value) {
  return float2{atomic_add(&address->x, value.x), atomic_add(&address->y, value.y)};
}
template <> inline __attribute__((always_inline)) float4 atomic_add<float4>(float4 *address, float4 value) {
  return float4{atomic_add(&address->x, value.x), atomic_add(&address->y, value.y), atomic_add(&address->z, value.z),
                atomic_add(&address->w, value.w)};
}
} // namespace heddle_impl

#endif
