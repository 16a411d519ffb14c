// thrust::complex<T> for float and double, as kernels use it: aligned as a whole, all operators, and the functions of
// <complex>. The functions are the C library's (cexpf, csqrt, ...), reached through the compiler's built-ins.
#ifndef HEDDLE_THRUST_COMPLEX_H
#define HEDDLE_THRUST_COMPLEX_H
#pragma GCC system_header
#include "../heddle/math_functions.h"

namespace thrust {

template <class T> struct alignas(2 * sizeof(T)) complex {
  typedef T value_type;

  complex() = default; // like thrust's, a member without an initialiser: kernels declare arrays of these
  constexpr complex(const T &re) : re_(re), im_(0) {}
  constexpr complex(const T &re, const T &im) : re_(re), im_(im) {}
  template <class U> constexpr complex(const complex<U> &other) : re_((T)other.real()), im_((T)other.imag()) {}
  template <class U> constexpr complex &operator=(const complex<U> &other) {
    re_ = (T)other.real();
    im_ = (T)other.imag();
    return *this;
  }
  constexpr complex &operator=(const T &re) {
    re_ = re;
    im_ = 0;
    return *this;
  }

  constexpr T real() const { return re_; }
  constexpr T imag() const { return im_; }
  T real() const volatile { return re_; }
  T imag() const volatile { return im_; }
  constexpr void real(T re) { re_ = re; }
  constexpr void imag(T im) { im_ = im; }

  template <class U> complex &operator+=(const U &other) { return *this = *this + complex(other); }
  template <class U> complex &operator-=(const U &other) { return *this = *this - complex(other); }
  template <class U> complex &operator*=(const U &other) { return *this = *this * complex(other); }
  template <class U> complex &operator/=(const U &other) { return *this = *this / complex(other); }

private:
  T re_, im_;
};

} // namespace thrust

namespace heddle_impl {

template <class T> struct c_complex;
template <> struct c_complex<float> { typedef _Complex float type; };
template <> struct c_complex<double> { typedef _Complex double type; };

template <class T> HEDDLE_INLINE typename c_complex<T>::type to_c(const thrust::complex<T> &z) {
  typename c_complex<T>::type result;
  __real__ result = z.real();
  __imag__ result = z.imag();
  return result;
}
HEDDLE_INLINE thrust::complex<float> from_c(_Complex float z) { return thrust::complex<float>(__real__ z, __imag__ z); }
HEDDLE_INLINE thrust::complex<double> from_c(_Complex double z) { return thrust::complex<double>(__real__ z, __imag__ z); }

// The type of an operation between complex<A> and complex<B> or B: the wider. None for anything that is not a number.
template <class T> struct is_number { static constexpr bool value = !__is_class(T) && !__is_enum(T); };
template <class A, class B, bool numbers = is_number<A>::value && is_number<B>::value> struct complex_pair {};
template <class A, class B> struct complex_pair<A, B, true> { typedef decltype(A() + B()) type; };

template <class T> HEDDLE_INLINE thrust::complex<T> quotient(const thrust::complex<T> &a, const thrust::complex<T> &b) {
  T size = (b.real() < 0 ? -b.real() : b.real()) + (b.imag() < 0 ? -b.imag() : b.imag()), scale = 1 / size;
  T ar = a.real() * scale, ai = a.imag() * scale, br = b.real() * scale, bi = b.imag() * scale;
  T inverse = 1 / (br * br + bi * bi);
  return thrust::complex<T>((ar * br + ai * bi) * inverse, (ai * br - ar * bi) * inverse);
}

} // namespace heddle_impl

