#include "transfer.h"

#include <cstring>

#include "device_memory.h"

namespace emulated {

bool may_access(side what, uint64_t address, uint64_t bytes) {
  if (bytes == 0) return true;
  if (address == 0) return false;
  allocation memory;
  if (find_memory(address, bytes, &memory)) {
    return what != side::host || memory.kind != memory_kind::device;
  }
  // Ordinary memory of the process is nobody's but the host's.
  return what != side::device && !is_device_range(address);
}

bool is_pageable(uint64_t address) { return !find_memory(address, 1, nullptr); }

int copy_bytes(const std::shared_ptr<stream> &in, uint64_t to, uint64_t from, uint64_t bytes, bool wait) {
  box what;
  what.to = to;
  what.from = from;
  what.width = bytes;
  return copy_box(in, what, wait);
}

int copy_box(const std::shared_ptr<stream> &in, const box &what, bool wait) {
  if (what.width == 0 || what.rows == 0 || what.slices == 0) return success;
  operation copy;
  copy.kind = operation_kind::copy;
  copy.run = [what](stream &) {
    for (uint64_t z = 0; z < what.slices; z++)
      for (uint64_t y = 0; y < what.rows; y++)
        memmove((void *)(what.to + z * what.to_slice + y * what.to_row),
                (const void *)(what.from + z * what.from_slice + y * what.from_row), what.width);
    return (int)success;
  };
  if (const int failed = submit(in, std::move(copy))) return failed;
  if (!in->recording && (wait || (!what.to_array && is_pageable(what.to)) || (!what.from_array && is_pageable(what.from)))) {
    wait_idle(*in);
    return in->owner->lost.load();
  }
  return success;
}

}  // namespace emulated
