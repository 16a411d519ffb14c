// Modules, kernels and variables; the linker.
#include <cstring>

#include "../compiler/link.h"
#include "device_memory.h"
#include "device_model.h"
#include "entry.h"
#include "handles.h"
#include "module.h"
#include "stream.h"

namespace {

using namespace emulated;

// The buffers that CU_JIT_INFO_LOG_BUFFER and the three that follow it name.
struct jit_logs {
  char *text = nullptr, *errors = nullptr;
  size_t text_bytes = 0, error_bytes = 0;

  jit_logs(unsigned count, const int *options, void *const *values) {
    for (unsigned i = 0; i < count && options && values; i++) {
      if (options[i] == 3) text = (char *)values[i];
      if (options[i] == 4) text_bytes = (size_t)values[i];
      if (options[i] == 5) errors = (char *)values[i];
      if (options[i] == 6) error_bytes = (size_t)values[i];
    }
  }
  void say(const std::string &log) const {
    if (!errors || error_bytes == 0) return;
    const size_t length = std::min(log.size(), error_bytes - 1);
    memcpy(errors, log.data(), length);
    errors[length] = 0;
  }
};

struct linker {
  context *owner = nullptr;
  jit_logs logs{0, nullptr, nullptr};
  std::vector<link_part> parts;
  std::string made;
};

int load(context &current, uint64_t *out, const void *image, const jit_logs &logs) {
  if (!out || !image) return invalid_value;
  std::shared_ptr<module> one;
  std::string log;
  const int failed = load_module(current, image, 0, &one, &log);
  if (failed) {
    logs.say(log);
    return failed;
  }
  *out = table_of<module>().add(one);
  return success;
}

template <class Body> int of_module(const char *name, uint64_t handle, Body body) {
  return with_context(name, [&](context &current) -> int {
    const std::shared_ptr<module> one = find_handle<module>(handle);
    return one && one->owner == &current ? body(*one) : (int)invalid_handle;
  });
}

template <class Body> int of_kernel(const char *name, uint64_t handle, Body body) {
  return with_context(name, [&](context &) -> int {
    kernel *one = find_kernel(handle);
    return one ? body(*one) : (int)invalid_handle;
  });
}

template <class Body> int of_linker(const char *name, uint64_t handle, Body body) {
  return with_context(name, [&](context &) -> int {
    const std::shared_ptr<linker> one = find_handle<linker>(handle);
    return one ? body(*one) : (int)invalid_handle;
  });
}

int attribute(const kernel &one, int number, int *value) {
  switch (number) {
    case 0: *value = one.launch_bound ? (int)one.launch_bound : 1024; return success;
    case 1: *value = (int)one.shared_bytes; return success;
    case 2: *value = 0; return success;
    case 3: *value = 0; return success;
    case 4: *value = (int)registers_per_thread; return success;
    case 5:
    case 6: *value = (int)device_architecture; return success;
    case 7: *value = 0; return success;
    case 8: *value = one.dynamic_limit; return success;
    case 9: *value = one.carveout; return success;
  }
  return invalid_value;
}

}  // namespace

HEDDLE_EXPORT int cuModuleLoadData(uint64_t *out, const void *image) {
  return with_context("cuModuleLoadData",
                      [&](context &current) { return load(current, out, image, jit_logs(0, nullptr, nullptr)); });
}

HEDDLE_EXPORT int cuModuleLoadDataEx(uint64_t *out, const void *image, unsigned count, int *options, void **values) {
  return with_context("cuModuleLoadDataEx",
                      [&](context &current) { return load(current, out, image, jit_logs(count, options, values)); });
}

HEDDLE_EXPORT int cuModuleUnload(uint64_t handle) {
  return of_module("cuModuleUnload", handle, [&](module &one) -> int {
    wait_all(one.owner);
    unload_module(one);
    table_of<module>().remove(handle);
    return success;
  });
}

HEDDLE_EXPORT int cuModuleGetFunction(uint64_t *out, uint64_t handle, const char *name) {
  return of_module("cuModuleGetFunction", handle, [&](module &one) -> int {
    if (!out || !name) return invalid_value;
    for (const auto &each : one.kernels) {
      if (each->name != name) continue;
      *out = (uint64_t)each.get();
      return success;
    }
    return not_found;
  });
}

HEDDLE_EXPORT int cuModuleGetFunctionCount(unsigned *count, uint64_t handle) {
  return of_module("cuModuleGetFunctionCount", handle, [&](module &one) -> int {
    if (!count) return invalid_value;
    *count = (unsigned)one.kernels.size();
    return success;
  });
}

HEDDLE_EXPORT int cuModuleEnumerateFunctions(uint64_t *out, unsigned count, uint64_t handle) {
  return of_module("cuModuleEnumerateFunctions", handle, [&](module &one) -> int {
    if (!out) return invalid_value;
    for (unsigned i = 0; i < count && i < one.kernels.size(); i++) out[i] = (uint64_t)one.kernels[i].get();
    return success;
  });
}

