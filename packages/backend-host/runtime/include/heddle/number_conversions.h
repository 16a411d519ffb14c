// Conversions between number types with a rounding mode in their name, and casts of bits.
// Floating point to integer saturates as on the GPU, where C++ leaves the result undefined and x86 gives INT_MIN. A NaN
// becomes 0 from float to a 32-bit integer, and the integer with only its highest bit set from double or to 64 bits
// (PTX ISA, cvt).
#ifndef HEDDLE_NUMBER_CONVERSIONS_H
#define HEDDLE_NUMBER_CONVERSIONS_H
#pragma GCC system_header
#include "directed_rounding.h"
#include "math_corrections.h"

namespace heddle_impl {

template <rounding mode> HEDDLE_INLINE float to_integral(float x) {
  return mode == to_nearest    ? __builtin_rintf(x)
         : mode == toward_zero ? __builtin_truncf(x)
         : mode == upward      ? __builtin_ceilf(x)
                               : __builtin_floorf(x);
}
template <rounding mode> HEDDLE_INLINE double to_integral(double x) {
  return mode == to_nearest    ? __builtin_rint(x)
         : mode == toward_zero ? __builtin_trunc(x)
         : mode == upward      ? __builtin_ceil(x)
                               : __builtin_floor(x);
}

// Limits written as powers of two, which both floating-point types hold exactly.
template <class Integer, class T> HEDDLE_INLINE Integer saturate(T x) {
  constexpr bool is_signed = (Integer)-1 < 0;
  constexpr int value_bits = sizeof(Integer) * 8 - is_signed;
  constexpr Integer highest_bit = (Integer)1 << (sizeof(Integer) * 8 - 1);
  constexpr Integer largest = is_signed ? (Integer)~highest_bit : (Integer)-1, smallest = is_signed ? highest_bit : 0;
  constexpr T limit = (T)((Integer)1 << (value_bits - 1)) * 2;
  constexpr Integer of_nan = sizeof(T) == 8 || sizeof(Integer) == 8 ? highest_bit : 0;
  bool over = x >= limit, under = x <= (is_signed ? -limit : (T)0);
  T inside = over || under || !(x == x) ? (T)0 : x; // the cast itself must stay defined
  Integer result = over ? largest : under ? smallest : (Integer)inside;
  return is_nan(x) ? of_nan : result;
}

template <rounding mode, class Integer> HEDDLE_INLINE float integer_to_float(Integer x) {
  if (mode == to_nearest) return (float)x;
  if (sizeof(Integer) == 4) return round_to_float<mode>((double)x);
  // 64 bits: what falls below the 53 bits of a double is kept as one sticky bit.
  unsigned long long magnitude = x < 0 ? 0ull - (unsigned long long)x : (unsigned long long)x;
  unsigned long long sticky = (magnitude & ~0x7ffull) | (magnitude & 0x7ff ? 0x800ull : 0);
  double exact = (double)(magnitude >> 53 ? sticky : magnitude);
  return round_to_float<mode>(x < 0 ? -exact : exact);
}
template <rounding mode, class Integer> HEDDLE_INLINE double integer_to_double(Integer x) {
  double nearest = (double)x;
  if (mode == to_nearest) return nearest;
  constexpr double limit = (Integer)-1 < 0 ? 0x1p63 : 0x1p64; // reached only by rounding up
  bool beyond = nearest >= limit;
  Integer back = (Integer)(beyond ? 0.0 : nearest);
  return directed<mode>(nearest, beyond || back > x ? -1.0 : back < x ? 1.0 : 0.0);
}

// One template for each pair of types, so that the macros below hold no comma: a kernel may pass them to its own macros.
#define HEDDLE_CONVERSIONS(name, Integer)                                                                              \
  template <rounding mode> HEDDLE_INLINE Integer float_to_##name(float x) {                                            \
    return saturate<Integer>(to_integral<mode>(x));                                                                    \
  }                                                                                                                    \
  template <rounding mode> HEDDLE_INLINE Integer double_to_##name(double x) {                                          \
    return saturate<Integer>(to_integral<mode>(x));                                                                    \
  }                                                                                                                    \
  template <rounding mode> HEDDLE_INLINE float name##_to_float(Integer x) { return integer_to_float<mode>(x); }        \
  template <rounding mode> HEDDLE_INLINE double name##_to_double(Integer x) { return integer_to_double<mode>(x); }
HEDDLE_CONVERSIONS(int, int)
HEDDLE_CONVERSIONS(uint, unsigned int)
HEDDLE_CONVERSIONS(ll, long long)
HEDDLE_CONVERSIONS(ull, unsigned long long)
#undef HEDDLE_CONVERSIONS

} // namespace heddle_impl

