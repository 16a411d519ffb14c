// cuComplex, hipComplex and thrust::complex against std::complex in long double.
#include "cuComplex.h"
#include "hip/hip_complex.h"
#include "thrust/complex.h"
#include "checks.h"
#include <complex>

typedef std::complex<long double> reference;

template <class T> double distance(T re, T im, reference exact) { // relative to the whole number
  long double size = std::abs(exact);
  return size == 0 ? (double)std::hypot((long double)re, (long double)im)
                   : (double)(std::abs(reference(re, im) - exact) / size / std::numeric_limits<T>::epsilon());
}
static double uniform(double range) { return ((double)(checks::random_bits() >> 11) * 0x1p-52 - 1) * range; }

template <class T, class C> void functions(const char *name) {
  checks::group g(name);
  for (int i = 0; i < 20000; i++) {
    C a((T)uniform(3), (T)uniform(3)), b((T)uniform(3), (T)uniform(3));
    reference x(a.real(), a.imag()), y(b.real(), b.imag());
    T s = (T)uniform(2);
    auto near = [&](const C &got, reference exact, double bound, const char *what) {
      g.check(distance<T>(got.real(), got.imag(), exact) < bound, "%s(%g%+gi, %g%+gi) = %g%+gi", what, (double)a.real(),
              (double)a.imag(), (double)b.real(), (double)b.imag(), (double)got.real(), (double)got.imag());
    };
    near(a + b, x + y, 1, "+");
    near(a - b, x - y, 1, "-");
    near(a * b, x * y, 2, "*");
    near(a / b, x / y, 8, "/");
    near(a * s, x * (long double)s, 2, "* scalar");
    near(s / a, (long double)s / x, 8, "scalar /");
    near(thrust::exp(a), std::exp(x), 4, "exp");
    near(thrust::log(a), std::log(x), 4, "log");
    near(thrust::sqrt(a), std::sqrt(x), 4, "sqrt");
    near(thrust::sin(a), std::sin(x), 4, "sin");
    near(thrust::cosh(a), std::cosh(x), 4, "cosh");
    near(thrust::atan(a), std::atan(x), 8, "atan");
    near(thrust::pow(a, b), std::pow(x, y), 100, "pow");
    near(thrust::conj(a), std::conj(x), 1, "conj");
    near(thrust::polar(std::fabs(s), (T)1.25), std::polar((long double)std::fabs(s), 1.25L), 4, "polar");
    g.check(std::fabs(thrust::abs(a) - std::abs(x)) <= 2 * std::numeric_limits<T>::epsilon() * std::abs(x));
    g.check(std::fabs(thrust::arg(a) - std::arg(x)) <= 4 * std::numeric_limits<T>::epsilon() * 4 &&
            thrust::norm(b) >= 0);
    C c = a;
    c += b, c *= s, c -= 1, c /= b;
    near(c, ((x + y) * (long double)s - 1.0L) / y,
         200 * (1 + 10 / (double)std::abs(y)) / (double)std::abs(((x + y) * (long double)s - 1.0L) / y), "compound");
    g.check((a == a) && (a != b) && C(s) == s && s == C(s));
  }
}

int main() {
  static_assert(sizeof(thrust::complex<float>) == 8 && alignof(thrust::complex<float>) == 8);
  static_assert(sizeof(thrust::complex<double>) == 16 && alignof(thrust::complex<double>) == 16);
  functions<float, thrust::complex<float>>("thrust::complex<float>");
  functions<double, thrust::complex<double>>("thrust::complex<double>");
  {
    checks::group g("cuComplex");
    for (int i = 0; i < 20000; i++) {
      cuDoubleComplex a = make_cuDoubleComplex(uniform(9), uniform(9)),
                      b = make_cuDoubleComplex(uniform(9), uniform(9));
      cuFloatComplex p = cuComplexDoubleToFloat(a), q = cuComplexDoubleToFloat(b);
      reference x(a.x, a.y), y(b.x, b.y), u(p.x, p.y), v(q.x, q.y);
      auto d = [&](cuDoubleComplex z, reference e, double bound) { g.check(distance<double>(z.x, z.y, e) < bound); };
      auto f = [&](cuFloatComplex z, reference e, double bound) { g.check(distance<float>(z.x, z.y, e) < bound); };
      d(cuCadd(a, b), x + y, 1), d(cuCsub(a, b), x - y, 1), d(cuCmul(a, b), x * y, 2), d(cuCdiv(a, b), x / y, 8),
          d(cuConj(a), std::conj(x), 1);
      f(cuCaddf(p, q), u + v, 1), f(cuCmulf(p, q), u * v, 2), f(cuCdivf(p, q), u / v, 8), f(hipCmulf(p, q), u * v, 2);
      g.check(std::fabs(cuCabs(a) - std::abs(x)) < 1e-14 && cuCrealf(p) == p.x && cuCimag(a) == a.y);
    }
    // Where the plain formulas overflow or vanish.
    g.check(cuCabs(make_cuDoubleComplex(3e300, 4e300)) == 5e300 && cuCabsf(make_cuComplex(3e-30f, 4e-30f)) == 5e-30f);
    cuDoubleComplex big = cuCdiv(make_cuDoubleComplex(1e300, 1e300), make_cuDoubleComplex(2e300, 2e300));
    g.check(std::fabs(big.x - 0.5) < 1e-15 && std::fabs(big.y) < 1e-15);
    cuFloatComplex small = cuCdivf(make_cuComplex(1e-30f, 0), make_cuComplex(0, 2e-30f));
    g.check(small.x == 0 && std::fabs(small.y + 0.5f) < 1e-6f);
  }
  return checks::finish();
}
