// run: the one function that is called for every launch.
#include "errors.h"
#include "instance.h"

namespace heddle {

namespace {

// Calls Node-API itself. Napi::CallbackInfo fetches six arguments and `this` although one is used, and Napi::Number
// makes a double of the status: 47 ns a call instead of 30 ns (bench/launch-plan.bench.ts, an empty C function).
napi_value Run(napi_env env, napi_callback_info info) {
  napi_value number;
  void* data;
  size_t given = 1;
  uint32_t id;
  if (napi_get_cb_info(env, info, &given, &number, nullptr, &data) != napi_ok ||
      napi_get_value_uint32(env, number, &id) != napi_ok) {
    ThrowType(env, "plan", "a number");
    return nullptr;
  }
  LaunchPlan* plan = static_cast<Instance*>(data)->plans.Find(id);
  if (!plan) {
    ThrowRange(env, "plan", kNoSuchPlan);
    return nullptr;
  }
  napi_value status;
  return Succeeded(env, napi_create_int32(env, plan->Execute(), &status)) ? status : nullptr;
}

}  // namespace

bool DefineRunFunction(Napi::Object exports, Instance* instance) {
  const Napi::Env env = exports.Env();
  napi_value function;
  if (!Succeeded(env, napi_create_function(env, "run", NAPI_AUTO_LENGTH, Run, instance, &function))) return false;
  return exports.Set("run", Napi::Function(env, function)).IsJust();
}

}  // namespace heddle
