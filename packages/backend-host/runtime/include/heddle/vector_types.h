// CUDA's built-in vector types, with its sizes and alignments, and the make_ functions.
#ifndef HEDDLE_VECTOR_TYPES_H
#define HEDDLE_VECTOR_TYPES_H
#pragma GCC system_header
#include "inline_function.h"

// nvcc takes uint and similar types from glibc, HIP defines them all; the same typedef twice is legal.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

// Two- and four-element types are aligned as one machine access, up to 16 bytes; three-element types as their element.
#define HEDDLE_VECTOR_TYPE(Element, name, align2, align4)                                                              \
  struct name##1 {                                                                                                     \
    Element x;                                                                                                         \
  };                                                                                                                   \
  struct __attribute__((aligned(align2))) name##2 {                                                                    \
    Element x, y;                                                                                                      \
  };                                                                                                                   \
  struct name##3 {                                                                                                     \
    Element x, y, z;                                                                                                   \
  };                                                                                                                   \
  struct __attribute__((aligned(align4))) name##4 {                                                                    \
    Element x, y, z, w;                                                                                                \
  };                                                                                                                   \
  HEDDLE_INLINE name##1 make_##name##1(Element x) { return name##1 {x}; }                                              \
  HEDDLE_INLINE name##2 make_##name##2(Element x, Element y) { return name##2 {x, y}; }                                \
  HEDDLE_INLINE name##3 make_##name##3(Element x, Element y, Element z) { return name##3 {x, y, z}; }                  \
  HEDDLE_INLINE name##4 make_##name##4(Element x, Element y, Element z, Element w) { return name##4 {x, y, z, w}; }

HEDDLE_VECTOR_TYPE(signed char, char, 2, 4)
HEDDLE_VECTOR_TYPE(unsigned char, uchar, 2, 4)
HEDDLE_VECTOR_TYPE(short, short, 4, 8)
HEDDLE_VECTOR_TYPE(unsigned short, ushort, 4, 8)
HEDDLE_VECTOR_TYPE(int, int, 8, 16)
HEDDLE_VECTOR_TYPE(unsigned int, uint, 8, 16)
HEDDLE_VECTOR_TYPE(long, long, 2 * sizeof(long), 16)
HEDDLE_VECTOR_TYPE(unsigned long, ulong, 2 * sizeof(long), 16)
HEDDLE_VECTOR_TYPE(long long, longlong, 16, 16)
HEDDLE_VECTOR_TYPE(unsigned long long, ulonglong, 16, 16)
HEDDLE_VECTOR_TYPE(float, float, 8, 16)
HEDDLE_VECTOR_TYPE(double, double, 16, 16)
#undef HEDDLE_VECTOR_TYPE

// CUDA 13 names the alignment of the 32-byte types: the ones above are its _16a types under the old name.
#define HEDDLE_ALIGNED_VECTOR_TYPE(Element, name, align)                                                               \
  struct __attribute__((aligned(align))) name {                                                                        \
    Element x, y, z, w;                                                                                                \
  };                                                                                                                   \
  HEDDLE_INLINE name make_##name(Element x, Element y, Element z, Element w) { return name{x, y, z, w}; }
HEDDLE_ALIGNED_VECTOR_TYPE(long, long4_16a, 16)
HEDDLE_ALIGNED_VECTOR_TYPE(long, long4_32a, 32)
HEDDLE_ALIGNED_VECTOR_TYPE(unsigned long, ulong4_16a, 16)
HEDDLE_ALIGNED_VECTOR_TYPE(unsigned long, ulong4_32a, 32)
HEDDLE_ALIGNED_VECTOR_TYPE(long long, longlong4_16a, 16)
HEDDLE_ALIGNED_VECTOR_TYPE(long long, longlong4_32a, 32)
HEDDLE_ALIGNED_VECTOR_TYPE(unsigned long long, ulonglong4_16a, 16)
HEDDLE_ALIGNED_VECTOR_TYPE(unsigned long long, ulonglong4_32a, 32)
HEDDLE_ALIGNED_VECTOR_TYPE(double, double4_16a, 16)
HEDDLE_ALIGNED_VECTOR_TYPE(double, double4_32a, 32)
#undef HEDDLE_ALIGNED_VECTOR_TYPE

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
