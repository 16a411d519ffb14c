// Runs all tests, or those named: `tests <folder of compiled kernels> [name...]`.
#include <cstring>

#include "harness.h"

int main(int count, char **values) {
  if (count > 1) test::modules = values[1];
  const struct {
    const char *name;
    void (*run)();
  } all[] = {{"loops", test_loops},     {"blocks", test_blocks},   {"faults", test_faults},
             {"streams", test_streams}, {"memory", test_memory},   {"modules", test_modules},
             {"functions", test_functions}, {"cooperative", test_cooperative}, {"programs", test_programs}};
  for (const auto &one : all) {
    bool wanted = count <= 2;
    for (int i = 2; i < count; i++) wanted |= strcmp(values[i], one.name) == 0;
    if (!wanted) continue;
    const int before = test::failed.load();
    one.run();
    fprintf(stderr, "%s: %s\n", one.name, test::failed == before ? "ok" : "FAILED");
  }
  printf("%d passed, %d failed\n", test::passed.load(), test::failed.load());
  return test::failed ? 1 : 0;
}
