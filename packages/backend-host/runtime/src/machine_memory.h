// How much memory the machine has, and gives.
#pragma once
#include <cstdint>

namespace heddle {

struct machine_memory {
  uint64_t total;      // of the machine, or of the control group this process is in
  uint64_t available;  // without swapping
};

machine_memory ask_machine_memory();

}  // namespace heddle
