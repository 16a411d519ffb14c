// CUDA's numbers of 8 bits: e4m3 (no infinity, one NaN, up to 448) and e5m2 (the upper half of a half). They are only
// converted; CUDA computes with none of them either.
//
// Source of the formats: Micikevicius et al., "FP8 Formats for Deep Learning", 2022.
#pragma once
#pragma GCC system_header
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

// What is too large becomes the largest number, or e4m3's NaN and e5m2's infinity.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace heddle_impl {

HEDDLE_OUT_OF_LINE __nv_fp8_storage_t double_to_fp8(double x, __nv_saturation_t saturation,
                                                    __nv_fp8_interpretation_t format) {
  if (x != x) return 0x7f;
  const unsigned long long word = bits<unsigned long long>(x), magnitude = word & ~0ull >> 1;
  const unsigned most = format == __NV_E4M3 ? 0x7e : 0x7b;
  const unsigned long long rounded = format == __NV_E4M3 ? small_magnitude<3, 7, to_nearest>(magnitude, false)
                                                         : small_magnitude<2, 15, to_nearest>(magnitude, false);
  const unsigned code = rounded <= most ? (unsigned)rounded : saturation == __NV_SATFINITE ? most : most + 1;
  return (__nv_fp8_storage_t)(code | (unsigned)(word >> 63) << 7);
}

HEDDLE_INLINE float fp8_to_float(__nv_fp8_storage_t code, __nv_fp8_interpretation_t format) {
  if (format == __NV_E5M2) return half_to_float((unsigned short)(code << 8));
  const float magnitude = half_to_float((unsigned short)((code & 0x7f) << 7)) * 256.0f;
  return (code & 0x7f) == 0x7f ? __builtin_nanf("") : code & 0x80 ? -magnitude : magnitude;
}

template <class Pair> HEDDLE_INLINE float2 fp8_pair(Pair pair) { return make_float2((float)pair.x, (float)pair.y); }

}  // namespace heddle_impl

HEDDLE_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                        __nv_fp8_interpretation_t format) {
  return heddle_impl::double_to_fp8(x, saturation, format);
}
HEDDLE_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                       __nv_fp8_interpretation_t format) {
  return heddle_impl::double_to_fp8(x, saturation, format);
}
HEDDLE_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                         __nv_fp8_interpretation_t format) {
  return heddle_impl::double_to_fp8((float)__half(x), saturation, format);
}
HEDDLE_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturation,
                                                             __nv_fp8_interpretation_t format) {
  return heddle_impl::double_to_fp8((float)__nv_bfloat16(x), saturation, format);
}

HEDDLE_INLINE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturation,
                                                             __nv_fp8_interpretation_t format) {
  return (__nv_fp8x2_storage_t)(heddle_impl::double_to_fp8(x.x, saturation, format) |
                                heddle_impl::double_to_fp8(x.y, saturation, format) << 8);
}
HEDDLE_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation,
                                                            __nv_fp8_interpretation_t format) {
  return __nv_cvt_double2_to_fp8x2(make_double2(x.x, x.y), saturation, format);
}
HEDDLE_INLINE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturation,
                                                              __nv_fp8_interpretation_t format) {
  return __nv_cvt_float2_to_fp8x2(heddle_impl::fp8_pair(__half2(x)), saturation, format);
}
HEDDLE_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturation,
                                                                  __nv_fp8_interpretation_t format) {
  return __nv_cvt_float2_to_fp8x2(heddle_impl::fp8_pair(__nv_bfloat162(x)), saturation, format);
}

HEDDLE_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return __float2half_rn(heddle_impl::fp8_to_float(x, format));
}
HEDDLE_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t format) {
  return __floats2half2_rn(heddle_impl::fp8_to_float((__nv_fp8_storage_t)x, format),
                           heddle_impl::fp8_to_float((__nv_fp8_storage_t)(x >> 8), format));
}

#define HEDDLE_FROM(Type)                                                                                             \
  HEDDLE_MEMBER explicit HEDDLE_FP8(Type x) : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, HEDDLE_FORMAT)) {}
#define HEDDLE_TO(Type, convert)                                                                                      \
  HEDDLE_MEMBER explicit operator Type() const { return convert(__half(*this)); }
// Of the integers that there are the nearest towards zero.
#define HEDDLE_TO_BYTE(Type, least, most)                                                                             \
  HEDDLE_MEMBER explicit operator Type() const {                                                                      \
    const float x = (float)*this;                                                                                     \
    return x != x ? (Type)0 : x < least ? (Type)least : x > most ? (Type)most : (Type)(int)x;                         \
  }
