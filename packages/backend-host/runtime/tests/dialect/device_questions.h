// Questions whose answers are exact, put to a real GPU once (device_answers.cu writes device_answers.txt) and to the
// dialect in every test run (device_test.cpp). The same text compiles with nvcc and with the dialect.
// A question is a name and an expression over one pseudo-random input; its answer is a hash over all inputs.
#pragma once

struct question_input {
  unsigned a, b, c;
  unsigned long long p, q;
  float x, y, z;
  double u, v, w;
};

const int questions_inputs = 20000;

__host__ __device__ inline unsigned long long question_bits(unsigned long long n) { // splitmix64
  n += 0x9e3779b97f4a7c15ull;
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9ull;
  n = (n ^ n >> 27) * 0x94d049bb133111ebull;
  return n ^ n >> 31;
}
template <class To, class From> __host__ __device__ inline To question_cast(From from) {
  union { From from; To to; } both;
  both.from = from;
  return both.to;
}
__host__ __device__ inline unsigned question_word(unsigned long long r) { // corners often
  const unsigned corners[8] = {0, 1, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x80808080u, 0x7f80ff01u, 0x8000ffffu};
  return r % 8 == 0 ? corners[r >> 8 & 7] : (unsigned)(r >> 32) >> (r % 8 == 1 ? r >> 8 & 31 : 0);
}
__host__ __device__ inline float question_float(unsigned long long r) {
  const unsigned corners[8] = {0, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 1, 0x7f7fffffu, 0x3f800000u};
  unsigned word = (unsigned)(r >> 32);
  if (r % 8 == 0) word = corners[r >> 8 & 7];
  if (r % 8 < 5 && r % 8) word = (word & 0x807fffffu) | (unsigned)(127 - 20 + (r >> 8) % 60) << 23; // everyday sizes
  if (r % 8 == 5) word &= 0xff800000u | 0x7u << 20;                                                 // ties
  return question_cast<float>(word);
}
__host__ __device__ inline double question_double(unsigned long long r) {
  const unsigned long long corners[8] = {0, 1ull << 63, 0x7ffull << 52, 0xfffull << 52, 0x7ff8ull << 48, 1, 0x7fefffffffffffffull, 0x3ffull << 52};
  unsigned long long word = question_bits(r);
  if (r % 8 == 0) word = corners[r >> 8 & 7];
  if (r % 8 < 5 && r % 8) word = (word & 0x800fffffffffffffull) | (1023 - 20 + (r >> 8) % 100) << 52;
  if (r % 8 == 5) word &= 0xfffull << 52 | 0x7ull << 49;
  return question_cast<double>(word);
}
__host__ __device__ inline question_input question_inputs(int i) {
  unsigned long long r[11];
  for (int k = 0; k < 11; k++) r[k] = question_bits((unsigned long long)i * 11 + (unsigned)k);
  question_input in = {question_word(r[0]), question_word(r[1]), question_word(r[2]), (unsigned long long)question_word(r[3]) << 32 | question_word(r[0]), r[4],
                       question_float(r[5]), question_float(r[6]), question_float(r[7]), question_double(r[8]), question_double(r[9]), question_double(r[10])};
  return in;
}

