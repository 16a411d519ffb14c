// Throws JavaScript errors. C++ exceptions are off: an error is pending until the addon returns to JavaScript.
#pragma once

#include <napi.h>

namespace heddle {

// The functions below that return a bool return false if an error was thrown. In a worker that is being terminated
// nothing can be thrown. They return false there too, and the caller returns to JavaScript.

// For functions of node-addon-api that report a failure only by throwing. None of them runs JavaScript, so none fails
// because a worker is being terminated.
bool Succeeded(Napi::Env env);
// For functions of Node-API itself. Throws Node-API's description of a status other than napi_ok.
bool Succeeded(Napi::Env env, napi_status status);

// These throw, and return false. If an exception is already pending, it stays.
bool ThrowType(Napi::Env env, const char* what, const char* expected);
bool ThrowRange(Napi::Env env, const char* what, const char* limit);
bool ThrowError(Napi::Env env, const char* code, const char* message);

// An error to reject a promise with. Empty, with an exception pending, if it could not be made.
Napi::Error NewError(Napi::Env env, const char* code, const char* message);

}  // namespace heddle
