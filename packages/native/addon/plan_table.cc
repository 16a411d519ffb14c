#include "plan_table.h"

#include <utility>

namespace heddle {

bool PlanTable::Add(std::shared_ptr<HeldPlan> plan, uint32_t* id) {
  if (free_.empty()) {
    if (slots_.size() > kIndexMask) return false;
    free_.push_back(static_cast<uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const uint32_t index = free_.back();
  free_.pop_back();
  Slot& slot = slots_[index];
  slot.plan = plan->plan.get();
  slot.held = std::move(plan);
  count_++;
  *id = index | slot.generation << kIndexBits;
  return true;
}

bool PlanTable::Remove(uint32_t id) {
  if (!Find(id)) return false;
  const uint32_t index = id & kIndexMask;
  Slot& slot = slots_[index];
  slot.plan = nullptr;
  slot.held.reset();
  slot.generation = (slot.generation + 1) & kGenerationMask;
  free_.push_back(index);
  count_--;
  return true;
}

std::shared_ptr<HeldPlan> PlanTable::Hold(uint32_t id) {
  return Find(id) ? slots_[id & kIndexMask].held : nullptr;
}

}  // namespace heddle
