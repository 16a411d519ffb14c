// The GPU's memory: the process's own, in its own range of addresses, so that a use of unallocated or freed memory is a
// fault as on a GPU. Host memory that the device may use is known here too.
#pragma once
#include <cstddef>
#include <cstdint>

namespace emulated {

struct context;

enum class memory_kind { device, pinned, managed, registered, variable };

struct allocation {
  uint64_t address = 0, bytes = 0;
  memory_kind kind = memory_kind::device;
  context *owner = nullptr;
  int device = 0;
};

// Takes memory; 0 if there is none. Small allocations have an unmapped page after them.
uint64_t take_memory(context *owner, int device, memory_kind kind, uint64_t bytes);
// Knows memory that lies elsewhere: host memory that was registered, a module's variables. False for an overlap.
bool adopt_memory(const allocation &memory);
// Forgets it, and gives back what was taken. False if nothing of the kind begins at the address.
bool release_memory(uint64_t address, memory_kind kind, bool also_managed = false);
// Everything of a context.
void release_memory_of(context *owner);

// The allocation that holds all of the bytes. False if there is none.
bool find_memory(uint64_t address, uint64_t bytes, allocation *out);
// True for an address in the GPU's range, allocated or not.
bool is_device_range(uint64_t address);

struct memory_totals {
  uint64_t total, free;
};
memory_totals memory_of(int device);

}  // namespace emulated
