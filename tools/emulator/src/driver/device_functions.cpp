// cuInit, versions, errors, devices.
#include <atomic>
#include <cstdio>
#include <cstring>

#include "device_memory.h"
#include "device_model.h"
#include "entry.h"

namespace emulated {
namespace {
std::atomic<bool> initialized{false};

template <class Body> int of_device(const char *name, int device, Body body) {
  return with_driver(name, [&]() -> int { return device < 0 || device >= device_count() ? (int)invalid_device : body(); });
}
}  // namespace

bool is_initialized() { return initialized; }
}  // namespace emulated

using namespace emulated;

HEDDLE_EXPORT int cuInit(unsigned flags) {
  if (const int wanted = injected_failure("cuInit").status) return wanted;
  if (flags != 0) return invalid_value;
  if (device_count() == 0) return no_device;
  initialized = true;
  return success;
}

HEDDLE_EXPORT int cuDriverGetVersion(int *version) {
  if (const int wanted = injected_failure("cuDriverGetVersion").status) return wanted;
  if (!version) return invalid_value;
  *version = driver_version();
  return success;
}

HEDDLE_EXPORT int cuGetErrorName(int value, const char **out) {
  if (!out) return invalid_value;
  *out = status_name(value);
  return *out ? success : invalid_value;
}

HEDDLE_EXPORT int cuGetErrorString(int value, const char **out) {
  if (!out) return invalid_value;
  *out = status_text(value);
  return *out ? success : invalid_value;
}

HEDDLE_EXPORT int cuDeviceGetCount(int *count) {
  return with_driver("cuDeviceGetCount", [&]() -> int {
    if (!count) return invalid_value;
    *count = device_count();
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceGet(int *device, int index) {
  return of_device("cuDeviceGet", index, [&]() -> int {
    if (!device) return invalid_value;
    *device = index;
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceGetName(char *out, int length, int device) {
  return of_device("cuDeviceGetName", device, [&]() -> int {
    if (!out || length <= 0) return invalid_value;
    snprintf(out, (size_t)length, "Heddle emulated GPU");
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceGetUuid_v2(unsigned char *out, int device) {
  return of_device("cuDeviceGetUuid_v2", device, [&]() -> int {
    if (!out) return invalid_value;
    memcpy(out, "heddle emulated", 15);
    out[15] = (unsigned char)device;
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  return of_device("cuDeviceTotalMem_v2", device, [&]() -> int {
    if (!bytes) return invalid_value;
    *bytes = total_memory();
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceGetAttribute(int *value, int number, int device) {
  return of_device("cuDeviceGetAttribute", device,
                   [&]() -> int { return value && device_attribute(number, device, value) ? success : invalid_value; });
}

HEDDLE_EXPORT int cuDeviceGetPCIBusId(char *out, int length, int device) {
  return of_device("cuDeviceGetPCIBusId", device, [&]() -> int {
    if (!out || length < 13) return invalid_value;
    snprintf(out, (size_t)length, "0000:%02X:00.0", device + 1);
    return success;
  });
}

HEDDLE_EXPORT int cuDeviceCanAccessPeer(int *possible, int device, int peer) {
  return of_device("cuDeviceCanAccessPeer", device, [&]() -> int {
    if (!possible) return invalid_value;
    if (peer < 0 || peer >= device_count()) return invalid_device;
    *possible = device != peer;
    return success;
  });
}
