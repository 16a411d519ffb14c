#include "module.h"

#include <algorithm>
#include <mutex>
#include <set>

#include "../compiler/link.h"
#include "device_memory.h"
#include "device_model.h"
#include "handles.h"

namespace emulated {
namespace {

struct kernel_table {
  std::mutex guard;
  std::set<kernel *> live;
};

kernel_table &known() {
  static kernel_table *one = new kernel_table;
  return *one;
}

int refusal(image_fault fault, std::string *log) {
  switch (fault) {
    case image_fault::none: return success;
    case image_fault::damaged: *log = "the binary is damaged"; return invalid_image;
    case image_fault::foreign:
      *log = "this driver emulates a GPU: it runs what the emulated NVRTC and nvcc compile, and nothing else";
      return invalid_image;
    case image_fault::other_architecture: *log = "the binary is for another architecture than sm_90"; return no_binary_for_gpu;
    case image_fault::damaged_text:
      *log = "ptxas application ptx input, line 1; fatal   : Parsing error near the end of the text\n"
             "ptxas fatal   : Ptx assembly aborted due to errors";
      return invalid_ptx;
  }
  return unknown;
}

void add_kernels(module &to, const program_image &image) {
  for (const image_kernel &one : image.kernels) {
    auto made = std::make_unique<kernel>();
    heddle_kernel_attributes facts = {};
    if (heddle_host_module_kernel(to.host, one.index, &made->host) != HEDDLE_OK ||
        heddle_host_kernel_attributes(made->host, &facts) != HEDDLE_OK)
      continue;
    made->owner = &to;
    made->name = one.name;
    made->launch_bound = one.launch_bound;
    made->argument_bytes = facts.argument_bytes;
    made->shared_bytes = facts.shared_bytes;
    made->dynamic_limit = (int)(static_shared_limit - std::min<uint64_t>(static_shared_limit, facts.shared_bytes));
    made->arguments.resize(facts.argument_count);
    for (uint32_t i = 0; i < facts.argument_count; i++)
      heddle_host_kernel_argument(made->host, i, &made->arguments[i]);
    std::lock_guard<std::mutex> hold(known().guard);
    known().live.insert(made.get());
    to.kernels.push_back(std::move(made));
  }
}

// Where the object was loaded follows from one symbol that it shows.
void add_variables(module &to, const program_image &image, uint64_t base_in_image) {
  void *base = nullptr;
  if (heddle_host_module_function(to.host, "heddle_base", &base) != HEDDLE_OK) return;
  const uint64_t shift = (uint64_t)base - base_in_image;
  for (image_variable one : image.variables) {
    one.address += shift;
    adopt_memory({one.address, one.bytes, memory_kind::variable, to.owner, to.owner->device});
    to.variables.push_back(one);
  }
}

}  // namespace

int load_module(context &current, const void *bytes, uint64_t size, std::shared_ptr<module> *out, std::string *log) {
  program_image image;
  if (const int refused = refusal(read_image(bytes, size, device_architecture, &image), log)) return refused;
  if (image.relocatable) {
    program_image linked;
    if (!link_images({{"the module", image}}, &linked, log)) return invalid_image;
    image = std::move(linked);
  }
  auto made = std::make_shared<module>();
  made->owner = &current;
  if (heddle_host_module_load(current.host, image.code.data(), image.code.size(), &made->host) != HEDDLE_OK) {
    *log = heddle_host_last_error();
    return invalid_image;
  }
  add_kernels(*made, image);
  add_variables(*made, image, image.base);
  *out = made;
  return success;
}

void unload_module(module &one) {
  for (const image_variable &each : one.variables) release_memory(each.address, memory_kind::variable);
  {
    std::lock_guard<std::mutex> hold(known().guard);
    for (const auto &each : one.kernels) known().live.erase(each.get());
  }
  heddle_host_module_unload(one.host);
}

kernel *find_kernel(uint64_t handle) {
  std::lock_guard<std::mutex> hold(known().guard);
  return known().live.count((kernel *)handle) ? (kernel *)handle : nullptr;
}

}  // namespace emulated
