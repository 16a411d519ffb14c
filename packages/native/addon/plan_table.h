// The plans of one JavaScript environment, by number.
#pragma once

#include <napi.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "launch_plan.h"

namespace heddle {

// A plan with what keeps its memory in place.
struct HeldPlan {
  std::unique_ptr<LaunchPlan> plan;
  // The ArrayBuffers that it reads.
  std::vector<Napi::Reference<Napi::ArrayBuffer>> buffers;
  // Plans that a sequence executes; they live at least as long as it.
  std::vector<std::shared_ptr<HeldPlan>> members;
};

// What is wrong with a number that Find answers with null.
constexpr const char* kNoSuchPlan = "does not exist, or was destroyed";

class PlanTable {
 public:
  // Returns false when the table is full: about a million plans at once.
  bool Add(std::shared_ptr<HeldPlan> plan, uint32_t* id);
  bool Remove(uint32_t id);
  std::shared_ptr<HeldPlan> Hold(uint32_t id);
  uint32_t size() const { return count_; }

  // Null for a number that stands for no plan, such as that of one that was removed.
  LaunchPlan* Find(uint32_t id) const {
    const uint32_t index = id & kIndexMask;
    if (index >= slots_.size()) return nullptr;
    const Slot& slot = slots_[index];
    return slot.generation == id >> kIndexBits ? slot.plan : nullptr;
  }

 private:
  // 20 bits of index and 10 of generation: numbers that JavaScript keeps as small integers, and a number that is used
  // again only after its slot was given out a thousand times.
  static constexpr uint32_t kIndexBits = 20;
  static constexpr uint32_t kIndexMask = (1u << kIndexBits) - 1;
  static constexpr uint32_t kGenerationMask = (1u << 10) - 1;

  struct Slot {
    LaunchPlan* plan = nullptr;
    uint32_t generation = 0;
    std::shared_ptr<HeldPlan> held;
  };
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_;
  uint32_t count_ = 0;
};

}  // namespace heddle
