// Copies and fills.
#include <algorithm>
#include <cstring>

#include "array.h"
#include "device_memory.h"
#include "stream_entry.h"
#include "handles.h"
#include "transfer.h"

namespace {

using namespace emulated;

// CUDA_MEMCPY3D; the one of two dimensions has the same fields without z.
struct volume_side {
  uint64_t x, y, z, level;
  uint32_t type;
  const void *host;
  uint64_t device, array_handle;
  void *reserved;
  uint64_t pitch, height;
};
struct volume_copy {
  volume_side from, to;
  uint64_t width, height, depth;
};
static_assert(sizeof(volume_copy) == 200, "CUDA_MEMCPY3D");

struct plane_side {
  uint64_t x, y;
  uint32_t type;
  const void *host;
  uint64_t device, array_handle, pitch;
};
struct plane_copy {
  plane_side from, to;
  uint64_t width, height;
};
static_assert(sizeof(plane_copy) == 128, "CUDA_MEMCPY2D");

int copy(const std::shared_ptr<stream> &in, side to_side, uint64_t to, side from_side, uint64_t from, uint64_t bytes,
         bool wait) {
  if (!may_access(to_side, to, bytes) || !may_access(from_side, from, bytes)) return invalid_value;
  return copy_bytes(in, to, from, bytes, wait);
}

struct place {
  uint64_t address = 0, row = 0, slice = 0;
  std::shared_ptr<array> kept;
};

int locate(const volume_side &one, const volume_copy &all, place *out) {
  uint64_t base = 0;
  if (one.level != 0) return invalid_value;
  switch (one.type) {
    case 1: base = (uint64_t)one.host; break;
    case 2:
    case 4: base = one.device; break;
    case 3: {
      out->kept = find_handle<array>(one.array_handle);
      if (!out->kept) return invalid_handle;
      const array_shape &shape = out->kept->shape;
      out->row = shape.width * shape.texel_bytes();
      out->slice = out->row * shape.rows();
      if (one.x + all.width > out->row || one.y + all.height > shape.rows() || one.z + all.depth > shape.slices())
        return invalid_value;
      out->address = (uint64_t)out->kept->texels.data() + one.x + one.y * out->row + one.z * out->slice;
      return success;
    }
    default: return invalid_value;
  }
  out->row = one.pitch ? one.pitch : all.width;
  out->slice = out->row * (one.height ? one.height : all.height);
  if ((all.height > 1 || all.depth > 1) && out->row < one.x + all.width) return invalid_value;
  if (all.depth > 1 && one.height && one.height < one.y + all.height) return invalid_value;
  out->address = base + one.x + one.y * out->row + one.z * out->slice;
  const uint64_t span = (all.depth - 1) * out->slice + (all.height - 1) * out->row + all.width;
  const side what = one.type == 1 ? side::host : one.type == 2 ? side::device : side::any;
  return may_access(what, out->address, span) ? success : invalid_value;
}

int copy_volume(const std::shared_ptr<stream> &in, const volume_copy *given, bool wait) {
  if (!given) return invalid_value;
  const volume_copy &all = *given;
  if (all.width == 0 || all.height == 0 || all.depth == 0) return success;
  place to, from;
  if (const int wrong = locate(all.to, all, &to)) return wrong;
  if (const int wrong = locate(all.from, all, &from)) return wrong;
  box what;
  what.to = to.address;
  what.from = from.address;
  what.width = all.width;
  what.rows = all.height;
  what.slices = all.depth;
  what.to_row = to.row;
  what.to_slice = to.slice;
  what.from_row = from.row;
  what.from_slice = from.slice;
  what.to_array = to.kept;
  what.from_array = from.kept;
  return copy_box(in, what, wait);
}

volume_side widened(const plane_side &one) {
  return {one.x, one.y, 0, 0, one.type, one.host, one.device, one.array_handle, nullptr, one.pitch, 0};
}

int copy_plane(const std::shared_ptr<stream> &in, const plane_copy *given, bool wait) {
  if (!given) return invalid_value;
  const volume_copy all = {widened(given->from), widened(given->to), given->width, given->height, 1};
  return copy_volume(in, &all, wait);
}

template <class Value>
int fill(const std::shared_ptr<stream> &in, uint64_t address, Value value, uint64_t count, bool wait) {
  if (address % sizeof(Value) != 0 || !may_access(side::device, address, count * sizeof(Value))) return invalid_value;
  operation what;
  what.kind = operation_kind::fill;
  what.run = [=](stream &) {
    std::fill_n((Value *)address, count, value);
    return (int)success;
  };
  if (const int failed = submit(in, std::move(what))) return failed;
  if (wait) wait_idle(*in);
  return success;
}

}  // namespace

