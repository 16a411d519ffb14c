// CUDA's mathematical functions: those of C under their C names with C++ overloads for float, those that C lacks, and
// min, max and abs for all types. At least as accurate as the bounds in the CUDA C++ Programming Guide.
#ifndef HEDDLE_MATH_FUNCTIONS_H
#define HEDDLE_MATH_FUNCTIONS_H
#pragma GCC system_header
#include "math_library.h"
#include "math_corrections.h"
#include "math_exponentials.h"
#include "math_special.h"
#include "math_overloads.h"
#include "math_fast.h"
#include "minimum_maximum.h"

// nvcc reads <math.h> for every source, and HIP has these without it. Spelled as glibc spells them.
#ifndef INFINITY
#define INFINITY (__builtin_inff ())
#endif
#ifndef NAN
#define NAN (__builtin_nanf (""))
#endif

extern "C" {
double heddle_libc_exp10(double) HEDDLE_LIBC_NOEXCEPT
#if defined(__APPLE__)
    HEDDLE_LIBC_SYMBOL("__exp10");
#else
    HEDDLE_LIBC_SYMBOL("exp10");
#endif
}

namespace heddle_impl {

// The remainder of x by 2, in [-1, 1]: exact.
HEDDLE_INLINE float half_turns(float x) { return x - 2 * __builtin_rintf(x * 0.5f); }
HEDDLE_INLINE double half_turns(double x) { return x - 2 * __builtin_rint(x * 0.5); }

// sin(pi r) for |r| <= 1/2. For double the product pi r is carried in two parts.
HEDDLE_INLINE float sine_of_pi_times(float r) { return (float)__builtin_sin(r * 3.14159265358979323846); }
HEDDLE_INLINE double sine_of_pi_times(double r) {
  double high = r * 3.141592653589793116;
  double low = __builtin_fma(r, 3.141592653589793116, -high) + r * 1.2246467991473532e-16;
  return __builtin_sin(high) + low * __builtin_cos(high);
}

template <class T> HEDDLE_INLINE T sine_pi(T x) {
  T r = half_turns(x);
  r = r > (T)0.5 ? 1 - r : r < (T)-0.5 ? -1 - r : r;
  T value = sine_of_pi_times(r);
  return r == 0 ? (is_negative(x) ? (T)-0.0 : (T)0.0) : value; // the zeros have the sign of x
}
template <class T> HEDDLE_INLINE T cosine_pi(T x) {
  T r = half_turns(x);
  return sine_of_pi_times((T)0.5 - (is_negative(r) ? -r : r));
}

HEDDLE_INLINE double reciprocal_square_root(double x) {
  double y = 1 / __builtin_sqrt(x); // 1.5 ulp; one Newton step with an exact residual makes it 0.5 and a little
  double t = x * y, error = __builtin_fma(x, y, -t);
  double step = 0.5 * y * (__builtin_fma(-t, y, 1.0) - error * y);
  return x > 0 && is_finite(x) && is_finite(y) ? y + step : y;
}

} // namespace heddle_impl

HEDDLE_C_INLINE float rsqrtf(float x) HEDDLE_LIBC_NOEXCEPT { return 1 / __builtin_sqrtf(x); }
HEDDLE_C_INLINE double rsqrt(double x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::reciprocal_square_root(x); }
HEDDLE_C_INLINE float rcbrtf(float x) HEDDLE_LIBC_NOEXCEPT { return (float)(1 / heddle_libc_cbrt(x)); }
HEDDLE_C_INLINE double rcbrt(double x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::reciprocal_cube_root(x); }

HEDDLE_C_INLINE float sinpif(float x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::sine_pi(x); }
HEDDLE_C_INLINE double sinpi(double x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::sine_pi(x); }
HEDDLE_C_INLINE float cospif(float x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::cosine_pi(x); }
HEDDLE_C_INLINE double cospi(double x) HEDDLE_LIBC_NOEXCEPT { return heddle_impl::cosine_pi(x); }
HEDDLE_C_INLINE void sincospif(float x, float *sine, float *cosine) HEDDLE_LIBC_NOEXCEPT {
  *sine = heddle_impl::sine_pi(x);
  *cosine = heddle_impl::cosine_pi(x);
}
HEDDLE_C_INLINE void sincospi(double x, double *sine, double *cosine) HEDDLE_LIBC_NOEXCEPT {
  *sine = heddle_impl::sine_pi(x);
  *cosine = heddle_impl::cosine_pi(x);
}

// Names of the GNU library: the compiler may turn the two calls into one to the library's own sincos.
HEDDLE_LIBC_INLINE void sincosf(float x, float *sine, float *cosine) HEDDLE_LIBC_NOEXCEPT {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
HEDDLE_LIBC_INLINE void sincos(double x, double *sine, double *cosine) HEDDLE_LIBC_NOEXCEPT {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}
template <class T> HEDDLE_INLINE typename heddle_impl::if_float<T, void>::type sincos(T x, T *sine, T *cosine) {
  ::sincosf(x, sine, cosine);
}
template <class T> HEDDLE_INLINE typename heddle_impl::if_float<T, void>::type sincospi(T x, T *sine, T *cosine) {
  ::sincospif(x, sine, cosine);
}
HEDDLE_LIBC_INLINE float exp10f(float x) HEDDLE_LIBC_NOEXCEPT {
  return (float)heddle_impl::power_of_two(x * 3.321928094887362347870319429489390175865);
}
HEDDLE_LIBC_INLINE double exp10(double x) HEDDLE_LIBC_NOEXCEPT {
#if __LDBL_MANT_DIG__ == 64 // glibc before 2.39: 2 ulp
  return (double)heddle_libc_exp2l(x * 3.321928094887362347870319429489390175865L);
#else
  return heddle_libc_exp10(x);
#endif
}

#endif
