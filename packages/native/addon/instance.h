// What one JavaScript environment (the main thread, or a worker) owns of the addon.
#pragma once

#include <napi.h>

#include <memory>

#include "active_copies.h"
#include "plan_table.h"
#include "wait_results.h"

namespace heddle {

struct Instance {
  PlanTable plans;
  std::shared_ptr<WaitResults> waits;
  std::shared_ptr<ActiveCopies> copies;
};

// Each adds its functions to the addon's exports, and returns false when it has thrown.
bool DefinePlanFunctions(Napi::Object exports, Instance* instance);
bool DefineRunFunction(Napi::Object exports, Instance* instance);
bool DefineWaitFunction(Napi::Object exports, Instance* instance);
bool DefineRingCopyFunction(Napi::Object exports, Instance* instance);
bool DefineMemoryFunctions(Napi::Object exports);

template <Napi::Function::Callback callback>
bool DefineFunction(Napi::Object exports, const char* name, Instance* instance) {
  const auto function = Napi::Function::New<callback>(exports.Env(), name, instance);
  return !function.IsEmpty() && exports.Set(name, function).IsJust();
}

}  // namespace heddle
