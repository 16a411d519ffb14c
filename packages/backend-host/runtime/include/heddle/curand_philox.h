// cuRAND's generator without a history: ten rounds of multiplications make four numbers of a counter of 128 bits.
//
// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011 (Philox4x32-10). cuRAND
// defines how a seed, a subsequence and an offset set the counter and the key.
#pragma once
#pragma GCC system_header
#include "inline_function.h"
#include "vector_types.h"

// `output` holds the four numbers of `ctr`; STATE of them are used.
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

HEDDLE_INLINE uint4 curand_Philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; round++) {
    const unsigned long long first = 0xd2511f53ull * counter.x, second = 0xcd9e8d57ull * counter.z;
    counter = make_uint4((unsigned)(second >> 32) ^ counter.y ^ key.x, (unsigned)second,
                         (unsigned)(first >> 32) ^ counter.w ^ key.y, (unsigned)first);
    key.x += 0x9e3779b9u, key.y += 0xbb67ae85u;
  }
  return counter;
}

namespace heddle_impl {

HEDDLE_INLINE void philox_refill(curandStatePhilox4_32_10 *state) {
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

// The upper half of the counter is the subsequence.
HEDDLE_INLINE void philox_count_upper_by(curandStatePhilox4_32_10 *state, unsigned long long n) {
  const unsigned long long upper = (state->ctr.z | (unsigned long long)state->ctr.w << 32) + n;
  state->ctr.z = (unsigned)upper, state->ctr.w = (unsigned)(upper >> 32);
}
HEDDLE_INLINE void philox_count_by(curandStatePhilox4_32_10 *state, unsigned long long n) {
  const unsigned long long lower = (state->ctr.x | (unsigned long long)state->ctr.y << 32) + n;
  state->ctr.x = (unsigned)lower, state->ctr.y = (unsigned)(lower >> 32);
  philox_count_upper_by(state, lower < n);
}

HEDDLE_INLINE void philox_next_four(curandStatePhilox4_32_10 *state) {
  philox_count_by(state, 1);
  philox_refill(state);
}
// For numbers one by one, whose loops stay scalar: inlined, it would only cost compile time.
HEDDLE_OUT_OF_LINE void philox_next_four_called(curandStatePhilox4_32_10 *state) { philox_next_four(state); }

} // namespace heddle_impl

HEDDLE_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
  const unsigned spent = state->STATE + (unsigned)(n & 3);
  state->STATE = spent & 3;
  heddle_impl::philox_count_by(state, (n >> 2) + (spent >> 2));
  heddle_impl::philox_refill(state);
}

// A subsequence has 2^66 numbers.
HEDDLE_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
  heddle_impl::philox_count_upper_by(state, n);
  heddle_impl::philox_refill(state);
}

HEDDLE_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStatePhilox4_32_10 *state) {
  const uint4 none = {0, 0, 0, 0};
  *state = curandStatePhilox4_32_10{none, none, {(unsigned)seed, (unsigned)(seed >> 32)}, 0, 0, 0, 0, 0};
  heddle_impl::philox_count_upper_by(state, subsequence);
  skipahead(offset, state);
}

HEDDLE_INLINE unsigned int curand(curandStatePhilox4_32_10 *state) {
  const unsigned spent = state->STATE;
  const uint4 numbers = state->output;
  state->STATE = (spent + 1) & 3;
  if (spent == 3) heddle_impl::philox_next_four_called(state);
  return spent == 0 ? numbers.x : spent == 1 ? numbers.y : spent == 2 ? numbers.z : numbers.w;
}

// The next four, also from the midst of a group of four.
HEDDLE_INLINE uint4 curand4(curandStatePhilox4_32_10 *state) {
  const uint4 a = state->output;
  heddle_impl::philox_next_four(state);
  const uint4 b = state->output;
  switch (state->STATE) {
  case 0:
    return a;
  case 1:
    return make_uint4(a.y, a.z, a.w, b.x);
  case 2:
    return make_uint4(a.z, a.w, b.x, b.y);
  default:
    return make_uint4(a.w, b.x, b.y, b.z);
  }
}
