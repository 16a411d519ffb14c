// Half precision and bfloat16: every bit pattern converted, every rounding compared with a float64 reference that is
// written from the formats' definition and shares nothing with the implementation.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "checks.h"
#include <vector>

using checks::bits;

struct format {
  int fraction, bias;
  double value(unsigned short word) const {
    int exponent = (word & 0x7fff) >> fraction, top = (1 << (15 - fraction)) - 1;
    double mantissa = word & ((1 << fraction) - 1), scale = std::ldexp(1.0, -fraction), magnitude;
    if (exponent == top)
      magnitude = mantissa ? NAN : INFINITY;
    else if (exponent == 0)
      magnitude = std::ldexp(mantissa * scale, 1 - bias);
    else
      magnitude = std::ldexp(1 + mantissa * scale, exponent - bias);
    return word >> 15 ? -magnitude : magnitude;
  }
  unsigned short infinity() const { return (unsigned short)(((1 << (15 - fraction)) - 1) << fraction); }
  // By search over the ordered positive patterns: the largest value not above |x|, then the choice between neighbours.
  unsigned short round(double x, char mode) const {
    if (x != x) return 0x7fff;
    unsigned sign = std::signbit(x) ? 0x8000 : 0;
    double magnitude = std::fabs(x);
    unsigned low = 0, high = infinity();
    if (std::isinf(magnitude)) return (unsigned short)(sign | high);
    while (high - low > 1) {
      unsigned middle = (low + high) / 2;
      (value((unsigned short)middle) <= magnitude ? low : high) = middle;
    }
    double below = value((unsigned short)low);
    if (below == magnitude) return (unsigned short)(sign | low);
    // Above the largest number the next one would be a power of two; the midpoint is taken from that.
    double above = high == infinity() ? std::ldexp(1.0, bias + 1) : value((unsigned short)high);
    double toLow = magnitude - below, toHigh = above - magnitude;
    bool up = mode == 'n'   ? toHigh < toLow || (toHigh == toLow && (low & 1))
              : mode == 'u' ? !sign
              : mode == 'd' ? sign != 0
                            : false;
    return (unsigned short)(sign | (up ? high : low));
  }
};
static const format half_reference{10, 15}, bfloat_reference{7, 127};

static bool same_half(unsigned short a, unsigned short b, const format &f) {
  double x = f.value(a), y = f.value(b);
  return (x != x && y != y) || a == b;
}

