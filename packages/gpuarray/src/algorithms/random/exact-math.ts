/**
 * Logarithm, exponential, square root, sine and cosine in the portable dialect, with the same bits on every device.
 *
 * Vendors' libraries differ in the last bits, and a rejection that turns on one would give two devices different
 * numbers. Here every operation is one that IEEE 754 or OpenCL requires exact: additions, products and fused
 * multiply-adds. No product is added to anything outside FMA, since compilers are free to fuse it there.
 *
 * Errors stay below 3 units in the last place, of sine and cosine below 3 units of 2^-24 and 2^-53. Over all 2^32
 * words, the float32 logarithm is 2.60 off at most, its root 1.79, sine 2.59 and cosine 2.29. The float32 polynomials
 * are our own fits (Lawson's weighted least squares on Chebyshev nodes); the float64 ones are Taylor's.
 */

/** Single precision: needs nothing of the device. */
export const exactMathFloat32 = String.raw`
#ifdef HEDDLE_DIALECT_OPENCL
#define RANDOM_FMA32(a, b, c) fma((float)(a), (float)(b), (float)(c))
#define RANDOM_RINT32(value) rint(value)
#define RANDOM_BITS32(value) as_uint(value)
#define RANDOM_FLOAT32(bits) as_float(bits)
// OpenCL's root may be 3 units off. Two corrections of a Newton step with an exact residual end on the right one
// (P. Markstein, 1990).
DEVICE float random_sqrt32(float x) {
  if (!(x > 0.0f)) return x;
  float root = sqrt(x);
  const float reciprocal = 0.5f / root;
  root = fma(fma(-root, root, x), reciprocal, root);
  return fma(fma(-root, root, x), reciprocal, root);
}
#else
#define RANDOM_FMA32(a, b, c) fmaf(a, b, c)
#define RANDOM_RINT32(value) rintf(value)
union random_float_bits { float value; unsigned int bits; };
DEVICE unsigned int random_bits32(float value) { random_float_bits both; both.value = value; return both.bits; }
DEVICE float random_float32(unsigned int bits) { random_float_bits both; both.bits = bits; return both.value; }
#define RANDOM_BITS32(value) random_bits32(value)
#define RANDOM_FLOAT32(bits) random_float32(bits)
#ifdef __CUDACC_VER_MAJOR__
// NVIDIA's exact root takes twice as long as this step of Newton's with an exact residual, which ends on the same bits
// for all of the 2^32 radii there are. For normal positive numbers.
DEVICE float random_sqrt32(float x) {
  float reciprocal;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
  const float root = x * reciprocal;
  return fmaf(fmaf(-root, root, x), 0.5f * reciprocal, root);
}
DEVICE float random_lesser32(float a, float b) { return fminf(a, b); }
#else
DEVICE float random_sqrt32(float x) { return sqrtf(x); }
#endif
#endif
#ifndef __CUDACC_VER_MAJOR__
DEVICE float random_lesser32(float a, float b) { return a < b ? a : b; }
#endif

// The word shifted left by its leading zeros, as (word + 1/2) 2^zeros rounded down, and the number of zeros: 32 for 0.
#if defined(HEDDLE_DIALECT_OPENCL) || defined(__CUDACC_VER_MAJOR__) || defined(__HIP__)
#ifdef HEDDLE_DIALECT_OPENCL
#define RANDOM_ZEROS32(word) (int)clz(word)
#else
#define RANDOM_ZEROS32(word) __clz((int)(word))
#endif
#define RANDOM_LEAD32(word, lead, zeros) \
  const int zeros = RANDOM_ZEROS32(word); \
  const unsigned int lead = (unsigned int)((((UINT64)(word) << 32 | 0x80000000u) << zeros) >> 32);
#else
// A CPU's vectors count no zeros: the exponent of the word as a float does, once nothing can round it up.
#define RANDOM_LEAD32(word, lead, zeros) \
  const int leadBelow = (int)(word) >= 0; \
  const int leadCount = 158 - (int)(RANDOM_BITS32((float)(int)((word) & ~((word) >> 1))) >> 23); \
  const int zeros = leadBelow ? (leadCount < 32 ? leadCount : 32) : 0; \
  const unsigned int lead = leadBelow ? ((word) << 1 | 1u) << ((zeros - 1) & 31) : (word);
#endif

// -2 log((word + 1/2) / 2^32): never 0, as exact near 1 as near 0. The fraction is taken from [1/2, 1), so that its
// logarithm and the exponent's have one sign: nothing cancels, and a single constant for log 2 is exact enough. Taken
// as a signed number, the fraction's word is its distance to 1, without rounding where that is small.
DEVICE float random_log32(unsigned int word) {
  RANDOM_LEAD32(word, lead, zeros)
  const float f = RANDOM_FMA32((float)(int)lead, 2.328306437e-10f, 1.164153218e-10f);
  float p = -2.828463554e+00f;
  p = RANDOM_FMA32(p, f, -3.277869940e+00f);
  p = RANDOM_FMA32(p, f, -2.416318178e+00f);
  p = RANDOM_FMA32(p, f, -3.614105284e-01f);
  p = RANDOM_FMA32(p, f, -5.272586942e-01f);
  p = RANDOM_FMA32(p, f, 4.873821139e-01f);
  p = RANDOM_FMA32(p, f, -6.672630906e-01f);
  p = RANDOM_FMA32(p, f, 9.999904633e-01f);
  p = RANDOM_FMA32(p, f, -2.0f);
  return RANDOM_FMA32(f, p, (float)zeros * 1.386294365f);
}

DEVICE float random_exp32(float x) {
  if (!(x < 89.0f)) return x > 0.0f ? RANDOM_FLOAT32(0x7F800000u) : x;
  if (x < -104.0f) return 0.0f;
  const float n = RANDOM_RINT32(x * 1.442695041f);
  const float r = RANDOM_FMA32(n, -1.428606820e-06f, RANDOM_FMA32(n, -6.931457520e-01f, x));
  float p = 1.395047642e-03f;
  p = RANDOM_FMA32(p, r, 8.368882351e-03f);
  p = RANDOM_FMA32(p, r, 4.166620597e-02f);
  p = RANDOM_FMA32(p, r, 1.666651815e-01f);
  p = RANDOM_FMA32(p, r, 5.000000000e-01f);
  p = RANDOM_FMA32(r * r, p, r) + 1.0f;
  // 2^n in two factors, of which neither leaves the normal range: only the last product may round.
  const int exponent = (int)n;
  const int first = exponent >> 1;
  return p * RANDOM_FLOAT32((unsigned int)(first + 127) << 23) *
      RANDOM_FLOAT32((unsigned int)(exponent - first + 127) << 23);
}

// Cosine and sine of a direction in the right half-plane, into c and s: t quarters of a turn, where t is the word's
// lower 31 bits from -1 to 1. The uppermost bit is left to turn the direction around: quadrants would have to be told
// apart, and the two exchanged.
#define RANDOM_TURN32(word, c, s) { \
    const float turnPart = (float)(int)((word) << 1) * 4.656612873e-10f; \
    const float turnSquare = turnPart * turnPart; \
    float turnSine = RANDOM_FMA32(1.555723720e-04f, turnSquare, -4.682430532e-03f); \
    turnSine = RANDOM_FMA32(turnSine, turnSquare, 7.969555259e-02f); \
    turnSine = RANDOM_FMA32(turnSine, turnSquare, -6.459650397e-01f); \
    turnSine = RANDOM_FMA32(turnSine, turnSquare, 1.570796371e+00f); \
    float turnCosine = RANDOM_FMA32(-2.340212995e-05f, turnSquare, 9.167334065e-04f); \
    turnCosine = RANDOM_FMA32(turnCosine, turnSquare, -2.086189948e-02f); \
    turnCosine = RANDOM_FMA32(turnCosine, turnSquare, 2.536690831e-01f); \
    turnCosine = RANDOM_FMA32(turnCosine, turnSquare, -1.233700514e+00f); \
    c = RANDOM_FMA32(turnCosine, turnSquare, 1.0f); \
    s = turnSine * turnPart; \
  }
`;

