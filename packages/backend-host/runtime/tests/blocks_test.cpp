// Kernels whose threads wait for each other.
#include <cmath>

#include "harness.h"
using namespace test;

namespace {

void reductions(session &s, heddle_module *m) {
  const int n = 10000;
  std::vector<float> in(n);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += in[i] = (float)(i % 17);
  float *d = s.upload(in), *out = s.allocate<float>(1024);
  const auto total = [&](int blocks) {
    double t = 0;
    for (int i = 0; i < blocks; i++) t += out[i];
    return t;
  };
  CHECK(s.run(m, "reduce_static<256>", {40}, {256}, pack(d, out, n)) && total(40) == sum);
  for (uint32_t block : {32u, 64u, 1024u}) {
    const uint32_t blocks = (n + block - 1) / block;
    CHECK(s.run(m, "reduce_dynamic", {blocks}, {block}, pack(d, out, n), block * 4) && total((int)blocks) == sum);
  }
  out[0] = 0;
  CHECK(s.run(m, "warp_sum", {8}, {256}, pack(d, out, n)) && std::fabs(out[0] - sum) < 1e-3 * sum);
  std::vector<long long> values(512);
  for (int i = 0; i < 512; i++) values[i] = i * 1000000007ll;
  long long *r = s.upload(values);
  CHECK(s.run(m, "other::reverse_dynamic<long long>", {1}, {512}, pack(r), 4096));
  bool right = true;
  for (int i = 0; i < 512; i++) right &= r[i] == values[511 - i];
  CHECK(right);
  // All the shared memory there is.
  unsigned *sums = s.allocate<unsigned>(16);
  const int bytes = 227 << 10;
  CHECK(s.run(m, "dynamic_fill", {16}, {128}, pack(sums, bytes), (uint32_t)bytes));
  for (int b = 0; b < 16; b++) {
    unsigned expected = 0;
    for (int i = 0; i < bytes; i++) expected = expected * 31 + (unsigned char)(i * 7 + b);
    right &= sums[b] == expected;
  }
  CHECK(right);
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; i++) data[i] = (unsigned char)(i * i);
  unsigned char *dd = s.upload(data);
  unsigned *bins = s.allocate<unsigned>(256);
  CHECK(s.run(m, "histogram", {5}, {256}, pack(dd, bins, n)));
  std::vector<unsigned> expected(256);
  for (unsigned char v : data) expected[v]++;
  CHECK(memcmp(bins, expected.data(), 1024) == 0);
}

void barriers(session &s, heddle_module *m) {
  int *out = s.allocate<int>(4096);
  bool right = true;
  for (uint32_t block : {1u, 6u, 33u, 256u, 1024u}) {
    CHECK(s.run(m, "reducing_barriers", {1}, {block}, pack(out)));
    const int expected = (int)((block + 2) / 3) * 10000 + 1000 + (block <= 5) * 100 + (block > 7) * 10;
    for (unsigned i = 0; i < block; i++) right &= out[i] == expected;
    CHECK(right);
    memset(out, 0, 4096 * 4);
    CHECK(s.run(m, "early_exit", {1}, {block}, pack(out)));
    for (unsigned i = 0; i < block; i++) right &= out[i] == (i % 3 == 1 ? 0 : i % 3 == 2 ? 1 : 2);
    CHECK(right);
    CHECK(s.run(m, "barriers", {3}, {block}, pack(out, 50)));
    for (unsigned i = 0; i < 3 * block; i++) right &= out[i] == 50;
    CHECK(right);
  }
  CHECK(s.run(m, "sometimes", {4}, {256}, pack(out, 0)) && out[700] == 700 % 256);
  CHECK(s.run(m, "sometimes", {4}, {256}, pack(out, 1)) && out[700] == 255 * 128);
  CHECK(s.run(m, "behind_a_call", {1}, {256}, pack(out)));
  for (int i = 0; i < 256; i++) right &= out[i] == (i + 3) % 256;
  CHECK(right);
  std::vector<double> in(128);
  for (int i = 0; i < 128; i++) in[i] = 1 + i * 0.25;
  double *din = s.upload(in), *dout = s.allocate<double>(128);
  CHECK(s.run(m, "many_registers", {1}, {128}, pack(din, dout)));
  for (int t = 0; t < 128; t++) {
    double e = 0;
    for (int i = 0; i < 12; i++) e += in[t] * (i + 1) * (in[(t + i) % 128] * 4);
    right &= dout[t] == e;
  }
  CHECK(right);
  int *flag = s.allocate<int>(1);
  for (uint32_t block : {2u, 64u}) {
    *flag = 0;
    CHECK(s.run(m, "polling", {1}, {block}, pack(flag, out)) && out[0] == 42);
  }
  heddle_kernel *kernel;
  heddle_kernel_attributes attributes;
  OK(heddle_host_module_kernel_named(m, "barriers", &kernel));
  OK(heddle_host_kernel_attributes(kernel, &attributes));
  CHECK(attributes.has_blocked == 1);
}

