// Turns a kernel's bad pointer, stack overflow or integer division by zero into a fault of its launch.
#pragma once

struct heddle_worker;

namespace heddle {

// To be called once on every thread that executes blocks.
void guard_this_thread(heddle_worker *worker);

}  // namespace heddle