HEDDLE_EXPORT int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, uint64_t handle, const char *name) {
  return of_module("cuModuleGetGlobal_v2", handle, [&](module &one) -> int {
    if (!name || (!address && !bytes)) return invalid_value;
    for (const image_variable &each : one.variables) {
      if (each.name != name) continue;
      if (address) *address = each.address;
      if (bytes) *bytes = each.bytes;
      return success;
    }
    return not_found;
  });
}

HEDDLE_EXPORT int cuFuncGetName(const char **out, uint64_t handle) {
  return of_kernel("cuFuncGetName", handle, [&](kernel &one) -> int {
    if (!out) return invalid_value;
    *out = one.name.c_str();
    return success;
  });
}

HEDDLE_EXPORT int cuFuncGetModule(uint64_t *out, uint64_t handle) {
  return of_kernel("cuFuncGetModule", handle, [&](kernel &one) -> int {
    if (!out) return invalid_value;
    *out = (uint64_t)one.owner;
    return success;
  });
}

HEDDLE_EXPORT int cuFuncGetAttribute(int *value, int number, uint64_t handle) {
  return of_kernel("cuFuncGetAttribute", handle,
                   [&](kernel &one) -> int { return value ? attribute(one, number, value) : (int)invalid_value; });
}

HEDDLE_EXPORT int cuFuncSetAttribute(uint64_t handle, int number, int value) {
  return of_kernel("cuFuncSetAttribute", handle, [&](kernel &one) -> int {
    if (number == 8) {
      if (value < 0 || (uint64_t)value > opt_in_shared_limit) return invalid_value;
      one.dynamic_limit = value;
      return success;
    }
    if (number != 9 || value < -1 || value > 100) return invalid_value;
    one.carveout = value;
    return success;
  });
}

HEDDLE_EXPORT int cuFuncSetCacheConfig(uint64_t handle, int config) {
  return of_kernel("cuFuncSetCacheConfig", handle,
                   [&](kernel &) -> int { return config >= 0 && config <= 3 ? success : invalid_value; });
}

HEDDLE_EXPORT int cuFuncGetParamInfo(uint64_t handle, size_t index, size_t *offset, size_t *bytes) {
  return of_kernel("cuFuncGetParamInfo", handle, [&](kernel &one) -> int {
    if (!offset || index >= one.arguments.size()) return invalid_value;
    *offset = one.arguments[index].offset;
    if (bytes) *bytes = one.arguments[index].bytes;
    return success;
  });
}

HEDDLE_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, uint64_t handle, int threads, size_t shared) {
  return of_kernel("cuOccupancyMaxActiveBlocksPerMultiprocessor", handle, [&](kernel &one) -> int {
    if (!count || threads <= 0) return invalid_value;
    *count = (int)resident_blocks((unsigned)threads, shared + one.shared_bytes);
    return success;
  });
}

HEDDLE_EXPORT int cuLinkCreate_v2(unsigned count, int *options, void **values, uint64_t *out) {
  return with_context("cuLinkCreate_v2", [&](context &current) -> int {
    if (!out) return invalid_value;
    auto one = std::make_shared<linker>();
    one->owner = &current;
    one->logs = jit_logs(count, options, values);
    *out = table_of<linker>().add(one);
    return success;
  });
}

HEDDLE_EXPORT int cuLinkAddData_v2(uint64_t handle, int type, void *data, size_t bytes, const char *name, unsigned,
                                   int *, void **) {
  return of_linker("cuLinkAddData_v2", handle, [&](linker &one) -> int {
    if (!data || bytes == 0 || type < 0 || type > 4) return invalid_value;
    link_part part;
    part.name = name ? name : "";
    const image_fault fault = read_image(data, bytes, device_architecture, &part.image);
    if (fault != image_fault::none) {
      one.logs.say("error   : '" + part.name + "' cannot be read");
      return fault == image_fault::other_architecture ? no_binary_for_gpu
             : fault == image_fault::damaged_text     ? invalid_ptx
                                                      : invalid_image;
    }
    one.parts.push_back(std::move(part));
    return success;
  });
}

HEDDLE_EXPORT int cuLinkComplete(uint64_t handle, void **cubin, size_t *bytes) {
  return of_linker("cuLinkComplete", handle, [&](linker &one) -> int {
    if (!cubin) return invalid_value;
    program_image linked;
    std::string log;
    if (!link_images(one.parts, &linked, &log)) {
      // The driver's linker does not say its name.
      if (log.rfind("nvlink ", 0) == 0) log.erase(0, 7);
      one.logs.say(log);
      return invalid_image;
    }
    one.made = write_cubin(linked);
    *cubin = one.made.data();
    if (bytes) *bytes = one.made.size();
    return success;
  });
}

HEDDLE_EXPORT int cuLinkDestroy(uint64_t handle) {
  return of_linker("cuLinkDestroy", handle, [&](linker &) -> int {
    table_of<linker>().remove(handle);
    return success;
  });
}
