// cuRAND's numbers between 0 and 1: never 0, and 1 where rounding makes one of the largest.
#pragma once
#pragma GCC system_header
#include "curand_mrg32k3a.h"
#include "curand_philox.h"
#include "curand_xorwow.h"

namespace heddle_impl {

HEDDLE_INLINE float unit_float(unsigned x) { return (float)x * 0x1p-32f + 0x1p-33f; }
// The 53 bits of a double's fraction, from two numbers of 32.
HEDDLE_INLINE double unit_double(unsigned low, unsigned high) {
  return (double)(low ^ (unsigned long long)high << 21) * 0x1p-53 + 0x1p-54;
}

template <class State> HEDDLE_INLINE float uniform(State *state) { return unit_float(curand(state)); }
template <class State> HEDDLE_INLINE double uniform_double(State *state) {
  const unsigned low = curand(state), high = curand(state);
  return unit_double(low, high);
}

// Philox's come from 32 bits if they are made one by one, and from 53 where two or four are.
HEDDLE_INLINE double uniform_double(curandStatePhilox4_32_10 *state) { return (curand(state) + 1.0) * 0x1p-32; }

// One number over the modulus, for a double too.
HEDDLE_INLINE double uniform_double(curandStateMRG32k3a *state) { return mrg_next(state) * (1.0 / 4294967087.0); }
HEDDLE_INLINE float uniform(curandStateMRG32k3a *state) { return (float)uniform_double(state); }

} // namespace heddle_impl

#define HEDDLE_UNIFORM(State)                                                                                         \
  HEDDLE_INLINE float curand_uniform(State *state) { return heddle_impl::uniform(state); }                            \
  HEDDLE_INLINE double curand_uniform_double(State *state) { return heddle_impl::uniform_double(state); }
HEDDLE_UNIFORM(curandStateXORWOW)
HEDDLE_UNIFORM(curandStatePhilox4_32_10)
HEDDLE_UNIFORM(curandStateMRG32k3a)
#undef HEDDLE_UNIFORM

HEDDLE_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return make_float4(heddle_impl::unit_float(x.x), heddle_impl::unit_float(x.y), heddle_impl::unit_float(x.z),
                     heddle_impl::unit_float(x.w));
}
HEDDLE_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
  const uint4 x = curand4(state);
  return make_double2(heddle_impl::unit_double(x.x, x.y), heddle_impl::unit_double(x.z, x.w));
}
HEDDLE_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10 *state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}
