// Directed rounding against the processor's own rounding modes; conversions against their definition.
// Compiled with -frounding-math, so that the reference is computed where it stands.
#include "heddle/number_conversions.h"
#include "heddle/rounding_intrinsics.h"
#include "checks.h"
#include <cfenv>

template <class T, class Operation> __attribute__((noinline)) T in_mode(int mode, Operation operation) {
  std::fesetround(mode);
  volatile T result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}
static const int modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

template <class T> T near_midpoint() { // few significant bits: sums and products that are ties, or exact
  return (T)std::ldexp((double)(std::int64_t)(checks::random_bits() % 33) - 16, (int)(checks::random_bits() % 60) - 30);
}
template <class T> T extreme() { // around the ends of the exponent range, where the error term itself would be lost
  int range = sizeof(T) == 4 ? 150 : 1080;
  std::uint64_t r = checks::random_bits();
  double mantissa = 1 + (double)(r >> 12) * 0x1p-52;
  return (T)std::ldexp(r & 1 ? -mantissa : mantissa, (r & 2 ? -range : range - 10) + (int)(r >> 2 & 127) - 40);
}
template <class T> T any(int i) {
  return i % 4 == 0 ? near_midpoint<T>() : i % 4 == 1 ? extreme<T>() : checks::any_floating<T>();
}