#define __float2int_rn heddle_impl::float_to_int<heddle_impl::to_nearest>
#define __float2int_rz heddle_impl::float_to_int<heddle_impl::toward_zero>
#define __float2int_ru heddle_impl::float_to_int<heddle_impl::upward>
#define __float2int_rd heddle_impl::float_to_int<heddle_impl::downward>
#define __float2uint_rn heddle_impl::float_to_uint<heddle_impl::to_nearest>
#define __float2uint_rz heddle_impl::float_to_uint<heddle_impl::toward_zero>
#define __float2uint_ru heddle_impl::float_to_uint<heddle_impl::upward>
#define __float2uint_rd heddle_impl::float_to_uint<heddle_impl::downward>
#define __float2ll_rn heddle_impl::float_to_ll<heddle_impl::to_nearest>
#define __float2ll_rz heddle_impl::float_to_ll<heddle_impl::toward_zero>
#define __float2ll_ru heddle_impl::float_to_ll<heddle_impl::upward>
#define __float2ll_rd heddle_impl::float_to_ll<heddle_impl::downward>
#define __float2ull_rn heddle_impl::float_to_ull<heddle_impl::to_nearest>
#define __float2ull_rz heddle_impl::float_to_ull<heddle_impl::toward_zero>
#define __float2ull_ru heddle_impl::float_to_ull<heddle_impl::upward>
#define __float2ull_rd heddle_impl::float_to_ull<heddle_impl::downward>
#define __double2int_rn heddle_impl::double_to_int<heddle_impl::to_nearest>
#define __double2int_rz heddle_impl::double_to_int<heddle_impl::toward_zero>
#define __double2int_ru heddle_impl::double_to_int<heddle_impl::upward>
#define __double2int_rd heddle_impl::double_to_int<heddle_impl::downward>
#define __double2uint_rn heddle_impl::double_to_uint<heddle_impl::to_nearest>
#define __double2uint_rz heddle_impl::double_to_uint<heddle_impl::toward_zero>
#define __double2uint_ru heddle_impl::double_to_uint<heddle_impl::upward>
#define __double2uint_rd heddle_impl::double_to_uint<heddle_impl::downward>
#define __double2ll_rn heddle_impl::double_to_ll<heddle_impl::to_nearest>
#define __double2ll_rz heddle_impl::double_to_ll<heddle_impl::toward_zero>
#define __double2ll_ru heddle_impl::double_to_ll<heddle_impl::upward>
#define __double2ll_rd heddle_impl::double_to_ll<heddle_impl::downward>
#define __double2ull_rn heddle_impl::double_to_ull<heddle_impl::to_nearest>
#define __double2ull_rz heddle_impl::double_to_ull<heddle_impl::toward_zero>
#define __double2ull_ru heddle_impl::double_to_ull<heddle_impl::upward>
#define __double2ull_rd heddle_impl::double_to_ull<heddle_impl::downward>
#define __int2float_rn heddle_impl::int_to_float<heddle_impl::to_nearest>
#define __int2float_rz heddle_impl::int_to_float<heddle_impl::toward_zero>
#define __int2float_ru heddle_impl::int_to_float<heddle_impl::upward>
#define __int2float_rd heddle_impl::int_to_float<heddle_impl::downward>
#define __uint2float_rn heddle_impl::uint_to_float<heddle_impl::to_nearest>
#define __uint2float_rz heddle_impl::uint_to_float<heddle_impl::toward_zero>
#define __uint2float_ru heddle_impl::uint_to_float<heddle_impl::upward>
#define __uint2float_rd heddle_impl::uint_to_float<heddle_impl::downward>
#define __ll2float_rn heddle_impl::ll_to_float<heddle_impl::to_nearest>
#define __ll2float_rz heddle_impl::ll_to_float<heddle_impl::toward_zero>
#define __ll2float_ru heddle_impl::ll_to_float<heddle_impl::upward>
#define __ll2float_rd heddle_impl::ll_to_float<heddle_impl::downward>
#define __ull2float_rn heddle_impl::ull_to_float<heddle_impl::to_nearest>
#define __ull2float_rz heddle_impl::ull_to_float<heddle_impl::toward_zero>
#define __ull2float_ru heddle_impl::ull_to_float<heddle_impl::upward>
#define __ull2float_rd heddle_impl::ull_to_float<heddle_impl::downward>
#define __ll2double_rn heddle_impl::ll_to_double<heddle_impl::to_nearest>
#define __ll2double_rz heddle_impl::ll_to_double<heddle_impl::toward_zero>
#define __ll2double_ru heddle_impl::ll_to_double<heddle_impl::upward>
#define __ll2double_rd heddle_impl::ll_to_double<heddle_impl::downward>
#define __ull2double_rn heddle_impl::ull_to_double<heddle_impl::to_nearest>
#define __ull2double_rz heddle_impl::ull_to_double<heddle_impl::toward_zero>
#define __ull2double_ru heddle_impl::ull_to_double<heddle_impl::upward>
#define __ull2double_rd heddle_impl::ull_to_double<heddle_impl::downward>
#define __double2float_rn heddle_impl::round_to_float<heddle_impl::to_nearest>
#define __double2float_rz heddle_impl::round_to_float<heddle_impl::toward_zero>
#define __double2float_ru heddle_impl::round_to_float<heddle_impl::upward>
#define __double2float_rd heddle_impl::round_to_float<heddle_impl::downward>

HEDDLE_INLINE double __int2double_rn(int x) { return x; }
HEDDLE_INLINE double __uint2double_rn(unsigned int x) { return x; }

HEDDLE_INLINE int __float_as_int(float x) { return heddle_impl::bits<int>(x); }
HEDDLE_INLINE unsigned int __float_as_uint(float x) { return heddle_impl::bits<unsigned int>(x); }
HEDDLE_INLINE float __int_as_float(int x) { return heddle_impl::bits<float>(x); }
HEDDLE_INLINE float __uint_as_float(unsigned int x) { return heddle_impl::bits<float>(x); }
HEDDLE_INLINE long long __double_as_longlong(double x) { return heddle_impl::bits<long long>(x); }
HEDDLE_INLINE double __longlong_as_double(long long x) { return heddle_impl::bits<double>(x); }
HEDDLE_INLINE int __double2hiint(double x) { return (int)(heddle_impl::bits<unsigned long long>(x) >> 32); }
HEDDLE_INLINE int __double2loint(double x) { return (int)heddle_impl::bits<unsigned long long>(x); }
HEDDLE_INLINE double __hiloint2double(int high, int low) {
  return heddle_impl::bits<double>((unsigned long long)(unsigned int)high << 32 | (unsigned int)low);
}

#endif
