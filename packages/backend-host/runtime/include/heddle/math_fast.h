// CUDA's fast intrinsics. They are approximations there; here they are the accurate functions, which are never worse.
// glibc declares __sinf and similar names as functions of its own, with C linkage; so must these be.
#ifndef HEDDLE_MATH_FAST_H
#define HEDDLE_MATH_FAST_H
#pragma GCC system_header
#include "math_exponentials.h"

HEDDLE_C_INLINE float __sinf(float x) HEDDLE_LIBC_NOEXCEPT { return __builtin_sinf(x); }
HEDDLE_C_INLINE float __cosf(float x) HEDDLE_LIBC_NOEXCEPT { return __builtin_cosf(x); }
HEDDLE_C_INLINE float __tanf(float x) HEDDLE_LIBC_NOEXCEPT { return __builtin_tanf(x); }
HEDDLE_C_INLINE float __tanhf(float x) HEDDLE_LIBC_NOEXCEPT { return __builtin_tanhf(x); }
HEDDLE_C_INLINE float __expf(float x) HEDDLE_LIBC_NOEXCEPT { return expf(x); }
HEDDLE_C_INLINE float __exp10f(float x) HEDDLE_LIBC_NOEXCEPT {
  return (float)heddle_impl::power_of_two(x * 3.321928094887362347870319429489390175865);
}
HEDDLE_C_INLINE float __logf(float x) HEDDLE_LIBC_NOEXCEPT { return logf(x); }
HEDDLE_C_INLINE float __log2f(float x) HEDDLE_LIBC_NOEXCEPT { return log2f(x); }
HEDDLE_C_INLINE float __log10f(float x) HEDDLE_LIBC_NOEXCEPT { return log10f(x); }
HEDDLE_C_INLINE float __powf(float x, float y) HEDDLE_LIBC_NOEXCEPT { return powf(x, y); }
HEDDLE_C_INLINE float __fdividef(float x, float y) HEDDLE_LIBC_NOEXCEPT { return x / y; }
HEDDLE_C_INLINE float fdividef(float x, float y) HEDDLE_LIBC_NOEXCEPT { return x / y; }
HEDDLE_C_INLINE double fdivide(double x, double y) HEDDLE_LIBC_NOEXCEPT { return x / y; }
HEDDLE_C_INLINE float __saturatef(float x) HEDDLE_LIBC_NOEXCEPT {
  return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
} // NaN becomes 0
HEDDLE_C_INLINE void __sincosf(float x, float *sine, float *cosine) HEDDLE_LIBC_NOEXCEPT {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

#endif
