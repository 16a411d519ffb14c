// pinExternal, unpinExternal, addressOf: memory of others as an ArrayBuffer, and the other way round.
#include <memory>

#include "instance.h"
#include "object_reader.h"

namespace heddle {

namespace {

using Free = void (*)(void*);

// Called once the ArrayBuffer is gone. Null where the memory's owner frees it.
struct Release {
  Free free;
};

void Finalize(napi_env, void* data, void* hint) {
  std::unique_ptr<Release> release(static_cast<Release*>(hint));
  if (release->free) release->free(data);
}

bool ReadFree(napi_env env, napi_value value, Free* result) {
  napi_valuetype type;
  *result = nullptr;
  if (!Succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_undefined) return true;
  uint64_t address;
  if (!ReadAddress(env, value, "free", &address)) return false;
  *result = reinterpret_cast<Free>(static_cast<uintptr_t>(address));
  return true;
}

napi_value PinExternal(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  void* data;
  uint64_t address;
  size_t byte_length;
  Free free;
  if (!ReadArguments(env, info, 3, arguments, &data) || !ReadAddress(env, arguments[0], "address", &address) ||
      !ReadSize(env, arguments[1], "byteLength", &byte_length) || !ReadFree(env, arguments[2], &free)) {
    return nullptr;
  }
  // Without length there is no backing store that V8 would tell the end of, so nothing would ever free the memory.
  if (byte_length == 0) return ThrowRange(env, "byteLength", "must not be zero"), nullptr;
  auto release = std::make_unique<Release>(Release{free});
  void* memory = reinterpret_cast<void*>(static_cast<uintptr_t>(address));
  napi_value buffer;
  const napi_status status =
      napi_create_external_arraybuffer(env, memory, byte_length, Finalize, release.get(), &buffer);
  if (status == napi_no_external_buffers_allowed) {
    napi_throw_error(env, "UNSUPPORTED", "this JavaScript engine allows no ArrayBuffer over foreign memory");
    return nullptr;
  }
  if (!Succeeded(env, status)) return nullptr;
  (void)release.release();
  return buffer;
}

napi_value UnpinExternal(napi_env env, napi_callback_info info) {
  napi_value buffer;
  void* data;
  Bytes bytes;
  if (!ReadArguments(env, info, 1, &buffer, &data) || !ReadArrayBuffer(env, buffer, "buffer", &bytes)) return nullptr;
  if (!Succeeded(env, napi_detach_arraybuffer(env, buffer))) return nullptr;
  napi_value undefined;
  return Succeeded(env, napi_get_undefined(env, &undefined)) ? undefined : nullptr;
}

napi_value AddressOf(napi_env env, napi_callback_info info) {
  napi_value buffer;
  void* data;
  Bytes bytes;
  if (!ReadArguments(env, info, 1, &buffer, &data) || !ReadArrayBuffer(env, buffer, "buffer", &bytes)) return nullptr;
  napi_value address;
  const auto word = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(bytes.data));
  return Succeeded(env, napi_create_bigint_uint64(env, word, &address)) ? address : nullptr;
}

}  // namespace

bool DefineMemoryFunctions(napi_env env, napi_value exports) {
  return DefineFunction(env, exports, "pinExternal", PinExternal, nullptr) &&
         DefineFunction(env, exports, "unpinExternal", UnpinExternal, nullptr) &&
         DefineFunction(env, exports, "addressOf", AddressOf, nullptr);
}

}  // namespace heddle
