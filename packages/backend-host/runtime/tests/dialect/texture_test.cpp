// Textures against the formulas of the CUDA C++ Programming Guide, appendix "Texture Fetching", in float64: nearest-point
// and linear filtering in one to three dimensions, every address mode, all channel formats; surfaces with their boundary
// modes; doubles stored as int2.
#include "heddle/double_texture.h"
#include "heddle/texture.h"
#include "checks.h"
#include <algorithm>
#include <vector>

// The texture under test: the texel values kept as doubles beside the encoded bytes.
struct image {
  heddle_texture descriptor{};
  std::vector<unsigned char> bytes;
  std::vector<double> values; // [((z * height + y) * width + x) * channels + c]
  int width, height, depth, channels;

  image(int w, int h, int d, int count, int kind, int bits, bool layered, bool normalized_read = false)
      : width(w), height(h), depth(d), channels(count) {
    heddle_texture &t = descriptor;
    t.row_pitch = (unsigned long long)(w * count * bits / 8 + 24) & ~7ull; // a pitch wider than the row
    t.slice_pitch = t.row_pitch * (unsigned)h + 64;
    bytes.resize(t.slice_pitch * (unsigned)d);
    t.data = bytes.data();
    t.extent[0] = w, t.extent[1] = h, t.extent[2] = layered ? 1 : d;
    t.layers = layered ? d : 0;
    t.channel_kind = kind, t.channel_bits = bits, t.channel_count = count;
    t.normalized_read = normalized_read;
    t.dimensions = d > 1 && !layered ? 3 : h > 1 ? 2 : 1;
    t.border[0] = 0.25f, t.border[1] = 0.5f, t.border[2] = 0.75f, t.border[3] = 1;
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          for (int c = 0; c < count; c++) {
            unsigned char *p = &bytes[(unsigned)z * t.slice_pitch + (unsigned)y * t.row_pitch +
                                      (unsigned)((x * count + c) * bits / 8)];
            values.push_back(store(p, kind, bits, normalized_read));
          }
  }
  static double store(unsigned char *p, int kind, int bits, bool normalized) {
    std::uint64_t r = checks::random_bits();
    if (kind == HEDDLE_CHANNEL_FLOAT && bits == 32) {
      float v = (float)((double)(r >> 40) * 0x1p-22 - 2);
      std::memcpy(p, &v, 4);
      return v;
    }
    std::memcpy(p, &r, (unsigned)bits / 8);
    if (kind == HEDDLE_CHANNEL_FLOAT) { // half: keep it finite
      unsigned short h = (unsigned short)(r & 0xbfff);
      std::memcpy(p, &h, 2);
      int e = h >> 10 & 31, m = h & 1023;
      double v = e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
      return h >> 15 ? -v : v;
    }
    std::int64_t v = (std::int64_t)(r << (64 - bits)) >> (64 - bits), all = (1ll << bits) - 1;
    if (kind == HEDDLE_CHANNEL_UNSIGNED) v &= all;
    return !normalized                       ? (double)v
           : kind == HEDDLE_CHANNEL_UNSIGNED ? (double)v / (double)all
                                             : std::max((double)v / (double)(all >> 1), -1.0);
  }
  unsigned long long object() const { return (unsigned long long)&descriptor; }

