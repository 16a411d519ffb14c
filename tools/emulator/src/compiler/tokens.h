// A preprocessed C++ source as tokens, one after the other.
#pragma once
#include <cstddef>
#include <string>

namespace emulated {

struct token {
  enum kind_type { end, word, number, literal, punctuation } kind = end;
  size_t begin = 0, stop = 0;  // in the text
  std::string text;            // empty for literals
  bool is(const char *what) const { return text == what; }
};

class token_reader {
 public:
  explicit token_reader(const std::string &text) : text_(text) {}
  token next();

 private:
  bool skip_blank();
  void skip_literal(size_t quote);
  const std::string &text_;
  size_t at_ = 0;
  bool line_start_ = true;
};

}  // namespace emulated
