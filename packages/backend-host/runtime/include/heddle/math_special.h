// Functions that CUDA has and the C library lacks: inverse error functions, the normal distribution, modified Bessel
// functions, scaled erfc, lengths of vectors. Each is written once over a working type: double serves float, long double
// serves double, so the few digits that the formulas lose never reach the result.
#ifndef HEDDLE_MATH_SPECIAL_H
#define HEDDLE_MATH_SPECIAL_H
#pragma GCC system_header
#include "math_corrections.h"

namespace heddle_impl {

HEDDLE_INLINE double wide_exp(double x) { return __builtin_exp(x); }
HEDDLE_INLINE double wide_log(double x) { return __builtin_log(x); }
HEDDLE_INLINE double wide_sqrt(double x) { return __builtin_sqrt(x); }
HEDDLE_INLINE double wide_erf(double x) { return __builtin_erf(x); }
HEDDLE_INLINE double wide_erfc(double x) { return __builtin_erfc(x); }
HEDDLE_INLINE long double wide_exp(long double x) { return __builtin_expl(x); }
HEDDLE_INLINE long double wide_log(long double x) { return __builtin_logl(x); }
HEDDLE_INLINE long double wide_sqrt(long double x) { return __builtin_sqrtl(x); }
HEDDLE_INLINE long double wide_erf(long double x) { return __builtin_erfl(x); }
HEDDLE_INLINE long double wide_erfc(long double x) { return __builtin_erfcl(x); }

constexpr long double pi = 3.14159265358979323846264338327950288L;
constexpr long double half_sqrt_pi = 0.886226925452758013649083741670572591L;

// S. Winitzki's closed form (relative error 2e-3) for erf(y) = 1 - c, to start the iterations.
template <class Wide> HEDDLE_OUT_OF_LINE Wide inverse_erfc_start(Wide c) {
  const Wide a = (Wide)0.147;
  Wide log_term = wide_log(c * (2 - c)), shift = 2 / ((Wide)pi * a) + log_term / 2;
  return wide_sqrt(wide_sqrt(shift * shift - log_term / a) - shift);
}

// y with erf(y) = t, |t| <= 1/2: Newton with Halley's correction, in relative terms right to the last digit of Wide.
template <class Wide> HEDDLE_OUT_OF_LINE Wide inverse_erf_center(Wide t) {
  if (t * t < (Wide)1e-20) return t * (Wide)half_sqrt_pi; // the next term is t^3 pi/12: below Wide's last digit
  Wide y = inverse_erfc_start<Wide>(1 - (t < 0 ? -t : t));
  y = t < 0 ? -y : y;
  for (int step = 0; step < 3; step++) {
    Wide u = (wide_erf(y) - t) * (Wide)half_sqrt_pi * wide_exp(y * y);
    y -= u / (1 + y * u);
  }
  return y;
}

// y with erfc(y) = c, 0 < c <= 1/2: Newton on the logarithm, which is nearly straight far out in the tail.
template <class Wide> HEDDLE_OUT_OF_LINE Wide inverse_erfc_tail(Wide c) {
  Wide y = inverse_erfc_start<Wide>(c);
  for (int step = 0; step < 5; step++) {
    Wide value = wide_erfc(y);
    y += wide_log(value / c) * value * (Wide)half_sqrt_pi * wide_exp(y * y);
  }
  return y;
}

template <class Wide, class T> HEDDLE_OUT_OF_LINE T inverse_erf(T x) {
  if (!(x > -1 && x < 1)) return x == 1 || x == -1 ? x * __builtin_huge_valf() : __builtin_nanf("");
  if (x == 0) return x;
  if (x >= (T)-0.5 && x <= (T)0.5) return (T)inverse_erf_center<Wide>(x);
  return x > 0 ? (T)inverse_erfc_tail<Wide>((Wide)1 - x) : (T)-inverse_erfc_tail<Wide>((Wide)1 + x);
}

template <class Wide, class T> HEDDLE_OUT_OF_LINE Wide inverse_erfc(Wide c) {
  const Wide infinity = (Wide)__builtin_huge_val();
  if (!(c > 0 && c < 2)) return c == 0 ? infinity : c == 2 ? -infinity : (Wide)__builtin_nan("");
  if (c >= (Wide)0.5 && c <= (Wide)1.5) return inverse_erf_center<Wide>(1 - c);
  return c < 1 ? inverse_erfc_tail<Wide>(c) : -inverse_erfc_tail<Wide>(2 - c);
}

// exp(x^2) erfc(x): the product while x^2 keeps its digits, then the asymptotic series, whose tenth term is below 2^-60.
template <class Wide, class T> HEDDLE_OUT_OF_LINE Wide scaled_erfc(Wide x) {
  if (x < 20) return x < -30 ? (Wide)__builtin_huge_val() : wide_exp(x * x) * wide_erfc(x);
  Wide y = 1 / (2 * x * x), sum = 1;
  for (int k = 19; k >= 1; k -= 2) sum = 1 - k * y * sum;
  return sum / (2 * (Wide)half_sqrt_pi * x);
}

// I_order(x) for order 0 and 1, x >= 0: the power series has only positive terms; past 40 the asymptotic series
// reaches e^-80 before its terms grow again.
template <class Wide> HEDDLE_OUT_OF_LINE Wide modified_bessel(int order, Wide x) {
  Wide sum = 1, term = 1;
  if (x <= 40) {
    for (int k = 1; k < 120 && term > sum * (Wide)1e-21; k++) sum += term *= x * x / 4 / k / (k + order);
    return order ? sum * x / 2 : sum;
  }
  if (!(x < 12000)) return x; // infinity and NaN; anything else overflows both result types
  for (int k = 1; k < 80 && (term > (Wide)1e-21 || term < (Wide)-1e-21); k++)
    sum += term *= -(4 * order - (2 * k - 1) * (2 * k - 1)) / (8 * x) * ((Wide)1 / k);
  return wide_exp(x - 100) / wide_sqrt(2 * (Wide)pi * x) * sum * wide_exp((Wide)100);
}

template <class Wide, class T> HEDDLE_INLINE Wide modified_bessel_0(T x) {
  return modified_bessel<Wide>(0, x < 0 ? -(Wide)x : (Wide)x);
}
template <class Wide, class T> HEDDLE_INLINE Wide modified_bessel_1(T x) {
  return (x < 0 ? -1 : 1) * modified_bessel<Wide>(1, x < 0 ? -(Wide)x : (Wide)x);
}

template <class Wide, class T> HEDDLE_INLINE Wide normal_distribution(T x) {
  return wide_erfc(x * -(Wide)0.707106781186547524400844362104849039L) / 2;
}
template <class Wide, class T> HEDDLE_INLINE Wide inverse_normal_distribution(T x) {
  return inverse_erfc<Wide, T>(2 * (Wide)x) * -(Wide)1.41421356237309504880168872420969808L;
}

template <class Wide, class T> HEDDLE_INLINE Wide length(T x, T y, T z, T w) {
  Wide sum = (Wide)x * x + (Wide)y * y + (Wide)z * z + (Wide)w * w;
  bool infinite = is_inf(x) | is_inf(y) | is_inf(z) | is_inf(w);
  return infinite ? (Wide)__builtin_huge_val() : wide_sqrt(sum); // infinite even beside a NaN, as hypot
}

template <class Wide, class T> HEDDLE_INLINE Wide length_of(int count, const T *elements) {
  Wide sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; i++) {
    sum += (Wide)elements[i] * elements[i];
    infinite |= is_inf(elements[i]);
  }
  return infinite ? (Wide)__builtin_huge_val() : wide_sqrt(sum);
}

} // namespace heddle_impl

