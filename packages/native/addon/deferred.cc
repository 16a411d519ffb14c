#include "deferred.h"

#include "errors.h"

namespace heddle {

bool Deferred::Open(Napi::Env env, Napi::Promise* promise) {
  napi_value value;
  if (!Succeeded(env, napi_create_promise(env, &deferred_, &value))) return false;
  *promise = Napi::Promise(env, value);
  return true;
}

bool Deferred::Resolve(const Napi::Value& value) const {
  return Succeeded(value.Env(), napi_resolve_deferred(value.Env(), deferred_, value));
}

bool Deferred::Reject(const Napi::Value& reason) const {
  return Succeeded(reason.Env(), napi_reject_deferred(reason.Env(), deferred_, reason));
}

}  // namespace heddle
