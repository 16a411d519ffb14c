// __fadd_rn, __dmul_rz, __fmaf_ru, __frcp_rd, ...: arithmetic with a rounding mode in its name. As on the GPU, none of
// them is ever fused with a neighbour or reassociated.
// The names are macros for templates: a macro costs the compiler a thirtieth of a function, and a kernel uses few of them.
#ifndef HEDDLE_ROUNDING_INTRINSICS_H
#define HEDDLE_ROUNDING_INTRINSICS_H
#pragma GCC system_header
#include "directed_rounding.h"
#include "vector_types.h"

namespace heddle_impl {
template <rounding mode> HEDDLE_INLINE float2 float2_sum(float2 a, float2 b) {
  return float2{float_sum<mode>(a.x, b.x), float_sum<mode>(a.y, b.y)};
}
template <rounding mode> HEDDLE_INLINE float2 float2_product(float2 a, float2 b) {
  return float2{float_product<mode>(a.x, b.x), float_product<mode>(a.y, b.y)};
}
template <rounding mode> HEDDLE_INLINE float2 float2_fma(float2 a, float2 b, float2 c) {
  return float2{float_fma<mode>(a.x, b.x, c.x), float_fma<mode>(a.y, b.y, c.y)};
}
} // namespace heddle_impl

#define __fadd_rn heddle_impl::float_sum<heddle_impl::to_nearest>
#define __fadd_rz heddle_impl::float_sum<heddle_impl::toward_zero>
#define __fadd_ru heddle_impl::float_sum<heddle_impl::upward>
#define __fadd_rd heddle_impl::float_sum<heddle_impl::downward>
#define __fsub_rn heddle_impl::float_difference<heddle_impl::to_nearest>
#define __fsub_rz heddle_impl::float_difference<heddle_impl::toward_zero>
#define __fsub_ru heddle_impl::float_difference<heddle_impl::upward>
#define __fsub_rd heddle_impl::float_difference<heddle_impl::downward>
#define __fmul_rn heddle_impl::float_product<heddle_impl::to_nearest>
#define __fmul_rz heddle_impl::float_product<heddle_impl::toward_zero>
#define __fmul_ru heddle_impl::float_product<heddle_impl::upward>
#define __fmul_rd heddle_impl::float_product<heddle_impl::downward>
#define __fmaf_rn heddle_impl::float_fma<heddle_impl::to_nearest>
#define __fmaf_rz heddle_impl::float_fma<heddle_impl::toward_zero>
#define __fmaf_ru heddle_impl::float_fma<heddle_impl::upward>
#define __fmaf_rd heddle_impl::float_fma<heddle_impl::downward>
#define __fmaf_ieee_rn heddle_impl::float_fma<heddle_impl::to_nearest>
#define __fmaf_ieee_rz heddle_impl::float_fma<heddle_impl::toward_zero>
#define __fmaf_ieee_ru heddle_impl::float_fma<heddle_impl::upward>
#define __fmaf_ieee_rd heddle_impl::float_fma<heddle_impl::downward>
#define __fdiv_rn heddle_impl::float_quotient<heddle_impl::to_nearest>
#define __fdiv_rz heddle_impl::float_quotient<heddle_impl::toward_zero>
#define __fdiv_ru heddle_impl::float_quotient<heddle_impl::upward>
#define __fdiv_rd heddle_impl::float_quotient<heddle_impl::downward>
#define __frcp_rn heddle_impl::float_reciprocal<heddle_impl::to_nearest>
#define __frcp_rz heddle_impl::float_reciprocal<heddle_impl::toward_zero>
#define __frcp_ru heddle_impl::float_reciprocal<heddle_impl::upward>
#define __frcp_rd heddle_impl::float_reciprocal<heddle_impl::downward>
#define __fsqrt_rn heddle_impl::float_root<heddle_impl::to_nearest>
#define __fsqrt_rz heddle_impl::float_root<heddle_impl::toward_zero>
#define __fsqrt_ru heddle_impl::float_root<heddle_impl::upward>
#define __fsqrt_rd heddle_impl::float_root<heddle_impl::downward>
#define __dadd_rn heddle_impl::double_sum<heddle_impl::to_nearest>
#define __dadd_rz heddle_impl::double_sum<heddle_impl::toward_zero>
#define __dadd_ru heddle_impl::double_sum<heddle_impl::upward>
#define __dadd_rd heddle_impl::double_sum<heddle_impl::downward>
#define __dsub_rn heddle_impl::double_difference<heddle_impl::to_nearest>
#define __dsub_rz heddle_impl::double_difference<heddle_impl::toward_zero>
#define __dsub_ru heddle_impl::double_difference<heddle_impl::upward>
#define __dsub_rd heddle_impl::double_difference<heddle_impl::downward>
#define __dmul_rn heddle_impl::double_product<heddle_impl::to_nearest>
#define __dmul_rz heddle_impl::double_product<heddle_impl::toward_zero>
#define __dmul_ru heddle_impl::double_product<heddle_impl::upward>
#define __dmul_rd heddle_impl::double_product<heddle_impl::downward>
#define __fma_rn heddle_impl::double_fma<heddle_impl::to_nearest>
#define __fma_rz heddle_impl::double_fma<heddle_impl::toward_zero>
#define __fma_ru heddle_impl::double_fma<heddle_impl::upward>
#define __fma_rd heddle_impl::double_fma<heddle_impl::downward>
#define __ddiv_rn heddle_impl::double_quotient<heddle_impl::to_nearest>
#define __ddiv_rz heddle_impl::double_quotient<heddle_impl::toward_zero>
#define __ddiv_ru heddle_impl::double_quotient<heddle_impl::upward>
#define __ddiv_rd heddle_impl::double_quotient<heddle_impl::downward>
#define __drcp_rn heddle_impl::double_reciprocal<heddle_impl::to_nearest>
#define __drcp_rz heddle_impl::double_reciprocal<heddle_impl::toward_zero>
#define __drcp_ru heddle_impl::double_reciprocal<heddle_impl::upward>
#define __drcp_rd heddle_impl::double_reciprocal<heddle_impl::downward>
#define __dsqrt_rn heddle_impl::double_root<heddle_impl::to_nearest>
#define __dsqrt_rz heddle_impl::double_root<heddle_impl::toward_zero>
#define __dsqrt_ru heddle_impl::double_root<heddle_impl::upward>
#define __dsqrt_rd heddle_impl::double_root<heddle_impl::downward>
#define __fadd2_rn heddle_impl::float2_sum<heddle_impl::to_nearest>
#define __fadd2_rz heddle_impl::float2_sum<heddle_impl::toward_zero>
#define __fadd2_ru heddle_impl::float2_sum<heddle_impl::upward>
#define __fadd2_rd heddle_impl::float2_sum<heddle_impl::downward>
#define __fmul2_rn heddle_impl::float2_product<heddle_impl::to_nearest>
#define __fmul2_rz heddle_impl::float2_product<heddle_impl::toward_zero>
#define __fmul2_ru heddle_impl::float2_product<heddle_impl::upward>
#define __fmul2_rd heddle_impl::float2_product<heddle_impl::downward>
#define __ffma2_rn heddle_impl::float2_fma<heddle_impl::to_nearest>
#define __ffma2_rz heddle_impl::float2_fma<heddle_impl::toward_zero>
#define __ffma2_ru heddle_impl::float2_fma<heddle_impl::upward>
#define __ffma2_rd heddle_impl::float2_fma<heddle_impl::downward>

HEDDLE_INLINE float __frsqrt_rn(float x) { return heddle_impl::reciprocal_root(x); }

#endif
