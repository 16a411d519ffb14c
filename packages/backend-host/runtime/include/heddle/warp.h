// Warp shuffles, votes, matches and reductions. A warp is 32 threads that follow each other in linear order.
//
// Lanes wait for each other by mask: an operation completes when all lanes of its mask that still live have come to
// it, and then yields its result to all of them. The forms without a mask (HIP's __shfl, __ballot and so on, and
// CUDA's __activemask) gather the lanes that come to the same place in the code before nothing else can run: what a
// GPU would most probably have executed together.
#pragma once
#include "execution.h"

static inline __attribute__((always_inline)) unsigned heddle_lane() { return heddle_thread_rank() & 31; }

static inline __attribute__((always_inline)) unsigned long long heddle_warp(unsigned operation, unsigned mask,
                                                                            unsigned long long value,
                                                                            unsigned source = 0, unsigned line = 0) {
  heddle_suspended suspended;
  heddle_context *here = heddle_block();
  return here->runtime->warp(here, heddle_thread_rank(), operation, mask, value, source, line);
}

// A value of any type in pieces of eight bytes.
template <class Type>
static inline __attribute__((always_inline)) Type heddle_shuffle(unsigned mask, Type value, unsigned source,
                                                                 unsigned line = 0) {
  constexpr unsigned pieces = (sizeof(Type) + 7) / 8;
  unsigned long long words[pieces] = {};
  __builtin_memcpy(words, &value, sizeof(Type));
  for (unsigned i = 0; i < pieces; i++) words[i] = heddle_warp(HEDDLE_WARP_SHUFFLE, mask, words[i], source, line);
  __builtin_memcpy(&value, words, sizeof(Type));
  return value;
}

// Which lane a shuffle reads: its own where the other lies outside the segment of `width` lanes.
static inline __attribute__((always_inline)) unsigned heddle_lane_indexed(int lane, int width) {
  return (heddle_lane() & ~(width - 1)) | (lane & (width - 1));
}
static inline __attribute__((always_inline)) unsigned heddle_lane_above(unsigned delta, int width) {
  const unsigned lane = heddle_lane();
  return (lane & (width - 1)) + delta < (unsigned)width ? lane + delta : lane;
}
static inline __attribute__((always_inline)) unsigned heddle_lane_below(unsigned delta, int width) {
  const unsigned lane = heddle_lane();
  return (lane & (width - 1)) >= delta ? lane - delta : lane;
}
static inline __attribute__((always_inline)) unsigned heddle_lane_exclusive(int bits, int width) {
  const unsigned lane = heddle_lane(), other = lane ^ (unsigned)bits;
  // Later segments are out of reach, earlier ones are not: CUDA's rule.
  return (other & ~(width - 1)) <= (lane & ~(width - 1)) && other < 32 ? other : lane;
}

#define HEDDLE_WARP_FUNCTION template <class Type> static inline __attribute__((always_inline)) Type
HEDDLE_WARP_FUNCTION __shfl_sync(unsigned mask, Type value, int lane, int width = 32) {
  return heddle_shuffle(mask, value, heddle_lane_indexed(lane, width));
}
HEDDLE_WARP_FUNCTION __shfl_up_sync(unsigned mask, Type value, unsigned delta, int width = 32) {
  return heddle_shuffle(mask, value, heddle_lane_below(delta, width));
}
HEDDLE_WARP_FUNCTION __shfl_down_sync(unsigned mask, Type value, unsigned delta, int width = 32) {
  return heddle_shuffle(mask, value, heddle_lane_above(delta, width));
}
HEDDLE_WARP_FUNCTION __shfl_xor_sync(unsigned mask, Type value, int bits, int width = 32) {
  return heddle_shuffle(mask, value, heddle_lane_exclusive(bits, width));
}
HEDDLE_WARP_FUNCTION __shfl(Type value, int lane, int width = 32, unsigned line = __builtin_LINE()) {
  return heddle_shuffle(0, value, heddle_lane_indexed(lane, width), line);
}
HEDDLE_WARP_FUNCTION __shfl_up(Type value, unsigned delta, int width = 32, unsigned line = __builtin_LINE()) {
  return heddle_shuffle(0, value, heddle_lane_below(delta, width), line);
}
HEDDLE_WARP_FUNCTION __shfl_down(Type value, unsigned delta, int width = 32, unsigned line = __builtin_LINE()) {
  return heddle_shuffle(0, value, heddle_lane_above(delta, width), line);
}
HEDDLE_WARP_FUNCTION __shfl_xor(Type value, int bits, int width = 32, unsigned line = __builtin_LINE()) {
  return heddle_shuffle(0, value, heddle_lane_exclusive(bits, width), line);
}
#undef HEDDLE_WARP_FUNCTION

