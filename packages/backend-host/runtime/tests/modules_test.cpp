// Loading: separate globals for each load, refusal of what is not a module, thousands of loads without a leak.
#include <dlfcn.h>

#include <cstdio>
#include <thread>

#include "harness.h"
using namespace test;

namespace {

long resident_kibibytes() {
  long pages = 0, resident = 0;
  if (FILE *file = fopen("/proc/self/statm", "r")) {
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    fclose(file);
  }
  return resident * 4;
}
int mappings() {
  int lines = 0;
  if (FILE *file = fopen("/proc/self/maps", "r")) {
    for (int c; (c = fgetc(file)) != EOF;) lines += c == '\n';
    fclose(file);
  }
  return lines;
}

void separate_globals() {
  session s;
  heddle_module *a = s.load("loops"), *b = s.load("loops");
  void *pa, *pb;
  uint64_t bytes;
  OK(heddle_host_module_global(a, "counter", &pa, &bytes));
  OK(heddle_host_module_global(b, "counter", &pb, &bytes));
  CHECK(pa != pb && bytes == 4);
  OK(heddle_host_module_unload(a));
  heddle_module *c = s.load("loops");
  void *pc;
  OK(heddle_host_module_global(c, "counter", &pc, &bytes));
  *(int *)pb = 1;
  *(int *)pc = 2;
  CHECK(*(int *)pb == 1);
  // Template kernels with __shared__ variables, whose symbols the compiler may make unique in the process.
  heddle_module *d = s.load("blocks"), *e = s.load("blocks");
  float *in = s.upload(std::vector<float>(256, 1.0f)), *out = s.allocate<float>(1);
  CHECK(s.run(d, "reduce_static<256>", {1}, {256}, pack(in, out, 256)) && *out == 256);
  OK(heddle_host_module_unload(d));
  CHECK(s.run(e, "reduce_static<256>", {1}, {256}, pack(in, out, 256)) && *out == 256);
}

void not_modules() {
  session s;
  auto bytes = read_file(modules + "/loops.so");
  heddle_module *module;
  CHECK(heddle_host_module_load(s.device, "hello", 5, &module) == HEDDLE_CORRUPT);
  CHECK(heddle_host_module_load(s.device, bytes.data(), bytes.size() / 2, &module) == HEDDLE_CORRUPT);
  CHECK(heddle_host_module_load(s.device, bytes.data(), 64, &module) == HEDDLE_CORRUPT);
  CHECK(heddle_host_module_load(s.device, bytes.data(), 0, &module) == HEDDLE_ARGUMENT);
  auto other = bytes;
  other[18] = 8;  // MIPS
  CHECK(heddle_host_module_load(s.device, other.data(), other.size(), &module) == HEDDLE_CORRUPT);
  // Headers that lie must not make us read outside the bytes.
  auto blocks = read_file(modules + "/blocks.so");
  srand(1);
  for (int i = 0; i < 3000; i++) {
    auto damaged = blocks;
    for (int k = 0; k < 4; k++) damaged[(size_t)rand() % 1024] = (unsigned char)rand();
    // Only our own reading of it is tried: the loader cannot be asked to survive this.
    damaged[16] = 3, damaged[4] = 2;
    damaged.resize((size_t)(rand() % 2000) + 64);
    if (heddle_host_module_load(s.device, damaged.data(), damaged.size(), &module) == HEDDLE_OK) CHECK(false);
  }
  heddle_counters counters;
  OK(heddle_host_device_counters(s.device, &counters));
  CHECK(counters.modules == 0);
}

void thousands_of_loads() {
  session s;
  const auto bytes = read_file(modules + "/blocks.so");
  float *in = s.upload(std::vector<float>(256, 1.0f)), *out = s.allocate<float>(1);
  long before_memory = 0;
  int before_mappings = 0;
  bool right = true;
  const int cycles = 10000;
  for (int i = 0; i < cycles && right; i++) {
    heddle_module *module;
    right &= heddle_host_module_load(s.device, bytes.data(), bytes.size(), &module) == HEDDLE_OK;
    if (!right) break;
    *out = 0;
    if (i % 4 == 0) right &= s.run(module, "reduce_dynamic", {2}, {64}, pack(in, out, 256), 256) && out[0] == 64;
    else right &= s.run(module, "reduce_static<256>", {1}, {256}, pack(in, out, 256)) && *out == 256;
    right &= heddle_host_module_unload(module) == HEDDLE_OK;
    if (i == 1000) before_memory = resident_kibibytes(), before_mappings = mappings();
  }
  CHECK(right);
  CHECK(resident_kibibytes() - before_memory < 2000);
  CHECK(mappings() - before_mappings < 20);
}

void many_at_once() {
  session s;
  std::vector<heddle_module *> all(1500);
  for (heddle_module *&one : all) one = nullptr;
  const auto bytes = read_file(modules + "/blocks.so");
  float *in = s.upload(std::vector<float>(256, 1.0f)), *out = s.allocate<float>(1);
  bool right = true;
  for (heddle_module *&one : all) {
    right &= heddle_host_module_load(s.device, bytes.data(), bytes.size(), &one) == HEDDLE_OK;
    if (!right) break;
    right &= s.run(one, "reduce_static<256>", {1}, {256}, pack(in, out, 256)) && *out == 256;
  }
  CHECK(right);
  for (heddle_module *one : all)
    if (one) right &= heddle_host_module_unload(one) == HEDDLE_OK;
  CHECK(right);
}

void unloaded_while_busy() {
  session s;
  for (int i = 0; i < 200; i++) {
    heddle_module *m = s.load("loops");
    heddle_kernel *busy;
    OK(heddle_host_module_kernel_named(m, "busy", &busy));
    float *scratch = s.allocate<float>(64);
    const arguments values = pack(scratch, 1000);
    for (int k = 0; k < 10; k++) OK(s.launch(busy, {4}, {16}, values));
    OK(heddle_host_module_unload(m));
    OK(heddle_host_free(s.device, scratch));
  }
  CHECK(s.finish());
}

// Threads that load and unload at once, with an OpenMP runtime in the process that is to stay.
void loaded_and_unloaded_at_once() {
  session s;
  CHECK(dlopen("libgomp.so.1", RTLD_NOW));
  const auto bytes = read_file(modules + "/loops.so");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; k++) {
        heddle_module *module;
        if (heddle_host_module_load(s.device, bytes.data(), bytes.size(), &module) != HEDDLE_OK) wrong++;
        else if (heddle_host_module_unload(module) != HEDDLE_OK) wrong++;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace

void test_modules() {
  separate_globals();
  not_modules();
  thousands_of_loads();
  many_at_once();
  unloaded_while_busy();
  loaded_and_unloaded_at_once();
}
