// Allocations: alignment, counters, refusal of what the machine does not have.
#include "harness.h"
using namespace test;

void test_memory() {
  session s;
  heddle_counters counters;
  uint64_t free_bytes, total_bytes;
  OK(heddle_host_memory_info(&free_bytes, &total_bytes));
  CHECK(free_bytes > 0 && free_bytes <= total_bytes);
  std::vector<void *> all;
  for (uint64_t bytes : {1ull, 7ull, 256ull, 4097ull, 1000000ull, 3000000ull, 64000001ull}) {
    void *address = nullptr;
    OK(heddle_host_allocate(s.device, bytes, &address));
    CHECK((uintptr_t)address % 256 == 0);
    memset(address, 1, bytes);
    all.push_back(address);
  }
  OK(heddle_host_device_counters(s.device, &counters));
  CHECK(counters.allocations == all.size() && counters.bytes == 1 + 7 + 256 + 4097 + 1000000 + 3000000 + 64000001);
  void *address = nullptr;
  CHECK(heddle_host_allocate(s.device, 0, &address) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_allocate(s.device, ~0ull, &address) == HEDDLE_OUT_OF_MEMORY);
  CHECK(heddle_host_allocate(s.device, 1ull << 45, &address) == HEDDLE_OUT_OF_MEMORY);
  CHECK(heddle_host_allocate(s.device, total_bytes + 1, &address) == HEDDLE_OUT_OF_MEMORY);
  // Promises add up even if nothing is touched.
  std::vector<void *> promised;
  uint64_t part = total_bytes / 16;
  for (int i = 0; i < 20; i++) {
    if (heddle_host_allocate(s.device, part, &address) != HEDDLE_OK) break;
    promised.push_back(address);
  }
  CHECK(promised.size() >= 4 && promised.size() < 17);
  for (void *one : promised) OK(heddle_host_free(s.device, one));
  for (void *one : all) OK(heddle_host_free(s.device, one));
  CHECK(heddle_host_free(s.device, all[0]) == HEDDLE_ARGUMENT);
  CHECK(heddle_host_free(s.device, &s) == HEDDLE_ARGUMENT);
  OK(heddle_host_device_counters(s.device, &counters));
  CHECK(counters.allocations == 0 && counters.bytes == 0);
  bool right = true;
  for (int i = 0; i < 100000; i++) {
    right &= heddle_host_allocate(s.device, 1 + i % 5000, &address) == HEDDLE_OK;
    right &= heddle_host_free(s.device, address) == HEDDLE_OK;
  }
  CHECK(right);
  heddle_properties properties;
  OK(heddle_host_properties(&properties));
  CHECK(properties.warp_size == 32 && properties.threads_per_block == 1024 && properties.worker_threads >= 1);
  CHECK(properties.total_bytes == total_bytes && properties.name[0] && properties.architecture[0]);
}
