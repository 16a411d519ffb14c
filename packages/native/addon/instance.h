// What one JavaScript environment (the main thread, or a worker) owns of the addon.
#pragma once

#include <node_api.h>

#include <memory>

#include "active_copies.h"
#include "plan_table.h"
#include "wait_function.h"

namespace heddle {

struct Instance {
  PlanTable plans;
  std::shared_ptr<WaitResults> waits;
  std::shared_ptr<ActiveCopies> copies;
};

// Each adds its functions to the addon's exports, and returns false with an exception pending.
bool DefinePlanFunctions(napi_env env, napi_value exports, Instance* instance);
bool DefineWaitFunction(napi_env env, napi_value exports, Instance* instance);
bool DefineRingCopyFunction(napi_env env, napi_value exports, Instance* instance);
bool DefineMemoryFunctions(napi_env env, napi_value exports);

bool DefineFunction(napi_env env, napi_value exports, const char* name, napi_callback callback, void* data);

}  // namespace heddle
