#include "object_reader.h"

#include <cmath>
#include <cstdio>

namespace heddle {

namespace {

constexpr const char* kCode = "ARGUMENT";
constexpr double kMaxSafeInteger = 9007199254740991.0;

bool HasType(napi_env env, napi_value value, napi_valuetype expected) {
  napi_valuetype type;
  return napi_typeof(env, value, &type) == napi_ok && type == expected;
}

}  // namespace

bool Succeeded(napi_env env, napi_status status) {
  if (status == napi_ok) return true;
  const napi_extended_error_info* info = nullptr;
  const char* message = "Node-API failed";
  if (napi_get_last_error_info(env, &info) == napi_ok && info->error_message) message = info->error_message;
  bool pending = false;
  if (napi_is_exception_pending(env, &pending) == napi_ok && !pending) napi_throw_error(env, nullptr, message);
  return false;
}

bool ThrowType(napi_env env, const char* what, const char* expected) {
  char message[160];
  std::snprintf(message, sizeof message, "%s must be %s", what, expected);
  napi_throw_type_error(env, kCode, message);
  return false;
}

bool ThrowRange(napi_env env, const char* what, const char* limit) {
  char message[160];
  std::snprintf(message, sizeof message, "%s %s", what, limit);
  napi_throw_range_error(env, kCode, message);
  return false;
}

bool ReadUint32(napi_env env, napi_value value, const char* what, uint32_t* result) {
  double number;
  if (napi_get_value_double(env, value, &number) != napi_ok) return ThrowType(env, what, "a number");
  if (!(number >= 0 && number <= UINT32_MAX) || number != std::floor(number)) {
    return ThrowRange(env, what, "must be a whole number of 32 bits");
  }
  *result = static_cast<uint32_t>(number);
  return true;
}

bool ReadWord(napi_env env, napi_value value, const char* what, uint64_t* result) {
  bool lossless = false;
  if (napi_get_value_bigint_uint64(env, value, result, &lossless) != napi_ok) return ThrowType(env, what, "a bigint");
  if (lossless) return true;
  int64_t negative;
  if (napi_get_value_bigint_int64(env, value, &negative, &lossless) != napi_ok || !lossless) {
    return ThrowRange(env, what, "does not fit 64 bits");
  }
  *result = static_cast<uint64_t>(negative);
  return true;
}

bool ReadAddress(napi_env env, napi_value value, const char* what, uint64_t* result) {
  if (!ReadWord(env, value, what, result)) return false;
  return *result != 0 || ThrowRange(env, what, "must not be null");
}

bool ReadSize(napi_env env, napi_value value, const char* what, size_t* result) {
  double number;
  if (napi_get_value_double(env, value, &number) != napi_ok) return ThrowType(env, what, "a number");
  if (!(number >= 0 && number <= kMaxSafeInteger) || number != std::floor(number)) {
    return ThrowRange(env, what, "must be a whole number, zero or more");
  }
  *result = static_cast<size_t>(number);
  return true;
}

bool ReadBoolean(napi_env env, napi_value value, const char* what, bool* result) {
  return napi_get_value_bool(env, value, result) == napi_ok || ThrowType(env, what, "a boolean");
}

bool ReadArrayBuffer(napi_env env, napi_value value, const char* what, Bytes* result) {
  bool is_array_buffer = false;
  if (napi_is_arraybuffer(env, value, &is_array_buffer) != napi_ok || !is_array_buffer) {
    return ThrowType(env, what, "an ArrayBuffer");
  }
  napi_value resizable;
  bool present = false;
  if (!ReadProperty(env, value, "resizable", &resizable, &present)) return false;
  bool is_resizable = false;
  if (present && napi_get_value_bool(env, resizable, &is_resizable) == napi_ok && is_resizable) {
    return ThrowType(env, what, "an ArrayBuffer of fixed length");
  }
  void* data = nullptr;
  if (!Succeeded(env, napi_get_arraybuffer_info(env, value, &data, &result->length))) return false;
  result->data = static_cast<uint8_t*>(data);
  return true;
}

bool ReadProperty(napi_env env, napi_value object, const char* name, napi_value* result, bool* present) {
  if (!Succeeded(env, napi_get_named_property(env, object, name, result))) return false;
  *present = !HasType(env, *result, napi_undefined);
  return true;
}

bool ReadArrayLength(napi_env env, napi_value value, const char* what, uint32_t* length) {
  bool is_array = false;
  if (napi_is_array(env, value, &is_array) != napi_ok || !is_array) return ThrowType(env, what, "an array");
  return Succeeded(env, napi_get_array_length(env, value, length));
}

bool ReadElement(napi_env env, napi_value array, uint32_t index, napi_value* result) {
  return Succeeded(env, napi_get_element(env, array, index, result));
}

bool ReadArguments(napi_env env, napi_callback_info info, size_t count, napi_value* arguments, void** data) {
  size_t given = count;
  // Missing arguments come as undefined, and what reads them refuses that.
  return Succeeded(env, napi_get_cb_info(env, info, &given, arguments, nullptr, data));
}

}  // namespace heddle
