// A promise that is settled later.
#pragma once

#include <napi.h>

namespace heddle {

// Replaces Napi::Promise::Deferred, whose members stay uninitialized if its promise could not be made. In a worker that
// is being terminated nothing is thrown then, so a caller could not notice.
class Deferred {
 public:
  // Makes the promise. Returns false if it could not be made (errors.h).
  bool Open(Napi::Env env, Napi::Promise* promise);
  bool Resolve(const Napi::Value& value) const;
  bool Reject(const Napi::Value& reason) const;

 private:
  napi_deferred deferred_ = nullptr;
};

}  // namespace heddle
