// CUDA's SIMD intrinsics within a word ("video" instructions): four bytes or two 16-bit halves in one 32-bit integer;
// and the three-operand minima and maxima that CUDA calls DPX.
// One template holds every operation as a case of a switch over a constant, and the names are macros for it: a hundred
// functions would cost each kernel's compilation 2 ms, used or not.
#ifndef HEDDLE_LANE_INTRINSICS_H
#define HEDDLE_LANE_INTRINSICS_H
#pragma GCC system_header
#include "inline_function.h"

namespace heddle_impl {

// Those from `signed_lanes` on read their lanes as signed integers.
enum lane_operation {
  lane_add,
  lane_sub,
  lane_addus,
  lane_subus,
  lane_avgu,
  lane_haddu,
  lane_absdiffu,
  lane_maxu,
  lane_minu,
  lane_cmpeq,
  lane_cmpne,
  lane_cmpgeu,
  lane_cmpgtu,
  lane_cmpleu,
  lane_cmpltu,
  lane_seteq,
  lane_setne,
  lane_setgeu,
  lane_setgtu,
  lane_setleu,
  lane_setltu,
  lane_sadu,
  signed_lanes,
  lane_abs,
  lane_absss,
  lane_neg,
  lane_negss,
  lane_addss,
  lane_subss,
  lane_avgs,
  lane_absdiffs,
  lane_maxs,
  lane_mins,
  lane_cmpges,
  lane_cmpgts,
  lane_cmples,
  lane_cmplts,
  lane_setges,
  lane_setgts,
  lane_setles,
  lane_setlts,
  lane_sads
};

HEDDLE_INLINE int clamp_to(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
HEDDLE_INLINE int magnitude(int x) { return x < 0 ? -x : x; }

// One lane; `all` is the lane's mask. The caller cuts the result to the lane.
template <lane_operation operation> HEDDLE_INLINE int in_lane(int x, int y, int all) {
  const int highest = all >> 1, lowest = -highest - 1;
  switch (operation) {
  case lane_add: return x + y;
  case lane_sub: return x - y;
  case lane_addus: return clamp_to(x + y, 0, all);
  case lane_subus: return clamp_to(x - y, 0, all);
  case lane_addss: return clamp_to(x + y, lowest, highest);
  case lane_subss: return clamp_to(x - y, lowest, highest);
  case lane_avgu: return (x + y + 1) >> 1;
  case lane_avgs: return (x + y + (x + y >= 0)) >> 1; // halves away from zero
  case lane_haddu: return (x + y) >> 1;
  case lane_abs: return magnitude(x);
  case lane_absss: return clamp_to(magnitude(x), 0, highest);
  case lane_neg: return -x;
  case lane_negss: return clamp_to(-x, lowest, highest);
  case lane_absdiffu:
  case lane_absdiffs:
  case lane_sadu:
  case lane_sads: return magnitude(x - y);
  case lane_maxu:
  case lane_maxs: return x > y ? x : y;
  case lane_minu:
  case lane_mins: return x < y ? x : y;
  case lane_cmpeq: return -(x == y);
  case lane_cmpne: return -(x != y);
  case lane_cmpgeu:
  case lane_cmpges: return -(x >= y);
  case lane_cmpgtu:
  case lane_cmpgts: return -(x > y);
  case lane_cmpleu:
  case lane_cmples: return -(x <= y);
  case lane_cmpltu:
  case lane_cmplts: return -(x < y);
  case lane_seteq: return x == y;
  case lane_setne: return x != y;
  case lane_setgeu:
  case lane_setges: return x >= y;
  case lane_setgtu:
  case lane_setgts: return x > y;
  case lane_setleu:
  case lane_setles: return x <= y;
  case lane_setltu:
  case lane_setlts: return x < y;
  default: return 0;
  }
}

template <lane_operation operation> HEDDLE_INLINE unsigned int in_bytes(unsigned int a, unsigned int b = 0) {
  unsigned int result = 0;
  for (int i = 0; i < 32; i += 8) {
    int value = operation > signed_lanes ? in_lane<operation>((signed char)(a >> i), (signed char)(b >> i), 0xff)
                                         : in_lane<operation>((unsigned char)(a >> i), (unsigned char)(b >> i), 0xff);
    result = operation == lane_sadu || operation == lane_sads ? result + (unsigned int)value
                                                              : result | ((unsigned int)value & 0xff) << i;
  }
  return result;
}
template <lane_operation operation> HEDDLE_INLINE unsigned int in_halves(unsigned int a, unsigned int b = 0) {
  unsigned int result = 0;
  for (int i = 0; i < 32; i += 16) {
    int value = operation > signed_lanes
                    ? in_lane<operation>((short)(a >> i), (short)(b >> i), 0xffff)
                    : in_lane<operation>((unsigned short)(a >> i), (unsigned short)(b >> i), 0xffff);
    result = operation == lane_sadu || operation == lane_sads ? result + (unsigned int)value
                                                              : result | ((unsigned int)value & 0xffff) << i;
  }
  return result;
}

// DPX: the greatest or least of two or three, or of a sum and a third; the relu forms are 0 at least.
enum dpx_operation {
  dpx_max3,
  dpx_min3,
  dpx_addmax,
  dpx_addmin,
  dpx_max_relu,
  dpx_min_relu,
  dpx_max3_relu,
  dpx_min3_relu,
  dpx_addmax_relu,
  dpx_addmin_relu
};
template <dpx_operation operation, class Element> HEDDLE_INLINE Element dpx_element(Element a, Element b, Element c) {
  constexpr bool sum = operation == dpx_addmax || operation == dpx_addmin || operation == dpx_addmax_relu ||
                       operation == dpx_addmin_relu;
  constexpr bool two = operation == dpx_max_relu || operation == dpx_min_relu, relu = operation >= dpx_max_relu;
  constexpr bool greatest = operation == dpx_max3 || operation == dpx_addmax || operation == dpx_max_relu ||
                            operation == dpx_max3_relu || operation == dpx_addmax_relu;
  Element value = sum ? (Element)((unsigned int)a + (unsigned int)b) : greatest == (a > b) ? a : b;
  value = two || greatest == (value > c) ? value : c;
  return relu && value < 0 ? (Element)0 : value;
}
template <dpx_operation operation, class Element>
HEDDLE_INLINE unsigned int dpx_halves(unsigned a, unsigned b, unsigned c) {
  unsigned int high =
      (unsigned short)dpx_element<operation, Element>((Element)(a >> 16), (Element)(b >> 16), (Element)(c >> 16));
  return high << 16 | (unsigned short)dpx_element<operation, Element>((Element)a, (Element)b, (Element)c);
}
template <dpx_operation operation> HEDDLE_INLINE int dpx_s32(int a, int b, int c = 0) {
  return dpx_element<operation, int>(a, b, c);
}
template <dpx_operation operation>
HEDDLE_INLINE unsigned int dpx_u32(unsigned int a, unsigned int b, unsigned int c = 0) {
  return dpx_element<operation, unsigned int>(a, b, c);
}
template <dpx_operation operation>
HEDDLE_INLINE unsigned int dpx_s16x2(unsigned int a, unsigned int b, unsigned int c = 0) {
  return dpx_halves<operation, short>(a, b, c);
}
template <dpx_operation operation>
HEDDLE_INLINE unsigned int dpx_u16x2(unsigned int a, unsigned int b, unsigned int c = 0) {
  return dpx_halves<operation, unsigned short>(a, b, c);
}

// The greater or lesser of two with a predicate: whether it was a, equal values included.
template <bool greatest, class T> HEDDLE_INLINE T extreme_with_predicate(T a, T b, bool *took_a) {
  *took_a = greatest ? a >= b : a <= b;
  return *took_a ? a : b;
}
template <bool greatest> HEDDLE_INLINE int predicate_s32(int a, int b, bool *took_a) {
  return extreme_with_predicate<greatest>(a, b, took_a);
}
template <bool greatest> HEDDLE_INLINE unsigned int predicate_u32(unsigned int a, unsigned int b, bool *took_a) {
  return extreme_with_predicate<greatest>(a, b, took_a);
}
template <bool greatest> HEDDLE_INLINE unsigned int predicate_s16x2(unsigned a, unsigned b, bool *high, bool *low) {
  unsigned int upper = (unsigned short)extreme_with_predicate<greatest>((short)(a >> 16), (short)(b >> 16), high);
  return upper << 16 | (unsigned short)extreme_with_predicate<greatest>((short)a, (short)b, low);
}
template <bool greatest> HEDDLE_INLINE unsigned int predicate_u16x2(unsigned a, unsigned b, bool *high, bool *low) {
  unsigned int upper = extreme_with_predicate<greatest>(a >> 16, b >> 16, high);
  return upper << 16 | extreme_with_predicate<greatest>(a & 0xffff, b & 0xffff, low);
}

} // namespace heddle_impl

#define __vadd4 heddle_impl::in_bytes<heddle_impl::lane_add>
#define __vadd2 heddle_impl::in_halves<heddle_impl::lane_add>
#define __vsub4 heddle_impl::in_bytes<heddle_impl::lane_sub>
#define __vsub2 heddle_impl::in_halves<heddle_impl::lane_sub>
#define __vaddus4 heddle_impl::in_bytes<heddle_impl::lane_addus>
#define __vaddus2 heddle_impl::in_halves<heddle_impl::lane_addus>
#define __vsubus4 heddle_impl::in_bytes<heddle_impl::lane_subus>
#define __vsubus2 heddle_impl::in_halves<heddle_impl::lane_subus>
#define __vavgu4 heddle_impl::in_bytes<heddle_impl::lane_avgu>
#define __vavgu2 heddle_impl::in_halves<heddle_impl::lane_avgu>
#define __vhaddu4 heddle_impl::in_bytes<heddle_impl::lane_haddu>
#define __vhaddu2 heddle_impl::in_halves<heddle_impl::lane_haddu>
#define __vabsdiffu4 heddle_impl::in_bytes<heddle_impl::lane_absdiffu>
#define __vabsdiffu2 heddle_impl::in_halves<heddle_impl::lane_absdiffu>
#define __vmaxu4 heddle_impl::in_bytes<heddle_impl::lane_maxu>
#define __vmaxu2 heddle_impl::in_halves<heddle_impl::lane_maxu>
#define __vminu4 heddle_impl::in_bytes<heddle_impl::lane_minu>
#define __vminu2 heddle_impl::in_halves<heddle_impl::lane_minu>
#define __vcmpeq4 heddle_impl::in_bytes<heddle_impl::lane_cmpeq>
#define __vcmpeq2 heddle_impl::in_halves<heddle_impl::lane_cmpeq>
#define __vcmpne4 heddle_impl::in_bytes<heddle_impl::lane_cmpne>
#define __vcmpne2 heddle_impl::in_halves<heddle_impl::lane_cmpne>
#define __vcmpgeu4 heddle_impl::in_bytes<heddle_impl::lane_cmpgeu>
#define __vcmpgeu2 heddle_impl::in_halves<heddle_impl::lane_cmpgeu>
#define __vcmpgtu4 heddle_impl::in_bytes<heddle_impl::lane_cmpgtu>
#define __vcmpgtu2 heddle_impl::in_halves<heddle_impl::lane_cmpgtu>
#define __vcmpleu4 heddle_impl::in_bytes<heddle_impl::lane_cmpleu>
#define __vcmpleu2 heddle_impl::in_halves<heddle_impl::lane_cmpleu>
#define __vcmpltu4 heddle_impl::in_bytes<heddle_impl::lane_cmpltu>
#define __vcmpltu2 heddle_impl::in_halves<heddle_impl::lane_cmpltu>
#define __vseteq4 heddle_impl::in_bytes<heddle_impl::lane_seteq>
#define __vseteq2 heddle_impl::in_halves<heddle_impl::lane_seteq>
#define __vsetne4 heddle_impl::in_bytes<heddle_impl::lane_setne>
#define __vsetne2 heddle_impl::in_halves<heddle_impl::lane_setne>
#define __vsetgeu4 heddle_impl::in_bytes<heddle_impl::lane_setgeu>
#define __vsetgeu2 heddle_impl::in_halves<heddle_impl::lane_setgeu>
#define __vsetgtu4 heddle_impl::in_bytes<heddle_impl::lane_setgtu>
#define __vsetgtu2 heddle_impl::in_halves<heddle_impl::lane_setgtu>
#define __vsetleu4 heddle_impl::in_bytes<heddle_impl::lane_setleu>
#define __vsetleu2 heddle_impl::in_halves<heddle_impl::lane_setleu>
#define __vsetltu4 heddle_impl::in_bytes<heddle_impl::lane_setltu>
#define __vsetltu2 heddle_impl::in_halves<heddle_impl::lane_setltu>
#define __vsadu4 heddle_impl::in_bytes<heddle_impl::lane_sadu>
#define __vsadu2 heddle_impl::in_halves<heddle_impl::lane_sadu>
#define __vabs4 heddle_impl::in_bytes<heddle_impl::lane_abs>
#define __vabs2 heddle_impl::in_halves<heddle_impl::lane_abs>
#define __vabsss4 heddle_impl::in_bytes<heddle_impl::lane_absss>
#define __vabsss2 heddle_impl::in_halves<heddle_impl::lane_absss>
#define __vneg4 heddle_impl::in_bytes<heddle_impl::lane_neg>
#define __vneg2 heddle_impl::in_halves<heddle_impl::lane_neg>
#define __vnegss4 heddle_impl::in_bytes<heddle_impl::lane_negss>
#define __vnegss2 heddle_impl::in_halves<heddle_impl::lane_negss>
#define __vaddss4 heddle_impl::in_bytes<heddle_impl::lane_addss>
#define __vaddss2 heddle_impl::in_halves<heddle_impl::lane_addss>
#define __vsubss4 heddle_impl::in_bytes<heddle_impl::lane_subss>
#define __vsubss2 heddle_impl::in_halves<heddle_impl::lane_subss>
#define __vavgs4 heddle_impl::in_bytes<heddle_impl::lane_avgs>
#define __vavgs2 heddle_impl::in_halves<heddle_impl::lane_avgs>
#define __vabsdiffs4 heddle_impl::in_bytes<heddle_impl::lane_absdiffs>
#define __vabsdiffs2 heddle_impl::in_halves<heddle_impl::lane_absdiffs>
#define __vmaxs4 heddle_impl::in_bytes<heddle_impl::lane_maxs>
#define __vmaxs2 heddle_impl::in_halves<heddle_impl::lane_maxs>
#define __vmins4 heddle_impl::in_bytes<heddle_impl::lane_mins>
#define __vmins2 heddle_impl::in_halves<heddle_impl::lane_mins>
#define __vcmpges4 heddle_impl::in_bytes<heddle_impl::lane_cmpges>
#define __vcmpges2 heddle_impl::in_halves<heddle_impl::lane_cmpges>
#define __vcmpgts4 heddle_impl::in_bytes<heddle_impl::lane_cmpgts>
#define __vcmpgts2 heddle_impl::in_halves<heddle_impl::lane_cmpgts>
#define __vcmples4 heddle_impl::in_bytes<heddle_impl::lane_cmples>
#define __vcmples2 heddle_impl::in_halves<heddle_impl::lane_cmples>
#define __vcmplts4 heddle_impl::in_bytes<heddle_impl::lane_cmplts>
#define __vcmplts2 heddle_impl::in_halves<heddle_impl::lane_cmplts>
#define __vsetges4 heddle_impl::in_bytes<heddle_impl::lane_setges>
#define __vsetges2 heddle_impl::in_halves<heddle_impl::lane_setges>
#define __vsetgts4 heddle_impl::in_bytes<heddle_impl::lane_setgts>
#define __vsetgts2 heddle_impl::in_halves<heddle_impl::lane_setgts>
#define __vsetles4 heddle_impl::in_bytes<heddle_impl::lane_setles>
#define __vsetles2 heddle_impl::in_halves<heddle_impl::lane_setles>
#define __vsetlts4 heddle_impl::in_bytes<heddle_impl::lane_setlts>
#define __vsetlts2 heddle_impl::in_halves<heddle_impl::lane_setlts>
#define __vsads4 heddle_impl::in_bytes<heddle_impl::lane_sads>
#define __vsads2 heddle_impl::in_halves<heddle_impl::lane_sads>
#define __vimax3_s32 heddle_impl::dpx_s32<heddle_impl::dpx_max3>
#define __viaddmax_s32 heddle_impl::dpx_s32<heddle_impl::dpx_addmax>
#define __vimax_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_max_relu>
#define __vimax3_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_max3_relu>
#define __viaddmax_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_addmax_relu>
#define __vibmax_s32 heddle_impl::predicate_s32<true>
#define __vimin3_s32 heddle_impl::dpx_s32<heddle_impl::dpx_min3>
#define __viaddmin_s32 heddle_impl::dpx_s32<heddle_impl::dpx_addmin>
#define __vimin_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_min_relu>
#define __vimin3_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_min3_relu>
#define __viaddmin_s32_relu heddle_impl::dpx_s32<heddle_impl::dpx_addmin_relu>
#define __vibmin_s32 heddle_impl::predicate_s32<false>
#define __vimax3_u32 heddle_impl::dpx_u32<heddle_impl::dpx_max3>
#define __viaddmax_u32 heddle_impl::dpx_u32<heddle_impl::dpx_addmax>
#define __vibmax_u32 heddle_impl::predicate_u32<true>
#define __vimin3_u32 heddle_impl::dpx_u32<heddle_impl::dpx_min3>
#define __viaddmin_u32 heddle_impl::dpx_u32<heddle_impl::dpx_addmin>
#define __vibmin_u32 heddle_impl::predicate_u32<false>
#define __vimax3_s16x2 heddle_impl::dpx_s16x2<heddle_impl::dpx_max3>
#define __viaddmax_s16x2 heddle_impl::dpx_s16x2<heddle_impl::dpx_addmax>
#define __vimax_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_max_relu>
#define __vimax3_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_max3_relu>
#define __viaddmax_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_addmax_relu>
#define __vibmax_s16x2 heddle_impl::predicate_s16x2<true>
#define __vimin3_s16x2 heddle_impl::dpx_s16x2<heddle_impl::dpx_min3>
#define __viaddmin_s16x2 heddle_impl::dpx_s16x2<heddle_impl::dpx_addmin>
#define __vimin_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_min_relu>
#define __vimin3_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_min3_relu>
#define __viaddmin_s16x2_relu heddle_impl::dpx_s16x2<heddle_impl::dpx_addmin_relu>
#define __vibmin_s16x2 heddle_impl::predicate_s16x2<false>
#define __vimax3_u16x2 heddle_impl::dpx_u16x2<heddle_impl::dpx_max3>
#define __viaddmax_u16x2 heddle_impl::dpx_u16x2<heddle_impl::dpx_addmax>
#define __vibmax_u16x2 heddle_impl::predicate_u16x2<true>
#define __vimin3_u16x2 heddle_impl::dpx_u16x2<heddle_impl::dpx_min3>
#define __viaddmin_u16x2 heddle_impl::dpx_u16x2<heddle_impl::dpx_addmin>
#define __vibmin_u16x2 heddle_impl::predicate_u16x2<false>

#endif
