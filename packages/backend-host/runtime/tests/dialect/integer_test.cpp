// Integer intrinsics against loops over bits, bytes and lanes written from their definitions.
#include "heddle/integer_intrinsics.h"
#include "checks.h"
#include <algorithm>

typedef std::uint32_t u32;
typedef std::uint64_t u64;

static u32 any32() {
  static const u32 special[] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff,
                                0x80008000, 0x7f7f7f7f, 0x80808080, 0x00ff00ff};
  u64 r = checks::random_bits();
  return r % 8 == 0 ? special[(r >> 8) % 9] : (u32)(r >> 16) >> (r % 8 == 1 ? r >> 56 & 31 : 0);
}
static u64 any64() { return (u64)any32() << 32 | any32(); }

static void bit_counts() {
  checks::group g("popc, clz, ffs, brev");
  for (int i = 0; i < 100000; i++) {
    u64 w = any64();
    u32 v = (u32)w;
    int ones = 0, lead = 0, first = 0, ones64 = 0, lead64 = 0, first64 = 0;
    u32 reversed = 0;
    u64 reversed64 = 0;
    for (int b = 0; b < 32; b++) ones += v >> b & 1, reversed |= (v >> b & 1) << (31 - b);
    for (int b = 0; b < 64; b++) ones64 += (int)(w >> b & 1), reversed64 |= (w >> b & 1) << (63 - b);
    while (lead < 32 && !(v >> (31 - lead) & 1)) lead++;
    while (lead64 < 64 && !(w >> (63 - lead64) & 1)) lead64++;
    for (int b = 0; b < 32 && !first; b++) first = v >> b & 1 ? b + 1 : 0;
    for (int b = 0; b < 64 && !first64; b++) first64 = w >> b & 1 ? b + 1 : 0;
    g.check(__popc(v) == ones && __popcll(w) == ones64, "popc %llx", (unsigned long long)w);
    g.check(__clz((int)v) == lead && __clzll((long long)w) == lead64, "clz %llx", (unsigned long long)w);
    g.check(__ffs((int)v) == first && __ffsll((long long)w) == first64, "ffs %llx", (unsigned long long)w);
    g.check(__brev(v) == reversed && __brevll(w) == reversed64, "brev %llx", (unsigned long long)w);
  }
}

static void byte_permutations() {
  checks::group g("byte_perm, every selector");
  for (u32 selector = 0; selector < 65536; selector++) {
    u32 words[2] = {any32(), any32()};
    unsigned char bytes[8];
    std::memcpy(bytes, words, 8);
    u32 expected = 0;
    for (int i = 0; i < 4; i++) {
      expected |= (u32)bytes[selector >> 4 * i & 7] << 8 * i;
    }
    g.check(__byte_perm(words[0], words[1], selector) == expected, "%08x %08x %04x", words[0], words[1], selector);
    g.check(__byte_perm(words[0], words[1], selector | 0xabcd0000) == expected, "upper half ignored");
  }
}

