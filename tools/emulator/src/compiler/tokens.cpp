#include "tokens.h"

#include <cctype>
#include <cstring>

namespace emulated {
namespace {

bool starts_word(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$' || (c & 0x80); }
bool in_word(char c) { return starts_word(c) || isdigit((unsigned char)c); }

}  // namespace

// Blanks and the preprocessor's line markers. False at the end.
bool token_reader::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (line_start_ && c == '#') {
      const size_t line = text_.find('\n', at_);
      at_ = line == std::string::npos ? text_.size() : line;
      continue;
    }
    if (!isspace((unsigned char)c)) return true;
    if (c == '\n') line_start_ = true;
    at_++;
  }
  return false;
}

// From the quote past its end; a raw string if an R stands before it.
void token_reader::skip_literal(size_t quote) {
  const char mark = text_[quote];
  if (mark == '"' && quote > 0 && text_[quote - 1] == 'R') {
    const size_t open = text_.find('(', quote);
    const std::string close = ")" + text_.substr(quote + 1, open - quote - 1) + "\"";
    const size_t end = open == std::string::npos ? open : text_.find(close, open);
    at_ = end == std::string::npos ? text_.size() : end + close.size();
    return;
  }
  for (at_ = quote + 1; at_ < text_.size() && text_[at_] != mark && text_[at_] != '\n'; at_++)
    if (text_[at_] == '\\') at_++;
  if (at_ < text_.size()) at_++;
}

token token_reader::next() {
  token result;
  if (!skip_blank()) return result;
  line_start_ = false;
  result.begin = at_;
  const char c = text_[at_];
  if (starts_word(c)) {
    while (at_ < text_.size() && in_word(text_[at_])) at_++;
    const std::string word = text_.substr(result.begin, at_ - result.begin);
    const bool prefix = at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'') && word.size() <= 3 &&
                        word.find_first_not_of("uUL8R") == std::string::npos;
    result.kind = prefix ? token::literal : token::word;
    if (prefix) skip_literal(at_);
    else result.text = word;
  } else if (isdigit((unsigned char)c)) {
    // Digits may be separated by apostrophes; exponents have signs.
    while (at_ < text_.size() && (in_word(text_[at_]) || text_[at_] == '.' ||
                                  (text_[at_] == '\'' && at_ + 1 < text_.size() && in_word(text_[at_ + 1]))))
      at_++;
    result.kind = token::number;
    result.text = text_.substr(result.begin, at_ - result.begin);
  } else if (c == '"' || c == '\'') {
    result.kind = token::literal;
    skip_literal(at_);
  } else {
    result.kind = token::punctuation;
    at_ += text_.compare(at_, 2, "::") == 0 ? 2 : 1;
    result.text = text_.substr(result.begin, at_ - result.begin);
  }
  result.stop = at_;
  return result;
}

}  // namespace emulated