template <class H> H word(unsigned w);
template <> __half word<__half>(unsigned w) { return __ushort_as_half((unsigned short)w); }
template <> __nv_bfloat16 word<__nv_bfloat16>(unsigned w) { return __ushort_as_bfloat16((unsigned short)w); }
static unsigned short word_of(__half h) { return __half_as_ushort(h); }
static unsigned short word_of(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
static float to_float(__half h) { return __half2float(h); }
static float to_float(__nv_bfloat16 h) { return __bfloat162float(h); }

template <class H>
void conversions(const format &f, const char *name, H (*rn)(float), H (*rz)(float), H (*ru)(float), H (*rd)(float),
                 H (*from_double)(double)) {
  std::printf("%s\n", name);
  {
    checks::group g("every pattern to float and back");
    for (unsigned w = 0; w < 65536; w++) {
      H h = word<H>(w);
      float x = to_float(h);
      double expected = f.value((unsigned short)w);
      g.check((expected != expected && x != x) || (x == expected && std::signbit(x) == std::signbit(expected)),
              "%04x is %g", w, (double)x);
      g.check(same_half(word_of(rn(x)), (unsigned short)w, f), "%04x back", w);
    }
  }
  {
    checks::group g("float to it, four modes");
    // All midpoints with their neighbours, then random bits.
    auto one = [&](float x) {
      g.check(same_half(word_of(rn(x)), f.round(x, 'n'), f), "rn %a gives %04x, not %04x", (double)x, word_of(rn(x)),
              f.round(x, 'n'));
      g.check(same_half(word_of(rz(x)), f.round(x, 'z'), f), "rz %a gives %04x, not %04x", (double)x, word_of(rz(x)),
              f.round(x, 'z'));
      g.check(same_half(word_of(ru(x)), f.round(x, 'u'), f), "ru %a gives %04x, not %04x", (double)x, word_of(ru(x)),
              f.round(x, 'u'));
      g.check(same_half(word_of(rd(x)), f.round(x, 'd'), f), "rd %a gives %04x, not %04x", (double)x, word_of(rd(x)),
              f.round(x, 'd'));
    };
    for (unsigned w = 0; w < 65536; w++) {
      double x = f.value((unsigned short)w), y = f.value((unsigned short)(w + 1));
      float middle = (float)((x + y) / 2);
      one(middle);
      one(std::nextafterf(middle, INFINITY));
      one(std::nextafterf(middle, -INFINITY));
    }
    for (int i = 0; i < 300000; i++) one(checks::any_floating<float>());
  }
  {
    checks::group g("double to it");
    for (unsigned w = 0; w < 65536; w++) {
      double middle = (f.value((unsigned short)w) + f.value((unsigned short)(w + 1))) / 2;
      for (double x : {middle, std::nextafter(middle, INFINITY), std::nextafter(middle, -INFINITY)})
        g.check(same_half(word_of(from_double(x)), f.round(x, 'n'), f), "%a", x);
    }
    for (int i = 0; i < 200000; i++) {
      double x = checks::any_floating<double>();
      g.check(same_half(word_of(from_double(x)), f.round(x, 'n'), f), "%a gives %04x, not %04x", x,
              word_of(from_double(x)), f.round(x, 'n'));
    }
  }
}

// Sums of doubles are exact here for half (its exponents span 40 bits); for bfloat16 in long double with a wide check.
template <class H> void arithmetic(const format &f) {
  checks::group add("add"), sub("sub"), mul("mul"), div("div"), fma("fma"), root("sqrt"), compare("comparisons"),
      extremes("min, max");
  for (int i = 0; i < 400000; i++) {
    std::uint64_t r = checks::random_bits();
    unsigned short a = (unsigned short)r, b = (unsigned short)(r >> 16), c = (unsigned short)(r >> 32);
    if (i & 1) { // near one another, where cancellation and ties are
      b = (unsigned short)(a ^ (b & 0x83ff));
      c = (unsigned short)((a & 0x7c00) | (c & 0x83ff));
    }
    H x = word<H>(a), y = word<H>(b), z = word<H>(c);
    double u = f.value(a), v = f.value(b), w = f.value(c);
    // Double has more than twice the digits: rounding its rounded results again is rounding once.
    add.check(same_half(word_of(x + y), f.round(u + v, 'n'), f), "%04x %04x", a, b);
    sub.check(same_half(word_of(__hsub(x, y)), f.round(u - v, 'n'), f), "%04x %04x", a, b);
    mul.check(same_half(word_of(x * y), f.round(u * v, 'n'), f), "%04x %04x", a, b);
    div.check(same_half(word_of(__hdiv(x, y)), f.round(u / v, 'n'), f), "%04x %04x gives %04x", a, b,
              word_of(__hdiv(x, y)));
    root.check(same_half(word_of(hsqrt(x)), f.round(std::sqrt(u), 'n'), f), "%04x", a);
    // u v + w exactly, by quadruple precision where its digits do not reach rounded to odd.
    __float128 product = (__float128)u * v, sum = product + w, part = sum - product,
               lost = (product - (sum - part)) + (w - part);
    double exact = (double)sum;
    __float128 rest = (sum - exact) + lost;
    if (std::isfinite(exact) && rest != 0) {
      auto word64 = bits<std::int64_t>(exact);
      if (!(word64 & 1)) exact = bits<double>((rest > 0) == (exact > 0) ? word64 + 1 : word64 - 1);
    }
    fma.check(same_half(word_of(__hfma(x, y, z)), f.round(exact, 'n'), f), "%04x %04x %04x gives %04x", a, b, c,
              word_of(__hfma(x, y, z)));
    bool nan = u != u || v != v;
    compare.check((x < y) == (u < v) && (x <= y) == (u <= v) && (x == y) == (u == v) && (x != y) == (u != v) &&
                  (x > y) == (u > v));
    compare.check(__hltu(x, y) == (nan || u < v) && __hgeu(x, y) == (nan || u >= v) && __hequ(x, y) == (nan || u == v));
    compare.check(__hne(x, y) == (!nan && u != v) && __hneu(x, y) == (nan || u != v));
    compare.check(__hisnan(x) == (u != u) && __hisinf(x) == (u == INFINITY) - (u == -INFINITY));
    H larger = __hmax(x, y), smaller = __hmin(x, y);
    extremes.check(f.value(word_of(larger)) == std::fmax(u, v) || (u != u && v != v), "max %04x %04x", a, b);
    extremes.check(f.value(word_of(smaller)) == std::fmin(u, v) || (u != u && v != v), "min %04x %04x", a, b);
    extremes.check(__hisnan(__hmax_nan(x, y)) == nan);
  }
}

template <class P, class H> void pairs(P (*make)(H, H)) {
  checks::group g("pairs");
  for (int i = 0; i < 100000; i++) {
    std::uint64_t r = checks::random_bits();
    H a = word<H>((unsigned)r & 0xffff), b = word<H>((unsigned)(r >> 16) & 0xffff),
      c = word<H>((unsigned)(r >> 32) & 0xffff), d = word<H>((unsigned)(r >> 48));
    P p = make(a, b), q = make(c, d);
    g.check(word_of((p + q).x) == word_of(a + c) && word_of((p + q).y) == word_of(b + d));
    g.check(word_of(__hfma2(p, q, p).y) == word_of(__hfma(b, d, b)));
    g.check(__hbeq2(p, q) == (a == c && b == d) && __hblt2(p, q) == (a < c && b < d));
    g.check(__hlt2_mask(p, q) == ((a < c ? 0xffffu : 0) | (b < d ? 0xffff0000u : 0)));
    g.check(to_float(__hlt2(p, q).x) == (a < c ? 1.0f : 0.0f));
    g.check(word_of(__hneg2(p).x) == (word_of(a) ^ 0x8000) && word_of(__lowhigh2highlow(p).x) == word_of(b));
    float s = to_float(__hadd_sat(a, c)), e = to_float(__hadd(a, c));
    g.check(e != e ? s == 0 : s == std::fmin(std::fmax(e, 0.0f), 1.0f), "sat %g", (double)e);
  }
}

template <class H, class I> void to_integer(checks::group &g, I (*rn)(H), I (*rz)(H), I (*ru)(H), I (*rd)(H)) {
  for (unsigned w = 0; w < 65536; w++) {
    H h = word<H>(w);
    double x = to_float(h);
    I expected[4];
    double modes[4] = {std::nearbyint(x), std::trunc(x), std::ceil(x), std::floor(x)};
    for (int m = 0; m < 4; m++) {
      double r = modes[m], least = (double)std::numeric_limits<I>::min(), most = (double)std::numeric_limits<I>::max();
      expected[m] = x != x       ? (sizeof(I) == 8 ? (I)((I)1 << 63) : (I)0)
                    : r >= most  ? std::numeric_limits<I>::max()
                    : r <= least ? std::numeric_limits<I>::min()
                                 : (I)r;
    }
    g.check(rn(h) == expected[0] && rz(h) == expected[1] && ru(h) == expected[2] && rd(h) == expected[3], "%04x", w);
  }
}
template <class H, class I>
void from_integer(checks::group &g, const format &f, H (*rn)(I), H (*rz)(I), H (*ru)(I), H (*rd)(I)) {
  for (int i = 0; i < 200000; i++) {
    I x = (I)((std::int64_t)checks::random_bits() >> (checks::random_bits() & 63));
    if (i & 1) x = (I)((x & ~(I)1023) + (I)(checks::random_bits() % 3) - 1);
    // Through 80-bit long double, exact; as a double with a sticky last bit.
    long double exact = (long double)x;
    double d = (double)exact;
    if ((long double)d != exact && !(bits<std::int64_t>(d) & 1))
      d = std::nextafter(d, exact > d ? INFINITY : -INFINITY);
    g.check(word_of(rn(x)) == f.round(d, 'n') && word_of(rz(x)) == f.round(d, 'z') &&
                word_of(ru(x)) == f.round(d, 'u') && word_of(rd(x)) == f.round(d, 'd'),
            "%lld", (long long)x);
  }
}

int main() {
  conversions<__half>(half_reference, "half", __float2half_rn, __float2half_rz, __float2half_ru, __float2half_rd,
                      __double2half);
  arithmetic<__half>(half_reference);
  pairs<__half2, __half>(__halves2half2);
  conversions<__nv_bfloat16>(bfloat_reference, "bfloat16", __float2bfloat16_rn, __float2bfloat16_rz,
                             __float2bfloat16_ru, __float2bfloat16_rd, __double2bfloat16);
  arithmetic<__nv_bfloat16>(bfloat_reference);
  pairs<__nv_bfloat162, __nv_bfloat16>(__halves2bfloat162);
  {
    checks::group g("half to integers");
    to_integer<__half, short>(g, __half2short_rn, __half2short_rz, __half2short_ru, __half2short_rd);
    to_integer<__half, unsigned short>(g, __half2ushort_rn, __half2ushort_rz, __half2ushort_ru, __half2ushort_rd);
    to_integer<__half, int>(g, __half2int_rn, __half2int_rz, __half2int_ru, __half2int_rd);
    to_integer<__half, unsigned>(g, __half2uint_rn, __half2uint_rz, __half2uint_ru, __half2uint_rd);
    to_integer<__half, long long>(g, __half2ll_rn, __half2ll_rz, __half2ll_ru, __half2ll_rd);
    to_integer<__half, unsigned long long>(g, __half2ull_rn, __half2ull_rz, __half2ull_ru, __half2ull_rd);
    to_integer<__nv_bfloat16, int>(g, __bfloat162int_rn, __bfloat162int_rz, __bfloat162int_ru, __bfloat162int_rd);
  }
  {
    checks::group g("integers to half and bfloat16");
    from_integer<__half, int>(g, half_reference, __int2half_rn, __int2half_rz, __int2half_ru, __int2half_rd);
    from_integer<__half, unsigned long long>(g, half_reference, __ull2half_rn, __ull2half_rz, __ull2half_ru,
                                             __ull2half_rd);
    from_integer<__half, short>(g, half_reference, __short2half_rn, __short2half_rz, __short2half_ru, __short2half_rd);
    from_integer<__nv_bfloat16, unsigned>(g, bfloat_reference, __uint2bfloat16_rn, __uint2bfloat16_rz,
                                          __uint2bfloat16_ru, __uint2bfloat16_rd);
    from_integer<__nv_bfloat16, long long>(g, bfloat_reference, __ll2bfloat16_rn, __ll2bfloat16_rz, __ll2bfloat16_ru,
                                           __ll2bfloat16_rd);
    for (int i = 0; i < 100000; i++) {
      std::int64_t x = (std::int64_t)checks::random_bits() >> (checks::random_bits() & 63);
      g.check(word_of(__half((int)x)) == half_reference.round((int)x, 'n') &&
              word_of(__nv_bfloat16((int)x)) == bfloat_reference.round((int)x, 'n'));
      __half h((short)x);
      g.check((int)h == (int)to_float(h) && (bool)h == (to_float(h) != 0));
    }
  }
  {
    checks::group g("functions");
    for (unsigned w = 0; w < 65536; w++) {
      __half h = word<__half>(w);
      double x = to_float(h);
      auto near = [&](__half got, double exact) { // within one step of the correctly rounded result
        unsigned short r = half_reference.round(exact, 'n');
        g.check(same_half(word_of(got), r, half_reference) || std::abs((int)word_of(got) - (int)r) <= 1,
                "%g gives %g, not %g", x, (double)to_float(got), exact);
      };
      near(hexp(h), std::exp(x));
      near(hlog(h), std::log(x));
      near(hsin(h), std::sin(x));
      near(hcos(h), std::cos(x));
      near(hrsqrt(h), 1 / std::sqrt(x));
      near(hexp10(h), std::pow(10.0, x));
      g.check(same_half(word_of(hrcp(h)), half_reference.round(1 / x, 'n'), half_reference));
      g.check(same_half(word_of(hfloor(h)), half_reference.round(std::floor(x), 'n'), half_reference));
      g.check(same_half(word_of(hrint(h)), half_reference.round(std::nearbyint(x), 'n'), half_reference));
    }
  }
  return checks::finish();
}