  // T[i] of the guide with an address mode; false: the border colour.
  bool index(int axis, int &i) const {
    int n = descriptor.extent[axis], mode = descriptor.address_mode[axis];
    if (!descriptor.normalized_coordinates && mode != HEDDLE_BORDER) mode = HEDDLE_CLAMP;
    if (mode == HEDDLE_BORDER) return i >= 0 && i < n;
    if (mode == HEDDLE_CLAMP)
      i = std::min(std::max(i, 0), n - 1);
    else if (mode == HEDDLE_WRAP)
      i = ((i % n) + n) % n;
    else {
      i = ((i % (2 * n)) + 2 * n) % (2 * n);
      if (i >= n) i = 2 * n - 1 - i;
    }
    return true;
  }
  double texel(int x, int y, int z, bool layered, int c) const {
    bool inside = index(0, x);
    if (height > 1 || descriptor.dimensions > 1) inside &= index(1, y);
    if (!layered)
      inside &= descriptor.dimensions < 3 || index(2, z);
    else
      z = z < 0 || z >= depth ? depth - 1 : z;
    if (c >= channels) return 0;
    if (!inside) return descriptor.border[c];
    return values[(unsigned)(((z * height + y) * width + x) * channels + c)];
  }
  double position(int axis, double x) const {
    return descriptor.normalized_coordinates ? x * descriptor.extent[axis] : x;
  }
  double nearest(double x, double y, double z, bool layered, int c) const {
    return texel((int)std::floor(position(0, x)), (int)std::floor(position(1, y)),
                 layered ? (int)z : (int)std::floor(position(2, z)), layered, c);
  }
  // (1-a)(1-b)(1-g) T[i,j,k] + ... with a, b, g in 1/256.
  double linear(double x, double y, double z, int dimensions, bool layered, int c) const {
    double at[3] = {x, y, z}, weight[3] = {0, 0, 0};
    int base[3] = {0, 0, (int)z};
    for (int d = 0; d < dimensions; d++) {
      double b = position(d, at[d]) - 0.5;
      base[d] = (int)std::floor(b);
      weight[d] = std::nearbyint((b - std::floor(b)) * 256) / 256;
    }
    double sum = 0;
    for (int corner = 0; corner < 1 << dimensions; corner++) {
      double w = 1;
      for (int d = 0; d < dimensions; d++) w *= corner >> d & 1 ? weight[d] : 1 - weight[d];
      if (w != 0)
        sum += w * texel(base[0] + (corner & 1), base[1] + (corner >> 1 & 1), base[2] + (corner >> 2 & 1), layered, c);
    }
    return sum;
  }
};

// Coordinates on a grid of 1/64 texel (exact in float, no ties at 1/256) around and far beyond the texture.
static float coordinate(const image &t, int axis) {
  int n = t.descriptor.extent[axis];
  double x = (double)((int)(checks::random_bits() % (unsigned)(192 * n)) - 64 * n) / 64 + 1.0 / 128;
  return (float)(t.descriptor.normalized_coordinates ? x / n : x);
}

static void filtering() {
  const char *names[] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; mode++)
    for (int normalized = 0; normalized < 2; normalized++) {
      // Extents that are powers of two keep normalized coordinates exact.
      image line(16, 1, 1, 1, HEDDLE_CHANNEL_FLOAT, 32, false), plane(16, 8, 1, 1, HEDDLE_CHANNEL_FLOAT, 32, false);
      image cube(8, 4, 16, 4, HEDDLE_CHANNEL_FLOAT, 32, false), stack(8, 8, 5, 2, HEDDLE_CHANNEL_FLOAT, 32, true);
      char name[80];
      std::snprintf(name, sizeof name, "%s, %s coordinates", names[mode], normalized ? "normalized" : "texel");
      checks::group g(name);
      for (image *t : {&line, &plane, &cube, &stack})
        for (int linear = 0; linear < 2; linear++) {
          heddle_texture &d = t->descriptor;
          d.normalized_coordinates = normalized, d.filter_mode = linear;
          for (int axis = 0; axis < 3; axis++) d.address_mode[axis] = mode;
          for (int i = 0; i < 5000; i++) {
            float x = coordinate(*t, 0), y = coordinate(*t, 1), z = coordinate(*t, 2);
            double got, expected;
            if (t == &line)
              got = tex1D<float>(t->object(), x),
              expected = linear ? t->linear(x, 0, 0, 1, false, 0) : t->nearest(x, 0, 0, false, 0);
            else if (t == &plane)
              got = tex2D<float>(t->object(), x, y),
              expected = linear ? t->linear(x, y, 0, 2, false, 0) : t->nearest(x, y, 0, false, 0);
            else if (t == &cube) {
              float4 v = tex3D<float4>(t->object(), x, y, z);
              const float channels[4] = {v.x, v.y, v.z, v.w};
              got = channels[i & 3],
              expected = linear ? t->linear(x, y, z, 3, false, i & 3) : t->nearest(x, y, z, false, i & 3);
            } else {
              int layer = i % 7 - 1;
              float2 v;
              tex2DLayered(&v, t->object(), x, y, layer);
              int clamped = layer < 0 || layer > 4 ? 4 : layer;
              got = i & 1 ? v.y : v.x,
              expected = linear ? t->linear(x, y, clamped, 2, true, i & 1) : t->nearest(x, y, clamped, true, i & 1);
            }
            g.check(std::fabs(got - expected) <= 1e-6 * (1 + std::fabs(expected)), "%gD %s at %g %g %g: %g, not %g",
                    (double)d.dimensions, linear ? "linear" : "point", (double)x, (double)y, (double)z, got, expected);
          }
        }
    }
}

