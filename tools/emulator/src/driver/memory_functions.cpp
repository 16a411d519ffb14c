// Memory of all kinds, taken and given back.
#include "device_memory.h"
#include "entry.h"
#include "stream.h"

namespace {

using namespace emulated;

int take(context &current, memory_kind kind, uint64_t *out, uint64_t bytes) {
  if (!out || bytes == 0) return invalid_value;
  const uint64_t address = take_memory(&current, current.device, kind, bytes);
  if (address == 0) return out_of_memory;
  *out = address;
  return success;
}

}  // namespace

HEDDLE_EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total) {
  return with_context("cuMemGetInfo_v2", [&](context &current) -> int {
    if (!free || !total) return invalid_value;
    const memory_totals totals = memory_of(current.device);
    *free = totals.free;
    *total = totals.total;
    return success;
  });
}

HEDDLE_EXPORT int cuMemAlloc_v2(uint64_t *out, size_t bytes) {
  return with_context("cuMemAlloc_v2", [&](context &current) { return take(current, memory_kind::device, out, bytes); });
}

HEDDLE_EXPORT int cuMemAllocPitch_v2(uint64_t *out, size_t *pitch, size_t width, size_t height, unsigned element) {
  return with_context("cuMemAllocPitch_v2", [&](context &current) -> int {
    if (!pitch || width == 0 || height == 0 || (element != 4 && element != 8 && element != 16)) return invalid_value;
    *pitch = (width + 511) / 512 * 512;
    return take(current, memory_kind::device, out, *pitch * height);
  });
}

// As real drivers do, these wait for everything that may still use the memory.
HEDDLE_EXPORT int cuMemFree_v2(uint64_t address) {
  return with_context("cuMemFree_v2", [&](context &current) -> int {
    if (address == 0) return success;
    wait_all(&current);
    return release_memory(address, memory_kind::device, true) ? success : invalid_value;
  });
}

HEDDLE_EXPORT int cuMemAllocAsync(uint64_t *out, size_t bytes, uint64_t stream_handle) {
  return with_context("cuMemAllocAsync", [&](context &current) -> int {
    std::shared_ptr<stream> in;
    if (const int wrong = find_stream(current, stream_handle, &in)) return wrong;
    if (in->recording) return capture_unsupported;
    return take(current, memory_kind::device, out, bytes);
  });
}

HEDDLE_EXPORT int cuMemFreeAsync(uint64_t address, uint64_t stream_handle) {
  return with_context("cuMemFreeAsync", [&](context &current) -> int {
    std::shared_ptr<stream> in;
    if (const int wrong = find_stream(current, stream_handle, &in)) return wrong;
    if (in->recording) return capture_unsupported;
    allocation memory;
    if (!find_memory(address, 0, &memory) || memory.address != address || memory.kind != memory_kind::device)
      return invalid_value;
    operation what;
    what.kind = operation_kind::free;
    what.always = true;
    what.run = [address](stream &) {
      release_memory(address, memory_kind::device);
      return (int)success;
    };
    return submit(in, std::move(what));
  });
}

HEDDLE_EXPORT int cuMemHostAlloc(uint64_t *out, size_t bytes, unsigned flags) {
  return with_context("cuMemHostAlloc", [&](context &current) -> int {
    if (flags > 7) return invalid_value;
    return take(current, memory_kind::pinned, out, bytes);
  });
}

HEDDLE_EXPORT int cuMemAllocHost_v2(uint64_t *out, size_t bytes) {
  return with_context("cuMemAllocHost_v2",
                      [&](context &current) { return take(current, memory_kind::pinned, out, bytes); });
}

HEDDLE_EXPORT int cuMemFreeHost(uint64_t address) {
  return with_context("cuMemFreeHost", [&](context &current) -> int {
    wait_all(&current);
    return release_memory(address, memory_kind::pinned) ? success : invalid_value;
  });
}

HEDDLE_EXPORT int cuMemHostGetDevicePointer_v2(uint64_t *out, uint64_t address, unsigned flags) {
  return with_context("cuMemHostGetDevicePointer_v2", [&](context &) -> int {
    allocation memory;
    if (!out || flags != 0 || !find_memory(address, 0, &memory)) return invalid_value;
    if (memory.kind != memory_kind::pinned && memory.kind != memory_kind::registered) return invalid_value;
    *out = address;
    return success;
  });
}

HEDDLE_EXPORT int cuMemHostRegister_v2(uint64_t address, size_t bytes, unsigned flags) {
  return with_context("cuMemHostRegister_v2", [&](context &current) -> int {
    if (address == 0 || bytes == 0 || flags > 15) return invalid_value;
    if (is_device_range(address)) return invalid_value;
    return adopt_memory({address, bytes, memory_kind::registered, &current, current.device})
               ? success
               : memory_already_registered;
  });
}

HEDDLE_EXPORT int cuMemHostUnregister(uint64_t address) {
  return with_context("cuMemHostUnregister", [&](context &current) -> int {
    wait_all(&current);
    return release_memory(address, memory_kind::registered) ? success : memory_not_registered;
  });
}

HEDDLE_EXPORT int cuMemAllocManaged(uint64_t *out, size_t bytes, unsigned flags) {
  return with_context("cuMemAllocManaged", [&](context &current) -> int {
    if (flags != 1 && flags != 2) return invalid_value;
    return take(current, memory_kind::managed, out, bytes);
  });
}

HEDDLE_EXPORT int cuMemPrefetchAsync(uint64_t address, size_t bytes, int device, uint64_t stream_handle) {
  return with_context("cuMemPrefetchAsync", [&](context &current) -> int {
    std::shared_ptr<stream> in;
    if (const int wrong = find_stream(current, stream_handle, &in)) return wrong;
    allocation memory;
    if (bytes == 0 || !find_memory(address, bytes, &memory) || memory.kind != memory_kind::managed) return invalid_value;
    return device < -1 || device >= 8 ? invalid_device : success;  // it is where everybody sees it
  });
}

HEDDLE_EXPORT int cuMemAdvise(uint64_t address, size_t bytes, int advice, int device) {
  return with_context("cuMemAdvise", [&](context &) -> int {
    allocation memory;
    if (!find_memory(address, bytes, &memory) || memory.kind != memory_kind::managed) return invalid_value;
    if (device < -1 || device >= 8) return invalid_device;
    return advice >= 1 && advice <= 6 ? success : invalid_value;
  });
}

HEDDLE_EXPORT int cuMemGetAddressRange_v2(uint64_t *base, size_t *bytes, uint64_t address) {
  return with_context("cuMemGetAddressRange_v2", [&](context &) -> int {
    allocation memory;
    if (!find_memory(address, 1, &memory)) return not_found;
    if (base) *base = memory.address;
    if (bytes) *bytes = memory.bytes;
    return success;
  });
}