#define HEDDLE_FP8_TYPES(One, Two, Four)                                                                              \
  struct One {                                                                                                        \
    __nv_fp8_storage_t __x;                                                                                           \
    One() = default;                                                                                                  \
    HEDDLE_MEMBER explicit One(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, HEDDLE_FORMAT)) {}           \
    HEDDLE_FROM(float) HEDDLE_FROM(__half) HEDDLE_FROM(__nv_bfloat16)                                                 \
    HEDDLE_FROM(short) HEDDLE_FROM(int) HEDDLE_FROM(long) HEDDLE_FROM(long long)                                      \
    HEDDLE_FROM(unsigned short) HEDDLE_FROM(unsigned) HEDDLE_FROM(unsigned long) HEDDLE_FROM(unsigned long long)      \
    HEDDLE_MEMBER explicit operator float() const { return heddle_impl::fp8_to_float(__x, HEDDLE_FORMAT); }           \
    HEDDLE_MEMBER explicit operator double() const { return (float)*this; }                                           \
    HEDDLE_MEMBER explicit operator __half() const { return __float2half_rn((float)*this); }                          \
    HEDDLE_MEMBER explicit operator __nv_bfloat16() const { return __float2bfloat16_rn((float)*this); }               \
    HEDDLE_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; }                                        \
    HEDDLE_TO_BYTE(unsigned char, 0, 255) HEDDLE_TO_BYTE(signed char, -128, 127) HEDDLE_TO_BYTE(char, -128, 127)      \
    HEDDLE_TO(short, __half2short_rz) HEDDLE_TO(int, __half2int_rz)                                                   \
    HEDDLE_TO(long, __half2ll_rz) HEDDLE_TO(long long, __half2ll_rz)                                                  \
    HEDDLE_TO(unsigned short, __half2ushort_rz) HEDDLE_TO(unsigned, __half2uint_rz)                                   \
    HEDDLE_TO(unsigned long, __half2ull_rz) HEDDLE_TO(unsigned long long, __half2ull_rz)                              \
  };                                                                                                                  \
  struct __align__(2) Two {                                                                                           \
    __nv_fp8x2_storage_t __x;                                                                                         \
    Two() = default;                                                                                                  \
    HEDDLE_MEMBER explicit Two(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, HEDDLE_FORMAT)) {}         \
    HEDDLE_MEMBER explicit Two(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, HEDDLE_FORMAT)) {}       \
    HEDDLE_MEMBER explicit Two(__half2 x) : Two(heddle_impl::fp8_pair(x)) {}                                          \
    HEDDLE_MEMBER explicit Two(__nv_bfloat162 x) : Two(heddle_impl::fp8_pair(x)) {}                                   \
    HEDDLE_MEMBER explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, HEDDLE_FORMAT); }        \
    HEDDLE_MEMBER explicit operator float2() const { return heddle_impl::fp8_pair((__half2)*this); }                  \
  };                                                                                                                  \
  struct __align__(4) Four {                                                                                          \
    __nv_fp8x4_storage_t __x;                                                                                         \
    Four() = default;                                                                                                 \
    HEDDLE_MEMBER Four(Two low, Two high) : __x(low.__x | (unsigned)high.__x << 16) {}                                \
    HEDDLE_MEMBER explicit Four(float4 x) : Four(Two(make_float2(x.x, x.y)), Two(make_float2(x.z, x.w))) {}           \
    HEDDLE_MEMBER explicit Four(double4 x) : Four(Two(make_double2(x.x, x.y)), Two(make_double2(x.z, x.w))) {}        \
    HEDDLE_MEMBER explicit Four(__half2 low, __half2 high) : Four(Two(low), Two(high)) {}                             \
    HEDDLE_MEMBER explicit Four(__nv_bfloat162 low, __nv_bfloat162 high) : Four(Two(low), Two(high)) {}               \
    HEDDLE_MEMBER explicit operator float4() const {                                                                  \
      Two low, high;                                                                                                  \
      low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                              \
      const float2 a = (float2)low, b = (float2)high;                                                                 \
      return make_float4(a.x, a.y, b.x, b.y);                                                                         \
    }                                                                                                                 \
  };
#define HEDDLE_FP8 __nv_fp8_e4m3
#define HEDDLE_FORMAT __NV_E4M3
HEDDLE_FP8_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
#undef HEDDLE_FP8
#undef HEDDLE_FORMAT
#define HEDDLE_FP8 __nv_fp8_e5m2
#define HEDDLE_FORMAT __NV_E5M2
HEDDLE_FP8_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
#undef HEDDLE_FP8
#undef HEDDLE_FORMAT
#undef HEDDLE_FP8_TYPES
#undef HEDDLE_FROM
#undef HEDDLE_TO
#undef HEDDLE_TO_BYTE
