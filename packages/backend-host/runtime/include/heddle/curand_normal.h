// cuRAND's normal and log-normal numbers, made in pairs: a state keeps the second of a pair for the next call.
//
// Source: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958.
#pragma once
#pragma GCC system_header
#include "curand_uniform.h"
#include "math_functions.h"

namespace heddle_impl {

// The sine's is the first of the pair, which differs from the paper's order.
HEDDLE_INLINE float2 box_muller(float radius, float angle) {
  const float length = __builtin_sqrtf(-2.0f * __builtin_logf(radius));
  return make_float2(length * __builtin_sinf(angle), length * __builtin_cosf(angle));
}
HEDDLE_INLINE double2 box_muller(double radius, double half_turns) {
  const double length = __builtin_sqrt(-2.0 * __builtin_log(radius));
  return make_double2(length * sinpi(half_turns), length * cospi(half_turns));
}

HEDDLE_INLINE float2 normal_pair(unsigned x, unsigned y) {
  constexpr float turn = 6.2831855f;
  return box_muller(unit_float(x), (float)y * (0x1p-32f * turn) + 0x1p-33f * turn);
}
HEDDLE_INLINE double2 normal_pair(unsigned x_low, unsigned x_high, unsigned y_low, unsigned y_high) {
  return box_muller(unit_double(x_low, x_high), 2 * unit_double(y_low, y_high));
}

template <class State> HEDDLE_INLINE float2 normal2(State *state) {
  const unsigned x = curand(state), y = curand(state);
  return normal_pair(x, y);
}
template <class State> HEDDLE_INLINE double2 normal2_double(State *state) {
  const unsigned x_low = curand(state), x_high = curand(state), y_low = curand(state), y_high = curand(state);
  return normal_pair(x_low, x_high, y_low, y_high);
}
HEDDLE_INLINE float2 normal2(curandStateMRG32k3a *state) {
  const float x = uniform(state), y = uniform(state);
  return box_muller(x, y * 6.2831855f);
}
HEDDLE_INLINE double2 normal2_double(curandStateMRG32k3a *state) {
  const double x = uniform_double(state), y = uniform_double(state);
  return box_muller(x, 2 * y);
}

// Which kind of number is kept. One of the other kind is forgotten, and one that is log-normal keeps the mean and the
// deviation of the call that made it.
enum spare_kind { no_spare, spare_normal, spare_log_normal };

template <class State> HEDDLE_INLINE float normal(State *state) {
  const bool is_kept = state->boxmuller_flag == spare_normal;
  state->boxmuller_flag = is_kept ? no_spare : spare_normal;
  if (is_kept) return state->boxmuller_extra;
  const float2 pair = normal2(state);
  state->boxmuller_extra = pair.y;
  return pair.x;
}
template <class State> HEDDLE_INLINE double normal_double(State *state) {
  const bool is_kept = state->boxmuller_flag_double == spare_normal;
  state->boxmuller_flag_double = is_kept ? no_spare : spare_normal;
  if (is_kept) return state->boxmuller_extra_double;
  const double2 pair = normal2_double(state);
  state->boxmuller_extra_double = pair.y;
  return pair.x;
}

template <class State> HEDDLE_INLINE float2 log_normal2(State *state, float mean, float stddev) {
  const float2 pair = normal2(state);
  return make_float2(__builtin_expf(mean + stddev * pair.x), __builtin_expf(mean + stddev * pair.y));
}
template <class State> HEDDLE_INLINE double2 log_normal2_double(State *state, double mean, double stddev) {
  const double2 pair = normal2_double(state);
  return make_double2(__builtin_exp(mean + stddev * pair.x), __builtin_exp(mean + stddev * pair.y));
}
template <class State> HEDDLE_INLINE float log_normal(State *state, float mean, float stddev) {
  const bool is_kept = state->boxmuller_flag == spare_log_normal;
  state->boxmuller_flag = is_kept ? no_spare : spare_log_normal;
  if (is_kept) return state->boxmuller_extra;
  const float2 pair = log_normal2(state, mean, stddev);
  state->boxmuller_extra = pair.y;
  return pair.x;
}
template <class State> HEDDLE_INLINE double log_normal_double(State *state, double mean, double stddev) {
  const bool is_kept = state->boxmuller_flag_double == spare_log_normal;
  state->boxmuller_flag_double = is_kept ? no_spare : spare_log_normal;
  if (is_kept) return state->boxmuller_extra_double;
  const double2 pair = log_normal2_double(state, mean, stddev);
  state->boxmuller_extra_double = pair.y;
  return pair.x;
}

} // namespace heddle_impl

#define HEDDLE_NORMAL(State, T, _double)                                                                              \
  HEDDLE_INLINE T curand_normal##_double(State *state) { return heddle_impl::normal##_double(state); }                \
  HEDDLE_INLINE T##2 curand_normal2##_double(State *state) { return heddle_impl::normal2##_double(state); }           \
  HEDDLE_INLINE T curand_log_normal##_double(State *state, T mean, T stddev) {                                        \
    return heddle_impl::log_normal##_double(state, mean, stddev);                                                     \
  }                                                                                                                   \
  HEDDLE_INLINE T##2 curand_log_normal2##_double(State *state, T mean, T stddev) {                                    \
    return heddle_impl::log_normal2##_double(state, mean, stddev);                                                    \
  }
HEDDLE_NORMAL(curandStateXORWOW, float, )
HEDDLE_NORMAL(curandStateXORWOW, double, _double)
HEDDLE_NORMAL(curandStatePhilox4_32_10, float, )
HEDDLE_NORMAL(curandStatePhilox4_32_10, double, _double)
HEDDLE_NORMAL(curandStateMRG32k3a, float, )
HEDDLE_NORMAL(curandStateMRG32k3a, double, _double)
#undef HEDDLE_NORMAL

#define HEDDLE_FOUR_NORMALS(T, _double)                                                                               \
  HEDDLE_INLINE T##4 curand_normal4##_double(curandStatePhilox4_32_10 *state) {                                       \
    const T##2 a = heddle_impl::normal2##_double(state), b = heddle_impl::normal2##_double(state);                    \
    return make_##T##4(a.x, a.y, b.x, b.y);                                                                           \
  }                                                                                                                   \
  HEDDLE_INLINE T##4 curand_log_normal4##_double(curandStatePhilox4_32_10 *state, T mean, T stddev) {                 \
    const T##2 a = curand_log_normal2##_double(state, mean, stddev);                                                  \
    const T##2 b = curand_log_normal2##_double(state, mean, stddev);                                                  \
    return make_##T##4(a.x, a.y, b.x, b.y);                                                                           \
  }
HEDDLE_FOUR_NORMALS(float, )
HEDDLE_FOUR_NORMALS(double, _double)
#undef HEDDLE_FOUR_NORMALS
