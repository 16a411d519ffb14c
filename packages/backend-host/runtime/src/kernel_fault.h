// The first fault of a launch, written by whichever worker meets it first.
#pragma once
#include <atomic>

#include "../heddle_host.h"

namespace heddle {

class fault_slot {
 public:
  // True for the one that may fill the fault in and must then publish() it.
  bool claim() {
    uint32_t free = 0;
    return state.load(std::memory_order_relaxed) == 0 && state.compare_exchange_strong(free, 1);
  }
  void publish() { state.store(2, std::memory_order_release); }
  // Blocks not yet begun are skipped as soon as a fault was claimed.
  bool failed() const { return state.load(std::memory_order_relaxed) != 0; }
  bool published() const { return state.load(std::memory_order_acquire) == 2; }
  heddle_fault fault;

 private:
  std::atomic<uint32_t> state{0};
};

inline bool is_sticky(uint32_t kind) { return kind != HEDDLE_FAULT_DEADLOCK && kind != HEDDLE_FAULT_RESOURCE; }

}  // namespace heddle
