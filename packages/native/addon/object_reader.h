// Reads JavaScript values, and throws a TypeError or RangeError that names what was wrong.
#pragma once

#include <node_api.h>

#include <cstddef>
#include <cstdint>

namespace heddle {

// Every function below returns false with an exception pending.

// Throws for a status that is not napi_ok, unless an exception is pending already.
bool Succeeded(napi_env env, napi_status status);

bool ThrowType(napi_env env, const char* what, const char* expected);
bool ThrowRange(napi_env env, const char* what, const char* limit);

bool ReadUint32(napi_env env, napi_value value, const char* what, uint32_t* result);
// From a bigint; a negative one counts as its 64-bit two's complement.
bool ReadWord(napi_env env, napi_value value, const char* what, uint64_t* result);
// A word that must not be zero: an address or a handle.
bool ReadAddress(napi_env env, napi_value value, const char* what, uint64_t* result);
// A whole number up to 2^53.
bool ReadSize(napi_env env, napi_value value, const char* what, size_t* result);
bool ReadBoolean(napi_env env, napi_value value, const char* what, bool* result);

struct Bytes {
  uint8_t* data;
  size_t length;
};
// An ArrayBuffer that stays where it is: not a resizable one.
bool ReadArrayBuffer(napi_env env, napi_value value, const char* what, Bytes* result);

// `present` tells whether the property is there; an absent one is no error.
bool ReadProperty(napi_env env, napi_value object, const char* name, napi_value* result, bool* present);
bool ReadArrayLength(napi_env env, napi_value value, const char* what, uint32_t* length);
bool ReadElement(napi_env env, napi_value array, uint32_t index, napi_value* result);

// Reads exactly `count` arguments and the data of the function.
bool ReadArguments(napi_env env, napi_callback_info info, size_t count, napi_value* arguments, void** data);

}  // namespace heddle
