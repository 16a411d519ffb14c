#include "value_reader.h"

#include <cmath>

#include "errors.h"

namespace heddle {

namespace {

constexpr double kMaxSafeInteger = 9007199254740991.0;

bool ReadWholeNumber(const Napi::Value& value, const char* what, double largest, const char* limit, double* result) {
  if (!value.IsNumber()) return ThrowType(value.Env(), what, "a number");
  *result = value.As<Napi::Number>().DoubleValue();
  if (!Succeeded(value.Env())) return false;
  const bool fits = *result >= 0 && *result <= largest && *result == std::floor(*result);
  return fits || ThrowRange(value.Env(), what, limit);
}

bool ReadIsResizable(const Napi::Object& buffer, bool* result) {
  Napi::Value value;
  bool present;
  *result = false;
  if (!ReadOptional(buffer, "resizable", &value, &present)) return false;
  return !present || ReadBoolean(value, "resizable", result);
}

}  // namespace

bool ReadUint32(const Napi::Value& value, const char* what, uint32_t* result) {
  double number;
  if (!ReadWholeNumber(value, what, UINT32_MAX, "must be a whole number of 32 bits", &number)) return false;
  *result = static_cast<uint32_t>(number);
  return true;
}

bool ReadSize(const Napi::Value& value, const char* what, size_t* result) {
  double number;
  if (!ReadWholeNumber(value, what, kMaxSafeInteger, "must be a whole number, zero or more", &number)) return false;
  *result = static_cast<size_t>(number);
  return true;
}

bool ReadWord(const Napi::Value& value, const char* what, uint64_t* result) {
  if (!value.IsBigInt()) return ThrowType(value.Env(), what, "a bigint");
  const auto bigint = value.As<Napi::BigInt>();
  bool lossless = false;
  *result = bigint.Uint64Value(&lossless);
  if (!Succeeded(value.Env())) return false;
  if (lossless) return true;
  *result = static_cast<uint64_t>(bigint.Int64Value(&lossless));
  if (!Succeeded(value.Env())) return false;
  return lossless || ThrowRange(value.Env(), what, "does not fit 64 bits");
}

bool ReadAddress(const Napi::Value& value, const char* what, uint64_t* result) {
  if (!ReadWord(value, what, result)) return false;
  return *result != 0 || ThrowRange(value.Env(), what, "must not be null");
}

bool ReadBoolean(const Napi::Value& value, const char* what, bool* result) {
  if (!value.IsBoolean()) return ThrowType(value.Env(), what, "a boolean");
  *result = value.As<Napi::Boolean>().Value();
  return Succeeded(value.Env());
}

bool ReadName(const Napi::Value& value, const char* what, const char* names, std::string* result) {
  if (!value.IsString()) return ThrowType(value.Env(), what, names);
  *result = value.As<Napi::String>().Utf8Value();
  return Succeeded(value.Env());
}

bool ReadObject(const Napi::Value& value, const char* what, Napi::Object* result) {
  if (value.Type() != napi_object) return ThrowType(value.Env(), what, "an object");
  *result = value.As<Napi::Object>();
  return true;
}

bool ReadArray(const Napi::Value& value, const char* what, Napi::Array* result, uint32_t* length) {
  if (!value.IsArray()) return ThrowType(value.Env(), what, "an array");
  *result = value.As<Napi::Array>();
  *length = result->Length();
  return Succeeded(value.Env());
}

bool ReadArrayBuffer(const Napi::Value& value, const char* what, Napi::ArrayBuffer* buffer, Bytes* bytes) {
  if (!value.IsArrayBuffer()) return ThrowType(value.Env(), what, "an ArrayBuffer");
  *buffer = value.As<Napi::ArrayBuffer>();
  bool is_resizable;
  if (!ReadIsResizable(*buffer, &is_resizable)) return false;
  if (is_resizable) return ThrowType(value.Env(), what, "an ArrayBuffer of fixed length");
  bytes->data = static_cast<uint8_t*>(buffer->Data());
  bytes->length = buffer->ByteLength();
  return Succeeded(value.Env());
}

bool ReadElement(const Napi::Array& array, uint32_t index, Napi::Value* result) {
  return array.Get(index).UnwrapTo(result);
}

bool ReadOptional(const Napi::Object& object, const char* name, Napi::Value* result, bool* present) {
  if (!object.Get(name).UnwrapTo(result)) return false;
  *present = !result->IsUndefined();
  return *present || Succeeded(object.Env());
}

bool ReadRequired(const Napi::Object& object, const char* name, Napi::Value* result) {
  bool present;
  if (!ReadOptional(object, name, result, &present)) return false;
  return present || ThrowType(object.Env(), name, "given");
}

}  // namespace heddle
