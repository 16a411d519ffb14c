// The addon's entry: makes an instance for the environment that loads it, and its functions.
#include <node_api.h>

#include "instance.h"
#include "object_reader.h"

namespace heddle {

namespace {

// The version of the functions below; packages/native/src/addon.ts loads no other.
constexpr uint32_t kInterfaceVersion = 3;

void CloseWaits(void* data) {
  auto* instance = static_cast<Instance*>(data);
  instance->waits->Close();
  instance->copies->StopAll();
}

void DeleteInstance(napi_env, void* data, void*) { delete static_cast<Instance*>(data); }

bool DefineVersion(napi_env env, napi_value exports) {
  napi_value version;
  return Succeeded(env, napi_create_uint32(env, kInterfaceVersion, &version)) &&
         Succeeded(env, napi_set_named_property(env, exports, "interfaceVersion", version));
}

napi_value Initialize(napi_env env, napi_value exports) {
  auto* instance = new Instance;
  // From here on the environment deletes it.
  if (!Succeeded(env, napi_set_instance_data(env, instance, DeleteInstance, nullptr))) {
    delete instance;
    return nullptr;
  }
  const bool defined = DefinePlanFunctions(env, exports, instance) && DefineWaitFunction(env, exports, instance) &&
                       DefineRingCopyFunction(env, exports, instance) && DefineMemoryFunctions(env, exports) &&
                       DefineVersion(env, exports) &&
                       Succeeded(env, napi_add_env_cleanup_hook(env, CloseWaits, instance));
  return defined ? exports : nullptr;
}

}  // namespace

bool DefineFunction(napi_env env, napi_value exports, const char* name, napi_callback callback, void* data) {
  napi_value function;
  return Succeeded(env, napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, data, &function)) &&
         Succeeded(env, napi_set_named_property(env, exports, name, function));
}

}  // namespace heddle

NAPI_MODULE_INIT() { return heddle::Initialize(env, exports); }