static void shifts_and_products() {
  checks::group shift("funnel shifts"), product("products"), average("sad, averages, mul24"), dot("dp4a, dp2a"),
      nth("fns");
  for (int i = 0; i < 200000; i++) {
    u32 a = any32(), b = any32(), c = any32();
    u64 x = any64(), y = any64();
    u32 s = c % 70;
    u64 both = (u64)b << 32 | a;
    shift.check(__funnelshift_l(a, b, s) == (u32)(both << (s & 31) >> 32) &&
                __funnelshift_r(a, b, s) == (u32)(both >> (s & 31)));
    shift.check(__funnelshift_lc(a, b, s) == (s >= 32 ? a : (u32)(both << s >> 32)) &&
                __funnelshift_rc(a, b, s) == (s >= 32 ? b : (u32)(both >> s)));
    product.check(__umulhi(a, b) == (u32)((u64)a * b >> 32) &&
                  __mulhi((int)a, (int)b) == (int)((std::int64_t)(int)a * (int)b >> 32));
    product.check(__umul64hi(x, y) == (u64)((unsigned __int128)x * y >> 64));
    product.check((u64)__mul64hi((long long)x, (long long)y) == (u64)((__int128)(long long)x * (long long)y >> 64));
    int a24 = (int)(a << 8) >> 8, b24 = (int)(b << 8) >> 8;
    average.check((u32)__mul24((int)a, (int)b) == (u32)((std::int64_t)a24 * b24) &&
                  __umul24(a, b) == (u32)((u64)(a & 0xffffff) * (b & 0xffffff)));
    average.check(__sad((int)a, (int)b, c) == (u32)(std::llabs((long long)(int)a - (int)b) + c) &&
                  __usad(a, b, c) == (u32)(std::max(a, b) - std::min(a, b) + c));
    average.check(__hadd((int)a, (int)b) == (int)(((std::int64_t)(int)a + (int)b) >> 1) &&
                  __rhadd((int)a, (int)b) == (int)(((std::int64_t)(int)a + (int)b + 1) >> 1));
    average.check(__uhadd(a, b) == (u32)(((u64)a + b) >> 1) && __urhadd(a, b) == (u32)(((u64)a + b + 1) >> 1));
    u32 u4 = c, s4 = c, u2 = c, s2 = c, s2h = c;
    for (int l = 0; l < 4; l++) {
      u4 += (a >> 8 * l & 255) * (b >> 8 * l & 255);
      s4 += (u32)((int)(signed char)(a >> 8 * l) * (signed char)(b >> 8 * l));
    }
    for (int l = 0; l < 2; l++) {
      u2 += (a >> 16 * l & 65535) * (b >> 8 * l & 255);
      s2 += (u32)((int)(short)(a >> 16 * l) * (signed char)(b >> 8 * l));
      s2h += (u32)((int)(short)(a >> 16 * l) * (signed char)(b >> (8 * l + 16)));
    }
    dot.check(__dp4a(a, b, c) == u4 && (u32)__dp4a((int)a, (int)b, (int)c) == s4);
    dot.check(__dp2a_lo(a, b, c) == u2 && (u32)__dp2a_lo((int)a, (int)b, (int)c) == s2 &&
              (u32)__dp2a_hi((int)a, (int)b, (int)c) == s2h);
    dot.check(__dp4a(checks::bits<uchar4>(a), checks::bits<uchar4>(b), c) == u4 &&
              (u32)__dp4a(checks::bits<char4>(a), checks::bits<char4>(b), (int)c) == s4);
    u32 base = b & 31;
    int offset = (int)(c % 9) - 4;
    u32 found = 0xffffffff;
    if (offset == 0) found = a >> base & 1 ? base : found;
    int left = std::abs(offset);
    for (int p = (int)base; offset && p >= 0 && p<32; p += offset> 0 ? 1 : -1)
      if ((a >> p & 1) && --left == 0) {
        found = (u32)p;
        break;
      }
    nth.check(__fns(a, base, offset) == found, "%08x %u %d", a, base, offset);
  }
}

// A lane operation's reference, on values wide enough for anything.
template <class Reference>
void lanes(const char *name, int width, bool is_signed, u32 (*tested)(u32, u32), Reference reference) {
  checks::group g(name);
  for (int i = 0; i < 50000; i++) {
    u32 a = any32(), b = i % 3 ? any32() : a ^ (any32() & 0x01010101), expected = 0;
    for (int l = 0; l < 32; l += width) {
      long mask = (1l << width) - 1, x = a >> l & mask, y = b >> l & mask;
      if (is_signed) x = x >> (width - 1) ? x - mask - 1 : x, y = y >> (width - 1) ? y - mask - 1 : y;
      expected |= (u32)(reference(x, y) & mask) << l;
    }
    g.check(tested(a, b) == expected, "%08x %08x gives %08x, not %08x", a, b, tested(a, b), expected);
  }
}
static long saturate_to(long x, long low, long high) { return std::min(std::max(x, low), high); }

#define LANES(name, is_signed, expression)                                                                             \
  lanes(                                                                                                               \
      #name "4", 8, is_signed, [](u32 a, u32 b) { return name##4(a, b); },                                             \
      [](long x, long y) {                                                                                             \
        const long top = 127, all = 255;                                                                               \
        (void)top, (void)all, (void)y;                                                                                 \
        return (long)(expression);                                                                                     \
      });                                                                                                              \
  lanes(                                                                                                               \
      #name "2", 16, is_signed, [](u32 a, u32 b) { return name##2(a, b); },                                            \
      [](long x, long y) {                                                                                             \
        const long top = 32767, all = 65535;                                                                           \
        (void)top, (void)all, (void)y;                                                                                 \
        return (long)(expression);                                                                                     \
      });
