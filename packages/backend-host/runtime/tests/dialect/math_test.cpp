// Mathematical functions against references of higher precision, in units in the last place, with the bounds of the CUDA
// C++ Programming Guide (appendix "Mathematical Functions"). CUDA counts from the correctly rounded result, so half a unit
// is added. `math_test table` prints the largest errors found.
#include "heddle/math_functions.h"
#include "checks.h"
#include <algorithm>
#include <cfloat>
#include <string>
#if __has_include(<quadmath.h>)
#include <quadmath.h>
#define QUAD 1
typedef __float128 wide;
#else
typedef long double wide;
#endif

static bool print_table = false;

template <class T> double ulps(T got, wide exact) {
  T nearest = (T)exact;
  if (nearest != nearest || std::isinf(nearest))
    return got == nearest || (got != got && nearest != nearest) ? 0 : INFINITY;
  if (got != got || std::isinf(got)) return INFINITY;
  int exponent = nearest == 0 ? -10000 : std::ilogb(nearest);
  int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  int place = (std::max)(exponent - std::numeric_limits<T>::digits + 1, lowest);
  wide error = (wide)got - exact;
  if (error < 0) error = -error;
  return (double)(error / (wide)std::ldexp(1.0L, place));
}

struct range {
  double low, high;
};
// Uniform, and by exponent towards zero, if there is one.
template <class T> T pick(range r, int i) {
  double u = (double)(checks::random_bits() >> 11) * 0x1p-53;
  double x = r.low + (r.high - r.low) * u;
  if (i % 2 && r.low <= 0 && r.high >= 0)
    x = (u < 0.5 ? r.low : r.high) *
        std::exp2(-(double)(checks::random_bits() % 60) * 2 * (double)(checks::random_bits() % 1000) / 1000);
  if (i % 2 && r.low > 0 && r.high / r.low > 1e3) x = r.low * std::pow(r.high / r.low, u);
  T value = (T)x;
  return value < (T)r.low ? (T)r.low : value > (T)r.high ? (T)r.high : value;
}

template <class T, class Function, class Reference>
void one(const char *name, Function function, Reference reference, range r, double bound, int cases = 6000) {
  checks::group g(name);
  double worst = 0, where = 0;
  for (int i = 0; i < cases; i++) {
    T x = pick<T>(r, i), got = function(x);
    double error = ulps<T>(got, reference(x));
    if (error > worst) worst = error, where = (double)x;
    g.check(error <= bound + 0.5, "%s(%.17g) = %.17g is %g ulp off", name, (double)x, (double)got, error);
  }
  if (print_table) std::printf("%-16s %8.3f of %4.1f ulp, at %.17g\n", name, worst, bound, where);
}
template <class T, class Function, class Reference>
void two(const char *name, Function function, Reference reference, range r, range s, double bound) {
  checks::group g(name);
  double worst = 0;
  for (int i = 0; i < 6000; i++) {
    T x = pick<T>(r, i), y = pick<T>(s, i / 2), got = function(x, y);
    double error = ulps<T>(got, reference(x, y));
    worst = std::fmax(worst, error);
    g.check(error <= bound + 0.5, "%s(%.17g, %.17g) = %.17g is %g ulp off", name, (double)x, (double)y, (double)got,
            error);
  }
  if (print_table) std::printf("%-16s %8.3f of %4.1f ulp\n", name, worst, bound);
}

