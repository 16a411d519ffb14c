// The conversions to half precision and bfloat16 that are not in inner loops, correctly rounded in each mode; and the
// traits by which the two types share their functions (half_functions.h).
#ifndef HEDDLE_HALF_CONVERSION_H
#define HEDDLE_HALF_CONVERSION_H
#pragma GCC system_header
#include "directed_rounding.h"
#include "half_bits.h"

namespace heddle_impl {

// A double's magnitude in a format of fewer bits, as if that had numbers of any size: the codes go on
// after its largest.
template <int fraction_bits, int bias, rounding mode>
HEDDLE_INLINE unsigned long long small_magnitude(unsigned long long magnitude, bool negative) {
  int exponent = (int)(magnitude >> 52) - 1023; // a subnormal double is below every half, and only sticky
  unsigned long long significand = (magnitude & ~0ull >> 12) | 1ull << 52;
  int place = exponent < 1 - bias ? 1 - bias : exponent; // subnormals share the smallest exponent
  int dropped = 52 - fraction_bits + (place - exponent);
  unsigned long long kept = dropped > 62 ? 0 : significand >> dropped;
  unsigned long long rest = dropped > 62 ? 1 : significand & ((1ull << dropped) - 1);
  unsigned long long half_step = dropped > 62 ? 2 : 1ull << (dropped - 1);
  bool up = mode == to_nearest ? rest > half_step || (rest == half_step && (kept & 1))
            : mode == upward   ? rest && !negative
            : mode == downward ? rest && negative
                               : false;
  // The leading one of `kept` adds itself to the exponent field, and so does a carry out of the fraction.
  return ((unsigned long long)(place + bias - 1) << fraction_bits) + kept + up;
}

// Any rounding mode, from double, once: for the conversions that are not in inner loops.
template <int fraction_bits, int exponent_bits, rounding mode>
HEDDLE_OUT_OF_LINE unsigned short double_to_small(double x) {
  constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  constexpr unsigned int infinity = ((1u << exponent_bits) - 1) << fraction_bits;
  unsigned long long word = bits<unsigned long long>(x), magnitude = word & ~0ull >> 1;
  unsigned int sign = (unsigned int)(word >> 63) << 15;
  if (magnitude > 0x7ffull << 52) return 0x7fff;
  if (magnitude == 0x7ffull << 52) return (unsigned short)(sign | infinity);
  if (magnitude == 0) return (unsigned short)sign;

  unsigned long long result = small_magnitude<fraction_bits, bias, mode>(magnitude, sign != 0);
  if (result >= infinity) {
    bool to_infinity = mode == to_nearest || (mode == upward && !sign) || (mode == downward && sign);
    result = to_infinity ? infinity : infinity - 1;
  }
  return (unsigned short)(result | sign);
}

// 64-bit integers as doubles with the cut bits kept as one sticky bit: a rounding to at most 51 bits stays correct.
HEDDLE_INLINE double sticky_double(unsigned long long magnitude) {
  return (double)(magnitude >> 53 ? (magnitude & ~0x7ffull) | (magnitude & 0x7ff ? 0x800ull : 0) : magnitude);
}
HEDDLE_INLINE double sticky_double(long long x) {
  double magnitude = sticky_double(x < 0 ? 0ull - (unsigned long long)x : (unsigned long long)x);
  return x < 0 ? -magnitude : magnitude;
}

// float's sum with its last bit made odd when inexact, so that the rounding to half that follows is the only one.
HEDDLE_INLINE float odd_sum(float a, float b) {
  float sum = HEDDLE_KEEP(a + b), lost = lost_in_sum(a, b, sum);
  int word = bits<int>(sum);
  bool inexact = lost < 0 || lost > 0, away = (lost > 0) == (sum > 0);
  return bits<float>(inexact && !(word & 1) ? (away ? word + 1 : word - 1) : word);
}

// Specialized for 16-bit types (half_type.inc); false for every other type.
template <class T> struct small_float { static constexpr bool yes = false, operators = false; };
template <class T> struct small_pair { static constexpr bool operators = false; };
template <class T> struct one_of;
template <bool condition, class Result> struct if_operators {};
template <class Result> struct if_operators<true, Result> { typedef Result type; };
template <bool first, class A, class B> struct pick { typedef A type; };
template <class A, class B> struct pick<false, A, B> { typedef B type; };

template <class T> struct if_integer {};
#define HEDDLE_INTEGER(T)                                                                                              \
  template <> struct if_integer<T> { typedef T type; };
HEDDLE_INTEGER(char)
HEDDLE_INTEGER(signed char) HEDDLE_INTEGER(unsigned char) HEDDLE_INTEGER(short) HEDDLE_INTEGER(unsigned short)
    HEDDLE_INTEGER(int) HEDDLE_INTEGER(unsigned int) HEDDLE_INTEGER(long) HEDDLE_INTEGER(unsigned long)
        HEDDLE_INTEGER(long long) HEDDLE_INTEGER(unsigned long long)
#undef HEDDLE_INTEGER

    // Correctly rounded to nearest from wider types: by way of a float whose last bit is odd when it is inexact.
    template <class Format>
    HEDDLE_INLINE unsigned short narrow_double(double x) {
  float nearest = (float)x;
  double lost = x - nearest; // NaN for infinities: then neither test holds
  int word = bits<int>(nearest);
  bool inexact = lost < 0 || lost > 0, away = (lost > 0) == (nearest > 0);
  // A value that rounded to zero keeps its sign and becomes the smallest float.
  int odd = (word & 0x7fffffff) == 0 ? word | 1 : word & 1 ? word : away ? word + 1 : word - 1;
  return Format::narrow(bits<float>(inexact ? odd : word));
}
template <class Format, class Integer> HEDDLE_INLINE unsigned short narrow_integer(Integer x) {
  if constexpr (sizeof(Integer) < 4)
    return Format::narrow((float)x);
  else if constexpr (sizeof(Integer) == 4)
    return narrow_double<Format>((double)x);
  else if constexpr ((Integer)-1 < 0)
    return narrow_double<Format>(sticky_double((long long)x));
  else
    return narrow_double<Format>(sticky_double((unsigned long long)x));
}

} // namespace heddle_impl

#endif
