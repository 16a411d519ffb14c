// cuRAND's default generator: a shift register of 160 bits and a counter (Weyl sequence) that is added to it.
//
// Source: Marsaglia, "Xorshift RNGs", 2003, section 3.1 (xorwow). cuRAND defines how a seed sets the state, and how
// long a subsequence is.
#pragma once
#pragma GCC system_header
#include "inline_function.h"
#include "curand_xorwow_jumps.h"

// It has its size on a GPU, because hosts allocate states by it.
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

namespace heddle_impl {

constexpr unsigned xorwow_counter_step = 362437;

// The word after five that begin with the oldest; the three between do not count.
HEDDLE_INLINE unsigned xorwow_word(unsigned oldest, unsigned newest) {
  const unsigned mixed = oldest ^ oldest >> 2;
  return newest ^ newest << 4 ^ mixed ^ mixed << 1;
}

HEDDLE_INLINE void xorwow_step(unsigned *state) {
  const unsigned word = xorwow_word(state[0], state[4]);
  for (int i = 0; i < 4; i++) state[i] = state[i + 1];
  state[4] = word;
}

// As many steps as the polynomial x^n is taken for: the sum of the states that its coefficients choose of the next 160.
HEDDLE_OUT_OF_LINE void xorwow_jump(unsigned *state, const unsigned *polynomial) {
  unsigned from[5], sum[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 5; i++) from[i] = state[i];
  for (int i = 0; i < 5; i++)
    for (unsigned bit = 0; bit < 32; bit++, xorwow_step(from)) {
      const unsigned chosen = 0 - (polynomial[i] >> bit & 1);
      for (int j = 0; j < 5; j++) sum[j] ^= from[j] & chosen;
    }
  for (int i = 0; i < 5; i++) state[i] = sum[i];
}

// One jump for each digit of n that is not 0.
HEDDLE_INLINE void xorwow_jump_by(unsigned *state, unsigned long long n, int first) {
  for (; n != 0; n >>= 4, first += 15)
    if (n & 15) xorwow_jump(state, xorwow_jumps[first + (int)(n & 15) - 1]);
}

} // namespace heddle_impl

HEDDLE_INLINE void skipahead(unsigned long long n, curandStateXORWOW *state) {
  heddle_impl::xorwow_jump_by(state->v, n, heddle_impl::xorwow_number_jumps);
  state->d += heddle_impl::xorwow_counter_step * (unsigned)n;
}

// 2^67 steps bring the counter back to where it was.
HEDDLE_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW *state) {
  heddle_impl::xorwow_jump_by(state->v, n, heddle_impl::xorwow_subsequence_jumps);
}

HEDDLE_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateXORWOW *state) {
  const unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
  const unsigned high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
  // Marsaglia's initial values, each mixed with one half of the seed.
  *state = curandStateXORWOW{
      6615241u + high + low,
      {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
      0, 0, 0, 0};
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}

HEDDLE_INLINE unsigned int curand(curandStateXORWOW *state) {
  heddle_impl::xorwow_step(state->v);
  state->d += heddle_impl::xorwow_counter_step;
  return state->v[4] + state->d;
}