#define BOTH(name, reference, low, high, bound_float, bound_double)                                                    \
  one<float>(                                                                                                          \
      #name "f", [](float x) { return ::name##f(x); }, [](wide x) { return (wide)(reference); }, {low, high},          \
      bound_float);                                                                                                    \
  one<double>(                                                                                                         \
      #name, [](double x) { return ::name(x); }, [](wide x) { return (wide)(reference); }, {low, high}, bound_double);
#define BOTH_2(name, reference, low, high, low2, high2, bound_float, bound_double)                                     \
  two<float>(                                                                                                          \
      #name "f", [](float x, float y) { return ::name##f(x, y); }, [](wide x, wide y) { return (wide)(reference); },   \
      {low, high}, {low2, high2}, bound_float);                                                                        \
  two<double>(                                                                                                         \
      #name, [](double x, double y) { return ::name(x, y); }, [](wide x, wide y) { return (wide)(reference); },        \
      {low, high}, {low2, high2}, bound_double);

#if QUAD
#define Q(name) name##q
static wide sine_pi(wide x) {
  wide r = x - 2 * rintq(x / 2);
  r = r > 0.5Q ? 1 - r : r < -0.5Q ? -1 - r : r;
  return sinq(M_PIq * r);
}
static wide cosine_pi(wide x) { return sine_pi(0.5Q - fabsq(x - 2 * rintq(x / 2))); }
static wide bessel_i(int order, wide x) {
  wide sum = 1, term = 1, size = fabsq(x);
  for (int k = 1; k < 2000; k++) sum += term *= size * size / 4 / k / (k + order);
  return order ? sum * x / 2 : sum;
}
static wide inverse_erf(wide x) { // bisection
  if (x == 1 || x == -1) return x * (wide)INFINITY;
  wide low = 0, high = 8, size = fabsq(x);
  for (int i = 0; i < 118; i++) {
    wide middle = (low + high) / 2;
    (erfq(middle) < size ? low : high) = middle;
  }
  if (low < 1e-3Q)
    low = size * 0.886226925452758013649083741670572591Q *
          (1 + M_PIq * size * size / 12 * (1 + 7 * M_PIq * size * size / 40)); // bisection's absolute error
  return x < 0 ? -low : low;
}
static wide inverse_erfc(wide c) {
  if (c == 0 || c == 2) return (1 - c) * (wide)INFINITY;
  if (c > 0.5Q && c < 1.5Q) return inverse_erf(1 - c);
  wide low = 0, high = 28, tail = c > 1 ? 2 - c : c;
  for (int i = 0; i < 118; i++) {
    wide middle = (low + high) / 2;
    (erfcq(middle) > tail ? low : high) = middle;
  }
  return c > 1 ? -low : low;
}
#endif

static void special_values() {
  checks::group g("special values");
#define HOLDS(...) g.check(__VA_ARGS__, "line %d", __LINE__)
  const float inf = INFINITY, nan = NAN;
  HOLDS(fminf(nan, 1) == 1 && fmaxf(1, nan) == 1 && std::isnan(fminf(nan, nan)) && min(3, 4u) == 3u &&
        max(-1ll, 2ll) == 2);
  HOLDS(signbit(fminf(0.0f, -0.0f)) && !signbit(fmaxf(-0.0f, 0.0f)) && signbit(min(-0.0, 0.0)));
  HOLDS(isnan(nan) && !isnan(1.0) && isinf(-inf) && isfinite(1.0f) && !isfinite(inf) && signbit(-0.0f) &&
        !signbit(0.0));
  HOLDS(sinpif(1.0f) == 0 && signbit(sinpi(-3.0)) && cospi(0.5) == 0 && cospif(1.5f) == 0 && sinpi(0.5) == 1 &&
        std::isnan(sinpif(inf)));
  HOLDS(rsqrtf(0.0f) == inf && rsqrt(0.0) == inf && rsqrt((double)inf) == 0 && std::isnan(rsqrt(-1.0)) &&
        rsqrt(4.0) == 0.5);
  HOLDS(erfinv(1.0) == inf && erfinvf(-1.0f) == -inf && std::isnan(erfinv(1.5)) && erfcinv(0.0) == inf &&
        erfcinvf(2.0f) == -inf && erfinv(0.0) == 0);
  HOLDS(normcdf((double)inf) == 1 && normcdf(-(double)inf) == 0 && normcdfinv(0.5) == 0 && normcdfinv(0.0) == -inf &&
        normcdfinvf(1.0f) == inf);
  HOLDS(erfcx((double)inf) == 0 && erfcxf(-20.0f) == inf && cyl_bessel_i0(0.0) == 1 && cyl_bessel_i1f(0.0f) == 0 &&
        cyl_bessel_i1(-1.0) < 0);
  HOLDS(norm3df(inf, nan, 1) == inf && std::isnan(norm3d(nan, 1, 1)) && norm3d(0x3p600, 0x4p600, 0) == 0x5p600 &&
        rhypot(0x3p-700, 0x4p-700) == 0x1p700 / 5);
  HOLDS(cbrt(27.0) == 3 && cbrt(-0.0) == 0 && cbrt(8e-300) == 2e-100 && rcbrt(8.0) == 0.5 && rcbrtf(-8.0f) == -0.5f &&
        cbrt((double)inf) == inf);
  // The C standard says what becomes of each of these (annex F).
  const float special[] = {0.0f, 1, 2, 3, 0.5f, 1.5f, 1e-45f, 3e38f, 16777215, 16777216, 1e10f, 0.99999994f, inf, nan};
  for (float size : special)
    for (float exponent : special)
      for (int signs = 0; signs < 4; signs++) {
        float x = signs & 1 ? -size : size, y = signs & 2 ? -exponent : exponent;
        float wanted = (float)std::pow((double)x, (double)y), got = powf(x, y);
        HOLDS(got != got ? wanted != wanted : got == wanted && std::signbit(got) == std::signbit(wanted));
      }
  HOLDS(expf(-inf) == 0 && expf(inf) == inf && std::isnan(expf(nan)) && expf(0) == 1 && expf(-104) == 0 &&
        expf(89) == inf && exp2f(-149) == 0x1p-149f && exp2f(128) == inf && expf(-1e30f) == 0);
  HOLDS(logf(0) == -inf && logf(-0.0f) == -inf && std::isnan(logf(-1)) && logf(inf) == inf && logf(1) == 0 &&
        log2f(0x1p-149f) == -149 && log10f(1000) == 3 && std::isnan(log2f(nan)) && std::isnan(logf(-inf)));
  HOLDS(exp10(2.0) == 100 && exp10f(-1.0f) == 0.1f && exp10(-400.0) == 0 && exp10(400.0) == inf);
  HOLDS(roundf(0.49999997f) == 0 && roundf(2.5f) == 3 && round(-0.5) == -1 &&
        round(4503599627370497.5) == 4503599627370498 && roundf(8388609.0f) == 8388609.0f);
  HOLDS(fdimf(nan, 1) != fdimf(nan, 1) && fdim(3, 2) == 1 && fdimf(2, 3) == 0 && tanh((double)inf) == 1 &&
        cosh(-(double)inf) == inf);
  HOLDS(__saturatef(nan) == 0 && __saturatef(2) == 1 && __saturatef(-1) == 0 && __fdividef(6, 3) == 2 &&
        abs(-3.5f) == 3.5f && abs(-3l) == 3 && abs(-7) == 7);
  float v[5] = {1, 2, 2, 4, 4};
  HOLDS(normf(3, v) == 3 && rnormf(3, v) == 1.0f / 3 && norm4df(1, 2, 2, 4) == 5 && rnorm4df(1, 2, 2, 4) == 0.2f);
  float s, c;
  double sd, cd;
  sincosf(1.25f, &s, &c), sincospi(0.25, &sd, &cd);
  HOLDS(s == sinf(1.25f) && c == cosf(1.25f) && std::fabs(sd - cd) < 1e-15);
  int e, q;
  float whole;
  HOLDS(frexp(8.0f, &e) == 0.5f && e == 4 && modf(2.5f, &whole) == 0.5f && whole == 2 && remquo(7.0f, 2.0f, &q) == -1 &&
        (q & 7) == 4 && ldexp(1.0f, 3) == 8);
  static_assert(std::is_same_v<decltype(sin(1.0f)), float> && std::is_same_v<decltype(pow(1.0f, 2.0f)), float> &&
                std::is_same_v<decltype(sin(1.0)), double>);
  static_assert(std::is_same_v<decltype(min(1, 2u)), unsigned> && std::is_same_v<decltype(max(1.0f, 2.0)), double> &&
                std::is_same_v<decltype(abs(1l)), long>);
  static_assert(std::is_same_v<decltype(erfinv(1.0f)), float> && std::is_same_v<decltype(rsqrt(1.0)), double> &&
                std::is_same_v<decltype(isnan(1.0f)), bool>);
}

int main(int count, char **arguments) {
  print_table = count > 1 && std::string(arguments[1]) == "table";
  special_values();
#if QUAD
  BOTH(sin, sinq(x), -1e5, 1e5, 2, 2)
  BOTH(cos, cosq(x), -1e5, 1e5, 2, 2)
  BOTH(tan, tanq(x), -1e5, 1e5, 4, 2)
  BOTH(sinpi, sine_pi(x), -1e4, 1e4, 1, 2)
  BOTH(cospi, cosine_pi(x), -1e4, 1e4, 1, 2)
  BOTH(asin, asinq(x), -1, 1, 2, 2)
  BOTH(acos, acosq(x), -1, 1, 2, 2)
  BOTH(atan, atanq(x), -1e4, 1e4, 2, 2)
  BOTH(sinh, sinhq(x), -85, 85, 3, 2)
  BOTH(cosh, coshq(x), -85, 85, 2, 1)
  BOTH(tanh, tanhq(x), -20, 20, 2, 1)
  BOTH(asinh, asinhq(x), -1e6, 1e6, 3, 3)
  BOTH(acosh, acoshq(x), 1, 1e6, 4, 3)
  BOTH(atanh, atanhq(x), -0.9999, 0.9999, 3, 2)
  BOTH(exp, expq(x), -87, 88, 0.01, 1)
  BOTH(exp2, exp2q(x), -126, 127, 0.01, 1)
  BOTH(exp10, expq(x * M_LN10q), -37, 38, 2, 1)
  one<double>(
      "exp10 far", [](double x) { return ::exp10(x); }, [](wide x) { return expq(x * M_LN10q); }, {-307, 308}, 1);
  one<double>(
      "exp far", [](double x) { return ::exp(x); }, [](wide x) { return expq(x); }, {-708, 709}, 1);
  BOTH(expm1, expm1q(x), -80, 80, 1, 1)
  BOTH(log, logq(x), 1e-37, 1e38, 0.01, 1)
  BOTH(log2, log2q(x), 1e-37, 1e38, 0.01, 1)
  BOTH(log10, log10q(x), 1e-37, 1e38, 0.01, 1)
  one<double>(
      "log10 near 1", [](double x) { return ::log10(x); }, [](wide x) { return log10q(x); }, {0.5, 2}, 1);
  BOTH(log1p, log1pq(x), -0.999, 1e6, 1, 1)
  BOTH(sqrt, sqrtq(x), 1e-37, 1e38, 0, 0)
  BOTH(rsqrt, 1 / sqrtq(x), 1e-37, 1e38, 2, 1)
  BOTH(cbrt, cbrtq(x), -1e30, 1e30, 1, 1)
  BOTH(rcbrt, 1 / cbrtq(x), 1e-37, 1e38, 1, 1)
  BOTH(erf, erfq(x), -6, 6, 2, 2)
  BOTH(erfc, erfcq(x), -6, 9, 4, 5)
  BOTH(erfcx, expq(x * x) * erfcq(x), -9, 60, 4, 4)
  one<double>(
      "erfcx far", [](double x) { return ::erfcx(x); }, [](wide x) { return expq(x * x) * erfcq(x); }, {-26, 100}, 4);
  one<float>(
      "erfinvf", [](float x) { return ::erfinvf(x); }, inverse_erf, {-1, 1}, 2, 300);
  one<double>(
      "erfinv", [](double x) { return ::erfinv(x); },
      [](wide x) { return fabsq(x) > 0.5Q ? (x < 0 ? -inverse_erfc(1 + x) : inverse_erfc(1 - x)) : inverse_erf(x); },
      {-1, 1}, 5, 300);
  one<float>(
      "erfcinvf", [](float x) { return ::erfcinvf(x); }, inverse_erfc, {1e-38, 2}, 4, 300);
  one<double>(
      "erfcinv", [](double x) { return ::erfcinv(x); }, inverse_erfc, {1e-300, 2}, 6, 300);
  BOTH(normcdf, erfcq(-x * M_SQRT1_2q) / 2, -14, 9, 5, 5)
  one<double>(
      "normcdf far", [](double x) { return ::normcdf(x); }, [](wide x) { return erfcq(-x * M_SQRT1_2q) / 2; }, {-38, 9},
      5);
  one<float>(
      "normcdfinvf", [](float x) { return ::normcdfinvf(x); }, [](wide x) { return -M_SQRT2q * inverse_erfc(2 * x); },
      {1e-37, 1}, 5, 300);
  one<double>(
      "normcdfinv", [](double x) { return ::normcdfinv(x); }, [](wide x) { return -M_SQRT2q * inverse_erfc(2 * x); },
      {1e-300, 1}, 8, 300);
  BOTH(tgamma, tgammaq(x), 0.01, 34, 5, 10)
  BOTH(lgamma, lgammaq(x), 0.001, 1e5, 6, 4)
  BOTH(cyl_bessel_i0, bessel_i(0, x), -80, 80, 6, 6)
  BOTH(cyl_bessel_i1, bessel_i(1, x), -80, 80, 6, 6)
  one<double>(
      "cyl_bessel_i0 far", [](double x) { return ::cyl_bessel_i0(x); }, [](wide x) { return bessel_i(0, x); },
      {30, 713}, 6, 300);
  one<float>(
      "j0f", [](float x) { return ::j0f(x); }, [](wide x) { return j0q(x); }, {0, 8}, 9);
  one<float>(
      "y1f", [](float x) { return ::y1f(x); }, [](wide x) { return y1q(x); }, {0.1, 8}, 9);
  BOTH_2(pow, powq(x, y), 1e-3, 1e3, -12, 12, 0.01, 2)
  BOTH_2(atan2, atan2q(x, y), -1e3, 1e3, -1e3, 1e3, 3, 2)
  BOTH_2(hypot, hypotq(x, y), -1e15, 1e15, -1e15, 1e15, 3, 2)
  BOTH_2(rhypot, 1 / hypotq(x, y), 1e-10, 1e15, 1e-10, 1e15, 2, 1)
  BOTH_2(fmod, fmodq(x, y), -1e3, 1e3, 1e-3, 10, 0, 0)
  BOTH_2(remainder, remainderq(x, y), -1e3, 1e3, 1e-3, 10, 0, 0)
  BOTH_2(fdim, fdimq(x, y), -1e3, 1e3, -1e3, 1e3, 0, 0)
  two<float>(
      "norm3df", [](float x, float y) { return ::norm3df(x, y, x + y); },
      [](wide x, wide y) {
        wide z = (float)x + (float)y;
        return sqrtq(x * x + y * y + z * z);
      },
      {-1e18, 1e18}, {-1e18, 1e18}, 3);
  two<double>(
      "norm4d", [](double x, double y) { return ::norm4d(x, y, x * 3, y / 3); },
      [](wide x, wide y) {
        wide z = (double)x * 3, w = (double)y / 3;
        return sqrtq(x * x + y * y + z * z + w * w);
      },
      {-1e150, 1e150}, {-1e150, 1e150}, 2);
  two<double>(
      "rnorm3d", [](double x, double y) { return ::rnorm3d(x, y, x - y); },
      [](wide x, wide y) {
        wide z = (double)x - (double)y;
        return 1 / sqrtq(x * x + y * y + z * z);
      },
      {-1e150, 1e150}, {-1e150, 1e150}, 1);
#else
  std::printf("SKIPPED accuracy: no quadmath.h here\n");
#endif
  return checks::finish();
}
