// Launches that fail, and what is left afterwards.
#include <unistd.h>

#include "harness.h"
using namespace test;

namespace {

// One launch on a device of its own; gives its fault.
heddle_fault fault_of(const char *name, extent grid, extent block, const arguments &values, bool sticky) {
  session s;
  heddle_module *m = s.load("faults");
  int *out = s.allocate<int>(2048);
  CHECK(s.run(m, "fine", {1}, {64}, pack(out)));
  CHECK(!s.run(m, name, grid, block, values));
  const heddle_fault fault = s.last_fault;
  CHECK(!strcmp(fault.kernel, name) && fault.launch == 2 && fault.ticket == 2);
  CHECK(heddle_host_stream_words(s.stream)->faults == 1);
  heddle_fault of_device;
  CHECK(heddle_host_device_fault(s.device, &of_device) == (sticky ? HEDDLE_OK : HEDDLE_NOT_FOUND));
  out[5] = 0;
  CHECK(s.run(m, "fine", {1}, {64}, pack(out)) == !sticky && out[5] == (sticky ? 0 : 5));
  void *more;
  CHECK(heddle_host_allocate(s.device, 100, &more) == (sticky ? HEDDLE_DEVICE_LOST : HEDDLE_OK));
  return fault;
}

void kinds() {
  int *memory = (int *)malloc(4096);
  heddle_fault fault = fault_of("fails_assertion", {4}, {32}, pack(70), true);
  CHECK(fault.kind == HEDDLE_FAULT_ASSERT && fault.line == 3 && strstr(fault.file, "faults.cu"));
  CHECK(strstr(fault.message, "< limit") && fault.has_thread && fault.block[0] >= 2);
  fault = fault_of("traps", {3}, {4, 2}, pack(), true);
  CHECK(fault.kind == HEDDLE_FAULT_TRAP && fault.block[0] == 2 && fault.thread[1] == 1 && fault.thread[0] == 0);
  fault = fault_of("deadlock", {2}, {32}, pack(memory), false);
  CHECK(fault.kind == HEDDLE_FAULT_DEADLOCK && strstr(fault.message, "16 wait at a block barrier"));
  fault = fault_of("missing_lanes", {1}, {64}, pack(memory), false);
  CHECK(fault.kind == HEDDLE_FAULT_DEADLOCK && strstr(fault.message, "0x00000003"));
  fault = fault_of("bad_pointer", {2}, {64}, pack((int *)16), true);
  CHECK(fault.kind == HEDDLE_FAULT_ILLEGAL_ADDRESS && strstr(fault.message, "0x10"));
#if defined(__x86_64__)
  fault = fault_of("divides", {1}, {8}, pack(memory, 0), true);
  CHECK(fault.kind == HEDDLE_FAULT_ARITHMETIC);
#endif
  fault = fault_of("overflows", {1}, {8}, pack(memory, 1000000), true);
  CHECK(fault.kind == HEDDLE_FAULT_ILLEGAL_ADDRESS && strstr(fault.message, "stack overflow"));
  free(memory);
}

void deadlocks_again_and_again() {
  session s;
  heddle_module *m = s.load("faults");
  int *out = s.allocate<int>(64);
  bool right = true;
  for (int i = 0; i < 50; i++) {
    right &= !s.run(m, "deadlock", {3}, {32}, pack(out)) && s.last_fault.kind == HEDDLE_FAULT_DEADLOCK;
    right &= s.run(m, "fine", {1}, {64}, pack(out));
  }
  CHECK(right);
}

void refusals() {
  session s;
  heddle_module *m = s.load("faults");
  int *out = s.allocate<int>(64);
  heddle_kernel *kernel;
  OK(heddle_host_module_kernel_named(m, "fine", &kernel));
  const arguments values = pack(out);
  CHECK(s.launch(kernel, {0}, {1}, values) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1}, {1025}, values) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1}, {512, 3}, values) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1}, {1, 1, 65}, values) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1, 65536}, {1}, values) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1}, {1}, values, 233472) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {1}, {1}, pack(1)) == HEDDLE_ARGUMENT);
  CHECK(s.launch(nullptr, {1}, {1}, values) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_launch(nullptr) == HEDDLE_ARGUMENT);
  CHECK(s.launch(kernel, {100000}, {1}, values, 0, HEDDLE_LAUNCH_COOPERATIVE) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_module_kernel_named(m, "missing", &kernel) == HEDDLE_NOT_FOUND);
  CHECK(strstr(heddle_host_last_error(), "missing"));
}

void prints() {
  session s;
  heddle_module *m = s.load("faults");
  int ends[2];
  CHECK(pipe(ends) == 0);
  OK(heddle_host_print_to(ends[1]));
  CHECK(s.run(m, "prints", {2}, {3}, pack(3)));
  OK(heddle_host_print_to(1));
  char text[4096];
  const ssize_t got = read(ends[0], text, sizeof text - 1);
  text[got > 0 ? got : 0] = 0;
  int lines = 0, whole = 0, plain = 0;
  for (char *line = strtok(text, "\n"); line; line = strtok(nullptr, "\n")) {
    lines++;
    int thread, block;
    whole += sscanf(line, "thread %d of block %d: text 4.50", &thread, &block) == 2;
    plain += !strcmp(line, "no arguments");
  }
  CHECK(lines == 8 && whole == 6 && plain == 2);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace

void test_faults() {
  kinds();
  deadlocks_again_and_again();
  refusals();
  prints();
}
