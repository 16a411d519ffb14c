// createPlan, destroyPlan, repeat, timeRepeat, failedArgument, planCount.
#include <chrono>
#include <memory>
#include <utility>

#include "errors.h"
#include "instance.h"
#include "plan_reader.h"
#include "value_reader.h"

namespace heddle {

namespace {

using Clock = std::chrono::steady_clock;

PlanTable& PlansOf(const Napi::CallbackInfo& info) { return static_cast<Instance*>(info.Data())->plans; }

// The plan that the first argument is the number of; null when it has thrown.
LaunchPlan* FindPlan(const Napi::CallbackInfo& info) {
  uint32_t id;
  if (!ReadUint32(info[0], "plan", &id)) return nullptr;
  LaunchPlan* plan = PlansOf(info).Find(id);
  if (!plan) ThrowRange(info.Env(), "plan", kNoSuchPlan);
  return plan;
}

Napi::Value CreatePlan(const Napi::CallbackInfo& info) {
  std::shared_ptr<HeldPlan> plan = ReadPlan(info[0], PlansOf(info));
  if (!plan) return Napi::Value();
  uint32_t id;
  if (!PlansOf(info).Add(std::move(plan), &id)) {
    ThrowRange(info.Env(), "plans", "are too many");
    return Napi::Value();
  }
  return Napi::Number::New(info.Env(), id);
}

Napi::Value DestroyPlan(const Napi::CallbackInfo& info) {
  uint32_t id;
  if (!ReadUint32(info[0], "plan", &id)) return Napi::Value();
  if (!PlansOf(info).Remove(id)) {
    ThrowRange(info.Env(), "plan", kNoSuchPlan);
    return Napi::Value();
  }
  return info.Env().Undefined();
}

Napi::Value Repeat(const Napi::CallbackInfo& info) {
  LaunchPlan* plan = FindPlan(info);
  uint32_t count;
  if (!plan || !ReadUint32(info[1], "count", &count)) return Napi::Value();
  int32_t status = 0;
  for (uint32_t i = 0; i < count && status == 0; i++) status = plan->Execute();
  return Napi::Number::New(info.Env(), status);
}

bool ReadFloat64Array(const Napi::Value& value, const char* what, Napi::Float64Array* result) {
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_float64_array) {
    return ThrowType(value.Env(), what, "a Float64Array");
  }
  *result = value.As<Napi::Float64Array>();
  return Succeeded(value.Env());
}

Napi::Value TimeRepeat(const Napi::CallbackInfo& info) {
  LaunchPlan* plan = FindPlan(info);
  Napi::Float64Array nanoseconds;
  if (!plan || !ReadFloat64Array(info[1], "nanoseconds", &nanoseconds)) return Napi::Value();
  double* times = nanoseconds.Data();
  const size_t count = nanoseconds.ElementLength();
  int32_t status = 0;
  for (size_t i = 0; i < count && status == 0; i++) {
    const Clock::time_point start = Clock::now();
    status = plan->Execute();
    times[i] = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }
  return Napi::Number::New(info.Env(), status);
}

Napi::Value FailedArgument(const Napi::CallbackInfo& info) {
  const LaunchPlan* plan = FindPlan(info);
  return plan ? Napi::Number::New(info.Env(), plan->failed_argument) : Napi::Value();
}

Napi::Value PlanCount(const Napi::CallbackInfo& info) { return Napi::Number::New(info.Env(), PlansOf(info).size()); }

}  // namespace

bool DefinePlanFunctions(Napi::Object exports, Instance* instance) {
  return DefineFunction<CreatePlan>(exports, "createPlan", instance) &&
         DefineFunction<DestroyPlan>(exports, "destroyPlan", instance) &&
         DefineFunction<Repeat>(exports, "repeat", instance) &&
         DefineFunction<TimeRepeat>(exports, "timeRepeat", instance) &&
         DefineFunction<FailedArgument>(exports, "failedArgument", instance) &&
         DefineFunction<PlanCount>(exports, "planCount", instance);
}

}  // namespace heddle
