// cuRAND's combined multiple recursive generator: the difference of two linear recurrences modulo primes near 2^32.
//
// Source: L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number Generators",
// 1999. Sequences and subsequences are those of L'Ecuyer, Simard, Chen, Kelton, "An Object-Oriented Random-Number
// Package with Many Long Streams and Substreams", 2002: 2^127 and 2^76 numbers long. cuRAND defines how a seed is used.
#pragma once
#pragma GCC system_header
#include "inline_function.h"

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

namespace heddle_impl {

// One recurrence, x_n = plus x_(n-3+place) - minus x_(n-3), whose state begins with the oldest number. A jump is a
// polynomial modulo x^3 = plus x^place - minus, as with XORWOW, here with three coefficients; and as there, what x^n
// becomes says which of the next states add up to the n-th.
template <unsigned modulus, unsigned plus, int place, unsigned minus> struct mrg_recurrence {
  typedef unsigned long long wide;

  struct polynomial {
    unsigned of[3];
  };

  static HEDDLE_MEMBER unsigned step(unsigned *state) {
    const wide sum = (wide)plus * state[place] + (wide)minus * (modulus - state[0]);
    state[0] = state[1], state[1] = state[2];
    return state[2] = (unsigned)(sum % modulus);
  }

  HEDDLE_OUT_OF_LINE polynomial product(polynomial a, polynomial b) {
    wide sum[5] = {0, 0, 0, 0, 0};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) sum[i + j] += (wide)a.of[i] * b.of[j] % modulus;
    for (int k = 4; k >= 3; k--) {
      const wide high = sum[k] % modulus;
      sum[k - 3 + place] += high * plus;
      sum[k - 3] += (modulus - high) * minus;
    }
    return polynomial{{(unsigned)(sum[0] % modulus), (unsigned)(sum[1] % modulus), (unsigned)(sum[2] % modulus)}};
  }

  // n jumps of a length each.
  HEDDLE_OUT_OF_LINE void jump(unsigned *state, unsigned long long n, polynomial length) {
    polynomial whole{{1, 0, 0}};
    for (; n != 0; n >>= 1, length = product(length, length))
      if (n & 1) whole = product(whole, length);
    unsigned from[3] = {state[0], state[1], state[2]}, sum[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++, step(from))
      for (int j = 0; j < 3; j++) sum[j] = (unsigned)((sum[j] + (wide)whole.of[i] * from[j] % modulus) % modulus);
    for (int j = 0; j < 3; j++) state[j] = sum[j];
  }
};
typedef mrg_recurrence<4294967087u, 1403580u, 1, 810728u> mrg_first;
typedef mrg_recurrence<4294944443u, 527612u, 2, 1370589u> mrg_second;

HEDDLE_INLINE void mrg_jump(curandStateMRG32k3a *state, unsigned long long n, mrg_first::polynomial first,
                            mrg_second::polynomial second) {
  if (n == 0) return;
  mrg_first::jump(state->s1, n, first);
  mrg_second::jump(state->s2, n, second);
}

// From 1 to the first modulus.
HEDDLE_INLINE unsigned mrg_next(curandStateMRG32k3a *state) {
  const unsigned first = mrg_first::step(state->s1), second = mrg_second::step(state->s2);
  return first - second + (first > second ? 0 : 4294967087u);
}

} // namespace heddle_impl

HEDDLE_INLINE void skipahead(unsigned long long n, curandStateMRG32k3a *state) {
  heddle_impl::mrg_jump(state, n, {{0, 1, 0}}, {{0, 1, 0}});
}
// x^(2^76) and x^(2^127), the first rows of the paper's matrices. A sequence has 2^51 subsequences, after which cuRAND
// itself makes no numbers any more.
HEDDLE_INLINE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state) {
  heddle_impl::mrg_jump(state, n, {{82758667u, 1871391091u, 4127413238u}}, {{1511326704u, 3759209742u, 1610795712u}});
}
HEDDLE_INLINE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state) {
  heddle_impl::mrg_jump(state, n, {{2427906178u, 3580155704u, 949770784u}}, {{1464411153u, 277697599u, 1610723613u}});
}

HEDDLE_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateMRG32k3a *state) {
  // The paper's packages begin with 12345 in all places; so does the seed 0 here.
  unsigned low = 1, high = 1;
  if (seed != 0) low = (unsigned)seed ^ 0x55555555u, high = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;
  const unsigned long long low_words = 12345ull * low, high_words = 12345ull * high;
  const unsigned low1 = (unsigned)(low_words % 4294967087u), high1 = (unsigned)(high_words % 4294967087u);
  const unsigned low2 = (unsigned)(low_words % 4294944443u), high2 = (unsigned)(high_words % 4294944443u);
  *state = curandStateMRG32k3a{{low1, high1, low1}, {high2, low2, high2}, 0, 0, 0, 0};
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

// 2^32 numbers of little less than that many, so that a few never occur.
HEDDLE_INLINE unsigned int curand(curandStateMRG32k3a *state) {
  const double scaled = heddle_impl::mrg_next(state) * 1.000000048662;
  return scaled < 4294967295.0 ? (unsigned)scaled : 4294967295u;
}
