// pinExternal, unpinExternal, addressOf: memory of others as an ArrayBuffer, and the other way round.
#include <memory>

#include "errors.h"
#include "instance.h"
#include "value_reader.h"

namespace heddle {

namespace {

using Free = void (*)(void*);

// Called once the ArrayBuffer is gone. Null if the memory's owner frees it.
struct Release {
  Free free = nullptr;
};

void Finalize(napi_env, void* data, void* hint) {
  const std::unique_ptr<Release> release(static_cast<Release*>(hint));
  if (release->free) release->free(data);
}

bool ReadFree(const Napi::Value& value, Free* result) {
  *result = nullptr;
  if (value.IsUndefined()) return true;
  uint64_t address;
  if (!ReadAddress(value, "free", &address)) return false;
  *result = reinterpret_cast<Free>(static_cast<uintptr_t>(address));
  return true;
}

// Throws an error that explains a status of napi_create_external_arraybuffer.
bool IsShown(Napi::Env env, napi_status status) {
  if (status == napi_no_external_buffers_allowed) {
    return ThrowError(env, "UNSUPPORTED", "this JavaScript engine allows no ArrayBuffer over foreign memory");
  }
  if (status != napi_generic_failure) return Succeeded(env, status);
  // Replaces the engine's own error, which has another code and speaks of Buffers.
  (void)env.GetAndClearPendingException();
  return ThrowRange(env, "byteLength", "is more than this JavaScript engine can show of foreign memory");
}

// Napi::ArrayBuffer::New hides the status, and after a failure it deletes what its finalizer still needs.
Napi::Value Show(Napi::Env env, void* memory, size_t byte_length, Free free) {
  auto release = std::make_unique<Release>();
  napi_value buffer;
  const napi_status status =
      napi_create_external_arraybuffer(env, memory, byte_length, Finalize, release.get(), &buffer);
  // After napi_generic_failure the engine calls Finalize as well, now or later. It must not free the memory then.
  Release* taken = status == napi_ok || status == napi_generic_failure ? release.release() : nullptr;
  if (!IsShown(env, status)) return Napi::Value();
  taken->free = free;
  return Napi::Value(env, buffer);
}

Napi::Value PinExternal(const Napi::CallbackInfo& info) {
  uint64_t address;
  size_t byte_length;
  Free free;
  if (!ReadAddress(info[0], "address", &address) || !ReadSize(info[1], "byteLength", &byte_length) ||
      !ReadFree(info[2], &free)) {
    return Napi::Value();
  }
  // Without length there is no backing store that V8 would tell the end of, so nothing would ever free the memory.
  if (byte_length == 0) {
    ThrowRange(info.Env(), "byteLength", "must not be zero");
    return Napi::Value();
  }
  return Show(info.Env(), reinterpret_cast<void*>(static_cast<uintptr_t>(address)), byte_length, free);
}

Napi::Value UnpinExternal(const Napi::CallbackInfo& info) {
  Napi::ArrayBuffer buffer;
  Bytes bytes;
  if (!ReadArrayBuffer(info[0], "buffer", &buffer, &bytes)) return Napi::Value();
  buffer.Detach();
  return Succeeded(info.Env()) ? info.Env().Undefined() : Napi::Value();
}

Napi::Value AddressOf(const Napi::CallbackInfo& info) {
  Napi::ArrayBuffer buffer;
  Bytes bytes;
  if (!ReadArrayBuffer(info[0], "buffer", &buffer, &bytes)) return Napi::Value();
  return Napi::BigInt::New(info.Env(), static_cast<uint64_t>(reinterpret_cast<uintptr_t>(bytes.data)));
}

}  // namespace

bool DefineMemoryFunctions(Napi::Object exports) {
  return DefineFunction<PinExternal>(exports, "pinExternal", nullptr) &&
         DefineFunction<UnpinExternal>(exports, "unpinExternal", nullptr) &&
         DefineFunction<AddressOf>(exports, "addressOf", nullptr);
}

}  // namespace heddle
