// Contexts: primary and own, the current one of a thread.
#include <map>
#include <mutex>
#include <set>

#include "device_model.h"
#include "entry.h"
#include "stream.h"

namespace {

using namespace emulated;

struct peers {
  std::mutex guard;
  std::set<std::pair<context *, context *>> enabled;
};

peers &peer_access() {
  static peers *one = new peers;
  return *one;
}

bool is_device(int device) { return device >= 0 && device < device_count(); }

}  // namespace

HEDDLE_EXPORT int cuDevicePrimaryCtxRetain(context **out, int device) {
  return with_driver("cuDevicePrimaryCtxRetain", [&]() -> int {
    if (!out) return invalid_value;
    return is_device(device) ? retain_primary(device, out) : (int)invalid_device;
  });
}

HEDDLE_EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  return with_driver("cuDevicePrimaryCtxRelease_v2",
                     [&]() -> int { return is_device(device) ? release_primary(device) : (int)invalid_device; });
}

HEDDLE_EXPORT int cuDevicePrimaryCtxReset_v2(int device) {
  return with_driver("cuDevicePrimaryCtxReset_v2",
                     [&]() -> int { return is_device(device) ? reset_primary(device) : (int)invalid_device; });
}

HEDDLE_EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  return with_driver("cuDevicePrimaryCtxGetState", [&]() -> int {
    if (!flags || !active) return invalid_value;
    if (!is_device(device)) return invalid_device;
    *flags = 0;
    *active = is_primary_active(device);
    return success;
  });
}

HEDDLE_EXPORT int cuCtxCreate_v2(context **out, unsigned flags, int device) {
  return with_driver("cuCtxCreate_v2", [&]() -> int {
    if (!out || flags > 0xff) return invalid_value;
    if (!is_device(device)) return invalid_device;
    if (const int failed = create_context(device, false, out)) return failed;
    push_context(*out);
    return success;
  });
}

HEDDLE_EXPORT int cuCtxDestroy_v2(context *one) {
  return with_driver("cuCtxDestroy_v2", [&]() -> int {
    if (!is_context(one) || one->primary) return invalid_context;
    if (current_context() == one) pop_context();
    destroy_context(one);
    return success;
  });
}

HEDDLE_EXPORT int cuCtxSetCurrent(context *one) {
  return with_driver("cuCtxSetCurrent", [&]() -> int {
    if (one && !is_context(one)) return context_is_destroyed;
    set_current_context(one);
    return success;
  });
}

HEDDLE_EXPORT int cuCtxGetCurrent(context **out) {
  return with_driver("cuCtxGetCurrent", [&]() -> int {
    if (!out) return invalid_value;
    *out = current_context();
    return success;
  });
}

HEDDLE_EXPORT int cuCtxPushCurrent_v2(context *one) {
  return with_driver("cuCtxPushCurrent_v2", [&]() -> int {
    if (!is_context(one)) return invalid_context;
    push_context(one);
    return success;
  });
}

HEDDLE_EXPORT int cuCtxPopCurrent_v2(context **out) {
  return with_driver("cuCtxPopCurrent_v2", [&]() -> int {
    context *one = pop_context();
    if (!one) return invalid_context;
    if (out) *out = one;
    return success;
  });
}

HEDDLE_EXPORT int cuCtxGetDevice(int *device) {
  return with_context("cuCtxGetDevice", [&](context &current) -> int {
    if (!device) return invalid_value;
    *device = current.device;
    return success;
  });
}

HEDDLE_EXPORT int cuCtxSynchronize(void) {
  return with_context("cuCtxSynchronize", [](context &current) -> int {
    wait_all(&current);
    return current.lost.load();
  });
}

HEDDLE_EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return with_context("cuCtxGetStreamPriorityRange", [&](context &) -> int {
    if (least) *least = least_priority;
    if (greatest) *greatest = greatest_priority;
    return success;
  });
}

HEDDLE_EXPORT int cuCtxEnablePeerAccess(context *peer, unsigned flags) {
  return with_context("cuCtxEnablePeerAccess", [&](context &current) -> int {
    if (flags != 0) return invalid_value;
    if (!is_context(peer) || peer->device == current.device) return invalid_context;
    std::lock_guard<std::mutex> hold(peer_access().guard);
    return peer_access().enabled.insert({&current, peer}).second ? success : peer_access_already_enabled;
  });
}

HEDDLE_EXPORT int cuCtxDisablePeerAccess(context *peer) {
  return with_context("cuCtxDisablePeerAccess", [&](context &current) -> int {
    std::lock_guard<std::mutex> hold(peer_access().guard);
    return peer_access().enabled.erase({&current, peer}) ? success : peer_access_not_enabled;
  });
}
