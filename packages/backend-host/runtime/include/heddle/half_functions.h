// The arithmetic that CUDA gives both 16-bit floating-point types, __half and __nv_bfloat16, and their pairs.
// Templates constrained to those types: written once for both, and only what a kernel uses is compiled. As with CUDA's
// plain functions an argument of another type converts, as in __hfma(h, 1.0f, h).
// Sums, products, quotients and roots go through float: it has more than twice the digits, so rounding its result once
// more gives the correctly rounded one.
#ifndef HEDDLE_HALF_FUNCTIONS_H
#define HEDDLE_HALF_FUNCTIONS_H
#pragma GCC system_header
#include "atomics.h"
#include "half_conversion.h"
#include "math_corrections.h"
#include "math_fast.h"

namespace heddle_impl {

// The small type among the arguments' types; none: no such function (SFINAE).
template <class A, class B = A, class C = A> struct small_among
    : small_float<typename pick<small_float<A>::yes, A, typename pick<small_float<B>::yes, B, C>::type>::type> {};

template <class H> HEDDLE_INLINE float widen(const H &a) { return small_float<H>::Format::widen(a.__x); }
template <class H> HEDDLE_INLINE H as_small(float x) {
  return typename small_float<H>::Raw{small_float<H>::Format::narrow(x)};
}
template <class H> HEDDLE_INLINE H small_word(unsigned int word) { return typename small_float<H>::Raw{(unsigned short)word}; }
template <class H> HEDDLE_INLINE H fused(const H &a, const H &b, const H &c) {
  return small_word<H>(small_float<H>::Format::fused(widen(a), widen(b), widen(c)));
}
// 0 to 1, NaN to 0; and 0 or above, NaN to the canonical one.
template <class H> HEDDLE_INLINE H saturated(const H &a) {
  float x = widen(a);
  return small_word<H>(x > 0 ? (x < 1 ? a.__x : small_float<H>::Format::one) : 0u);
}
template <class H> HEDDLE_INLINE H rectified(const H &a) {
  float x = widen(a);
  return small_word<H>(is_nan(x) ? 0x7fffu : x > 0 ? a.__x : 0u);
}

} // namespace heddle_impl

#define HEDDLE_SMALL_1(Result, name, expression)                                                                       \
  template <class A, class H = typename heddle_impl::small_among<A>::type> HEDDLE_INLINE Result name(const A &h) {     \
    float x = heddle_impl::widen(h);                                                                                   \
    (void)x;                                                                                                           \
    return expression;                                                                                                 \
  }
#define HEDDLE_SMALL_2(Result, name, expression)                                                                       \
  template <class A, class B, class H = typename heddle_impl::small_among<A, B>::type>                                 \
  HEDDLE_INLINE Result name(const A &a, const B &b) {                                                                  \
    float x = heddle_impl::widen((const H &)a), y = heddle_impl::widen((const H &)b);                                  \
    return expression;                                                                                                 \
  }
#define HEDDLE_SMALL_3(name, expression)                                                                               \
  template <class A, class B, class C, class H = typename heddle_impl::small_among<A, B, C>::type>                     \
  HEDDLE_INLINE H name(const A &first, const B &second, const C &third) {                                              \
    const H &a = first, &b = second, &c = third;                                                                       \
    return expression;                                                                                                 \
  }
#define HEDDLE_PAIR_1(name, scalar)                                                                                    \
  template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type name(const P &a) {                        \
    return P(scalar(a.x), scalar(a.y));                                                                                \
  }
#define HEDDLE_PAIR_2(name, scalar)                                                                                    \
  template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type name(const P &a, const P &b) {            \
    return P(scalar(a.x, b.x), scalar(a.y, b.y));                                                                      \
  }
#define HEDDLE_PAIR_3(name, scalar)                                                                                    \
  template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type name(const P &a, const P &b, const P &c) { \
    return P(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y));                                                            \
  }

