// Half precision and bfloat16 as bits: exact conversion to float, and from float to nearest.
// Written in integer arithmetic without branches, which vectorises; the F16C instructions, which GCC uses one number at a
// time only, are slower in a loop.
#ifndef HEDDLE_HALF_BITS_H
#define HEDDLE_HALF_BITS_H
#pragma GCC system_header
#include "inline_function.h"

// If the machine converts and the compiler vectorises it.
#if defined(__AVX512FP16__) || (defined(__aarch64__) && defined(__ARM_FP16_FORMAT_IEEE))
#define HEDDLE_NATIVE_HALF 1
#endif

namespace heddle_impl {

HEDDLE_INLINE float half_to_float(unsigned short half) {
#if defined(HEDDLE_NATIVE_HALF)
  return (float)bits<_Float16>(half);
#else
  unsigned int sign = (half & 0x8000u) << 16, magnitude = half & 0x7fffu;
  unsigned int normal = (magnitude << 13) + (magnitude >= 0x7c00 ? 0x70000000u : 0x38000000u); // infinity, NaN : number
  // A subnormal is a multiple of 2^-24: put after the leading one of 2^-14, and that one taken off again.
  float subnormal = bits<float>((magnitude << 13) + 0x38800000u) - 0x1p-14f;
  return bits<float>((magnitude < 0x400 ? bits<unsigned int>(subnormal) : normal) | sign);
#endif
}

// To nearest, ties to even. Every NaN becomes 0x7fff, as on the GPU.
HEDDLE_INLINE unsigned short float_to_half(float x) {
  unsigned int word = bits<unsigned int>(x), sign = word >> 16 & 0x8000u, magnitude = word & 0x7fffffffu;
#if defined(HEDDLE_NATIVE_HALF)
  unsigned short rounded = bits<unsigned short>((_Float16)x);
  return magnitude > 0x7f800000u ? 0x7fff : rounded;
#else
  unsigned int normal = (magnitude - 0x38000000u + 0xfff + (magnitude >> 13 & 1)) >> 13;
  // In [1/2, 1) a float's last place is worth 2^-24, a half's smallest step: the addition rounds.
  unsigned int subnormal = bits<unsigned int>(HEDDLE_KEEP(bits<float>(magnitude) + 0.5f)) - 0x3f000000u;
  unsigned int rounded = magnitude < 0x38800000u ? subnormal : magnitude < 0x47800000u ? normal : 0x7c00u;
  return (unsigned short)(magnitude > 0x7f800000u ? 0x7fffu : rounded | sign);
#endif
}

HEDDLE_INLINE float bfloat16_to_float(unsigned short x) { return bits<float>((unsigned int)x << 16); }

HEDDLE_INLINE unsigned short float_to_bfloat16(float x) {
  unsigned int word = bits<unsigned int>(x);
  unsigned int rounded = (word + 0x7fff + (word >> 16 & 1)) >> 16;
  return (unsigned short)((word & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded);
}

} // namespace heddle_impl

#endif
