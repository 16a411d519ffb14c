// Loaded modules, their kernels and variables.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "../compiler/image.h"
#include "context.h"

namespace emulated {

struct module;

struct kernel {
  module *owner = nullptr;
  std::string name;
  heddle_kernel *host = nullptr;
  std::vector<heddle_argument> arguments;
  uint32_t argument_bytes = 0;
  uint64_t shared_bytes = 0;      // static
  unsigned launch_bound = 0;
  int dynamic_limit = 0;          // dynamic shared memory that a launch may ask for
  int carveout = -1;
};

struct module {
  context *owner = nullptr;
  heddle_module *host = nullptr;
  std::vector<std::unique_ptr<kernel>> kernels;
  std::vector<image_variable> variables;  // with their addresses as they are loaded
};

// Reads, links if necessary, and loads. `log` says what is wrong.
int load_module(context &current, const void *bytes, uint64_t size, std::shared_ptr<module> *out, std::string *log);
// Once nothing runs any more.
void unload_module(module &one);

kernel *find_kernel(uint64_t handle);

}  // namespace emulated