HEDDLE_SMALL_2(H, __hadd, heddle_impl::as_small<H>(x + y))
HEDDLE_SMALL_2(H, __hsub, heddle_impl::as_small<H>(x - y))
HEDDLE_SMALL_2(H, __hmul, heddle_impl::as_small<H>(x * y))
HEDDLE_SMALL_2(H, __hdiv, heddle_impl::as_small<H>(x / y))
HEDDLE_SMALL_2(H, __hadd_rn, heddle_impl::as_small<H>(x + y))
HEDDLE_SMALL_2(H, __hsub_rn, heddle_impl::as_small<H>(x - y))
HEDDLE_SMALL_2(H, __hmul_rn, heddle_impl::as_small<H>(x * y))
HEDDLE_SMALL_2(H, __hadd_sat, heddle_impl::saturated(heddle_impl::as_small<H>(x + y)))
HEDDLE_SMALL_2(H, __hsub_sat, heddle_impl::saturated(heddle_impl::as_small<H>(x - y)))
HEDDLE_SMALL_2(H, __hmul_sat, heddle_impl::saturated(heddle_impl::as_small<H>(x * y)))
HEDDLE_SMALL_3(__hfma, heddle_impl::fused<H>(a, b, c))
HEDDLE_SMALL_3(__hfma_sat, heddle_impl::saturated<H>(heddle_impl::fused<H>(a, b, c)))
HEDDLE_SMALL_3(__hfma_relu, heddle_impl::rectified<H>(heddle_impl::fused<H>(a, b, c)))
HEDDLE_SMALL_1(H, __hneg, heddle_impl::small_word<H>(h.__x ^ 0x8000u))
HEDDLE_SMALL_1(H, __habs, heddle_impl::small_word<H>(h.__x & 0x7fffu))

#define HEDDLE_UNORDERED (heddle_impl::is_nan(x) | heddle_impl::is_nan(y))
// The number that is not NaN, and -0 below +0; the _nan forms give NaN when either is.
HEDDLE_SMALL_2(H, __hmax, heddle_impl::as_small<H>(heddle_impl::maximum(x, y)))
HEDDLE_SMALL_2(H, __hmin, heddle_impl::as_small<H>(heddle_impl::minimum(x, y)))
HEDDLE_SMALL_2(H, __hmax_nan, heddle_impl::as_small<H>(HEDDLE_UNORDERED ? __builtin_nanf("") : heddle_impl::maximum(x, y)))
HEDDLE_SMALL_2(H, __hmin_nan, heddle_impl::as_small<H>(HEDDLE_UNORDERED ? __builtin_nanf("") : heddle_impl::minimum(x, y)))
HEDDLE_SMALL_1(bool, __hisnan, heddle_impl::is_nan(x))
HEDDLE_SMALL_1(int, __hisinf, heddle_impl::is_inf(x) ? (x < 0 ? -1 : 1) : 0)

HEDDLE_PAIR_2(__hadd2, __hadd) HEDDLE_PAIR_2(__hsub2, __hsub) HEDDLE_PAIR_2(__hmul2, __hmul) HEDDLE_PAIR_2(__h2div, __hdiv)
HEDDLE_PAIR_2(__hadd2_rn, __hadd) HEDDLE_PAIR_2(__hsub2_rn, __hsub) HEDDLE_PAIR_2(__hmul2_rn, __hmul)
HEDDLE_PAIR_2(__hadd2_sat, __hadd_sat) HEDDLE_PAIR_2(__hsub2_sat, __hsub_sat) HEDDLE_PAIR_2(__hmul2_sat, __hmul_sat)
HEDDLE_PAIR_3(__hfma2, __hfma) HEDDLE_PAIR_3(__hfma2_sat, __hfma_sat) HEDDLE_PAIR_3(__hfma2_relu, __hfma_relu)
HEDDLE_PAIR_1(__hneg2, __hneg) HEDDLE_PAIR_1(__habs2, __habs)
HEDDLE_PAIR_2(__hmax2, __hmax) HEDDLE_PAIR_2(__hmin2, __hmin)
HEDDLE_PAIR_2(__hmax2_nan, __hmax_nan) HEDDLE_PAIR_2(__hmin2_nan, __hmin_nan)

