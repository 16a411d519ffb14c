// CUDA's and HIP's half precision: __half, __half2 and all of cuda_fp16.h but the warp shuffles, which are generic.
#ifndef HEDDLE_HALF_H
#define HEDDLE_HALF_H
#pragma GCC system_header
#include "half_functions.h"
#include "math_fast.h"
#include "number_conversions.h"
#include "vector_types.h"

#define HEDDLE_PASTE_EXPANDED(a, b) a##b
#define HEDDLE_PASTE(a, b) HEDDLE_PASTE_EXPANDED(a, b)

struct __nv_bfloat16;

namespace heddle_impl {
struct half_format {
  static constexpr int fraction_bits = 10, exponent_bits = 5;
  static constexpr unsigned short infinity = 0x7c00, one = 0x3c00;
  static HEDDLE_MEMBER float widen(unsigned short word) { return half_to_float(word); }
  static HEDDLE_MEMBER unsigned short narrow(float x) { return float_to_half(x); }
  // a b + c rounded once: the product of two halves is exact in float.
  static HEDDLE_MEMBER unsigned short fused(float a, float b, float c) {
    return float_to_half(odd_sum(HEDDLE_KEEP(a * b), c));
  }
};
} // namespace heddle_impl

typedef struct {
  unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __half2_raw;

#define HEDDLE_SMALL __half
#define HEDDLE_PAIR __half2
#define HEDDLE_SMALL_RAW __half_raw
#define HEDDLE_PAIR_RAW __half2_raw
#define HEDDLE_OTHER __nv_bfloat16
#define HEDDLE_FORMAT half_format
#define HEDDLE_NAME half
#if defined(__CUDA_NO_HALF_OPERATORS__)
#define HEDDLE_NO_OPERATORS true
#else
#define HEDDLE_NO_OPERATORS false
#endif
#include "half_type.inc"

#define __short2half_rn heddle_impl::short_to_half<heddle_impl::to_nearest>
#define __half2short_rn heddle_impl::half_to_short<heddle_impl::to_nearest>
#define __short2half_rz heddle_impl::short_to_half<heddle_impl::toward_zero>
#define __half2short_rz heddle_impl::half_to_short<heddle_impl::toward_zero>
#define __short2half_ru heddle_impl::short_to_half<heddle_impl::upward>
#define __half2short_ru heddle_impl::half_to_short<heddle_impl::upward>
#define __short2half_rd heddle_impl::short_to_half<heddle_impl::downward>
#define __half2short_rd heddle_impl::half_to_short<heddle_impl::downward>
#define __ushort2half_rn heddle_impl::ushort_to_half<heddle_impl::to_nearest>
#define __half2ushort_rn heddle_impl::half_to_ushort<heddle_impl::to_nearest>
#define __ushort2half_rz heddle_impl::ushort_to_half<heddle_impl::toward_zero>
#define __half2ushort_rz heddle_impl::half_to_ushort<heddle_impl::toward_zero>
#define __ushort2half_ru heddle_impl::ushort_to_half<heddle_impl::upward>
#define __half2ushort_ru heddle_impl::half_to_ushort<heddle_impl::upward>
#define __ushort2half_rd heddle_impl::ushort_to_half<heddle_impl::downward>
#define __half2ushort_rd heddle_impl::half_to_ushort<heddle_impl::downward>
#define __int2half_rn heddle_impl::int_to_half<heddle_impl::to_nearest>
#define __half2int_rn heddle_impl::half_to_int<heddle_impl::to_nearest>
#define __int2half_rz heddle_impl::int_to_half<heddle_impl::toward_zero>
#define __half2int_rz heddle_impl::half_to_int<heddle_impl::toward_zero>
#define __int2half_ru heddle_impl::int_to_half<heddle_impl::upward>
#define __half2int_ru heddle_impl::half_to_int<heddle_impl::upward>
#define __int2half_rd heddle_impl::int_to_half<heddle_impl::downward>
#define __half2int_rd heddle_impl::half_to_int<heddle_impl::downward>
#define __uint2half_rn heddle_impl::uint_to_half<heddle_impl::to_nearest>
#define __half2uint_rn heddle_impl::half_to_uint<heddle_impl::to_nearest>
#define __uint2half_rz heddle_impl::uint_to_half<heddle_impl::toward_zero>
#define __half2uint_rz heddle_impl::half_to_uint<heddle_impl::toward_zero>
#define __uint2half_ru heddle_impl::uint_to_half<heddle_impl::upward>
#define __half2uint_ru heddle_impl::half_to_uint<heddle_impl::upward>
#define __uint2half_rd heddle_impl::uint_to_half<heddle_impl::downward>
#define __half2uint_rd heddle_impl::half_to_uint<heddle_impl::downward>
#define __ll2half_rn heddle_impl::ll_to_half<heddle_impl::to_nearest>
#define __half2ll_rn heddle_impl::half_to_ll<heddle_impl::to_nearest>
#define __ll2half_rz heddle_impl::ll_to_half<heddle_impl::toward_zero>
#define __half2ll_rz heddle_impl::half_to_ll<heddle_impl::toward_zero>
#define __ll2half_ru heddle_impl::ll_to_half<heddle_impl::upward>
#define __half2ll_ru heddle_impl::half_to_ll<heddle_impl::upward>
#define __ll2half_rd heddle_impl::ll_to_half<heddle_impl::downward>
#define __half2ll_rd heddle_impl::half_to_ll<heddle_impl::downward>
#define __ull2half_rn heddle_impl::ull_to_half<heddle_impl::to_nearest>
#define __half2ull_rn heddle_impl::half_to_ull<heddle_impl::to_nearest>
#define __ull2half_rz heddle_impl::ull_to_half<heddle_impl::toward_zero>
#define __half2ull_rz heddle_impl::half_to_ull<heddle_impl::toward_zero>
#define __ull2half_ru heddle_impl::ull_to_half<heddle_impl::upward>
#define __half2ull_ru heddle_impl::half_to_ull<heddle_impl::upward>
#define __ull2half_rd heddle_impl::ull_to_half<heddle_impl::downward>
#define __half2ull_rd heddle_impl::half_to_ull<heddle_impl::downward>
#define __half2char_rz heddle_impl::half_to_char<heddle_impl::toward_zero>
#define __half2uchar_rz heddle_impl::half_to_uchar<heddle_impl::toward_zero>
#define __float2half_rn heddle_impl::float_to_half<heddle_impl::to_nearest>
#define __float2half_rz heddle_impl::float_to_half<heddle_impl::toward_zero>
#define __float2half_ru heddle_impl::float_to_half<heddle_impl::upward>
#define __float2half_rd heddle_impl::float_to_half<heddle_impl::downward>

HEDDLE_INLINE __half __float2half(float x) { return heddle_impl::to_half(x); }
HEDDLE_INLINE __half __double2half(double x) { return heddle_impl::double_to_half<heddle_impl::to_nearest>(x); }
HEDDLE_INLINE float __half2float(__half a) { return heddle_impl::widen(a); }
HEDDLE_INLINE short __half_as_short(__half a) { return (short)a.__x; }
HEDDLE_INLINE unsigned short __half_as_ushort(__half a) { return a.__x; }
HEDDLE_INLINE __half __short_as_half(short word) { return __half_raw{(unsigned short)word}; }
HEDDLE_INLINE __half __ushort_as_half(unsigned short word) { return __half_raw{word}; }

HEDDLE_INLINE __half2 make_half2(__half x, __half y) { return __half2(x, y); }
HEDDLE_INLINE __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
HEDDLE_INLINE __half2 __half2half2(__half a) { return __half2(a, a); }
HEDDLE_INLINE __half2 __float2half2_rn(float a) { return __half2(heddle_impl::to_half(a), heddle_impl::to_half(a)); }
HEDDLE_INLINE __half2 __floats2half2_rn(float a, float b) {
  return __half2(heddle_impl::to_half(a), heddle_impl::to_half(b));
}
HEDDLE_INLINE __half2 __float22half2_rn(float2 a) {
  return __half2(heddle_impl::to_half(a.x), heddle_impl::to_half(a.y));
}
HEDDLE_INLINE float2 __half22float2(__half2 a) { return float2{heddle_impl::widen(a.x), heddle_impl::widen(a.y)}; }
HEDDLE_INLINE __half __low2half(__half2 a) { return a.x; }
HEDDLE_INLINE __half __high2half(__half2 a) { return a.y; }
HEDDLE_INLINE __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
HEDDLE_INLINE __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
HEDDLE_INLINE __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
HEDDLE_INLINE __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#endif