#define COMPARE(op, is_signed, operation)                                                                              \
  LANES(__vcmp##op, is_signed, x operation y ? -1 : 0) LANES(__vset##op, is_signed, x operation y ? 1 : 0)
#define LANES_1(name, expression)                                                                                      \
  lanes(                                                                                                               \
      #name "4", 8, true, [](u32 a, u32) { return name##4(a); },                                                       \
      [](long x, long) {                                                                                               \
        const long top = 127;                                                                                          \
        (void)top;                                                                                                     \
        return (long)(expression);                                                                                     \
      });                                                                                                              \
  lanes(                                                                                                               \
      #name "2", 16, true, [](u32 a, u32) { return name##2(a); },                                                      \
      [](long x, long) {                                                                                               \
        const long top = 32767;                                                                                        \
        (void)top;                                                                                                     \
        return (long)(expression);                                                                                     \
      });

static void video() {
  LANES(__vadd, false, x + y)
  LANES(__vaddss, true, saturate_to(x + y, -top - 1, top))
  LANES(__vaddus, false, saturate_to(x + y, 0, all))
  LANES(__vsub, false, x - y)
  LANES(__vsubss, true, saturate_to(x - y, -top - 1, top))
  LANES(__vsubus, false, saturate_to(x - y, 0, all))
  LANES(__vavgu, false, (x + y + 1) / 2)
  LANES(__vhaddu, false, (x + y) / 2)
  LANES(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
  LANES(__vabsdiffu, false, std::labs(x - y))
  LANES(__vabsdiffs, true, std::labs(x - y))
  LANES(__vmaxu, false, std::max(x, y))
  LANES(__vmaxs, true, std::max(x, y))
  LANES(__vminu, false, std::min(x, y))
  LANES(__vmins, true, std::min(x, y))
  LANES_1(__vabs, std::labs(x))
  LANES_1(__vabsss, std::min(std::labs(x), top))
  LANES_1(__vneg, -x)
  LANES_1(__vnegss, saturate_to(-x, -top - 1, top))
  COMPARE(eq, false, ==)
  COMPARE(ne, false, !=)
  COMPARE(ges, true, >=)
  COMPARE(geu, false, >=)
  COMPARE(gts, true, >)
  COMPARE(gtu, false, >)
  COMPARE(les, true, <=)
  COMPARE(leu, false, <=)
  COMPARE(lts, true, <)
  COMPARE(ltu, false, <)
  checks::group g("vsad");
  for (int i = 0; i < 50000; i++) {
    u32 a = any32(), b = any32(), s4 = 0, u4 = 0, s2 = 0, u2 = 0;
    for (int l = 0; l < 32; l += 8)
      s4 += (u32)std::abs((signed char)(a >> l) - (signed char)(b >> l)),
          u4 += (u32)std::abs((int)(a >> l & 255) - (int)(b >> l & 255));
    for (int l = 0; l < 32; l += 16)
      s2 += (u32)std::abs((short)(a >> l) - (short)(b >> l)),
          u2 += (u32)std::abs((int)(a >> l & 65535) - (int)(b >> l & 65535));
    g.check(__vsads4(a, b) == s4 && __vsadu4(a, b) == u4 && __vsads2(a, b) == s2 && __vsadu2(a, b) == u2);
  }
}

static void dpx() {
  checks::group words("DPX, 32 bits"), halves("DPX, halves"), predicates("DPX, predicates");
  for (int i = 0; i < 100000; i++) {
    u32 ua = any32(), ub = any32(), uc = any32();
    int a = (int)ua, b = (int)ub, c = (int)uc, sum = (int)(ua + ub);
    words.check(__vimax3_s32(a, b, c) == std::max({a, b, c}) && __vimin3_u32(ua, ub, uc) == std::min({ua, ub, uc}));
    words.check(__vimax3_s32_relu(a, b, c) == std::max({a, b, c, 0}) &&
                __vimin_s32_relu(a, b) == std::max(std::min(a, b), 0));
    words.check(__viaddmax_s32(a, b, c) == std::max(sum, c) && __viaddmin_u32(ua, ub, uc) == std::min(ua + ub, uc));
    words.check(__viaddmin_s32_relu(a, b, c) == std::max(std::min(sum, c), 0) &&
                __vimin3_s32(a, b, c) == std::min({a, b, c}));
    u32 expected[4] = {};
    for (int l = 0; l < 32; l += 16) {
      short x = (short)(a >> l), y = (short)(b >> l), z = (short)(c >> l), xy = (short)(x + y);
      unsigned short p = (unsigned short)x, q = (unsigned short)y, r = (unsigned short)z;
      expected[0] |= (u32)(unsigned short)std::max({x, y, z}) << l;
      expected[1] |= (u32)(unsigned short)std::max(std::min(xy, z), (short)0) << l;
      expected[2] |= (u32)std::min({p, q, r}) << l;
      expected[3] |= (u32)std::max((unsigned short)(p + q), r) << l;
    }
    halves.check(__vimax3_s16x2(ua, ub, uc) == expected[0] && __viaddmin_s16x2_relu(ua, ub, uc) == expected[1]);
    halves.check(__vimin3_u16x2(ua, ub, uc) == expected[2] && __viaddmax_u16x2(ua, ub, uc) == expected[3]);
    bool p, high, low;
    predicates.check(__vibmax_s32(a, b, &p) == std::max(a, b) && p == (a >= b));
    predicates.check(__vibmin_u32(ua, ub, &p) == std::min(ua, ub) && p == (ua <= ub));
    u32 got = __vibmax_u16x2(ua, ub, &high, &low);
    predicates.check(got == ((std::max(ua >> 16, ub >> 16) << 16) | std::max(ua & 65535, ub & 65535)) &&
                     high == (ua >> 16 >= ub >> 16) && low == ((ua & 65535) >= (ub & 65535)));
  }
}

int main() {
  bit_counts();
  byte_permutations();
  shifts_and_products();
  video();
  dpx();
  return checks::finish();
}