// Complex a b + c with x the real part.
template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type __hcmadd(const P &a, const P &b, const P &c) {
  return P(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// Comparisons: false for NaN, except the unordered ones (u), which are true. Of pairs: each one (1 or 0, or as a mask),
// or both at once (hb).
#define HEDDLE_COMPARISON(op, expression)                                                                              \
  HEDDLE_SMALL_2(bool, __h##op, expression)                                                                            \
  template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type __h##op##2(const P &a, const P &b) {      \
    return P((float)__h##op(a.x, b.x), (float)__h##op(a.y, b.y));                                                      \
  }                                                                                                                    \
  template <class P, class = typename heddle_impl::small_pair<P>::type>                                                \
  HEDDLE_INLINE unsigned int __h##op##2_mask(const P &a, const P &b) {                                                 \
    return (__h##op(a.x, b.x) ? 0xffffu : 0u) | (__h##op(a.y, b.y) ? 0xffff0000u : 0u);                                \
  }                                                                                                                    \
  template <class P, class = typename heddle_impl::small_pair<P>::type>                                                \
  HEDDLE_INLINE bool __hb##op##2(const P &a, const P &b) {                                                             \
    return __h##op(a.x, b.x) && __h##op(a.y, b.y);                                                                     \
  }
HEDDLE_COMPARISON(eq, !HEDDLE_UNORDERED & (x == y)) HEDDLE_COMPARISON(ne, !HEDDLE_UNORDERED & (x != y))
HEDDLE_COMPARISON(lt, !HEDDLE_UNORDERED & (x < y)) HEDDLE_COMPARISON(le, !HEDDLE_UNORDERED & (x <= y))
HEDDLE_COMPARISON(gt, !HEDDLE_UNORDERED & (x > y)) HEDDLE_COMPARISON(ge, !HEDDLE_UNORDERED & (x >= y))
HEDDLE_COMPARISON(equ, HEDDLE_UNORDERED | (x == y)) HEDDLE_COMPARISON(neu, HEDDLE_UNORDERED | (x != y))
HEDDLE_COMPARISON(ltu, HEDDLE_UNORDERED | (x < y)) HEDDLE_COMPARISON(leu, HEDDLE_UNORDERED | (x <= y))
HEDDLE_COMPARISON(gtu, HEDDLE_UNORDERED | (x > y)) HEDDLE_COMPARISON(geu, HEDDLE_UNORDERED | (x >= y))
#undef HEDDLE_UNORDERED
#undef HEDDLE_COMPARISON
template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type __hisnan2(const P &a) { return __hneu2(a, a); }

#define HEDDLE_FUNCTION(name, expression)                                                                              \
  HEDDLE_SMALL_1(H, h##name, heddle_impl::as_small<H>(expression))                                                     \
  HEDDLE_PAIR_1(h2##name, h##name)
HEDDLE_FUNCTION(sqrt, __builtin_sqrtf(x)) HEDDLE_FUNCTION(rsqrt, 1 / __builtin_sqrtf(x)) HEDDLE_FUNCTION(rcp, 1 / x)
HEDDLE_FUNCTION(exp, expf(x)) HEDDLE_FUNCTION(exp2, exp2f(x)) HEDDLE_FUNCTION(exp10, __exp10f(x))
HEDDLE_FUNCTION(log, logf(x)) HEDDLE_FUNCTION(log2, log2f(x))
HEDDLE_FUNCTION(log10, log10f(x)) HEDDLE_FUNCTION(sin, __builtin_sinf(x)) HEDDLE_FUNCTION(cos, __builtin_cosf(x))
HEDDLE_FUNCTION(tanh, __builtin_tanhf(x)) HEDDLE_FUNCTION(tanh_approx, __builtin_tanhf(x))
HEDDLE_FUNCTION(floor, __builtin_floorf(x)) HEDDLE_FUNCTION(ceil, __builtin_ceilf(x))
HEDDLE_FUNCTION(trunc, __builtin_truncf(x)) HEDDLE_FUNCTION(rint, __builtin_rintf(x))
#undef HEDDLE_FUNCTION

// Operators, unless __CUDA_NO_HALF_OPERATORS__ (__CUDA_NO_BFLOAT16_OPERATORS__) is defined, as CUDA's.
#define HEDDLE_OPERATORS(Trait, add, sub, mul, div, neg, h, suffix)                                                    \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator+(const T &a, const T &b) { return add(a, b); }         \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator-(const T &a, const T &b) { return sub(a, b); }         \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator*(const T &a, const T &b) { return mul(a, b); }         \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator/(const T &a, const T &b) { return div(a, b); }         \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator+=(T &a, HEDDLE_SAME b) { return a = add(a, b); }     \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator-=(T &a, HEDDLE_SAME b) { return a = sub(a, b); }     \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator*=(T &a, HEDDLE_SAME b) { return a = mul(a, b); }     \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator/=(T &a, HEDDLE_SAME b) { return a = div(a, b); }     \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator+(const T &a) { return a; }                             \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator-(const T &a) { return neg(a); }                        \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator==(const T &a, const T &b) { return h##eq##suffix(a, b); }  \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator!=(const T &a, const T &b) { return h##neu##suffix(a, b); } \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator<(const T &a, const T &b) { return h##lt##suffix(a, b); }   \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator<=(const T &a, const T &b) { return h##le##suffix(a, b); }  \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator>(const T &a, const T &b) { return h##gt##suffix(a, b); }   \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, bool) operator>=(const T &a, const T &b) { return h##ge##suffix(a, b); }  \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator++(T &a) { return a = add(a, heddle_impl::one_of<T>::value()); } \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T &) operator--(T &a) { return a = sub(a, heddle_impl::one_of<T>::value()); } \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator++(T &a, int) {                                         \
    T old = a;                                                                                                         \
    ++a;                                                                                                               \
    return old;                                                                                                        \
  }                                                                                                                    \
  template <class T> HEDDLE_INLINE HEDDLE_IF(Trait, T) operator--(T &a, int) {                                         \
    T old = a;                                                                                                         \
    --a;                                                                                                               \
    return old;                                                                                                        \
  }
#define HEDDLE_IF(Trait, Result) typename heddle_impl::if_operators<heddle_impl::Trait<T>::operators, Result>::type
#define HEDDLE_SAME const typename heddle_impl::type_is<T>::type&
HEDDLE_OPERATORS(small_float, __hadd, __hsub, __hmul, __hdiv, __hneg, __h, )
HEDDLE_OPERATORS(small_pair, __hadd2, __hsub2, __hmul2, __h2div, __hneg2, __hb, 2)
#undef HEDDLE_OPERATORS
#undef HEDDLE_IF
#undef HEDDLE_SAME

template <class P> HEDDLE_INLINE float __low2float(const P &a) { return heddle_impl::widen(a.x); }
template <class P> HEDDLE_INLINE float __high2float(const P &a) { return heddle_impl::widen(a.y); }
template <class P> HEDDLE_INLINE typename heddle_impl::small_pair<P>::type __lowhigh2highlow(const P &a) { return P(a.y, a.x); }

#undef HEDDLE_SMALL_1
#undef HEDDLE_SMALL_2
#undef HEDDLE_SMALL_3
#undef HEDDLE_PAIR_1
#undef HEDDLE_PAIR_2
#undef HEDDLE_PAIR_3

#endif