HEDDLE_EXPORT int cuMemcpy(uint64_t to, uint64_t from, size_t bytes) {
  return in_stream("cuMemcpy", 0, [&](const auto &in) { return copy(in, side::any, to, side::any, from, bytes, true); });
}
HEDDLE_EXPORT int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, uint64_t handle) {
  return in_stream("cuMemcpyAsync", handle,
                   [&](const auto &in) { return copy(in, side::any, to, side::any, from, bytes, false); });
}
HEDDLE_EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  return in_stream("cuMemcpyHtoD_v2", 0, [&](const auto &in) {
    return copy(in, side::device, to, side::host, (uint64_t)from, bytes, true);
  });
}
HEDDLE_EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, uint64_t handle) {
  return in_stream("cuMemcpyHtoDAsync_v2", handle, [&](const auto &in) {
    return copy(in, side::device, to, side::host, (uint64_t)from, bytes, false);
  });
}
HEDDLE_EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  return in_stream("cuMemcpyDtoH_v2", 0, [&](const auto &in) {
    return copy(in, side::host, (uint64_t)to, side::device, from, bytes, true);
  });
}
HEDDLE_EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, uint64_t handle) {
  return in_stream("cuMemcpyDtoHAsync_v2", handle, [&](const auto &in) {
    return copy(in, side::host, (uint64_t)to, side::device, from, bytes, false);
  });
}
HEDDLE_EXPORT int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) {
  return in_stream("cuMemcpyDtoD_v2", 0,
                   [&](const auto &in) { return copy(in, side::device, to, side::device, from, bytes, true); });
}
HEDDLE_EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, uint64_t handle) {
  return in_stream("cuMemcpyDtoDAsync_v2", handle,
                   [&](const auto &in) { return copy(in, side::device, to, side::device, from, bytes, false); });
}
HEDDLE_EXPORT int cuMemcpyPeerAsync(uint64_t to, context *to_context, uint64_t from, context *from_context, size_t bytes,
                                    uint64_t handle) {
  return in_stream("cuMemcpyPeerAsync", handle, [&](const auto &in) -> int {
    if (!is_context(to_context) || !is_context(from_context)) return invalid_context;
    return copy(in, side::device, to, side::device, from, bytes, false);
  });
}
HEDDLE_EXPORT int cuMemcpy2D_v2(const plane_copy *what) {
  return in_stream("cuMemcpy2D_v2", 0, [&](const auto &in) { return copy_plane(in, what, true); });
}
HEDDLE_EXPORT int cuMemcpy2DAsync_v2(const plane_copy *what, uint64_t handle) {
  return in_stream("cuMemcpy2DAsync_v2", handle, [&](const auto &in) { return copy_plane(in, what, false); });
}
HEDDLE_EXPORT int cuMemcpy3D_v2(const volume_copy *what) {
  return in_stream("cuMemcpy3D_v2", 0, [&](const auto &in) { return copy_volume(in, what, true); });
}
HEDDLE_EXPORT int cuMemcpy3DAsync_v2(const volume_copy *what, uint64_t handle) {
  return in_stream("cuMemcpy3DAsync_v2", handle, [&](const auto &in) { return copy_volume(in, what, false); });
}

HEDDLE_EXPORT int cuMemsetD8_v2(uint64_t to, unsigned char value, size_t count) {
  return in_stream("cuMemsetD8_v2", 0, [&](const auto &in) { return fill(in, to, value, count, true); });
}
HEDDLE_EXPORT int cuMemsetD16_v2(uint64_t to, unsigned short value, size_t count) {
  return in_stream("cuMemsetD16_v2", 0, [&](const auto &in) { return fill(in, to, value, count, true); });
}
HEDDLE_EXPORT int cuMemsetD32_v2(uint64_t to, unsigned value, size_t count) {
  return in_stream("cuMemsetD32_v2", 0, [&](const auto &in) { return fill(in, to, value, count, true); });
}
HEDDLE_EXPORT int cuMemsetD8Async(uint64_t to, unsigned char value, size_t count, uint64_t handle) {
  return in_stream("cuMemsetD8Async", handle, [&](const auto &in) { return fill(in, to, value, count, false); });
}
HEDDLE_EXPORT int cuMemsetD16Async(uint64_t to, unsigned short value, size_t count, uint64_t handle) {
  return in_stream("cuMemsetD16Async", handle, [&](const auto &in) { return fill(in, to, value, count, false); });
}
HEDDLE_EXPORT int cuMemsetD32Async(uint64_t to, unsigned value, size_t count, uint64_t handle) {
  return in_stream("cuMemsetD32Async", handle, [&](const auto &in) { return fill(in, to, value, count, false); });
}
