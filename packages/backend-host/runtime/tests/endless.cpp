// Leaves the process while a kernel runs that never ends: `endless <folder of compiled kernels>`; must not hang.
#include "harness.h"

int main(int, char **values) {
  test::modules = values[1];
  static test::session s;
  heddle_module *m = s.load("loops");
  int *stop = s.allocate<int>(1);
  heddle_kernel *kernel;
  OK(heddle_host_module_kernel_named(m, "endless", &kernel));
  const test::arguments values_of = test::pack(stop);
  OK(s.launch(kernel, {4}, {1}, values_of));
  CHECK(heddle_host_stream_wait(s.stream, 0, 50) == HEDDLE_TIMEOUT);
  return test::failed.load();  // runs the destructors, and closes the device
}
