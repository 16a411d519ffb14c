/**
 * Complex numbers for kernels, by the names that PyCUDA and CuPy give them. The class is one of our own, since NVRTC
 * alone comes without a toolkit's headers.
 */

/** @param namespace - where the class and its functions are to be; the global one by default */
export function complexHeader(namespace?: string): string {
  const [open, close] = namespace === undefined ? ['', ''] : [`namespace ${namespace} {`, '}'];
  // The header may be included inside of an extern "C" block, in which there are no templates.
  return `#pragma once\nextern "C++" {\n${open}\n${complexNumbers}${close}\n}\n`;
}

// Aligned as one load of two numbers. Operators are friends, so that whatever becomes a T becomes a complex number too.
const complexNumbers = `
#define HEDDLE_COMPLEX __host__ __device__ inline
template <class T> struct alignas(2 * sizeof(T)) complex {
  typedef T value_type;
  T re, im;
  HEDDLE_COMPLEX complex(T r = T(), T i = T()) : re(r), im(i) {}
  template <class U> HEDDLE_COMPLEX complex(const complex<U>& z) : re(T(z.re)), im(T(z.im)) {}
  HEDDLE_COMPLEX T real() const { return re; }
  HEDDLE_COMPLEX T imag() const { return im; }
  HEDDLE_COMPLEX void real(T r) { re = r; }
  HEDDLE_COMPLEX void imag(T i) { im = i; }
  HEDDLE_COMPLEX friend complex operator+(complex a) { return a; }
  HEDDLE_COMPLEX friend complex operator-(complex a) { return complex(-a.re, -a.im); }
  HEDDLE_COMPLEX friend complex operator+(complex a, complex b) { return complex(a.re + b.re, a.im + b.im); }
  HEDDLE_COMPLEX friend complex operator-(complex a, complex b) { return complex(a.re - b.re, a.im - b.im); }
  HEDDLE_COMPLEX friend complex operator*(complex a, complex b) {
    return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
  }
  // Scaled, so that no square overflows.
  HEDDLE_COMPLEX friend complex operator/(complex a, complex b) {
    const T scale = T(1) / (::fabs(b.re) + ::fabs(b.im));
    const T br = b.re * scale, bi = b.im * scale, ar = a.re * scale, ai = a.im * scale;
    const T square = br * br + bi * bi;
    return complex((ar * br + ai * bi) / square, (ai * br - ar * bi) / square);
  }
  HEDDLE_COMPLEX friend bool operator==(complex a, complex b) { return a.re == b.re && a.im == b.im; }
  HEDDLE_COMPLEX friend bool operator!=(complex a, complex b) { return !(a == b); }
  HEDDLE_COMPLEX complex& operator+=(complex b) { return *this = *this + b; }
  HEDDLE_COMPLEX complex& operator-=(complex b) { return *this = *this - b; }
  HEDDLE_COMPLEX complex& operator*=(complex b) { return *this = *this * b; }
  HEDDLE_COMPLEX complex& operator/=(complex b) { return *this = *this / b; }
};
template <class T> HEDDLE_COMPLEX T real(complex<T> z) { return z.re; }
template <class T> HEDDLE_COMPLEX T imag(complex<T> z) { return z.im; }
template <class T> HEDDLE_COMPLEX complex<T> conj(complex<T> z) { return complex<T>(z.re, -z.im); }
template <class T> HEDDLE_COMPLEX T norm(complex<T> z) { return z.re * z.re + z.im * z.im; }
template <class T> HEDDLE_COMPLEX T abs(complex<T> z) { return ::hypot(z.re, z.im); }
template <class T> HEDDLE_COMPLEX T arg(complex<T> z) { return ::atan2(z.im, z.re); }
template <class T> HEDDLE_COMPLEX complex<T> polar(T length, T angle = T()) {
  return complex<T>(length * ::cos(angle), length * ::sin(angle));
}
template <class T> HEDDLE_COMPLEX complex<T> exp(complex<T> z) { return polar<T>(::exp(z.re), z.im); }
template <class T> HEDDLE_COMPLEX complex<T> log(complex<T> z) { return complex<T>(::log(abs(z)), arg(z)); }
template <class T> HEDDLE_COMPLEX complex<T> log10(complex<T> z) { return log(z) / complex<T>(::log(T(10))); }
template <class T> HEDDLE_COMPLEX complex<T> sqrt(complex<T> z) {
  if (z.re == T() && z.im == T()) return complex<T>(T(), z.im);
  const T root = ::sqrt((abs(z) + ::fabs(z.re)) / T(2));
  if (z.re >= T()) return complex<T>(root, z.im / (T(2) * root));
  return complex<T>(::fabs(z.im) / (T(2) * root), ::copysign(root, z.im));
}
template <class T> HEDDLE_COMPLEX complex<T> pow(complex<T> z, complex<T> power) {
  return z == complex<T>() ? complex<T>() : exp(log(z) * power);
}
template <class T> HEDDLE_COMPLEX complex<T> pow(complex<T> z, T power) { return pow(z, complex<T>(power)); }
template <class T> HEDDLE_COMPLEX complex<T> sinh(complex<T> z) {
  return complex<T>(::sinh(z.re) * ::cos(z.im), ::cosh(z.re) * ::sin(z.im));
}
template <class T> HEDDLE_COMPLEX complex<T> cosh(complex<T> z) {
  return complex<T>(::cosh(z.re) * ::cos(z.im), ::sinh(z.re) * ::sin(z.im));
}
template <class T> HEDDLE_COMPLEX complex<T> tanh(complex<T> z) { return sinh(z) / cosh(z); }
template <class T> HEDDLE_COMPLEX complex<T> sin(complex<T> z) {
  return complex<T>(::sin(z.re) * ::cosh(z.im), ::cos(z.re) * ::sinh(z.im));
}
template <class T> HEDDLE_COMPLEX complex<T> cos(complex<T> z) {
  return complex<T>(::cos(z.re) * ::cosh(z.im), -::sin(z.re) * ::sinh(z.im));
}
template <class T> HEDDLE_COMPLEX complex<T> tan(complex<T> z) { return sin(z) / cos(z); }
#undef HEDDLE_COMPLEX
`;
