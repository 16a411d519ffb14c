// Where a fiber's first switch leads.
#pragma once
#include "../include/heddle/fiber_switch.h"

namespace heddle {

// The next switch to the fiber begins `entry`, which never returns, on its empty stack.
inline void begin_at(heddle_fiber *fiber, void (*entry)()) {
  fiber->fresh = 0;
  void **top = (void **)fiber->stack_top - 2;
  top[0] = top[1] = nullptr;
#if defined(__x86_64__)
  top++;  // as if entry had just been called: a return address lies where the stack ends
#endif
  fiber->stack_pointer = top;
  fiber->frame_pointer = nullptr;
  fiber->resume_at = (void *)entry;
}

}  // namespace heddle