namespace thrust {

#define HEDDLE_WIDER typename heddle_impl::complex_pair<A, B>::type
#define HEDDLE_COMPLEX_OPERATOR(op, expression)                                                                        \
  template <class A, class B> HEDDLE_INLINE complex<HEDDLE_WIDER> operator op(const complex<A> &x, const complex<B> &y) { \
    typedef HEDDLE_WIDER T;                                                                                            \
    const complex<T> a(x), b(y);                                                                                       \
    return expression;                                                                                                 \
  }                                                                                                                    \
  template <class A, class B> HEDDLE_INLINE complex<HEDDLE_WIDER> operator op(const complex<A> &x, const B &y) {       \
    return x op complex<HEDDLE_WIDER>((HEDDLE_WIDER)y);                                                                \
  }                                                                                                                    \
  template <class A, class B> HEDDLE_INLINE complex<HEDDLE_WIDER> operator op(const A &x, const complex<B> &y) {       \
    return complex<HEDDLE_WIDER>((HEDDLE_WIDER)x) op y;                                                                \
  }
HEDDLE_COMPLEX_OPERATOR(+, complex<T>(a.real() + b.real(), a.imag() + b.imag()))
HEDDLE_COMPLEX_OPERATOR(-, complex<T>(a.real() - b.real(), a.imag() - b.imag()))
HEDDLE_COMPLEX_OPERATOR(*, complex<T>(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()))
HEDDLE_COMPLEX_OPERATOR(/, heddle_impl::quotient(a, b))
#undef HEDDLE_COMPLEX_OPERATOR
#undef HEDDLE_WIDER

template <class T> HEDDLE_INLINE complex<T> operator+(const complex<T> &z) { return z; }
template <class T> HEDDLE_INLINE complex<T> operator-(const complex<T> &z) { return complex<T>(-z.real(), -z.imag()); }
template <class A, class B> HEDDLE_INLINE bool operator==(const complex<A> &x, const complex<B> &y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class A, class B> HEDDLE_INLINE bool operator==(const complex<A> &x, const B &y) {
  return x.real() == y && x.imag() == 0;
}
template <class A, class B> HEDDLE_INLINE bool operator==(const A &x, const complex<B> &y) { return y == x; }
template <class A, class B> HEDDLE_INLINE bool operator!=(const complex<A> &x, const complex<B> &y) { return !(x == y); }
template <class A, class B> HEDDLE_INLINE bool operator!=(const complex<A> &x, const B &y) { return !(x == y); }
template <class A, class B> HEDDLE_INLINE bool operator!=(const A &x, const complex<B> &y) { return !(y == x); }

HEDDLE_INLINE float abs(const complex<float> &z) { return ::hypotf(z.real(), z.imag()); }
HEDDLE_INLINE double abs(const complex<double> &z) { return ::hypot(z.real(), z.imag()); }
HEDDLE_INLINE float arg(const complex<float> &z) { return ::atan2f(z.imag(), z.real()); }
HEDDLE_INLINE double arg(const complex<double> &z) { return ::atan2(z.imag(), z.real()); }
template <class T> HEDDLE_INLINE T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> HEDDLE_INLINE complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
HEDDLE_INLINE complex<float> polar(float modulus, float angle = 0) {
  return complex<float>(modulus * ::cosf(angle), modulus * ::sinf(angle));
}
HEDDLE_INLINE complex<double> polar(double modulus, double angle = 0) {
  return complex<double>(modulus * ::cos(angle), modulus * ::sin(angle));
}
template <class T> HEDDLE_INLINE complex<T> proj(const complex<T> &z) {
  return heddle_impl::is_inf(z.real()) || heddle_impl::is_inf(z.imag())
             ? complex<T>((T)__builtin_huge_val(), heddle_impl::is_negative(z.imag()) ? (T)-0.0 : (T)0.0)
             : z;
}

#define HEDDLE_COMPLEX_FUNCTION(name)                                                                                  \
  HEDDLE_INLINE complex<float> name(const complex<float> &z) {                                                         \
    return heddle_impl::from_c(__builtin_c##name##f(heddle_impl::to_c(z)));                                            \
  }                                                                                                                    \
  HEDDLE_INLINE complex<double> name(const complex<double> &z) {                                                       \
    return heddle_impl::from_c(__builtin_c##name(heddle_impl::to_c(z)));                                               \
  }
HEDDLE_COMPLEX_FUNCTION(exp) HEDDLE_COMPLEX_FUNCTION(log) HEDDLE_COMPLEX_FUNCTION(sqrt)
HEDDLE_COMPLEX_FUNCTION(sin) HEDDLE_COMPLEX_FUNCTION(cos) HEDDLE_COMPLEX_FUNCTION(tan)
HEDDLE_COMPLEX_FUNCTION(sinh) HEDDLE_COMPLEX_FUNCTION(cosh) HEDDLE_COMPLEX_FUNCTION(tanh)
HEDDLE_COMPLEX_FUNCTION(asin) HEDDLE_COMPLEX_FUNCTION(acos) HEDDLE_COMPLEX_FUNCTION(atan)
HEDDLE_COMPLEX_FUNCTION(asinh) HEDDLE_COMPLEX_FUNCTION(acosh) HEDDLE_COMPLEX_FUNCTION(atanh)
#undef HEDDLE_COMPLEX_FUNCTION
template <class T> HEDDLE_INLINE complex<T> log10(const complex<T> &z) { return log(z) * (T)0.434294481903251827651L; }

template <class A, class B>
HEDDLE_INLINE complex<typename heddle_impl::complex_pair<A, B>::type> pow(const complex<A> &x, const complex<B> &y) {
  typedef typename heddle_impl::complex_pair<A, B>::type T;
  if (x == complex<A>(0) && y == complex<B>(0)) return complex<T>(1);
  return exp(log(complex<T>(x)) * complex<T>(y));
}
template <class A, class B>
HEDDLE_INLINE complex<typename heddle_impl::complex_pair<A, B>::type> pow(const complex<A> &x, const B &y) {
  return pow(x, complex<typename heddle_impl::complex_pair<A, B>::type>(y));
}
template <class A, class B>
HEDDLE_INLINE complex<typename heddle_impl::complex_pair<A, B>::type> pow(const A &x, const complex<B> &y) {
  return pow(complex<typename heddle_impl::complex_pair<A, B>::type>(x), y);
}

} // namespace thrust

#endif
