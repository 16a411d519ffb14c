// CUDA's bfloat16 (cuda_bf16.h) and HIP's, whose types are the same under other names.
#ifndef HEDDLE_BFLOAT16_H
#define HEDDLE_BFLOAT16_H
#pragma GCC system_header
#include "half.h"

namespace heddle_impl {
struct bfloat16_format {
  static constexpr int fraction_bits = 7, exponent_bits = 8;
  static constexpr unsigned short infinity = 0x7f80, one = 0x3f80;
  static HEDDLE_MEMBER float widen(unsigned short word) { return bfloat16_to_float(word); }
  static HEDDLE_MEMBER unsigned short narrow(float x) { return float_to_bfloat16(x); }
  // a b + c rounded once. The product may leave float's range, so in double, where it is exact.
  static HEDDLE_MEMBER unsigned short fused(float a, float b, float c) {
    double product = HEDDLE_KEEP((double)a * (double)b), sum = HEDDLE_KEEP(product + c);
    return narrow_double<bfloat16_format>(round_to_odd(sum, lost_in_sum<double>(product, c, sum)));
  }
};
} // namespace heddle_impl

typedef struct {
  unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __nv_bfloat162_raw;

#define HEDDLE_SMALL __nv_bfloat16
#define HEDDLE_PAIR __nv_bfloat162
#define HEDDLE_SMALL_RAW __nv_bfloat16_raw
#define HEDDLE_PAIR_RAW __nv_bfloat162_raw
#define HEDDLE_OTHER __half
#define HEDDLE_FORMAT bfloat16_format
#define HEDDLE_NAME bfloat16
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define HEDDLE_NO_OPERATORS true
#else
#define HEDDLE_NO_OPERATORS false
#endif
#include "half_type.inc"

#define __short2bfloat16_rn heddle_impl::short_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162short_rn heddle_impl::bfloat16_to_short<heddle_impl::to_nearest>
#define __short2bfloat16_rz heddle_impl::short_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162short_rz heddle_impl::bfloat16_to_short<heddle_impl::toward_zero>
#define __short2bfloat16_ru heddle_impl::short_to_bfloat16<heddle_impl::upward>
#define __bfloat162short_ru heddle_impl::bfloat16_to_short<heddle_impl::upward>
#define __short2bfloat16_rd heddle_impl::short_to_bfloat16<heddle_impl::downward>
#define __bfloat162short_rd heddle_impl::bfloat16_to_short<heddle_impl::downward>
#define __ushort2bfloat16_rn heddle_impl::ushort_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162ushort_rn heddle_impl::bfloat16_to_ushort<heddle_impl::to_nearest>
#define __ushort2bfloat16_rz heddle_impl::ushort_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162ushort_rz heddle_impl::bfloat16_to_ushort<heddle_impl::toward_zero>
#define __ushort2bfloat16_ru heddle_impl::ushort_to_bfloat16<heddle_impl::upward>
#define __bfloat162ushort_ru heddle_impl::bfloat16_to_ushort<heddle_impl::upward>
#define __ushort2bfloat16_rd heddle_impl::ushort_to_bfloat16<heddle_impl::downward>
#define __bfloat162ushort_rd heddle_impl::bfloat16_to_ushort<heddle_impl::downward>
#define __int2bfloat16_rn heddle_impl::int_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162int_rn heddle_impl::bfloat16_to_int<heddle_impl::to_nearest>
#define __int2bfloat16_rz heddle_impl::int_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162int_rz heddle_impl::bfloat16_to_int<heddle_impl::toward_zero>
#define __int2bfloat16_ru heddle_impl::int_to_bfloat16<heddle_impl::upward>
#define __bfloat162int_ru heddle_impl::bfloat16_to_int<heddle_impl::upward>
#define __int2bfloat16_rd heddle_impl::int_to_bfloat16<heddle_impl::downward>
#define __bfloat162int_rd heddle_impl::bfloat16_to_int<heddle_impl::downward>
#define __uint2bfloat16_rn heddle_impl::uint_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162uint_rn heddle_impl::bfloat16_to_uint<heddle_impl::to_nearest>
#define __uint2bfloat16_rz heddle_impl::uint_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162uint_rz heddle_impl::bfloat16_to_uint<heddle_impl::toward_zero>
#define __uint2bfloat16_ru heddle_impl::uint_to_bfloat16<heddle_impl::upward>
#define __bfloat162uint_ru heddle_impl::bfloat16_to_uint<heddle_impl::upward>
#define __uint2bfloat16_rd heddle_impl::uint_to_bfloat16<heddle_impl::downward>
#define __bfloat162uint_rd heddle_impl::bfloat16_to_uint<heddle_impl::downward>
#define __ll2bfloat16_rn heddle_impl::ll_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162ll_rn heddle_impl::bfloat16_to_ll<heddle_impl::to_nearest>
#define __ll2bfloat16_rz heddle_impl::ll_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162ll_rz heddle_impl::bfloat16_to_ll<heddle_impl::toward_zero>
#define __ll2bfloat16_ru heddle_impl::ll_to_bfloat16<heddle_impl::upward>
#define __bfloat162ll_ru heddle_impl::bfloat16_to_ll<heddle_impl::upward>
#define __ll2bfloat16_rd heddle_impl::ll_to_bfloat16<heddle_impl::downward>
#define __bfloat162ll_rd heddle_impl::bfloat16_to_ll<heddle_impl::downward>
#define __ull2bfloat16_rn heddle_impl::ull_to_bfloat16<heddle_impl::to_nearest>
#define __bfloat162ull_rn heddle_impl::bfloat16_to_ull<heddle_impl::to_nearest>
#define __ull2bfloat16_rz heddle_impl::ull_to_bfloat16<heddle_impl::toward_zero>
#define __bfloat162ull_rz heddle_impl::bfloat16_to_ull<heddle_impl::toward_zero>
#define __ull2bfloat16_ru heddle_impl::ull_to_bfloat16<heddle_impl::upward>
#define __bfloat162ull_ru heddle_impl::bfloat16_to_ull<heddle_impl::upward>
#define __ull2bfloat16_rd heddle_impl::ull_to_bfloat16<heddle_impl::downward>
#define __bfloat162ull_rd heddle_impl::bfloat16_to_ull<heddle_impl::downward>
#define __bfloat162char_rz heddle_impl::bfloat16_to_char<heddle_impl::toward_zero>
#define __bfloat162uchar_rz heddle_impl::bfloat16_to_uchar<heddle_impl::toward_zero>
#define __float2bfloat16_rn heddle_impl::float_to_bfloat16<heddle_impl::to_nearest>
#define __float2bfloat16_rz heddle_impl::float_to_bfloat16<heddle_impl::toward_zero>
#define __float2bfloat16_ru heddle_impl::float_to_bfloat16<heddle_impl::upward>
#define __float2bfloat16_rd heddle_impl::float_to_bfloat16<heddle_impl::downward>

HEDDLE_INLINE __nv_bfloat16 __float2bfloat16(float x) { return heddle_impl::to_bfloat16(x); }
HEDDLE_INLINE __nv_bfloat16 __double2bfloat16(double x) {
  return heddle_impl::double_to_bfloat16<heddle_impl::to_nearest>(x);
}
HEDDLE_INLINE float __bfloat162float(__nv_bfloat16 a) { return heddle_impl::widen(a); }
HEDDLE_INLINE short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
HEDDLE_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
HEDDLE_INLINE __nv_bfloat16 __short_as_bfloat16(short word) { return __nv_bfloat16_raw{(unsigned short)word}; }
HEDDLE_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short word) { return __nv_bfloat16_raw{word}; }

HEDDLE_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
HEDDLE_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
HEDDLE_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
HEDDLE_INLINE __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(heddle_impl::to_bfloat16(a), heddle_impl::to_bfloat16(a));
}
HEDDLE_INLINE __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(heddle_impl::to_bfloat16(a), heddle_impl::to_bfloat16(b));
}
HEDDLE_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(heddle_impl::to_bfloat16(a.x), heddle_impl::to_bfloat16(a.y));
}
HEDDLE_INLINE float2 __bfloat1622float2(__nv_bfloat162 a) {
  return float2{heddle_impl::widen(a.x), heddle_impl::widen(a.y)};
}
HEDDLE_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
HEDDLE_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
HEDDLE_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
HEDDLE_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
HEDDLE_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
HEDDLE_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
typedef __nv_bfloat16 hip_bfloat16;

inline __half::__half(const __nv_bfloat16 &other) : __x(heddle_impl::half_format::narrow(heddle_impl::widen(other))) {}
inline __nv_bfloat16::__nv_bfloat16(const __half &other)
    : __x(heddle_impl::bfloat16_format::narrow(heddle_impl::widen(other))) {}

#endif