// Templates, though they accept what a plain function would: only those that a kernel calls cost compile time.
namespace heddle_impl {
template <class T> struct special { typedef double type; typedef long double wide; }; // integers too, as in C
template <> struct special<float> { typedef float type; typedef double wide; };
} // namespace heddle_impl

#define HEDDLE_SPECIAL(name, function)                                                                                 \
  template <class T> HEDDLE_INLINE float name##f(T x) { return (float)function<double, float>(x); }                    \
  template <class T> HEDDLE_INLINE typename heddle_impl::special<T>::type name(T x) {                                  \
    typedef heddle_impl::special<T> Types;                                                                             \
    return (typename Types::type)function<typename Types::wide, typename Types::type>(x);                              \
  }
HEDDLE_SPECIAL(erfinv, heddle_impl::inverse_erf)
HEDDLE_SPECIAL(erfcinv, heddle_impl::inverse_erfc)
HEDDLE_SPECIAL(erfcx, heddle_impl::scaled_erfc)
HEDDLE_SPECIAL(normcdf, heddle_impl::normal_distribution)
HEDDLE_SPECIAL(normcdfinv, heddle_impl::inverse_normal_distribution)
HEDDLE_SPECIAL(cyl_bessel_i0, heddle_impl::modified_bessel_0)
HEDDLE_SPECIAL(cyl_bessel_i1, heddle_impl::modified_bessel_1)
#undef HEDDLE_SPECIAL

#define HEDDLE_LENGTH(suffix, T, Wide)                                                                                 \
  template <class X, class Y> HEDDLE_INLINE T rhypot##suffix(X x, Y y) {                                               \
    return (T)(1 / heddle_impl::length<Wide, T>(x, y, 0, 0));                                                          \
  }                                                                                                                    \
  template <class X, class Y, class Z> HEDDLE_INLINE T norm3d##suffix(X x, Y y, Z z) {                                 \
    return (T)heddle_impl::length<Wide, T>(x, y, z, 0);                                                                \
  }                                                                                                                    \
  template <class X, class Y, class Z> HEDDLE_INLINE T rnorm3d##suffix(X x, Y y, Z z) {                                \
    return (T)(1 / heddle_impl::length<Wide, T>(x, y, z, 0));                                                          \
  }                                                                                                                    \
  template <class X, class Y, class Z, class W> HEDDLE_INLINE T norm4d##suffix(X x, Y y, Z z, W w) {                   \
    return (T)heddle_impl::length<Wide, T>(x, y, z, w);                                                                \
  }                                                                                                                    \
  template <class X, class Y, class Z, class W> HEDDLE_INLINE T rnorm4d##suffix(X x, Y y, Z z, W w) {                  \
    return (T)(1 / heddle_impl::length<Wide, T>(x, y, z, w));                                                          \
  }                                                                                                                    \
  template <class Count> HEDDLE_INLINE T norm##suffix(Count count, const T *p) {                                       \
    return (T)heddle_impl::length_of<Wide, T>(count, p);                                                               \
  }                                                                                                                    \
  template <class Count> HEDDLE_INLINE T rnorm##suffix(Count count, const T *p) {                                      \
    return (T)(1 / heddle_impl::length_of<Wide, T>(count, p));                                                         \
  }
HEDDLE_LENGTH(, double, long double)
HEDDLE_LENGTH(f, float, double)
#undef HEDDLE_LENGTH

#endif
