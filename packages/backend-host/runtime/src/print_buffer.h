// The output of kernels, collected per worker so that a launch full of printf does not make a system call for each.
#pragma once
#include <cstdarg>
#include <cstddef>

namespace heddle {

class print_buffer {
 public:
  // As printf; nothing is cut.
  int add(const char *format, va_list arguments);
  // Writes out what there is.
  void flush();

 private:
  static constexpr size_t capacity = 8192;
  char *text = nullptr;
  size_t used = 0;
};

}  // namespace heddle
