// The stacks of fibers: memory with a guard below each, allocated on demand.
#pragma once
#include <cstddef>

#include "../include/heddle/module_abi.h"

namespace heddle {

constexpr unsigned most_fibers = 1024;  // threads of a block

// HEDDLE_HOST_STACK_BYTES, or the default.
size_t fiber_stack_bytes();

// The fibers of one operating system thread. The first has a larger stack: threads that never block all run on it, so
// it is used whenever it is free.
class fiber_set {
 public:
  fiber_set() = default;
  fiber_set(const fiber_set &) = delete;
  ~fiber_set();

  // A fiber that is not in use, or null when there is no memory for its stack.
  heddle_fiber *take();
  void give_back(heddle_fiber *fiber) {
    if (fiber->number == 0) {
      free_first = fiber;
      return;
    }
    fiber->next = free_list;
    free_list = fiber;
  }
  // All fibers are unused from now on, whatever they were doing.
  void abandon_all();
  // True when the stack has been written to its very end (only where no guard page could be had).
  static bool overflowed(const heddle_fiber *fiber);

 private:
  static constexpr unsigned slab_fibers = 64;
  heddle_fiber *add(char *bottom, char *top, unsigned index, bool guarded);
  bool add_slab();

  heddle_fiber *fibers[most_fibers + 1] = {};
  char *slabs[most_fibers / slab_fibers + 2] = {};
  size_t slab_bytes[most_fibers / slab_fibers + 2] = {};
  unsigned count = 0, slab_count = 0;
  heddle_fiber *free_first = nullptr, *free_list = nullptr;
};

}  // namespace heddle