// Answers as integers; all NaNs are one.
__host__ __device__ inline unsigned long long answer(unsigned long long x) { return x; }
__host__ __device__ inline unsigned long long answer(long long x) { return (unsigned long long)x; }
__host__ __device__ inline unsigned long long answer(unsigned x) { return x; }
__host__ __device__ inline unsigned long long answer(int x) { return (unsigned)x; }
__host__ __device__ inline unsigned long long answer(short x) { return (unsigned short)x; }
__host__ __device__ inline unsigned long long answer(unsigned short x) { return x; }
__host__ __device__ inline unsigned long long answer(signed char x) { return (unsigned char)x; }
__host__ __device__ inline unsigned long long answer(unsigned char x) { return x; }
__host__ __device__ inline unsigned long long answer(bool x) { return x; }
__host__ __device__ inline unsigned long long answer(float x) { return (question_cast<unsigned>(x) & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : question_cast<unsigned>(x); }
__host__ __device__ inline unsigned long long answer(double x) { return (question_cast<unsigned long long>(x) & ~0ull >> 1) > 0x7ffull << 52 ? ~0ull : question_cast<unsigned long long>(x); }
__host__ __device__ inline unsigned long long answer(__half x) { return (question_cast<unsigned short>(x) & 0x7fff) > 0x7c00 ? 0x7fff : question_cast<unsigned short>(x); }
__host__ __device__ inline unsigned long long answer(__nv_bfloat16 x) { return (question_cast<unsigned short>(x) & 0x7fff) > 0x7f80 ? 0x7fff : question_cast<unsigned short>(x); }
__host__ __device__ inline unsigned long long answer(__half2 x) { return answer(x.x) | answer(x.y) << 16; }
__host__ __device__ inline unsigned long long answer(__nv_bfloat162 x) { return answer(x.x) | answer(x.y) << 16; }

// The names an expression may use.
#define QUESTION_VALUES(in)                                                                                            \
  unsigned a = in.a, b = in.b, c = in.c;                                                                               \
  int i = (int)a, j = (int)b, k = (int)c;                                                                              \
  unsigned long long p = in.p, q = in.q;                                                                               \
  long long m = (long long)p, n = (long long)q;                                                                        \
  float x = in.x, y = in.y, z = in.z;                                                                                  \
  double u = in.u, v = in.v, w = in.w;                                                                                 \
  __half h = __ushort_as_half((unsigned short)a), g = __ushort_as_half((unsigned short)b), f = __ushort_as_half((unsigned short)c); \
  __half2 hh = __halves2half2(h, g), gg = __halves2half2(f, h);                                                        \
  __nv_bfloat16 s = __ushort_as_bfloat16((unsigned short)a), t = __ushort_as_bfloat16((unsigned short)b), r = __ushort_as_bfloat16((unsigned short)c); \
  (void)a, (void)b, (void)c, (void)i, (void)j, (void)k, (void)p, (void)q, (void)m, (void)n, (void)x, (void)y, (void)z; \
  (void)u, (void)v, (void)w, (void)h, (void)g, (void)f, (void)hh, (void)gg, (void)s, (void)t, (void)r;

#define FOUR_MODES(ASK, name, arguments) ASK(name##_rn arguments) ASK(name##_rz arguments) ASK(name##_ru arguments) ASK(name##_rd arguments)
#define BOTH_LANES_2(ASK, name) ASK(name##2(a, b)) ASK(name##4(a, b))
#define BOTH_LANES_1(ASK, name) ASK(name##2(a)) ASK(name##4(a))

#define QUESTIONS_INTEGER(ASK)                                                                                         \
  ASK(__popc(a)) ASK(__popcll(p)) ASK(__clz(i)) ASK(__clzll(m)) ASK(__ffs(i)) ASK(__ffsll(m)) ASK(__brev(a)) ASK(__brevll(p))          \
  ASK(__byte_perm(a, b, c)) ASK(__funnelshift_l(a, b, c)) ASK(__funnelshift_r(a, b, c)) ASK(__funnelshift_lc(a, b, c & 63))            \
  ASK(__funnelshift_rc(a, b, c & 63)) ASK(__funnelshift_lc(a, b, c)) ASK(__funnelshift_rc(a, b, c))                                    \
  ASK(__mulhi(i, j)) ASK(__umulhi(a, b)) ASK(__mul64hi(m, n)) ASK(__umul64hi(p, q)) ASK(__mul24(i, j)) ASK(__umul24(a, b))             \
  ASK(__sad(i, j, c)) ASK(__usad(a, b, c)) ASK(__hadd(i, j)) ASK(__rhadd(i, j)) ASK(__uhadd(a, b)) ASK(__urhadd(a, b))                 \
  ASK(__dp4a(i, j, k)) ASK(__dp4a(a, b, c)) ASK(__dp2a_lo(i, j, k)) ASK(__dp2a_hi(i, j, k)) ASK(__dp2a_lo(a, b, c)) ASK(__dp2a_hi(a, b, c)) \
  ASK(__fns(a, b & 31, (int)(c % 9) - 4)) ASK(min(i, j)) ASK(max(i, b)) ASK(min(m, q)) ASK(max(p, q))                                  \
  ASK(__viaddmax_s32(i, j, k)) ASK(__viaddmin_s32_relu(i, j, k)) ASK(__viaddmax_u16x2(a, b, c)) ASK(__viaddmin_s16x2_relu(a, b, c))    \
  ASK(__vimax3_s32(i, j, k)) ASK(__vimin3_u16x2(a, b, c)) ASK(__vimax3_s16x2_relu(a, b, c)) ASK(__vimax_s16x2_relu(a, b))
#define QUESTIONS_LANES(ASK)                                                                                           \
  BOTH_LANES_2(ASK, __vadd) BOTH_LANES_2(ASK, __vaddss) BOTH_LANES_2(ASK, __vaddus) BOTH_LANES_2(ASK, __vsub) BOTH_LANES_2(ASK, __vsubss) \
  BOTH_LANES_2(ASK, __vsubus) BOTH_LANES_2(ASK, __vavgs) BOTH_LANES_2(ASK, __vavgu) BOTH_LANES_2(ASK, __vhaddu) BOTH_LANES_2(ASK, __vabsdiffs) \
  BOTH_LANES_2(ASK, __vabsdiffu) BOTH_LANES_2(ASK, __vmaxs) BOTH_LANES_2(ASK, __vmaxu) BOTH_LANES_2(ASK, __vmins) BOTH_LANES_2(ASK, __vminu) \
  BOTH_LANES_2(ASK, __vcmpeq) BOTH_LANES_2(ASK, __vcmpges) BOTH_LANES_2(ASK, __vcmpgtu) BOTH_LANES_2(ASK, __vcmples) BOTH_LANES_2(ASK, __vcmpltu) \
  BOTH_LANES_2(ASK, __vsetne) BOTH_LANES_2(ASK, __vsetgeu) BOTH_LANES_2(ASK, __vsetgts) BOTH_LANES_2(ASK, __vsetleu) BOTH_LANES_2(ASK, __vsetlts) \
  BOTH_LANES_2(ASK, __vsads) BOTH_LANES_2(ASK, __vsadu) BOTH_LANES_1(ASK, __vabs) BOTH_LANES_1(ASK, __vabsss) BOTH_LANES_1(ASK, __vneg) BOTH_LANES_1(ASK, __vnegss)
#define QUESTIONS_ROUNDING(ASK)                                                                                        \
  FOUR_MODES(ASK, __fadd, (x, y)) FOUR_MODES(ASK, __fsub, (x, y)) FOUR_MODES(ASK, __fmul, (x, y)) FOUR_MODES(ASK, __fdiv, (x, y))      \
  FOUR_MODES(ASK, __frcp, (x)) FOUR_MODES(ASK, __fsqrt, (x)) FOUR_MODES(ASK, __fmaf, (x, y, z)) ASK(__frsqrt_rn(x))                    \
  FOUR_MODES(ASK, __dadd, (u, v)) FOUR_MODES(ASK, __dsub, (u, v)) FOUR_MODES(ASK, __dmul, (u, v)) FOUR_MODES(ASK, __ddiv, (u, v))      \
  FOUR_MODES(ASK, __drcp, (u)) FOUR_MODES(ASK, __dsqrt, (u)) FOUR_MODES(ASK, __fma, (u, v, w))                                         \
  ASK(fminf(x, y)) ASK(fmaxf(x, y)) ASK(fmin(u, v)) ASK(fmax(u, v)) ASK(min(x, y)) ASK(fdimf(x, y)) ASK(roundf(x)) ASK(rintf(x))       \
  ASK(truncf(x)) ASK(nextafterf(x, y)) ASK(fmodf(x, y)) ASK(remainderf(x, y)) ASK(ilogbf(x)) ASK(logbf(x)) ASK(round(u)) ASK(__saturatef(x))
#define QUESTIONS_CONVERSION(ASK)                                                                                      \
  FOUR_MODES(ASK, __float2int, (x)) FOUR_MODES(ASK, __float2uint, (x)) FOUR_MODES(ASK, __float2ll, (x)) FOUR_MODES(ASK, __float2ull, (x)) \
  FOUR_MODES(ASK, __double2int, (u)) FOUR_MODES(ASK, __double2uint, (u)) FOUR_MODES(ASK, __double2ll, (u)) FOUR_MODES(ASK, __double2ull, (u)) \
  FOUR_MODES(ASK, __int2float, (i)) FOUR_MODES(ASK, __uint2float, (a)) FOUR_MODES(ASK, __ll2float, (m)) FOUR_MODES(ASK, __ull2float, (p)) \
  FOUR_MODES(ASK, __ll2double, (m)) FOUR_MODES(ASK, __ull2double, (p)) FOUR_MODES(ASK, __double2float, (u))                            \
  FOUR_MODES(ASK, __float2half, (x)) FOUR_MODES(ASK, __float2bfloat16, (x)) ASK(__double2half(u)) ASK(__double2bfloat16(u))            \
  FOUR_MODES(ASK, __half2int, (h)) FOUR_MODES(ASK, __half2uint, (h)) FOUR_MODES(ASK, __half2ll, (h)) FOUR_MODES(ASK, __half2ull, (h))  \
  FOUR_MODES(ASK, __half2short, (h)) FOUR_MODES(ASK, __half2ushort, (h)) ASK(__half2char_rz(h)) ASK(__half2uchar_rz(h))                \
  FOUR_MODES(ASK, __int2half, (i)) FOUR_MODES(ASK, __uint2half, (a)) FOUR_MODES(ASK, __ll2half, (m)) FOUR_MODES(ASK, __ull2half, (p))  \
  FOUR_MODES(ASK, __bfloat162int, (s)) FOUR_MODES(ASK, __bfloat162ull, (s)) FOUR_MODES(ASK, __int2bfloat16, (i)) FOUR_MODES(ASK, __ll2bfloat16, (m)) \
  ASK(__half2float(h)) ASK(__bfloat162float(s))
#define QUESTIONS_HALF(ASK)                                                                                            \
  ASK(__hadd_rn(h, g)) ASK(__hsub_rn(h, g)) ASK(__hmul_rn(h, g)) ASK(__hfma(h, g, f)) ASK(__hadd_sat(h, g)) ASK(__hmul_sat(h, g)) ASK(__hfma_sat(h, g, f)) \
  ASK(__hfma_relu(h, g, f)) ASK(__hneg(h)) ASK(__habs(h)) ASK(__hmax(h, g)) ASK(__hmin(h, g)) ASK(__hmax_nan(h, g)) ASK(__hmin_nan(h, g)) \
  ASK(__heq(h, g)) ASK(__hne(h, g)) ASK(__hlt(h, g)) ASK(__hleu(h, g)) ASK(__hgtu(h, g)) ASK(__hneu(h, g)) ASK(__hisnan(h)) ASK(__hisinf(h)) \
  ASK(__hadd2_rn(hh, gg)) ASK(__hfma2(hh, gg, hh)) ASK(__hcmadd(hh, gg, hh)) ASK(__heq2(hh, gg)) ASK(__hltu2(hh, gg)) ASK(__hlt2_mask(hh, gg)) \
  ASK(__hbgeu2(hh, gg)) ASK(__hisnan2(hh)) ASK(__hmax2(hh, gg)) ASK(hfloor(h)) ASK(hceil(h)) ASK(htrunc(h)) ASK(hrint(h)) ASK(__hadd2_sat(hh, gg)) \
  ASK(__hadd_rn(s, t)) ASK(__hsub_rn(s, t)) ASK(__hmul_rn(s, t)) ASK(__hfma(s, t, r)) ASK(__hadd_sat(s, t)) ASK(__hfma_relu(s, t, r))  \
  ASK(__hmax(s, t)) ASK(__hmin_nan(s, t)) ASK(__hlt(s, t)) ASK(__hneu(s, t)) ASK(hrint(s)) ASK(__hisinf(s))
#define QUESTIONS(ASK)                                                                                                 \
  QUESTIONS_INTEGER(ASK) QUESTIONS_LANES(ASK) QUESTIONS_ROUNDING(ASK) QUESTIONS_CONVERSION(ASK) QUESTIONS_HALF(ASK)
