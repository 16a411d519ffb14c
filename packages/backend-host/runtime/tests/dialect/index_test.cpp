// The index over the whole grid that the portable dialect has, in grids with more threads along x than 32 bits count:
// to run one would take minutes, so a thread's place is set by hand.
#include "heddle/execution.h"
#include "checks.h"

static void place(const unsigned (&block)[3], const unsigned (&size)[3], const unsigned (&thread)[3], bool one_by_one) {
  static heddle_context here = {};
  for (int axis = 0; axis < 3; axis++) {
    here.block_index[axis] = block[axis];
    here.block[axis] = size[axis];
  }
  here.one_by_one = one_by_one;
  heddle_enter_block(&here);
  heddle_begin_thread(thread[0], thread[1], thread[2]);
}

static void indexes_of_every_axis() {
  checks::group indexes("the index over the whole grid");
  const auto expect = [&](unsigned long long x, unsigned long long y, unsigned long long z) {
    const unsigned long long wanted[3] = {x, y, z};
    for (int axis = 0; axis < 3; axis++)
      indexes.check(heddle_global_index(axis) == wanted[axis], "axis %d: %llu", axis, heddle_global_index(axis));
  };
  place({3, 5, 7}, {32, 4, 2}, {31, 3, 1}, false);
  expect(127, 23, 15);
  place({(0x7fffffffu - 4096) / 1024, 0, 0}, {1024, 1, 1}, {1023, 0, 0}, false);
  expect((0x7fffffffull - 4096) / 1024 * 1024 + 1023, 0, 0);
  place({0x7ffffffe, 65534, 65534}, {1024, 1024, 64}, {1023, 1023, 63}, true);
  expect(0x7ffffffeull * 1024 + 1023, 65534 * 1024 + 1023, 65534 * 64 + 63);
}

int main() {
  indexes_of_every_axis();
  return checks::finish();
}
