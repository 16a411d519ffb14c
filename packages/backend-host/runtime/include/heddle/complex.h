// cuComplex.h and hip/hip_complex.h: complex numbers as float2 and double2, with plain functions. Quotients and absolute
// values neither overflow nor underflow on the way, as CUDA's.
#ifndef HEDDLE_COMPLEX_H
#define HEDDLE_COMPLEX_H
#pragma GCC system_header
#include "math_library.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

namespace heddle_impl {
// Both parts scaled by the larger part of the divisor, so that its square stays in range.
template <class C> HEDDLE_INLINE C complex_quotient(C a, C b) {
  auto size = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y), one = size - size + 1, scale = one / size;
  auto ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale;
  auto inverse = one / (br * br + bi * bi);
  return C{(ar * br + ai * bi) * inverse, (ai * br - ar * bi) * inverse};
}
} // namespace heddle_impl

// `suffix` is empty for double and f for float, as in C.
#define HEDDLE_COMPLEX(C, T, prefix, suffix)                                                                           \
  HEDDLE_INLINE T prefix##Creal##suffix(C x) { return x.x; }                                                           \
  HEDDLE_INLINE T prefix##Cimag##suffix(C x) { return x.y; }                                                           \
  HEDDLE_INLINE C prefix##Conj##suffix(C x) { return C{x.x, -x.y}; }                                                   \
  HEDDLE_INLINE C prefix##Cadd##suffix(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                                   \
  HEDDLE_INLINE C prefix##Csub##suffix(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                                   \
  HEDDLE_INLINE C prefix##Cmul##suffix(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }           \
  HEDDLE_INLINE C prefix##Cdiv##suffix(C a, C b) { return heddle_impl::complex_quotient(a, b); }                       \
  HEDDLE_INLINE T prefix##Cabs##suffix(C x) { return hypot##suffix(x.x, x.y); }                                        \
  HEDDLE_INLINE C prefix##Cfma##suffix(C a, C b, C c) {                                                                \
    return C{a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x};                                                \
  }
HEDDLE_COMPLEX(cuFloatComplex, float, cu, f)
HEDDLE_COMPLEX(cuDoubleComplex, double, cu, )
HEDDLE_COMPLEX(hipFloatComplex, float, hip, f)
HEDDLE_COMPLEX(hipDoubleComplex, double, hip, )
#undef HEDDLE_COMPLEX

HEDDLE_INLINE cuFloatComplex make_cuFloatComplex(float real, float imaginary) { return cuFloatComplex{real, imaginary}; }
HEDDLE_INLINE cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) { return cuDoubleComplex{real, imaginary}; }
HEDDLE_INLINE cuComplex make_cuComplex(float real, float imaginary) { return cuComplex{real, imaginary}; }
HEDDLE_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return cuDoubleComplex{c.x, c.y}; }
HEDDLE_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return cuFloatComplex{(float)c.x, (float)c.y}; }
HEDDLE_INLINE hipFloatComplex make_hipFloatComplex(float real, float imaginary) { return hipFloatComplex{real, imaginary}; }
HEDDLE_INLINE hipDoubleComplex make_hipDoubleComplex(double real, double imaginary) { return hipDoubleComplex{real, imaginary}; }
HEDDLE_INLINE hipComplex make_hipComplex(float real, float imaginary) { return hipComplex{real, imaginary}; }
HEDDLE_INLINE float hipCsqabsf(hipFloatComplex c) { return c.x * c.x + c.y * c.y; }
HEDDLE_INLINE double hipCsqabs(hipDoubleComplex c) { return c.x * c.x + c.y * c.y; }
HEDDLE_INLINE hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex c) { return hipDoubleComplex{c.x, c.y}; }
HEDDLE_INLINE hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex c) { return hipFloatComplex{(float)c.x, (float)c.y}; }

#endif