static inline __attribute__((always_inline)) void __syncwarp(unsigned mask = 0xffffffffu) {
  heddle_warp(HEDDLE_WARP_SYNC, mask, 0);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
static inline __attribute__((always_inline)) unsigned __ballot_sync(unsigned mask, int predicate) {
  return (unsigned)heddle_warp(HEDDLE_WARP_BALLOT, mask, predicate != 0);
}
static inline __attribute__((always_inline)) int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
static inline __attribute__((always_inline)) int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate == 0) == 0;
}
static inline __attribute__((always_inline)) int __uni_sync(unsigned mask, int predicate) {
  const unsigned yes = __ballot_sync(mask, predicate), no = __ballot_sync(mask, predicate == 0);
  return yes == 0 || no == 0;
}
static inline __attribute__((always_inline)) unsigned __activemask(unsigned line = __builtin_LINE()) {
  return (unsigned)heddle_warp(HEDDLE_WARP_BALLOT, 0, 1, 0, line);
}
// HIP has these with 64-bit masks on wavefronts of 64 lanes; here as everywhere a warp has 32.
static inline __attribute__((always_inline)) unsigned long long __ballot(int predicate,
                                                                         unsigned line = __builtin_LINE()) {
  return heddle_warp(HEDDLE_WARP_BALLOT, 0, predicate != 0, 0, line);
}
static inline __attribute__((always_inline)) int __any(int predicate, unsigned line = __builtin_LINE()) {
  return __ballot(predicate, line) != 0;
}
static inline __attribute__((always_inline)) int __all(int predicate, unsigned line = __builtin_LINE()) {
  return __ballot(predicate == 0, line) == 0;
}
static inline __attribute__((always_inline)) unsigned __lane_id() { return heddle_lane(); }

template <class Type> static inline __attribute__((always_inline)) unsigned long long heddle_bits(Type value) {
  static_assert(sizeof(Type) <= 8, "lanes compare values of at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(Type));
  return bits;
}
template <class Type>
static inline __attribute__((always_inline)) unsigned __match_any_sync(unsigned mask, Type value) {
  return (unsigned)heddle_warp(HEDDLE_WARP_MATCH_ANY, mask, heddle_bits(value));
}
template <class Type>
static inline __attribute__((always_inline)) unsigned __match_all_sync(unsigned mask, Type value, int *predicate) {
  const unsigned same = (unsigned)heddle_warp(HEDDLE_WARP_MATCH_ALL, mask, heddle_bits(value));
  *predicate = same != 0;
  return same;
}

#define HEDDLE_REDUCE(name, Type, Wide, operation)                                                                    \
  static inline __attribute__((always_inline)) Type name(unsigned mask, Type value) {                                 \
    return (Type)heddle_warp(operation, mask, (unsigned long long)(Wide)value);                                       \
  }
HEDDLE_REDUCE(__reduce_add_sync, unsigned, unsigned long long, HEDDLE_WARP_ADD)
HEDDLE_REDUCE(__reduce_add_sync, int, long long, HEDDLE_WARP_ADD)
HEDDLE_REDUCE(__reduce_min_sync, unsigned, unsigned long long, HEDDLE_WARP_MIN_UNSIGNED)
HEDDLE_REDUCE(__reduce_min_sync, int, long long, HEDDLE_WARP_MIN_SIGNED)
HEDDLE_REDUCE(__reduce_max_sync, unsigned, unsigned long long, HEDDLE_WARP_MAX_UNSIGNED)
HEDDLE_REDUCE(__reduce_max_sync, int, long long, HEDDLE_WARP_MAX_SIGNED)
HEDDLE_REDUCE(__reduce_and_sync, unsigned, unsigned long long, HEDDLE_WARP_AND)
HEDDLE_REDUCE(__reduce_or_sync, unsigned, unsigned long long, HEDDLE_WARP_OR)
HEDDLE_REDUCE(__reduce_xor_sync, unsigned, unsigned long long, HEDDLE_WARP_XOR)
HEDDLE_REDUCE(__reduce_add_sync, unsigned long long, unsigned long long, HEDDLE_WARP_ADD)
HEDDLE_REDUCE(__reduce_add_sync, long long, long long, HEDDLE_WARP_ADD)
#undef HEDDLE_REDUCE
