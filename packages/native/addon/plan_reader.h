// Makes a plan out of its description in JavaScript.
#pragma once

#include <node_api.h>

#include <memory>

#include "plan_table.h"

namespace heddle {

// Returns null with an exception pending.
std::shared_ptr<HeldPlan> ReadPlan(napi_env env, napi_value description, PlanTable& table);

}  // namespace heddle
