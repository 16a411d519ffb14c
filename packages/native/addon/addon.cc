// The addon's entry: makes an instance for the environment that loads it, and its functions.
#include <napi.h>

#include "errors.h"
#include "instance.h"

namespace heddle {

namespace {

// The version of the functions below; packages/native/src/addon.ts loads no other.
constexpr uint32_t kInterfaceVersion = 3;

void EndThreads(Instance* instance) {
  instance->waits->Close();
  instance->copies->StopAll();
}

bool DefineFunctions(Napi::Object exports, Instance* instance) {
  return DefinePlanFunctions(exports, instance) && DefineRunFunction(exports, instance) &&
         DefineWaitFunction(exports, instance) && DefineRingCopyFunction(exports, instance) &&
         DefineMemoryFunctions(exports) && exports.Set("interfaceVersion", kInterfaceVersion).IsJust();
}

// An empty object stands for an exception.
Napi::Object Initialize(Napi::Env env, Napi::Object exports) {
  auto* instance = new Instance;
  // From here on the environment deletes it.
  env.SetInstanceData(instance);
  if (!DefineFunctions(exports, instance)) return Napi::Object();
  if (env.AddCleanupHook(EndThreads, instance).IsEmpty()) {
    ThrowError(env, "RESOURCE", "the end of the environment cannot be watched");
    return Napi::Object();
  }
  return exports;
}

}  // namespace

}  // namespace heddle

using heddle::Initialize;
NODE_API_MODULE(heddle_native, Initialize)