void tiles(session &s, heddle_module *m) {
  const int n = 64;
  std::vector<float> a(n * n), b(n * n);
  for (int i = 0; i < n * n; i++) a[i] = (float)(i % 7), b[i] = (float)(i % 5);
  float *da = s.upload(a), *db = s.upload(b), *dc = s.allocate<float>(n * n);
  CHECK(s.run(m, "multiply_tiled<16>", {4, 4}, {16, 16}, pack(da, db, dc, n)));
  bool right = true;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      float e = 0;
      for (int k = 0; k < n; k++) e += a[r * n + k] * b[k * n + c];
      right &= dc[r * n + c] == e;
    }
  CHECK(right);
}

void warps(session &s, heddle_module *m) {
  int *out = s.allocate<int>(8 * 96);
  CHECK(s.run(m, "shuffles", {1}, {96}, pack(out)));
  bool right = true;
  for (int t = 0; t < 96; t++) {
    const int lane = t & 31, warp = t & ~31, *o = out + t * 8;
    right &= o[0] == warp + 5 && o[1] == (lane >= 3 ? t - 3 : t) && o[2] == ((lane & 15) < 12 ? t + 4 : t) &&
             o[3] == (t ^ 9) && o[4] == (int)((t ^ 1) * 0.5) && o[5] == (warp + 31 - lane) * 4 + 3 && o[6] == (t ^ 1) &&
             o[7] == (t & ~7) + 2;
    CHECK(right);
    if (!right) break;
  }
  unsigned *v = s.allocate<unsigned>(10 * 64);
  CHECK(s.run(m, "votes", {1}, {64}, pack(v)));
  for (unsigned t = 0; t < 64; t++) {
    const unsigned lane = t & 31, *o = v + t * 10;
    unsigned ballot = 0, match = 0;
    for (unsigned l = 0; l < 32; l++) {
      ballot |= (unsigned)(((t & 32) + l) % 3 == 0) << l;
      match |= (unsigned)(l / 5 == lane / 5) << l;
    }
    right &= o[0] == ballot && o[1] == 1 && o[2] == 1 && o[3] == 0 && o[4] == match && o[5] == 0u && (int)o[6] == 496 - 128 &&
             (int)o[7] == -4 && o[8] == 31 && o[9] == ~0u;
  }
  CHECK(right);
  CHECK(s.run(m, "partial_masks", {2}, {64}, pack(out)));
  for (int t = 0; t < 64; t++) {
    const int lane = t & 31;
    const auto own = [](int t) { return t + ((t & 31) < 8 ? 24 : (t & 31) < 20 ? 12 : 24); };
    right &= out[t] == own(t) + own(t - lane + 31);
  }
  CHECK(right);
  unsigned *h = s.allocate<unsigned>(3 * 64);
  CHECK(s.run(m, "without_masks", {1}, {64}, pack(h)));
  for (unsigned t = 0; t < 64; t++) {
    const unsigned lane = t & 31;
    right &= h[t * 3] == (lane < 10 ? 0x3ffu : 0xaaaaa800u) && h[t * 3 + 1] == (lane % 4 == 0 ? 0x11111111u : 0) &&
             h[t * 3 + 2] == 7 + (lane ^ 1) + 1100;
  }
  CHECK(right);
}

}  // namespace

void test_blocks() {
  session s;
  heddle_module *m = s.load("blocks");
  reductions(s, m);
  barriers(s, m);
  tiles(s, m);
  warps(s, m);
}