static void channel_formats() {
  checks::group g("channel formats");
  for (int i = 0; i < 3000; i++) {
    static image u8(8, 8, 1, 4, HEDDLE_CHANNEL_UNSIGNED, 8, false), s16(8, 8, 1, 2, HEDDLE_CHANNEL_SIGNED, 16, false),
        u32(8, 8, 1, 1, HEDDLE_CHANNEL_UNSIGNED, 32, false), s32(8, 8, 1, 4, HEDDLE_CHANNEL_SIGNED, 32, false),
        half(8, 8, 1, 2, HEDDLE_CHANNEL_FLOAT, 16, false), unorm(8, 8, 1, 4, HEDDLE_CHANNEL_UNSIGNED, 8, false, true),
        snorm(8, 8, 1, 1, HEDDLE_CHANNEL_SIGNED, 8, false, true),
        unorm16(8, 8, 1, 2, HEDDLE_CHANNEL_UNSIGNED, 16, false, true);
    for (image *t : {&u8, &s16, &u32, &s32, &half, &unorm, &snorm, &unorm16})
      t->descriptor.address_mode[0] = t->descriptor.address_mode[1] = HEDDLE_CLAMP;
    float x = coordinate(u8, 0), y = coordinate(u8, 1);
    uchar4 a = tex2D<uchar4>(u8.object(), x, y);
    g.check(a.x == u8.nearest(x, y, 0, false, 0) && a.w == u8.nearest(x, y, 0, false, 3));
    short2 b = tex2D<short2>(s16.object(), x, y);
    g.check(b.x == s16.nearest(x, y, 0, false, 0) && b.y == s16.nearest(x, y, 0, false, 1));
    g.check(tex2D<unsigned>(u32.object(), x, y) == u32.nearest(x, y, 0, false, 0) &&
            tex2D<int4>(s32.object(), x, y).z == s32.nearest(x, y, 0, false, 2));
    g.check(tex2D<float2>(half.object(), x, y).y == half.nearest(x, y, 0, false, 1));
    g.check(std::fabs(tex2D<float4>(unorm.object(), x, y).z - unorm.nearest(x, y, 0, false, 2)) < 1e-7 &&
            std::fabs(tex2D<float>(snorm.object(), x, y) - snorm.nearest(x, y, 0, false, 0)) < 1e-7);
    unorm16.descriptor.filter_mode = HEDDLE_FILTER_LINEAR;
    g.check(std::fabs(tex2D<float2>(unorm16.object(), x, y).x - unorm16.linear(x, y, 0, 2, false, 0)) < 1e-6);
    int column = i % 12 - 2;
    g.check(tex1Dfetch<int>(s32.object(), column) ==
            (column < 0 || column >= 8 ? 0 : s32.values[(unsigned)column * 4]));
    float4 lacking = tex2D<float4>(unorm16.object(), x, y);
    g.check(lacking.z == 0 && lacking.w == 0);
    float4 corners = tex2Dgather<float4>(unorm.object(), x, y, 1);
    int cx = (int)std::floor(x - 0.5), cy = (int)std::floor(y - 0.5);
    g.check(std::fabs(corners.x - unorm.texel(cx, cy + 1, 0, false, 1)) < 1e-7 &&
            std::fabs(corners.y - unorm.texel(cx + 1, cy + 1, 0, false, 1)) < 1e-7 &&
            std::fabs(corners.z - unorm.texel(cx + 1, cy, 0, false, 1)) < 1e-7 &&
            std::fabs(corners.w - unorm.texel(cx, cy, 0, false, 1)) < 1e-7);
  }
}