#define BINARY(T, name, expression)                                                                                    \
  {                                                                                                                    \
    checks::group g(#name);                                                                                            \
    for (int i = 0; i < cases; i++) {                                                                                  \
      volatile T va = any<T>(i), vb = any<T>(i / 4);                                                                   \
      T a = va, b = vb;                                                                                                \
      T got[4] = {name##_rn(a, b), name##_rz(a, b), name##_ru(a, b), name##_rd(a, b)};                                 \
      for (int m = 0; m < 4; m++) {                                                                                    \
        T expected = in_mode<T>(modes[m], [&] {                                                                        \
          volatile T x = va, y = vb;                                                                                   \
          return (T)(expression);                                                                                      \
        });                                                                                                            \
        g.check(checks::same(got[m], expected), "mode %d: %a, %a gives %a, not %a", m, (double)a, (double)b,           \
                (double)got[m], (double)expected);                                                                     \
      }                                                                                                                \
    }                                                                                                                  \
  }
#define UNARY(T, name, expression)                                                                                     \
  {                                                                                                                    \
    checks::group g(#name);                                                                                            \
    for (int i = 0; i < cases; i++) {                                                                                  \
      volatile T va = any<T>(i);                                                                                       \
      T a = va;                                                                                                        \
      T got[4] = {name##_rn(a), name##_rz(a), name##_ru(a), name##_rd(a)};                                             \
      for (int m = 0; m < 4; m++) {                                                                                    \
        T expected = in_mode<T>(modes[m], [&] {                                                                        \
          volatile T x = va;                                                                                           \
          return (T)(expression);                                                                                      \
        });                                                                                                            \
        g.check(checks::same(got[m], expected), "mode %d: %a gives %a, not %a", m, (double)a, (double)got[m],          \
                (double)expected);                                                                                     \
      }                                                                                                                \
    }                                                                                                                  \
  }
#define TERNARY(T, name, expression)                                                                                   \
  {                                                                                                                    \
    checks::group g(#name);                                                                                            \
    for (int i = 0; i < cases; i++) {                                                                                  \
      volatile T va = any<T>(i), vb = any<T>(i / 4), vc = i % 3 ? any<T>(i / 16) : (T)(-(double)va * vb);              \
      T a = va, b = vb, c = vc;                                                                                        \
      T got[4] = {name##_rn(a, b, c), name##_rz(a, b, c), name##_ru(a, b, c), name##_rd(a, b, c)};                     \
      for (int m = 0; m < 4; m++) {                                                                                    \
        T expected = in_mode<T>(modes[m], [&] {                                                                        \
          volatile T x = va, y = vb, z = vc;                                                                           \
          return (T)(expression);                                                                                      \
        });                                                                                                            \
        g.check(checks::same(got[m], expected), "mode %d: %a, %a, %a gives %a, not %a", m, (double)a, (double)b,       \
                (double)c, (double)got[m], (double)expected);                                                          \
      }                                                                                                                \
    }                                                                                                                  \
  }

template <class I, class T> I saturated(T rounded, I of_nan) {
  if (rounded != rounded) return of_nan;
  long double r = rounded;
  if (r >= (long double)std::numeric_limits<I>::max()) return std::numeric_limits<I>::max();
  if (r <= (long double)std::numeric_limits<I>::min()) return std::numeric_limits<I>::min();
  return (I)rounded;
}
#define TO_INTEGER(T, I, name, of_nan)                                                                                 \
  {                                                                                                                    \
    checks::group g(#name);                                                                                            \
    for (int i = 0; i < cases; i++) {                                                                                  \
      T x =                                                                                                            \
          i & 1                                                                                                        \
              ? (T)((double)(std::int64_t)checks::random_bits() * std::ldexp(1.0, -(int)(checks::random_bits() % 66))) \
              : checks::any_floating<T>();                                                                             \
      if (i % 5 == 0) x = std::nearbyint(x) + (T)0.5;                                                                  \
      g.check(name##_rn(x) == saturated<I>(std::nearbyint(x), of_nan), "rn %a", (double)x);                            \
      g.check(name##_rz(x) == saturated<I>(std::trunc(x), of_nan), "rz %a", (double)x);                                \
      g.check(name##_ru(x) == saturated<I>(std::ceil(x), of_nan), "ru %a", (double)x);                                 \
      g.check(name##_rd(x) == saturated<I>(std::floor(x), of_nan), "rd %a", (double)x);                                \
    }                                                                                                                  \
  }
#define FROM(T, I, name)                                                                                               \
  {                                                                                                                    \
    checks::group g(#name);                                                                                            \
    for (int i = 0; i < cases; i++) {                                                                                  \
      volatile I x = (I)((std::int64_t)checks::random_bits() >> (checks::random_bits() & 63));                         \
      if (i < 8) x = i & 4 ? std::numeric_limits<I>::max() - (I)(i & 3) : std::numeric_limits<I>::min() + (I)(i & 3);  \
      T got[4] = {name##_rn(x), name##_rz(x), name##_ru(x), name##_rd(x)};                                             \
      for (int m = 0; m < 4; m++) {                                                                                    \
        T expected = in_mode<T>(modes[m], [&] {                                                                        \
          volatile long double exact = x;                                                                              \
          return (T)exact;                                                                                             \
        });                                                                                                            \
        g.check(checks::same(got[m], expected), "mode %d: %lld gives %a, not %a", m, (long long)x, (double)got[m],     \
                (double)expected);                                                                                     \
      }                                                                                                                \
    }                                                                                                                  \
  }

int main() {
  const int cases = 60000;
  BINARY(float, __fadd, x + y)
  BINARY(float, __fsub, x - y)
  BINARY(float, __fmul, x *y)
  BINARY(float, __fdiv, x / y)
  UNARY(float, __fsqrt, std::sqrt(x))
  UNARY(float, __frcp, 1.0f / x)
  TERNARY(float, __fmaf, std::fma(x, y, z))
  BINARY(double, __dadd, x + y)
  BINARY(double, __dsub, x - y)
  BINARY(double, __dmul, x *y)
  BINARY(double, __ddiv, x / y)
  UNARY(double, __dsqrt, std::sqrt(x))
  UNARY(double, __drcp, 1.0 / x)
  TERNARY(double, __fma, std::fma(x, y, z))
  TO_INTEGER(float, int, __float2int, 0)
  TO_INTEGER(float, unsigned, __float2uint, 0u)
  TO_INTEGER(float, long long, __float2ll, std::numeric_limits<long long>::min())
  TO_INTEGER(float, unsigned long long, __float2ull, 1ull << 63)
  TO_INTEGER(double, int, __double2int, std::numeric_limits<int>::min())
  TO_INTEGER(double, unsigned, __double2uint, 1u << 31)
  TO_INTEGER(double, long long, __double2ll, std::numeric_limits<long long>::min())
  TO_INTEGER(double, unsigned long long, __double2ull, 1ull << 63)
  FROM(float, int, __int2float)
  FROM(float, unsigned, __uint2float)
  FROM(float, long long, __ll2float)
  FROM(float, unsigned long long, __ull2float)
  FROM(double, long long, __ll2double)
  FROM(double, unsigned long long, __ull2double) {
    checks::group g("__double2float");
    for (int i = 0; i < cases; i++) {
      double x = i & 1 ? (double)any<float>(i) * (1 + (int)(checks::random_bits() % 3) * 0x1p-24) : any<double>(i);
      float got[4] = {__double2float_rn(x), __double2float_rz(x), __double2float_ru(x), __double2float_rd(x)};
      for (int m = 0; m < 4; m++)
        g.check(checks::same(got[m], in_mode<float>(modes[m],
                                                    [&] {
                                                      volatile double v = x;
                                                      return (float)v;
                                                    })),
                "mode %d: %a", m, x);
    }
  }
  {
    checks::group g("__frsqrt_rn, every mantissa");
    for (std::uint32_t word = 0x3f800000; word < 0x40800000; word += 1) { // two binades: the exponent's parity matters
      float x = checks::bits<float>(word), got = __frsqrt_rn(x);
      // Correct when the exact value lies within half a step: x (got - h)^2 <= 1 <= x (got + h)^2, exact in long double's
      // 64 bits up to a last place that never decides here, as the test's own margin shows.
      long double half = std::ldexp(1.0L, std::ilogb(got) - 24), low = got - half, high = got + half;
      g.check((long double)x * low * low <= 1 + 1e-18L && (long double)x * high * high >= 1 - 1e-18L, "%a", (double)x);
    }
    g.check(std::isinf(__frsqrt_rn(0.0f)) && __frsqrt_rn(INFINITY) == 0 && std::isnan(__frsqrt_rn(-1.0f)));
  }
  {
    checks::group g("bits and words");
    for (int i = 0; i < 1000; i++) {
      double x = checks::any_floating<double>();
      std::uint64_t w = checks::bits<std::uint64_t>(x);
      g.check((std::uint64_t)__double_as_longlong(x) == w && (std::uint32_t)__double2hiint(x) == w >> 32 &&
              (std::uint32_t)__double2loint(x) == (std::uint32_t)w);
      g.check(checks::same(__hiloint2double((int)(w >> 32), (int)w), x) &&
              checks::same(__longlong_as_double((long long)w), x));
      g.check(__float_as_int(__int_as_float((int)w & 0x7f7fffff)) == ((int)w & 0x7f7fffff));
    }
  }
  {
    checks::group g("never fused");
    volatile float a = 1 + 0x1p-12f, b = 1 + 0x1p-12f, c = -1 - 0x1p-11f;
    volatile double p = 1 + 0x1p-30, q = 1 + 0x1p-30, r = -1 - 0x1p-29;
    float product = __fmul_rn(a, b);
    double wide = __dmul_rn(p, q);
    g.check(__fadd_rn(product, c) == 0 && __fmaf_rn(a, b, c) == 0x1p-24f && __dadd_rn(wide, r) == 0 &&
            __fma_rn(p, q, r) == 0x1p-60);
  }
  return checks::finish();
}
