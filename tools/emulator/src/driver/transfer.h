// Copies: checked when they are enqueued, and as synchronous as a driver's are.
#pragma once
#include <memory>

#include "stream.h"

namespace emulated {

// A box of bytes between two pitched volumes.
struct box {
  uint64_t to = 0, from = 0;
  uint64_t width = 0, rows = 1, slices = 1;
  uint64_t to_row = 0, to_slice = 0, from_row = 0, from_slice = 0;
  // Arrays that it reads or writes: they stay until it has run. Their memory is never pageable.
  std::shared_ptr<void> to_array, from_array;
};

enum class side { host, device, any };

// True if all of the bytes may be accessed as that side.
bool may_access(side what, uint64_t address, uint64_t bytes);
// True for host memory that moves under a copy's feet: the call returns only when such a copy has ended.
bool is_pageable(uint64_t address);

int copy_bytes(const std::shared_ptr<stream> &in, uint64_t to, uint64_t from, uint64_t bytes, bool wait);
int copy_box(const std::shared_ptr<stream> &in, const box &what, bool wait);

}  // namespace emulated