static void odd_coordinates() {
  checks::group g("infinite, NaN and huge coordinates stay inside");
  image t(7, 5, 3, 1, HEDDLE_CHANNEL_FLOAT, 32, false);
  const float odd[] = {INFINITY, -INFINITY, NAN, 3e38f, -3e38f, 2147483648.0f, 1e-40f, -0.0f, 0.5f};
  for (int mode = 0; mode < 4; mode++)
    for (int settings = 0; settings < 4; settings++) {
      for (int axis = 0; axis < 3; axis++) t.descriptor.address_mode[axis] = mode;
      t.descriptor.filter_mode = settings & 1, t.descriptor.normalized_coordinates = settings >> 1;
      for (float x : odd)
        for (float y : odd) g.check(std::fabs(tex3D<float>(t.object(), x, y, y)) <= 4);
    }
}

static void surfaces() {
  checks::group g("surfaces");
  image t(8, 6, 4, 4, HEDDLE_CHANNEL_UNSIGNED, 8, false), stack(8, 6, 4, 1, HEDDLE_CHANNEL_FLOAT, 32, true);
  for (int i = 0; i < 5000; i++) {
    int x = (int)(checks::random_bits() % 12) - 2, y = (int)(checks::random_bits() % 10) - 2,
        z = (int)(checks::random_bits() % 8) - 2;
    bool inside = x >= 0 && x < 8 && y >= 0 && y < 6 && z >= 0 && z < 4;
    int cx = std::min(std::max(x, 0), 7), cy = std::min(std::max(y, 0), 5), cz = std::min(std::max(z, 0), 3);
    uchar4 v = make_uchar4((unsigned char)i, 2, 3, (unsigned char)(i >> 8)),
           before = surf3Dread<uchar4>(t.object(), cx * 4, cy, cz);
    surf3Dwrite(v, t.object(), x * 4, y, z, cudaBoundaryModeZero);
    uchar4 after = surf3Dread<uchar4>(t.object(), cx * 4, cy, cz);
    g.check(inside ? after.x == v.x && after.w == v.w : after.x == before.x && after.w == before.w);
    uchar4 outside;
    surf3Dread(&outside, t.object(), x * 4, y, z, cudaBoundaryModeZero);
    g.check(outside.y == (inside ? after.y : 0));
    g.check(surf3Dread<uchar4>(t.object(), x * 4, y, z, cudaBoundaryModeClamp).x == after.x);
    surf2DLayeredwrite((float)i, stack.object(), x * 4, y, z, cudaBoundaryModeClamp);
    g.check(surf2DLayeredread<float>(stack.object(), cx * 4, cy, cz) == (float)i &&
            tex2DLayered<float>(stack.object(), (float)cx, (float)cy, cz) == (float)i);
  }
}

static void doubles() {
  checks::group g("doubles as int2");
  image t(64, 1, 1, 2, HEDDLE_CHANNEL_SIGNED, 32, false);
  for (int i = 0; i < 64; i++) {
    double x = checks::any_floating<double>();
    std::memcpy(t.bytes.data() + 8 * i, &x, 8);
    g.check(checks::same(fetch_double(t.object(), i), x));
  }
  static_assert(sizeof(heddle_texture) == 128 && __builtin_offsetof(heddle_texture, border) == 80 &&
                __builtin_offsetof(heddle_texture, dimensions) == 76);
}

int main() {
  filtering();
  channel_formats();
  odd_coordinates();
  surfaces();
  doubles();
  return checks::finish();
}
