// createPlan, destroyPlan, run, repeat, timeRepeat, failedArgument.
#include <chrono>

#include "instance.h"
#include "object_reader.h"
#include "plan_reader.h"

namespace heddle {

namespace {

using Clock = std::chrono::steady_clock;

napi_value Undefined(napi_env env) {
  napi_value result = nullptr;
  return Succeeded(env, napi_get_undefined(env, &result)) ? result : nullptr;
}

napi_value Status(napi_env env, int32_t status) {
  napi_value result = nullptr;
  return Succeeded(env, napi_create_int32(env, status, &result)) ? result : nullptr;
}

LaunchPlan* FindPlan(napi_env env, napi_value value, const Instance* instance) {
  uint32_t id;
  if (!ReadUint32(env, value, "plan", &id)) return nullptr;
  LaunchPlan* plan = instance->plans.Find(id);
  if (!plan) ThrowRange(env, "plan", "does not exist, or was destroyed");
  return plan;
}

napi_value CreatePlan(napi_env env, napi_callback_info info) {
  napi_value description;
  void* data;
  if (!ReadArguments(env, info, 1, &description, &data)) return nullptr;
  auto* instance = static_cast<Instance*>(data);
  std::shared_ptr<HeldPlan> plan = ReadPlan(env, description, instance->plans);
  if (!plan) return nullptr;
  uint32_t id;
  if (!instance->plans.Add(std::move(plan), &id)) return ThrowRange(env, "plans", "are too many"), nullptr;
  napi_value result;
  return Succeeded(env, napi_create_uint32(env, id, &result)) ? result : nullptr;
}

napi_value DestroyPlan(napi_env env, napi_callback_info info) {
  napi_value value;
  void* data;
  uint32_t id;
  if (!ReadArguments(env, info, 1, &value, &data) || !ReadUint32(env, value, "plan", &id)) return nullptr;
  if (!static_cast<Instance*>(data)->plans.Remove(id)) {
    return ThrowRange(env, "plan", "does not exist, or was destroyed"), nullptr;
  }
  return Undefined(env);
}

// The one function that is called for every launch: nothing is allocated, nothing is looked up twice.
napi_value Run(napi_env env, napi_callback_info info) {
  napi_value value;
  void* data;
  size_t given = 1;
  uint32_t id;
  if (napi_get_cb_info(env, info, &given, &value, nullptr, &data) != napi_ok ||
      napi_get_value_uint32(env, value, &id) != napi_ok) {
    return ThrowType(env, "plan", "a number"), nullptr;
  }
  LaunchPlan* plan = static_cast<Instance*>(data)->plans.Find(id);
  if (!plan) return ThrowRange(env, "plan", "does not exist, or was destroyed"), nullptr;
  return Status(env, plan->Execute());
}

napi_value Repeat(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  void* data;
  uint32_t count;
  if (!ReadArguments(env, info, 2, arguments, &data)) return nullptr;
  LaunchPlan* plan = FindPlan(env, arguments[0], static_cast<Instance*>(data));
  if (!plan || !ReadUint32(env, arguments[1], "count", &count)) return nullptr;
  int32_t status = 0;
  for (uint32_t i = 0; i < count && status == 0; i++) status = plan->Execute();
  return Status(env, status);
}

napi_value TimeRepeat(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  void* data;
  if (!ReadArguments(env, info, 2, arguments, &data)) return nullptr;
  LaunchPlan* plan = FindPlan(env, arguments[0], static_cast<Instance*>(data));
  if (!plan) return nullptr;
  napi_typedarray_type type;
  size_t count;
  void* memory;
  if (napi_get_typedarray_info(env, arguments[1], &type, &count, &memory, nullptr, nullptr) != napi_ok ||
      type != napi_float64_array) {
    return ThrowType(env, "nanoseconds", "a Float64Array"), nullptr;
  }
  auto* nanoseconds = static_cast<double*>(memory);
  int32_t status = 0;
  for (size_t i = 0; i < count && status == 0; i++) {
    const Clock::time_point start = Clock::now();
    status = plan->Execute();
    nanoseconds[i] = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }
  return Status(env, status);
}

napi_value FailedArgument(napi_env env, napi_callback_info info) {
  napi_value value;
  void* data;
  if (!ReadArguments(env, info, 1, &value, &data)) return nullptr;
  LaunchPlan* plan = FindPlan(env, value, static_cast<Instance*>(data));
  return plan ? Status(env, plan->failed_argument) : nullptr;
}

napi_value PlanCount(napi_env env, napi_callback_info info) {
  void* data;
  napi_value result;
  if (!ReadArguments(env, info, 0, nullptr, &data)) return nullptr;
  return Succeeded(env, napi_create_uint32(env, static_cast<Instance*>(data)->plans.size(), &result)) ? result : nullptr;
}

}  // namespace

bool DefinePlanFunctions(napi_env env, napi_value exports, Instance* instance) {
  return DefineFunction(env, exports, "createPlan", CreatePlan, instance) &&
         DefineFunction(env, exports, "destroyPlan", DestroyPlan, instance) &&
         DefineFunction(env, exports, "run", Run, instance) &&
         DefineFunction(env, exports, "repeat", Repeat, instance) &&
         DefineFunction(env, exports, "timeRepeat", TimeRepeat, instance) &&
         DefineFunction(env, exports, "failedArgument", FailedArgument, instance) &&
         DefineFunction(env, exports, "planCount", PlanCount, instance);
}

}  // namespace heddle
