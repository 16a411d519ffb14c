// Short names for long texts.
#pragma once
#include <cstdio>
#include <string>

namespace emulated {

// FNV-1a in 128 bits: texts that differ have keys that differ.
class text_key {
 public:
  void add(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) state_ = (state_ ^ (unsigned char)bytes[i]) * prime;
  }
  void add(const std::string &text) { add(text.c_str(), text.size() + 1); }
  std::string text() const {
    char digits[33];
    snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)(state_ >> 64), (unsigned long long)state_);
    return digits;
  }

 private:
  typedef unsigned __int128 word;
  static constexpr word prime = ((word)1 << 88) + 0x13b;
  word state_ = ((word)0x6c62272e07bb0142ull << 64) + 0x62b821756295c58dull;
};

}  // namespace emulated
