// The least integer divided by -1: GPUs, and AArch64, wrap around and give the least integer again, remainder 0. x86-64
// raises the signal of a division by zero instead.
#pragma once
#include <ucontext.h>

namespace heddle {

// Called by the handler of SIGFPE. Where the interrupted instruction is such a division, does what it was to do and
// makes the thread go on after it; false for any other, a division by zero above all.
bool pass_overflowing_division(ucontext_t *interrupted);

}  // namespace heddle
