// HIP's vector types are CUDA's with operators, element by element, also with a scalar on either side.
// Templates: an operator that a kernel defines for float4 itself, as CUDA's samples do, is preferred to these.
#ifndef HEDDLE_HIP_VECTOR_TYPES_H
#define HEDDLE_HIP_VECTOR_TYPES_H
#pragma GCC system_header
#include "../heddle/vector_types.h"

namespace heddle_impl {
template <class V> struct vector_info {};
#define HEDDLE_VECTOR_INFO(name, Element)                                                                              \
  template <> struct vector_info<name##1> { typedef name##1 type; typedef Element element; static constexpr int count = 1; }; \
  template <> struct vector_info<name##2> { typedef name##2 type; typedef Element element; static constexpr int count = 2; }; \
  template <> struct vector_info<name##3> { typedef name##3 type; typedef Element element; static constexpr int count = 3; }; \
  template <> struct vector_info<name##4> { typedef name##4 type; typedef Element element; static constexpr int count = 4; };
HEDDLE_VECTOR_INFO(char, signed char) HEDDLE_VECTOR_INFO(uchar, unsigned char)
HEDDLE_VECTOR_INFO(short, short) HEDDLE_VECTOR_INFO(ushort, unsigned short)
HEDDLE_VECTOR_INFO(int, int) HEDDLE_VECTOR_INFO(uint, unsigned int)
HEDDLE_VECTOR_INFO(long, long) HEDDLE_VECTOR_INFO(ulong, unsigned long)
HEDDLE_VECTOR_INFO(longlong, long long) HEDDLE_VECTOR_INFO(ulonglong, unsigned long long)
HEDDLE_VECTOR_INFO(float, float) HEDDLE_VECTOR_INFO(double, double)
#undef HEDDLE_VECTOR_INFO
} // namespace heddle_impl

#define HEDDLE_IF_VECTOR(V) typename heddle_impl::vector_info<V>::type
#define HEDDLE_ELEMENT(V) typename heddle_impl::vector_info<V>::element
#define HEDDLE_VECTOR_OPERATOR(op)                                                                                     \
  template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V) operator op(const V &a, const V &b) {                           \
    typedef HEDDLE_ELEMENT(V) E;                                                                                       \
    if constexpr (heddle_impl::vector_info<V>::count == 1) return V{(E)(a.x op b.x)};                                  \
    else if constexpr (heddle_impl::vector_info<V>::count == 2) return V{(E)(a.x op b.x), (E)(a.y op b.y)};            \
    else if constexpr (heddle_impl::vector_info<V>::count == 3)                                                        \
      return V{(E)(a.x op b.x), (E)(a.y op b.y), (E)(a.z op b.z)};                                                     \
    else return V{(E)(a.x op b.x), (E)(a.y op b.y), (E)(a.z op b.z), (E)(a.w op b.w)};                                 \
  }                                                                                                                    \
  template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V) operator op(const V &a, HEDDLE_ELEMENT(V) b) {                  \
    return a op heddle_impl::splat<V>(b);                                                                              \
  }                                                                                                                    \
  template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V) operator op(HEDDLE_ELEMENT(V) a, const V &b) {                  \
    return heddle_impl::splat<V>(a) op b;                                                                              \
  }                                                                                                                    \
  template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V)& operator op##=(V &a, const V &b) { return a = a op b; }        \
  template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V)& operator op##=(V &a, HEDDLE_ELEMENT(V) b) { return a = a op b; }

namespace heddle_impl {
template <class V, class E> HEDDLE_INLINE V splat(E value) {
  if constexpr (vector_info<V>::count == 1) return V{value};
  else if constexpr (vector_info<V>::count == 2) return V{value, value};
  else if constexpr (vector_info<V>::count == 3) return V{value, value, value};
  else return V{value, value, value, value};
}
} // namespace heddle_impl

HEDDLE_VECTOR_OPERATOR(+) HEDDLE_VECTOR_OPERATOR(-) HEDDLE_VECTOR_OPERATOR(*) HEDDLE_VECTOR_OPERATOR(/)
HEDDLE_VECTOR_OPERATOR(%) HEDDLE_VECTOR_OPERATOR(&) HEDDLE_VECTOR_OPERATOR(|) HEDDLE_VECTOR_OPERATOR(^)
HEDDLE_VECTOR_OPERATOR(<<) HEDDLE_VECTOR_OPERATOR(>>)
#undef HEDDLE_VECTOR_OPERATOR

template <class V> HEDDLE_INLINE HEDDLE_IF_VECTOR(V) operator-(const V &a) {
  return a * (HEDDLE_ELEMENT(V))-1; // not 0 - a, which loses the sign of zero
}
template <class V, class = HEDDLE_IF_VECTOR(V)> HEDDLE_INLINE bool operator==(const V &a, const V &b) {
  bool equal = a.x == b.x;
  if constexpr (heddle_impl::vector_info<V>::count > 1) equal &= a.y == b.y;
  if constexpr (heddle_impl::vector_info<V>::count > 2) equal &= a.z == b.z;
  if constexpr (heddle_impl::vector_info<V>::count > 3) equal &= a.w == b.w;
  return equal;
}
template <class V, class = HEDDLE_IF_VECTOR(V)> HEDDLE_INLINE bool operator!=(const V &a, const V &b) { return !(a == b); }
#undef HEDDLE_IF_VECTOR
#undef HEDDLE_ELEMENT

#endif
