// Numbers of a Poisson distribution. For a mean below 64 they are cuRAND's too, as both multiply uniform numbers; for
// larger ones cuRAND has ways of its own: the distribution is the same, the single numbers are not.
//
// Sources: Knuth, "The Art of Computer Programming", volume 2, 1969, section 3.4.1; Hoermann, "The Transformed
// Rejection Method for Generating Poisson Random Variables", 1993 (algorithm PTRS).
#pragma once
#pragma GCC system_header
#include "curand_uniform.h"
#include "math_functions.h"

namespace heddle_impl {

// log(k!): Stirling's series is right to the last digits from 10 on.
HEDDLE_INLINE double log_factorial(double k) {
  if (k < 10) {
    double product = 1;
    for (double i = 2; i <= k; i++) product *= i;
    return __builtin_log(product);
  }
  const double r = 1 / k, square = r * r;
  const double series = r * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680))));
  return (k + 0.5) * __builtin_log(k) - k + 0.91893853320467274178 + series;
}

// How many uniform numbers it takes to bring e^mean down to 1, without the last one.
template <class State> HEDDLE_OUT_OF_LINE unsigned poisson_by_products(State *state, double mean) {
  unsigned count = 0;
  for (float rest = __builtin_expf((float)mean); (rest *= uniform(state)) > 1;) count++;
  return count;
}

template <class State> HEDDLE_OUT_OF_LINE unsigned poisson_by_rejection(State *state, double mean) {
  const double log_mean = __builtin_log(mean);
  const double b = 0.931 + 2.53 * __builtin_sqrt(mean), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), inner = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = uniform_double(state) - 0.5, v = uniform_double(state);
    const double edge = 0.5 - __builtin_fabs(u);
    const double k = __builtin_floor((2 * a / edge + b) * u + mean + 0.43);
    // Most are accepted without a logarithm; beside them lies what no number of the distribution reaches.
    const bool is_inner = edge >= 0.07 && v <= inner;
    if (!is_inner && (k < 0 || (edge < 0.013 && v > edge))) continue;
    const double bound = a / (edge * edge) + b;
    if (is_inner || __builtin_log(v * inverse_alpha / bound) <= k * log_mean - mean - log_factorial(k))
      return k < 4294967295.0 ? (unsigned)k : 4294967295u;
  }
}

template <class State> HEDDLE_INLINE unsigned poisson(State *state, double mean) {
  return mean < 64 ? poisson_by_products(state, mean) : poisson_by_rejection(state, mean);
}

} // namespace heddle_impl

HEDDLE_INLINE unsigned int curand_poisson(curandStateXORWOW *state, double lambda) {
  return heddle_impl::poisson(state, lambda);
}
HEDDLE_INLINE unsigned int curand_poisson(curandStatePhilox4_32_10 *state, double lambda) {
  return heddle_impl::poisson(state, lambda);
}
HEDDLE_INLINE unsigned int curand_poisson(curandStateMRG32k3a *state, double lambda) {
  return heddle_impl::poisson(state, lambda);
}
HEDDLE_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda) {
  const unsigned x = heddle_impl::poisson(state, lambda), y = heddle_impl::poisson(state, lambda);
  const unsigned z = heddle_impl::poisson(state, lambda), w = heddle_impl::poisson(state, lambda);
  return make_uint4(x, y, z, w);
}
