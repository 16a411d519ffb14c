// Calls of plain functions by record.
#include "harness.h"
using namespace test;

namespace {

heddle_value value(int v) { return {(uint64_t)(int64_t)v, HEDDLE_VALUE_INT32, 0}; }
heddle_value value(long long v) { return {(uint64_t)v, HEDDLE_VALUE_INT64, 0}; }
heddle_value value(const void *v) { return {(uint64_t)(uintptr_t)v, HEDDLE_VALUE_POINTER, 0}; }
heddle_value value(float v) {
  heddle_value made = {0, HEDDLE_VALUE_FLOAT, 0};
  memcpy(&made.bits, &v, 4);
  return made;
}
heddle_value value(double v) {
  heddle_value made = {0, HEDDLE_VALUE_DOUBLE, 0};
  memcpy(&made.bits, &v, 8);
  return made;
}

uint64_t call(session &s, heddle_module *m, const char *name, uint32_t type, const std::vector<heddle_value> &values,
              double *nanoseconds = nullptr) {
  void *function = nullptr;
  OK(heddle_host_module_function(m, name, &function));
  uint64_t result = 0;
  heddle_call_record record = {};
  record.stream = (uint64_t)(uintptr_t)s.stream;
  record.function = (uint64_t)(uintptr_t)function;
  record.arguments = (uint64_t)(uintptr_t)values.data();
  record.argument_count = (uint32_t)values.size();
  record.result_type = type;
  record.result = (uint64_t)(uintptr_t)&result;
  record.nanoseconds = (uint64_t)(uintptr_t)nanoseconds;
  OK(heddle_host_call(&record));
  CHECK(s.finish());
  return result;
}
double as_double(uint64_t bits) {
  double v;
  memcpy(&v, &bits, 8);
  return v;
}

}  // namespace

void test_functions() {
  heddle_properties properties;
  OK(heddle_host_properties(&properties));
  if (properties.function_arguments == 0) return;
  session s;
  heddle_module *m = s.load("functions");
  const std::vector<float> a = {1, 2, 3.5f};
  uint64_t bits = call(s, m, "sum_array", HEDDLE_VALUE_FLOAT, {value(a.data()), value(3), value(2.0f)});
  float f;
  memcpy(&f, &bits, 4);
  CHECK(f == 13.0f && bits >> 32 == 0);
  std::vector<double> d = {1, 2, 3};
  double nanoseconds = -1;
  call(s, m, "scale_array", HEDDLE_VALUE_NONE, {value(d.data()), value(3ll), value(0.5)}, &nanoseconds);
  CHECK(d[2] == 1.5 && nanoseconds >= 0);
  CHECK((int64_t)call(s, m, "add_ints", HEDDLE_VALUE_INT32, {value(-5), value(3)}) == -2);
  CHECK((int64_t)call(s, m, "add_longs", HEDDLE_VALUE_INT64, {value(-5ll * (1ll << 40)), value(3ll)}) == -5ll * (1ll << 40) + 3);
  CHECK((int64_t)call(s, m, "none", HEDDLE_VALUE_INT32, {}) == -7);
  const char letter = 3;
  bits = call(s, m, "mixed", HEDDLE_VALUE_DOUBLE,
              {value(1), value(2.0), value(3.0f), value(4ll), value(&letter), value(6.0f), value(200), value(8.0),
               value(9), value(10), value(-11), value(12.0), value(13.0f), value(14.0), value(15.0), value(16.0),
               value(17.0f), value(-18), value(19.0), value(-20), value(21ll)});
  double expected = 1 + 4 + 9 + 16 + 15 + 36 + 1400 + 64 + 81 + 100 - 121 + 144 + 169 + 196 + 225 + 256 + 289 - 324 +
                    361 - 400 + 441;
  CHECK(as_double(bits) == expected);
  std::vector<heddle_value> many;
  expected = 0;
  double weight = 1;
  for (int i = 0; i < 64; i++) {
    many.push_back(value((double)(i + 1)));
    expected += weight * (i % 8 + 1) * (i + 1);
    if (i % 8 == 7) weight *= 10;
  }
  CHECK(as_double(call(s, m, "sixty_four", HEDDLE_VALUE_DOUBLE, many)) == expected);
  void *missing;
  CHECK(heddle_host_module_function(m, "missing", &missing) == HEDDLE_NOT_FOUND);
  heddle_call_record record = {};
  CHECK(heddle_host_call(&record) == HEDDLE_ARGUMENT);
}
