// Makes a plan out of its description in JavaScript.
#pragma once

#include <napi.h>

#include <memory>

#include "plan_table.h"

namespace heddle {

// Returns null when it has thrown (errors.h).
std::shared_ptr<HeldPlan> ReadPlan(const Napi::Value& description, PlanTable& table);

}  // namespace heddle
