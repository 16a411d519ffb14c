// Reads JavaScript values, and throws a TypeError or RangeError that names what was wrong.
#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle {

// Every function below returns false when it has thrown (errors.h).

bool ReadUint32(const Napi::Value& value, const char* what, uint32_t* result);
// From a bigint; a negative one counts as its 64-bit two's complement.
bool ReadWord(const Napi::Value& value, const char* what, uint64_t* result);
// A word that must not be zero: an address or a handle.
bool ReadAddress(const Napi::Value& value, const char* what, uint64_t* result);
// A whole number up to 2^53.
bool ReadSize(const Napi::Value& value, const char* what, size_t* result);
bool ReadBoolean(const Napi::Value& value, const char* what, bool* result);
// A string that the caller compares with names; `names` lists them for the error.
bool ReadName(const Napi::Value& value, const char* what, const char* names, std::string* result);
bool ReadObject(const Napi::Value& value, const char* what, Napi::Object* result);
bool ReadArray(const Napi::Value& value, const char* what, Napi::Array* result, uint32_t* length);

struct Bytes {
  uint8_t* data;
  size_t length;
};
// An ArrayBuffer that stays where it is: not a resizable one.
bool ReadArrayBuffer(const Napi::Value& value, const char* what, Napi::ArrayBuffer* buffer, Bytes* bytes);

bool ReadElement(const Napi::Array& array, uint32_t index, Napi::Value* result);

// `present` tells whether the property is there; an absent one is not an error.
bool ReadOptional(const Napi::Object& object, const char* name, Napi::Value* result, bool* present);
bool ReadRequired(const Napi::Object& object, const char* name, Napi::Value* result);

// A property that must be there, read by one of the functions above.
template <typename Result>
bool ReadRequired(const Napi::Object& object, const char* name,
                  bool (*read)(const Napi::Value&, const char*, Result*), Result* result) {
  Napi::Value value;
  return ReadRequired(object, name, &value) && read(value, name, result);
}

}  // namespace heddle
