// A loaded shared object and the kernels in it.
#pragma once
#include <atomic>

#include "../heddle_host.h"
#include "../include/heddle/module_abi.h"

struct heddle_kernel {
  heddle_module *module;
  const heddle_kernel_entry *entry;
  std::atomic<uint32_t> has_blocked;
  // How long a block took lately, in nanoseconds; 0 before the first launch. Decides whether helpers are called.
  std::atomic<uint32_t> block_nanoseconds;
};

struct heddle_module {
  heddle_device *device;
  void *library;
  heddle_kernel *kernels;
  uint32_t kernel_count;
  const heddle_global_entry **globals;
  uint32_t global_count;
  uint64_t static_shared_bytes;
  heddle_module *next, *previous;  // of the device
};

namespace heddle {

// Gives back everything that a module holds.
void destroy_module(heddle_module *module);

}  // namespace heddle
