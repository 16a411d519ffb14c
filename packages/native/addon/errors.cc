#include "errors.h"

#include <cstdio>
#include <utility>

namespace heddle {

namespace {

constexpr const char* kArgument = "ARGUMENT";

template <typename Kind>
Napi::Error NewErrorOf(Napi::Env env, const char* code, const char* message) {
  Kind error = Kind::New(env, message);
  if (error.IsEmpty() || !error.Set("code", code).IsJust()) return Napi::Error();
  return Napi::Error(std::move(error));
}

template <typename Kind>
bool Throw(Napi::Env env, const char* code, const char* message) {
  // node-addon-api ends the process when an exception is thrown on top of another.
  if (env.IsExceptionPending()) return false;
  const Napi::Error error = NewErrorOf<Kind>(env, code, message);
  if (!error.IsEmpty()) error.ThrowAsJavaScriptException();
  return false;
}

template <typename Kind>
bool ThrowArgument(Napi::Env env, const char* format, const char* what, const char* rest) {
  char message[160];
  std::snprintf(message, sizeof message, format, what, rest);
  return Throw<Kind>(env, kArgument, message);
}

}  // namespace

bool Succeeded(Napi::Env env) { return !env.IsExceptionPending(); }

bool Succeeded(Napi::Env env, napi_status status) {
  if (status == napi_ok) return true;
  Napi::Error::New(env).ThrowAsJavaScriptException();
  return false;
}

bool ThrowType(Napi::Env env, const char* what, const char* expected) {
  return ThrowArgument<Napi::TypeError>(env, "%s must be %s", what, expected);
}

bool ThrowRange(Napi::Env env, const char* what, const char* limit) {
  return ThrowArgument<Napi::RangeError>(env, "%s %s", what, limit);
}

bool ThrowError(Napi::Env env, const char* code, const char* message) { return Throw<Napi::Error>(env, code, message); }

Napi::Error NewError(Napi::Env env, const char* code, const char* message) {
  return NewErrorOf<Napi::Error>(env, code, message);
}

}  // namespace heddle
