// Launches of kernels.
#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

#include "device_model.h"
#include "entry.h"
#include "module.h"
#include "stream.h"

namespace {

using namespace emulated;

struct geometry {
  unsigned grid[3], block[3], shared;
  bool cooperative;
};

// CUlaunchConfig and CUlaunchAttribute.
struct launch_attribute {
  uint32_t id, padding;
  int32_t value;
  char rest[60];
};
struct launch_config {
  unsigned grid[3], block[3], shared;
  uint64_t stream;
  const launch_attribute *attributes;
  unsigned attribute_count;
};
static_assert(sizeof(launch_attribute) == 72 && sizeof(launch_config) == 56, "CUlaunchConfig");

int check(const kernel &code, const geometry &shape) {
  static const unsigned grid_limit[3] = {2147483647, 65535, 65535}, block_limit[3] = {1024, 1024, 64};
  for (int i = 0; i < 3; i++) {
    if (shape.grid[i] == 0 || shape.grid[i] > grid_limit[i]) return invalid_value;
    if (shape.block[i] == 0 || shape.block[i] > block_limit[i]) return invalid_value;
  }
  const uint64_t threads = (uint64_t)shape.block[0] * shape.block[1] * shape.block[2];
  if (threads > 1024) return invalid_value;
  if (code.launch_bound && threads > code.launch_bound) return launch_out_of_resources;
  if (shape.shared > static_shared_limit && shape.shared > (unsigned)code.dynamic_limit) return invalid_value;
  if (shape.cooperative) {
    const uint64_t blocks = (uint64_t)shape.grid[0] * shape.grid[1] * shape.grid[2];
    if (blocks > (uint64_t)resident_blocks((unsigned)threads, shape.shared + code.shared_bytes) * multiprocessors())
      return cooperative_launch_too_large;
  }
  return success;
}

// The arguments, laid out as the kernel takes them: from one address for each, or from a buffer.
bool collect(const kernel &code, void **parameters, void **extra, std::vector<unsigned char> *out) {
  out->assign(code.argument_bytes, 0);
  if (code.arguments.empty()) return true;
  if (parameters) {
    for (size_t i = 0; i < code.arguments.size(); i++) {
      if (!parameters[i]) return false;
      memcpy(out->data() + code.arguments[i].offset, parameters[i], code.arguments[i].bytes);
    }
    return true;
  }
  const void *buffer = nullptr;
  size_t bytes = 0;
  for (; extra && extra[0]; extra += 2) {
    if (extra[0] == (void *)1) buffer = extra[1];                     // CU_LAUNCH_PARAM_BUFFER_POINTER
    else if (extra[0] == (void *)2) bytes = *(const size_t *)extra[1];  // CU_LAUNCH_PARAM_BUFFER_SIZE
    else return false;
  }
  if (!buffer || bytes < code.argument_bytes) return false;
  memcpy(out->data(), buffer, code.argument_bytes);
  return true;
}

int status_of(const heddle_fault &fault) {
  switch (fault.kind) {
    case HEDDLE_FAULT_ASSERT:
      // As NVIDIA's driver does.
      fprintf(stderr, "%s:%u: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", fault.file, fault.line,
              fault.block[0], fault.block[1], fault.block[2], fault.thread[0], fault.thread[1], fault.thread[2],
              fault.message);
      return assertion;
    case HEDDLE_FAULT_ILLEGAL_ADDRESS: return illegal_address;
    case HEDDLE_FAULT_DEADLOCK: return launch_timeout;
    case HEDDLE_FAULT_RESOURCE: return launch_out_of_resources;
  }
  return launch_failed;
}

int run(stream &in, const kernel &code, const geometry &shape, const std::vector<unsigned char> &arguments) {
  heddle_launch_record record = {};
  record.stream = (uint64_t)in.host;
  record.kernel = (uint64_t)code.host;
  record.arguments = (uint64_t)arguments.data();
  record.argument_bytes = (uint32_t)arguments.size();
  record.flags = shape.cooperative ? HEDDLE_LAUNCH_COOPERATIVE : 0;
  memcpy(record.grid, shape.grid, sizeof record.grid);
  memcpy(record.block, shape.block, sizeof record.block);
  record.shared_bytes = shape.shared;
  if (const heddle_status refused = heddle_host_launch(&record))
    return refused == HEDDLE_OUT_OF_MEMORY ? out_of_memory : launch_failed;
  heddle_host_stream_wait(in.host, 0, -1);
  heddle_fault fault = {};
  return heddle_host_stream_take_fault(in.host, 0, &fault) == HEDDLE_OK ? status_of(fault) : success;
}

int launch(context &current, uint64_t function, const geometry &shape, uint64_t handle, void **parameters, void **extra,
           int later) {
  kernel *code = find_kernel(function);
  if (!code) return invalid_handle;
  if (code->owner->owner != &current) return invalid_context;
  std::shared_ptr<stream> in;
  if (const int wrong = find_stream(current, handle, &in)) return wrong;
  if (const int wrong = check(*code, shape)) return wrong;
  std::vector<unsigned char> arguments;
  if (!collect(*code, parameters, extra, &arguments)) return invalid_value;
  operation what;
  what.kind = operation_kind::launch;
  what.run = [code, shape, later, arguments = std::move(arguments)](stream &one) {
    return later ? later : run(one, *code, shape, arguments);
  };
  return submit(in, std::move(what));
}

// One count for each function, and `later` taken from the same rule.
template <class Body> int launching(const char *name, Body body) {
  const injected wanted = injected_failure(name);
  if (wanted.status && !wanted.later) return order_failure(wanted.status);
  // The checks that every function makes, under a name that no rule has.
  return with_context("", [&](context &current) { return body(current, wanted.status); });
}

}  // namespace

HEDDLE_EXPORT int cuLaunchKernel(uint64_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                 unsigned block_y, unsigned block_z, unsigned shared, uint64_t handle,
                                 void **parameters, void **extra) {
  return launching("cuLaunchKernel", [&](context &current, int later) {
    const geometry shape = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, false};
    return launch(current, function, shape, handle, parameters, extra, later);
  });
}

HEDDLE_EXPORT int cuLaunchCooperativeKernel(uint64_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                            uint64_t handle, void **parameters) {
  return launching("cuLaunchCooperativeKernel", [&](context &current, int later) {
    const geometry shape = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, true};
    return launch(current, function, shape, handle, parameters, nullptr, later);
  });
}

HEDDLE_EXPORT int cuLaunchKernelEx(const launch_config *config, uint64_t function, void **parameters, void **extra) {
  return launching("cuLaunchKernelEx", [&](context &current, int later) -> int {
    if (!config || (config->attribute_count > 0 && !config->attributes)) return invalid_value;
    geometry shape = {{config->grid[0], config->grid[1], config->grid[2]},
                      {config->block[0], config->block[1], config->block[2]},
                      config->shared,
                      false};
    for (unsigned i = 0; i < config->attribute_count; i++) {
      if (config->attributes[i].id == 2) shape.cooperative = config->attributes[i].value != 0;
      else if (config->attributes[i].id != 0) return not_supported;
    }
    return launch(current, function, shape, config->stream, parameters, extra, later);
  });
}
