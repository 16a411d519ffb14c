#include "kernel_scan.h"

#include <cstdlib>
#include <map>

#include "tokens.h"

namespace emulated {
namespace {

constexpr const char *kernel_mark = "heddle_global_function";
constexpr const char *bounds_mark = "heddle_launch_bounds";

using token_list = std::vector<token>;

// Index after the bracket that closes the one at `at`.
size_t behind(const token_list &list, size_t at, const char *open, const char *close) {
  int depth = 0;
  for (; at < list.size(); at++) {
    if (list[at].is(open)) depth++;
    if (list[at].is(close) && --depth == 0) return at + 1;
  }
  return list.size();
}

class scanner {
 public:
  explicit scanner(const std::string &text) : text_(text), reader_(text) {}

  std::vector<found_kernel> scan() {
    for (token one = reader_.next(); one.kind != token::end; one = reader_.next()) take(one);
    std::map<std::string, int> times;
    for (const found_kernel &one : found_) times[full_name(one)]++;
    for (found_kernel &one : found_)
      one.overloaded = times[full_name(one)] > 1 || templates_.count(one.expression) + functions_.count(one.expression) > 0;
    return std::move(found_);
  }

 private:
  struct scope {
    std::string name;
    bool is_namespace;  // else `extern "C"`
  };

  void take(const token &one) {
    if (one.is(";")) {
      declared(false);
    } else if (one.is("}")) {
      declaration_.clear();
      if (!scopes_.empty()) scopes_.pop_back();
    } else if (one.is("{") && opens_scope()) {
      declaration_.clear();
    } else if (one.is("{")) {
      skip_braces();
      // Braces of an initializer or a class, or of an argument, do not end the declaration.
      const bool function = parentheses_ == 0 && is_function();
      if (function) declared(true);
    } else {
      if (one.is("(")) parentheses_++;
      if (one.is(")") && parentheses_ > 0) parentheses_--;
      declaration_.push_back(one);
    }
  }

  bool opens_scope() {
    size_t at = 0;
    while (at < declaration_.size() && declaration_[at].is("inline")) at++;
    if (at < declaration_.size() && declaration_[at].is("namespace")) {
      std::string name;
      for (at++; at < declaration_.size(); at++) {
        if (declaration_[at].is("__attribute__")) at = behind(declaration_, at + 1, "(", ")");
        if (at < declaration_.size()) name += declaration_[at].text;
      }
      scopes_.push_back({name, true});
      return true;
    }
    if (declaration_.size() == 2 && declaration_[0].is("extern") && declaration_[1].kind == token::literal) {
      scopes_.push_back({"", false});
      return true;
    }
    return false;
  }

  void skip_braces() {
    int depth = 1;
    while (depth > 0) {
      const token one = reader_.next();
      if (one.kind == token::end) return;
      depth += one.is("{") ? 1 : one.is("}") ? -1 : 0;
    }
  }

  // A body follows a parameter list; `=` before it would make it an initializer.
  bool is_function() const {
    bool list = false;
    for (const token &one : declaration_) {
      if (one.is("=")) return is_operator();
      list |= one.is(")");
    }
    return list;
  }

  bool is_operator() const {
    for (const token &one : declaration_)
      if (one.is("operator")) return true;
    // Default arguments have one too: those are inside parentheses.
    int depth = 0;
    bool list = false;
    for (const token &one : declaration_) {
      depth += one.is("(") || one.is("<") ? 1 : one.is(")") || one.is(">") ? -1 : 0;
      list |= one.is(")");
      if (one.is("=") && depth == 0) return false;
    }
    return list;
  }

  void declared(bool with_body) {
    token_list declaration;
    declaration.swap(declaration_);
    parentheses_ = 0;
    for (size_t i = 0; i < declaration.size(); i++) {
      if (!declaration[i].is(kernel_mark)) continue;
      kernel(declaration, i, with_body);
      return;
    }
    if (!with_body) instances(declaration);
    function(declaration);
  }

  // A function that may share its name with a kernel.
  void function(const token_list &list) {
    for (size_t at = 1; at < list.size(); at++) {
      if (!list[at].is("(")) continue;
      if (list[at - 1].kind == token::word) functions_.insert(list[at - 1].text);
      at = behind(list, at, "(", ")") - 1;
    }
  }

