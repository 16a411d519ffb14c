// Cooperative launches, and cooperative groups.
#include "harness.h"
using namespace test;

namespace {

void grids() {
  session s;
  heddle_module *m = s.load("cooperative");
  heddle_properties properties;
  OK(heddle_host_properties(&properties));
  bool right = true;
  for (uint32_t blocks : {1u, 2u, 7u, properties.cooperative_blocks}) {
    const uint32_t n = blocks * 96;
    int *a = s.allocate<int>(n), *b = s.allocate<int>(n);
    for (uint32_t i = 0; i < n; i++) a[i] = (int)i;
    CHECK(s.run(m, "rounds", {blocks}, {96}, pack(a, b, 20), 0, HEDDLE_LAUNCH_COOPERATIVE));
    for (uint32_t i = 0; i < n; i++) right &= a[i] == (int)((i + 20) % n) + 20;
    CHECK(right);
  }
  int *out = s.allocate<int>(4096);
  CHECK(s.run(m, "leaves_early", {9}, {5}, pack(out), 0, HEDDLE_LAUNCH_COOPERATIVE));
  for (int i = 0; i < 9; i++) right &= out[i] == (i % 2 == 0);
  CHECK(right);
  CHECK(s.run(m, "shared_of_each", {16}, {64}, pack(out), 256, HEDDLE_LAUNCH_COOPERATIVE));
  for (int i = 0; i < 1024; i++) right &= out[i] == 2 * (i / 64 * 64 + 63 - i % 64);
  CHECK(right);
  heddle_kernel *kernel;
  OK(heddle_host_module_kernel_named(m, "rounds", &kernel));
  uint32_t resident;
  OK(heddle_host_kernel_resident_blocks(kernel, 96, 0, &resident));
  CHECK(resident * properties.worker_threads <= properties.cooperative_blocks && resident > 0);
  CHECK(s.launch(kernel, {properties.cooperative_blocks + 1}, {32}, pack(out, out, 1), 0, HEDDLE_LAUNCH_COOPERATIVE) ==
        HEDDLE_ARGUMENT);
}

void failures() {
  {
    session s;
    heddle_module *m = s.load("cooperative");
    int *out = s.allocate<int>(4096);
    for (int i = 0; i < 10; i++) {
      CHECK(!s.run(m, "half_way", {4}, {32}, pack(out), 0, HEDDLE_LAUNCH_COOPERATIVE));
      CHECK(s.last_fault.kind == HEDDLE_FAULT_DEADLOCK && s.last_fault.block[0] == 1);
    }
    CHECK(s.run(m, "leaves_early", {9}, {5}, pack(out), 0, HEDDLE_LAUNCH_COOPERATIVE));
    CHECK(!s.run(m, "asserts_in_one", {6}, {32}, pack(out), 0, HEDDLE_LAUNCH_COOPERATIVE));
    CHECK(s.last_fault.kind == HEDDLE_FAULT_ASSERT && s.last_fault.block[0] == 1);
  }
  session s;
  heddle_module *m = s.load("cooperative");
  int *out = s.allocate<int>(4096);
  CHECK(!s.run(m, "rounds", {2}, {32}, pack(out, out, 1)));
  CHECK(s.last_fault.kind == HEDDLE_FAULT_TRAP && strstr(s.last_fault.message, "cooperative launch"));
}

void groups() {
  session s;
  heddle_module *m = s.load("cooperative");
  int *out = s.allocate<int>(640);
  CHECK(s.run(m, "tiles", {1}, {64}, pack(out)));
  bool right = true;
  for (int t = 0; t < 64; t++) {
    const int *o = out + t * 10, base = t & ~7, rank = t & 7;
    int ballot = 0, scan = 0, together = 0, before = 0, first_two[2] = {0, 0};
    for (int i = 0; i < 8; i++) ballot |= ((base + i) % 3 == 0) << i;
    for (int i = 0; i <= rank; i++) scan += base + i;
    for (int i = t & ~31; i < (t & ~31) + 32; i++)
      if (i % 5 == 0) {
        if (together < 2) first_two[together] = i;
        together++;
        before += i < t;
      }
    right &= o[0] == rank + 100 * (t / 8) + 80000 && o[1] == base + 3 && o[2] == 8 * base + 28 && o[3] == ballot;
    right &= o[4] == (base == 0) * 2 + (base == 0) && o[5] == scan && o[6] == rank && o[7] == (t ^ 1) + 2000;
    right &= o[8] == (t % 5 ? -1 : together * 100 + before * 10 + first_two[1] % 10);
    right &= o[9] == 400 + rank / 2 * 10 + 6;
    if (!CHECK(right)) break;
  }
}

}  // namespace

void test_cooperative() {
  grids();
  failures();
  groups();
}
