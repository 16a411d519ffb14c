// The little that the tests need: checks that count, and a device with one stream.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "heddle_host.h"

namespace test {

inline std::atomic<int> passed, failed;  // tests may check in threads

inline bool check(bool condition, const char *what, const char *file, int line) {
  condition ? passed++ : failed++;
  if (!condition) {
    fprintf(stderr, "FAILED %s:%d %s (last error: %s)\n", file, line, what, heddle_host_last_error());
    fflush(stderr);
  }
  return condition;
}
#define CHECK(...) ::test::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define OK(call) ::test::check((call) == HEDDLE_OK, #call, __FILE__, __LINE__)

inline std::vector<unsigned char> read_file(const std::string &path) {
  std::vector<unsigned char> bytes;
  FILE *file = fopen(path.c_str(), "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", path.c_str());
    exit(2);
  }
  unsigned char block[65536];
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;) bytes.insert(bytes.end(), block, block + got);
  fclose(file);
  return bytes;
}

// Folder of the compiled kernels.
inline std::string modules = ".";

struct arguments {
  std::vector<unsigned char> bytes;
  template <class Value> arguments &add(const Value &value) {
    const size_t offset = (bytes.size() + alignof(Value) - 1) / alignof(Value) * alignof(Value);
    bytes.resize(offset + sizeof(Value));
    memcpy(bytes.data() + offset, &value, sizeof(Value));
    return *this;
  }
};
template <class... Values> arguments pack(const Values &...values) {
  arguments all;
  (all.add(values), ...);
  return all;
}

struct extent {
  uint32_t x = 1, y = 1, z = 1;
};

struct session {
  heddle_device *device = nullptr;
  heddle_stream *stream = nullptr;
  session() {
    OK(heddle_host_device_open(&device));
    OK(heddle_host_stream_create(device, 0, &stream));
  }
  ~session() { heddle_host_device_close(device); }

  heddle_module *load(const char *name) {
    const auto bytes = read_file(modules + "/" + name + ".so");
    heddle_module *module = nullptr;
    OK(heddle_host_module_load(device, bytes.data(), bytes.size(), &module));
    return module;
  }
  template <class Value> Value *allocate(size_t count) {
    void *address = nullptr;
    OK(heddle_host_allocate(device, count * sizeof(Value), &address));
    if (address) memset(address, 0, count * sizeof(Value));
    return (Value *)address;
  }
  template <class Value> Value *upload(const std::vector<Value> &values) {
    Value *address = allocate<Value>(values.size());
    memcpy(address, values.data(), values.size() * sizeof(Value));
    return address;
  }
  heddle_launch_record record(heddle_kernel *kernel, extent grid, extent block, const arguments &values,
                              uint32_t shared_bytes = 0, uint32_t flags = 0) {
    heddle_launch_record made = {};
    made.stream = (uint64_t)(uintptr_t)stream;
    made.kernel = (uint64_t)(uintptr_t)kernel;
    made.arguments = (uint64_t)(uintptr_t)values.bytes.data();
    made.argument_bytes = (uint32_t)values.bytes.size();
    made.flags = flags;
    made.grid[0] = grid.x, made.grid[1] = grid.y, made.grid[2] = grid.z;
    made.block[0] = block.x, made.block[1] = block.y, made.block[2] = block.z;
    made.shared_bytes = shared_bytes;
    return made;
  }
  heddle_status launch(heddle_kernel *kernel, extent grid, extent block, const arguments &values,
                       uint32_t shared_bytes = 0, uint32_t flags = 0) {
    const heddle_launch_record made = record(kernel, grid, block, values, shared_bytes, flags);
    return heddle_host_launch(&made);
  }
  // Launches and waits; true when neither failed.
  bool run(heddle_module *module, const char *name, extent grid, extent block, const arguments &values,
           uint32_t shared_bytes = 0, uint32_t flags = 0) {
    heddle_kernel *kernel = nullptr;
    if (heddle_host_module_kernel_named(module, name, &kernel) != HEDDLE_OK) return false;
    if (launch(kernel, grid, block, values, shared_bytes, flags) != HEDDLE_OK) return false;
    return finish() && !fault();
  }
  bool finish() { return heddle_host_stream_wait(stream, 0, 20000) == HEDDLE_OK; }
  heddle_fault last_fault = {};
  bool fault() { return heddle_host_stream_take_fault(stream, 0, &last_fault) == HEDDLE_OK; }
};

}  // namespace test

// The tests, one function per file.
void test_loops();
void test_blocks();
void test_faults();
void test_streams();
void test_memory();
void test_modules();
void test_functions();
void test_cooperative();
void test_programs();