/** Double precision: needs the `float64` capability. Goes after the single-precision part. */
export const exactMathFloat64 = String.raw`
#ifdef HEDDLE_DIALECT_OPENCL
#define RANDOM_BITS64(value) as_ulong(value)
#define RANDOM_FLOAT64(bits) as_double(bits)
#else
union random_double_bits { double value; UINT64 bits; };
DEVICE UINT64 random_bits64(double value) { random_double_bits both; both.value = value; return both.bits; }
DEVICE double random_float64(UINT64 bits) { random_double_bits both; both.bits = bits; return both.value; }
#define RANDOM_BITS64(value) random_bits64(value)
#define RANDOM_FLOAT64(bits) random_float64(bits)
#endif
#define RANDOM_FMA64(a, b, c) fma((double)(a), (double)(b), (double)(c))

// log((1 + f) 2^e) for 1 + f in [sqrt(1/2), sqrt(2)), by 2 atanh(f / (2 + f)).
DEVICE double random_log_parts64(double f, double e) {
  const double s = f / (2.0 + f);
  const double square = s * s;
  double p = 9.52380952380952328e-02;
  p = RANDOM_FMA64(p, square, 1.05263157894736836e-01);
  p = RANDOM_FMA64(p, square, 1.17647058823529410e-01);
  p = RANDOM_FMA64(p, square, 1.33333333333333331e-01);
  p = RANDOM_FMA64(p, square, 1.53846153846153855e-01);
  p = RANDOM_FMA64(p, square, 1.81818181818181823e-01);
  p = RANDOM_FMA64(p, square, 2.22222222222222210e-01);
  p = RANDOM_FMA64(p, square, 2.85714285714285698e-01);
  p = RANDOM_FMA64(p, square, 4.00000000000000022e-01);
  p = RANDOM_FMA64(p, square, 6.66666666666666630e-01);
  // log(1 + f) = f - s (f - s^2 p): the small term is subtracted last.
  const double tail = s * RANDOM_FMA64(square, p, -f);
  return RANDOM_FMA64(e, 6.93146705627441406250e-01, RANDOM_FMA64(e, 4.74932503903167255529e-07, tail) + f);
}

// Natural logarithm of a normal positive number.
DEVICE double random_log64(double x) {
  const UINT64 bits = RANDOM_BITS64(x);
  const INT64 exponent = (INT64)(bits - (UINT64)0x3FE6A09E667F3BCD) >> 52;
  return random_log_parts64(RANDOM_FLOAT64(bits - ((UINT64)exponent << 52)) - 1.0, (double)exponent);
}

// log((word + 1/2) / 2^64): never 0, as exact near 1 as near 0.
DEVICE double random_log_word64(UINT64 word) {
  if (word < (UINT64)0xB504F334 << 32) {
    return random_log64(RANDOM_FMA64((double)word, 5.42101086242752217e-20, 2.71050543121376109e-20));
  }
  return random_log_parts64(RANDOM_FMA64((double)(~word), -5.42101086242752217e-20, -2.71050543121376109e-20), 0.0);
}

DEVICE double random_exp64(double x) {
  if (!(x < 710.0)) return x > 0.0 ? RANDOM_FLOAT64((UINT64)0x7FF00000 << 32) : x;
  if (x < -746.0) return 0.0;
  const double n = rint(x * 1.44269504088896341e+00);
  const double r = RANDOM_FMA64(n, -4.74932503903167255529e-07, RANDOM_FMA64(n, -6.93146705627441406250e-01, x));
  double p = 1.14707455977297245e-11;
  p = RANDOM_FMA64(p, r, 1.60590438368216133e-10);
  p = RANDOM_FMA64(p, r, 2.08767569878681002e-09);
  p = RANDOM_FMA64(p, r, 2.50521083854417202e-08);
  p = RANDOM_FMA64(p, r, 2.75573192239858883e-07);
  p = RANDOM_FMA64(p, r, 2.75573192239858925e-06);
  p = RANDOM_FMA64(p, r, 2.48015873015873016e-05);
  p = RANDOM_FMA64(p, r, 1.98412698412698413e-04);
  p = RANDOM_FMA64(p, r, 1.38888888888888894e-03);
  p = RANDOM_FMA64(p, r, 8.33333333333333322e-03);
  p = RANDOM_FMA64(p, r, 4.16666666666666644e-02);
  p = RANDOM_FMA64(p, r, 1.66666666666666657e-01);
  p = RANDOM_FMA64(p, r, 5.00000000000000000e-01);
  p = RANDOM_FMA64(r * r, p, r) + 1.0;
  const INT64 exponent = (INT64)n;
  const INT64 first = exponent >> 1;
  return p * RANDOM_FLOAT64((UINT64)(first + 1023) << 52) * RANDOM_FLOAT64((UINT64)(exponent - first + 1023) << 52);
}

// Cosine and sine of word / 2^64 turns, into c and s.
#define RANDOM_TURN64(word, c, s) { \
    const UINT64 turnQuadrant = ((word) + ((UINT64)1 << 61)) >> 62; \
    const double turnAngle = (double)(INT64)((word) - (turnQuadrant << 62)) * 3.40612158008655446e-19; \
    const double turnSquare = turnAngle * turnAngle; \
    double turnSine = 2.81145725434552060e-15; \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, -7.64716373181981641e-13); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, 1.60590438368216133e-10); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, -2.50521083854417202e-08); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, 2.75573192239858925e-06); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, -1.98412698412698413e-04); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, 8.33333333333333322e-03); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare, -1.66666666666666657e-01); \
    turnSine = RANDOM_FMA64(turnSine, turnSquare * turnAngle, turnAngle); \
    double turnCosine = -1.56192069685862253e-16; \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, 4.77947733238738525e-14); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, -1.14707455977297245e-11); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, 2.08767569878681002e-09); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, -2.75573192239858883e-07); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, 2.48015873015873016e-05); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, -1.38888888888888894e-03); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, 4.16666666666666644e-02); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, -5.00000000000000000e-01); \
    turnCosine = RANDOM_FMA64(turnCosine, turnSquare, 1.0); \
    const UINT64 turnOdd = turnQuadrant & 1u; \
    c = RANDOM_FLOAT64(RANDOM_BITS64(turnOdd ? turnSine : turnCosine) ^ (((turnQuadrant + 1u) & 2u) << 62)); \
    s = RANDOM_FLOAT64(RANDOM_BITS64(turnOdd ? turnCosine : turnSine) ^ ((turnQuadrant & 2u) << 62)); \
  }
`;
