// Kernels without barriers.
#include <cmath>

#include "harness.h"
using namespace test;

namespace {

void additions(session &s, heddle_module *m) {
  for (int n : {1, 31, 256, 1000, 100003}) {
    std::vector<float> a(n), b(n);
    std::vector<int> ia(n), ib(n);
    for (int i = 0; i < n; i++) a[i] = (float)i, b[i] = 0.5f * i, ia[i] = i, ib[i] = 3 * i;
    float *da = s.upload(a), *db = s.upload(b), *dc = s.allocate<float>(n);
    int *dia = s.upload(ia), *dib = s.upload(ib), *dic = s.allocate<int>(n);
    const extent grid = {(uint32_t)(n + 255) / 256};
    CHECK(s.run(m, "add", grid, {256}, pack(da, db, dc, n)));
    CHECK(s.run(m, "add_unsigned", grid, {256}, pack(dia, dib, dic, (unsigned)n)));
    bool right = true;
    for (int i = 0; i < n; i++) right &= dc[i] == a[i] + b[i] && dic[i] == 4 * i;
    CHECK(right);
    memset(dc, 0, n * sizeof(float));
    CHECK(s.run(m, "add_strided", {7}, {96}, pack(da, db, dc, (size_t)n)));
    for (int i = 0; i < n; i++) right &= dc[i] == a[i] + b[i];
    CHECK(right);
    // In place: the arrays are the same, which the compiler cannot have counted on.
    CHECK(s.run(m, "add", grid, {256}, pack(da, da, da, n)));
    for (int i = 0; i < n; i++) right &= da[i] == a[i] + a[i];
    CHECK(right);
  }
}

void shapes(session &s, heddle_module *m) {
  const extent shapes[][2] = {{{1}, {1}},          {{3}, {32}},        {{2, 3, 4}, {5, 6, 7}}, {{1, 1, 1}, {1, 1, 64}},
                              {{2, 2}, {1024, 1}}, {{1}, {1, 1024}},   {{65}, {3, 3, 3}},      {{1, 70000 / 2, 1}, {1, 2}},
                              {{1, 1, 65535}, {1}}};
  for (const auto &shape : shapes) {
    const extent g = shape[0], b = shape[1];
    const unsigned threads = b.x * b.y * b.z, blocks = g.x * g.y * g.z;
    int *out = s.allocate<int>((size_t)threads * blocks);
    CHECK(s.run(m, "indexes", g, b, pack(out)));
    bool right = true;
    for (unsigned i = 0; i < threads * blocks; i++) {
      const unsigned t = i % threads;
      right &= out[i] ==
               (int)(t % b.x + 100 * (t / b.x % b.y) + 10000 * (t / b.x / b.y) + 1000000 * (i / threads));
    }
    CHECK(right);
    OK(heddle_host_free(s.device, out));
  }
}

void private_state(session &s, heddle_module *m) {
  const int n = 1000;
  std::vector<int> a(n), index(n), j(n);
  for (int i = 0; i < n; i++) a[i] = rand() % 1000, index[i] = rand(), j[i] = 2 * i;
  int *da = s.upload(a), *di = s.upload(index), *dj = s.upload(j), *out = s.allocate<int>(n), *p = s.allocate<int>(2 * n);
  CHECK(s.run(m, "private_array", {4}, {256}, pack(da, di, out, n)));
  bool right = true;
  for (int i = 0; i < n; i++) {
    int local[4] = {0, 0, 0, 0};
    local[index[i] & 3] = a[i];
    local[1] += 5;
    right &= out[i] == local[(index[i] + 1) & 3] * 3 + local[index[i] & 3];
  }
  CHECK(right);
  CHECK(s.run(m, "own_store_first", {4}, {256}, pack(p, p, dj, out, n)));
  for (int i = 0; i < n; i++) right &= out[i] == 7 + i && p[2 * i + 1] == 7 + i;
  CHECK(right);
  unsigned *w = s.allocate<unsigned>(64);
  CHECK(s.run(m, "wraps", {1}, {64}, pack(w)));
  for (unsigned i = 0; i < 64; i++) right &= w[i] == (i - 5u) / 2u;
  CHECK(right);
}

struct settings {
  float scale;
  int offset;
  double weights[3];
};
struct alignas(16) float4_like {
  float x, y, z, w;
};

void arguments_and_names(session &s, heddle_module *m) {
  float *out = s.allocate<float>(64);
  const settings given = {2, 10, {0.5, 1.5, 2.5}};
  CHECK(s.run(m, "by_value", {1}, {64}, pack(given, (char)3, (short)-4, float4_like{1, 2, 3, 4}, true, out)));
  bool right = true;
  for (int i = 0; i < 64; i++) right &= out[i] == 2.0f * i + 10 + (float)given.weights[i % 3] + 3 - 4 + 1 + 4 + 0.5f;
  CHECK(right);
  heddle_kernel *kernel;
  OK(heddle_host_module_kernel_named(m, "by_value", &kernel));
  heddle_kernel_attributes attributes;
  OK(heddle_host_kernel_attributes(kernel, &attributes));
  CHECK(attributes.argument_count == 6 && attributes.argument_bytes == 80 && !attributes.has_blocked);
  const heddle_argument expected[] = {{0, 32, 8, 0}, {32, 1, 1, 2}, {34, 2, 2, 2}, {48, 16, 16, 0}, {64, 1, 1, 2}, {72, 8, 8, 1}};
  for (uint32_t i = 0; i < 6; i++) {
    heddle_argument argument;
    OK(heddle_host_kernel_argument(kernel, i, &argument));
    CHECK(memcmp(&argument, &expected[i], sizeof argument) == 0);
  }
  CHECK(s.run(m, "nothing", {1000}, {32}, pack()));

  void *coefficients;
  uint64_t bytes;
  OK(heddle_host_module_global(m, "space::coefficients", &coefficients, &bytes));
  CHECK(bytes == 16);
  const float values[] = {1, 2, 3, 4};
  OK(heddle_host_copy(s.stream, coefficients, values, sizeof values, 0));
  std::vector<float> x(100);
  for (int i = 0; i < 100; i++) x[i] = (float)i;
  float *dx = s.upload(x), *dy = s.allocate<float>(100);
  CHECK(s.run(m, "space::polynomial<float, 3>", {1}, {128}, pack(dy, dx, 100)));
  for (int i = 0; i < 100; i++) right &= dy[i] == 1 + 2.0f * i + 3.0f * i * i;
  CHECK(right);
  void *managed;
  OK(heddle_host_module_global(m, "managed_value", &managed, &bytes));
  CHECK(bytes == 8 && *(double *)managed == 1.5);
  CHECK(heddle_host_module_global(m, "missing", &managed, &bytes) == HEDDLE_NOT_FOUND);
  CHECK(heddle_host_module_global_count(m) == 3 && !strcmp(heddle_host_module_global_name(m, 1), "counter"));

  int *numbers = s.allocate<int>(256);
  CHECK(s.run(m, "lambdas", {1}, {256}, pack(numbers)));
  for (int i = 0; i < 256; i++) right &= numbers[i] == 45 * i;
  CHECK(s.run(m, "recursion", {1}, {256}, pack(numbers)));
  CHECK(right && numbers[14] == 377);
  CHECK(s.run(m, "internal", {1}, {256}, pack(77, numbers)));
  CHECK(numbers[255] == 77);
}

void standard_headers() {
  session s;
  heddle_module *m = s.load("headers");
  float *out = s.allocate<float>(64);
  CHECK(s.run(m, "everything", {1}, {64}, pack(out, (unsigned char)7)));
  bool right = true;
  for (int i = 0; i < 64; i++) {
    const float expected = std::sqrt((float)i) + std::sqrt((float)i) + (i > 1 ? i : 1) + 1 + (i < 3 ? i : 3) + 7 + 2;
    right &= std::fabs(out[i] - expected) < 1e-3f;
  }
  CHECK(right);
  CHECK(!s.run(m, "fails", {1}, {64}, pack((int *)nullptr)) && s.last_fault.line == 42 && s.last_fault.thread[0] == 3);
}

void large_grids(session &s, heddle_module *m) {
  if (!getenv("HEDDLE_SLOW_TESTS")) return;  // half a minute
  // More than 2^31 threads along x: indexes pass the point where a signed one would turn negative.
  unsigned long long *out = s.allocate<unsigned long long>(2);
  CHECK(s.run(m, "last_thread", {2101248}, {1024}, pack(out)));
  CHECK(out[0] == 2101248ull * 1024 - 1 && out[1] == 0x80000000ull);
}

}  // namespace

void test_loops() {
  session s;
  heddle_module *m = s.load("loops");
  additions(s, m);
  shapes(s, m);
  private_state(s, m);
  arguments_and_names(s, m);
  standard_headers();
  large_grids(s, m);
}
