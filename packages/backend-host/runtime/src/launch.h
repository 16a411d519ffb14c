// One launch while it runs: shared by the workers that execute its blocks.
#pragma once
#include <atomic>

#include "../include/heddle/module_abi.h"
#include "kernel_fault.h"
#include "lock.h"

struct heddle_kernel;

namespace heddle {

// Blocks of a cooperative launch that wait for each other.
struct grid_barrier {
  mutex guard;
  condition changed;
  uint64_t live = 0, arrived = 0, generation = 0;
};

struct launch {
  heddle_kernel *code = nullptr;
  const unsigned char *arguments = nullptr;
  unsigned grid[3], block[3];
  unsigned threads = 0;       // of a block
  unsigned shared_bytes = 0;
  bool one_by_one = false;    // see heddle_context
  uint64_t blocks = 0;
  uint64_t chunk = 1;         // blocks that a worker takes at a time
  std::atomic<uint64_t> next_block{0};
  bool wants_residency = false;  // a cooperative launch
  grid_barrier *cooperative = nullptr;  // while one runs
  fault_slot fault;
};

}  // namespace heddle