  void kernel(const token_list &list, size_t mark, bool with_body) {
    const bool template_word = list[0].is("template");
    const bool parameters = template_word && list.size() > 2 && list[1].is("<");
    const bool specialized = parameters && list[2].is(">");
    const bool instantiated = template_word && !parameters;
    found_kernel found;
    size_t open = mark + 3;  // after __attribute__((mark))
    while (open < list.size() && !list[open].is("(")) {
      if (!list[open].is("__attribute__")) {
        open++;
        continue;
      }
      if (open + 5 < list.size() && list[open + 3].is(bounds_mark))
        found.launch_bound = (unsigned)strtoul(list[open + 5].text.c_str(), nullptr, 0);
      open = behind(list, open + 1, "(", ")");
    }
    if (open >= list.size() || open == 0) return;
    const size_t name = name_before(list, open);
    if (name == open) return;
    if (parameters && !specialized) {
      templates_.insert(list[open - 1].text);
      return;
    }
    if (!with_body && !instantiated) return;
    const size_t close = behind(list, open, "(", ")") - 1;
    found.namespaces = namespaces();
    found.expression = text_between(list[name].begin, list[open - 1].stop);
    found.parameters = close < list.size() ? parameter_types(list, open + 1, close) : "";
    // A declaration repeated, or a function of the same name with other parameters.
    for (const found_kernel &other : found_)
      if (full_name(other) == full_name(found) && other.parameters == found.parameters) return;
    found_.push_back(found);
  }

  // Parameters without their default arguments, which a function's type has none of.
  std::string parameter_types(const token_list &list, size_t begin, size_t end) const {
    std::string types;
    int depth = 0;
    bool is_default = false;
    for (size_t at = begin; at < end; at++) {
      const token &one = list[at];
      depth += one.is("(") || one.is("<") || one.is("[") || one.is("{") ? 1 : 0;
      depth -= one.is(")") || one.is(">") || one.is("]") || one.is("}") ? 1 : 0;
      if (depth == 0 && one.is(",")) is_default = false;
      if (depth == 0 && one.is("=")) is_default = true;
      if (!is_default) types += (types.empty() ? "" : " ") + text_.substr(one.begin, one.stop - one.begin);
    }
    return types;
  }

  // Where the name that ends before `stop` begins: a::b::name<arguments>.
  size_t name_before(const token_list &list, size_t stop) const {
    size_t at = stop;
    if (at > 0 && list[at - 1].is(">")) {
      int depth = 0;
      while (at > 0) {
        at--;
        depth += list[at].is(">") ? 1 : list[at].is("<") ? -1 : 0;
        if (depth == 0) break;
      }
    }
    if (at == 0 || list[at - 1].kind != token::word) return stop;
    at--;
    while (at >= 2 && list[at - 1].is("::") && list[at - 2].kind == token::word) at -= 2;
    if (at >= 1 && list[at - 1].is("::")) at--;
    return at;
  }

  // `&scale<float>` and `(scale<float>)` in an initializer make code of that instance.
  void instances(const token_list &list) {
    for (size_t i = 0; i + 1 < list.size(); i++) {
      if (!list[i + 1].is("<") || templates_.count(list[i].text) == 0) continue;
      const size_t stop = behind(list, i + 1, "<", ">");
      size_t begin = name_before(list, i + 1);
      if (begin == 0 || !(list[begin - 1].is("&") || list[begin - 1].is("(") || list[begin - 1].is(")"))) continue;
      if (list[begin - 1].is(")")) begin = opening(list, begin - 1);
      found_kernel found;
      found.namespaces = namespaces();
      found.expression = text_between(list[begin].begin, list[stop - 1].stop);
      bool known = false;
      for (const found_kernel &other : found_) known |= full_name(other) == full_name(found);
      if (!known) found_.push_back(found);
    }
  }

  // Index of the parenthesis that the one at `at` closes: of a cast, which chooses an overload.
  static size_t opening(const token_list &list, size_t at) {
    for (int depth = 0; at > 0; at--) {
      depth += list[at].is(")") ? 1 : list[at].is("(") ? -1 : 0;
      if (depth == 0) break;
    }
    return at;
  }

  std::vector<std::string> namespaces() const {
    std::vector<std::string> names;
    for (const scope &one : scopes_)
      if (one.is_namespace) names.push_back(one.name);
    return names;
  }

  std::string text_between(size_t begin, size_t end) const {
    // Line markers may stand in between.
    std::string clean;
    std::string piece = text_.substr(begin, end - begin);
    token_reader reader(piece);
    for (token one = reader.next(); one.kind != token::end; one = reader.next()) {
      if (!clean.empty()) clean += ' ';
      clean += piece.substr(one.begin, one.stop - one.begin);
    }
    return clean;
  }

  static std::string full_name(const found_kernel &one) {
    std::string name;
    for (const std::string &each : one.namespaces) name += each + "::";
    return name + one.expression;
  }

  const std::string &text_;
  token_reader reader_;
  token_list declaration_;
  int parentheses_ = 0;
  std::vector<scope> scopes_;
  std::set<std::string> templates_;
  std::set<std::string> functions_;
  std::vector<found_kernel> found_;
};

}  // namespace

std::vector<found_kernel> find_kernels(const std::string &preprocessed) { return scanner(preprocessed).scan(); }

}  // namespace emulated
