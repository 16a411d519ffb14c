// CUDA's integer intrinsics: counting, reversing and picking bits, wide products, averages, dot products.
#ifndef HEDDLE_INTEGER_INTRINSICS_H
#define HEDDLE_INTEGER_INTRINSICS_H
#pragma GCC system_header
#include "vector_types.h"
#include "lane_intrinsics.h"

HEDDLE_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
HEDDLE_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
HEDDLE_INLINE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
HEDDLE_INLINE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
HEDDLE_INLINE int __ffs(int x) { return __builtin_ffs(x); }
HEDDLE_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }

HEDDLE_INLINE unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
HEDDLE_INLINE unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}

// Position of the offset-th set bit, counted upward from `base` (downward for a negative offset); 2^32 - 1 if none.
HEDDLE_OUT_OF_LINE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1, missing = offset > 0 ? offset : -offset;
  for (int i = (int)base; i >= 0 && i < 32; i += step)
    if ((mask >> i & 1) && --missing == 0) return (unsigned int)i;
  return 0xffffffffu;
}

// Four bytes picked from eight: each nibble of the selector names one by its low three bits. The fourth bit, by which
// PTX's prmt copies the sign, is ignored, as an H200 shows it is.
HEDDLE_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; i++) result |= ((unsigned int)(bytes >> 8 * (selector >> 4 * i & 7)) & 0xff) << 8 * i;
  return result;
}

// Two words shifted as one of 64 bits: the high word of a left shift, the low one of a right shift. The plain forms
// take the shift modulo 32, the _lc and _rc forms clamp it at 32.
HEDDLE_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
HEDDLE_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
HEDDLE_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
HEDDLE_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift < 32 ? shift : 32));
}

HEDDLE_INLINE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
HEDDLE_INLINE unsigned int __umulhi(unsigned int a, unsigned int b) {
  return (unsigned int)((unsigned long long)a * b >> 32);
}
HEDDLE_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
#if defined(__SIZEOF_INT128__)
  return (unsigned long long)((unsigned __int128)a * b >> 64);
#else
  unsigned long long a0 = (unsigned int)a, a1 = a >> 32, b0 = (unsigned int)b, b1 = b >> 32;
  unsigned long long middle = a1 * b0 + (a0 * b0 >> 32), cross = a0 * b1 + (unsigned int)middle;
  return a1 * b1 + (middle >> 32) + (cross >> 32);
#endif
}
HEDDLE_INLINE long long __mul64hi(long long a, long long b) {
  unsigned long long high = __umul64hi((unsigned long long)a, (unsigned long long)b);
  return (long long)(high - (a < 0 ? (unsigned long long)b : 0) - (b < 0 ? (unsigned long long)a : 0));
}
// Low 32 bits of the product of the low 24 bits.
HEDDLE_INLINE int __mul24(int a, int b) {
  return (int)((unsigned int)((int)((unsigned int)a << 8) >> 8) * (unsigned int)((int)((unsigned int)b << 8) >> 8));
}
HEDDLE_INLINE unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }

HEDDLE_INLINE unsigned int __sad(int a, int b, unsigned int sum) {
  return sum + (a > b ? (unsigned int)a - (unsigned int)b : (unsigned int)b - (unsigned int)a);
}
HEDDLE_INLINE unsigned int __usad(unsigned int a, unsigned int b, unsigned int sum) {
  return sum + (a > b ? a - b : b - a);
}
// Averages without overflow, rounded down and (r) up.
HEDDLE_INLINE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
HEDDLE_INLINE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
HEDDLE_INLINE unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
HEDDLE_INLINE unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

// Products of bytes with bytes (dp4a), of 16-bit halves with the low or high two bytes (dp2a), added to c.
HEDDLE_INLINE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xff) * (b & 0xff) + (a >> 8 & 0xff) * (b >> 8 & 0xff) + (a >> 16 & 0xff) * (b >> 16 & 0xff) +
         (a >> 24) * (b >> 24);
}
HEDDLE_INLINE int __dp4a(int a, int b, int c) {
  unsigned int sum = (unsigned int)c;
  for (int i = 0; i < 32; i += 8) sum += (unsigned int)((signed char)(a >> i) * (signed char)(b >> i));
  return (int)sum;
}
HEDDLE_INLINE int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(heddle_impl::bits<int>(a), heddle_impl::bits<int>(b), c);
}
HEDDLE_INLINE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(heddle_impl::bits<unsigned int>(a), heddle_impl::bits<unsigned int>(b), c);
}

#define HEDDLE_DP2A(suffix, shift)                                                                                     \
  HEDDLE_INLINE int __dp2a_##suffix(int a, int b, int c) {                                                             \
    return (int)((unsigned int)c + (unsigned int)((short)a * (signed char)(b >> shift)) +                              \
                 (unsigned int)((a >> 16) * (signed char)(b >> (shift + 8))));                                         \
  }                                                                                                                    \
  HEDDLE_INLINE unsigned int __dp2a_##suffix(unsigned int a, unsigned int b, unsigned int c) {                         \
    return c + (a & 0xffff) * (b >> shift & 0xff) + (a >> 16) * (b >> (shift + 8) & 0xff);                             \
  }                                                                                                                    \
  HEDDLE_INLINE int __dp2a_##suffix(short2 a, char4 b, int c) {                                                        \
    return __dp2a_##suffix(heddle_impl::bits<int>(a), heddle_impl::bits<int>(b), c);                                   \
  }                                                                                                                    \
  HEDDLE_INLINE unsigned int __dp2a_##suffix(ushort2 a, uchar4 b, unsigned int c) {                                    \
    return __dp2a_##suffix(heddle_impl::bits<unsigned int>(a), heddle_impl::bits<unsigned int>(b), c);                 \
  }
HEDDLE_DP2A(lo, 0)
HEDDLE_DP2A(hi, 16)
#undef HEDDLE_DP2A

HEDDLE_INLINE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
HEDDLE_INLINE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
HEDDLE_INLINE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

#endif
