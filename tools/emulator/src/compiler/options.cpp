#include "options.h"

#include <algorithm>
#include <cstdlib>

namespace emulated {
namespace {

struct option_text {
  std::string name;   // without the dashes
  std::string value;
  unsigned used = 1;  // entries
  bool has_value = false;
};

bool named(const option_text &option, std::initializer_list<const char *> names) {
  return std::any_of(names.begin(), names.end(), [&](const char *name) { return option.name == name; });
}

// Options whose value may stand in the next entry.
constexpr std::initializer_list<const char *> valued = {"gpu-architecture", "gpu-arch",  "arch",     "define-macro",
                                                        "undefine-macro",   "include-path", "pre-include", "include",
                                                        "std",              "maxrregcount", "isystem",  "D",
                                                        "U",                "I"};

option_text split(const std::vector<std::string> &options, size_t at) {
  const std::string &text = options[at];
  option_text result;
  const size_t dashes = text.rfind("--", 0) == 0 ? 2 : 1;
  // -DX=1, -Ifolder: one letter, and the value after it.
  if (dashes == 1 && text.size() > 2 && (text[1] == 'D' || text[1] == 'U' || text[1] == 'I')) {
    return {text.substr(1, 1), text.substr(2), 1, true};
  }
  const size_t equals = text.find('=');
  result.name = text.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
  if (equals != std::string::npos) {
    result.value = text.substr(equals + 1);
    result.has_value = true;
  } else if (named(result, valued) && at + 1 < options.size()) {
    result.value = options[at + 1];
    result.has_value = true;
    result.used = 2;
  }
  return result;
}

bool truth(const option_text &option) { return !option.has_value || option.value == "true"; }

}  // namespace

bool read_architecture(const std::string &text, compile_options *out) {
  const bool is_virtual = text.rfind("compute_", 0) == 0;
  if (!is_virtual && text.rfind("sm_", 0) != 0 && text.rfind("lto_", 0) != 0) return false;
  const unsigned number = (unsigned)atoi(text.c_str() + text.find('_') + 1);
  const std::vector<unsigned> &known = known_architectures();
  if (std::find(known.begin(), known.end(), number) == known.end()) return false;
  out->architecture = number;
  out->is_virtual = is_virtual;
  if (text.rfind("lto_", 0) == 0) out->intermediate = out->relocatable = true;
  return true;
}

const std::vector<unsigned> &known_architectures() {
  static const std::vector<unsigned> *list = new std::vector<unsigned>{75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
  return *list;
}

unsigned take_option(const std::vector<std::string> &options, size_t at, compile_options *out) {
  if (options[at].size() < 2 || options[at][0] != '-') return 0;
  const option_text option = split(options, at);
  if (named(option, {"gpu-architecture", "gpu-arch", "arch"})) {
    return read_architecture(option.value, out) ? option.used : 0;
  }
  if (named(option, {"define-macro", "D"})) {
    out->preprocessor.push_back("-D" + option.value);
  } else if (named(option, {"undefine-macro", "U"})) {
    out->preprocessor.push_back("-U" + option.value);
  } else if (named(option, {"include-path", "I"})) {
    out->preprocessor.push_back("-I" + option.value);
  } else if (named(option, {"isystem"})) {
    out->preprocessor.insert(out->preprocessor.end(), {"-isystem", option.value});
  } else if (named(option, {"pre-include", "include"})) {
    out->preprocessor.insert(out->preprocessor.end(), {"-include", option.value});
  } else if (named(option, {"std"})) {
    if (option.value.rfind("c++", 0) != 0) return 0;
    out->standard = std::max(17, atoi(option.value.c_str() + 3));  // the runtime's headers are C++17
  } else if (named(option, {"relocatable-device-code", "rdc"})) {
    out->relocatable = truth(option);
  } else if (named(option, {"dc", "device-c"})) {
    out->relocatable = true;
  } else if (named(option, {"dlink-time-opt", "dlto"})) {
    out->intermediate = true;
    out->relocatable = true;
  } else if (named(option, {"use_fast_math", "use-fast-math"})) {
    out->preprocessor.push_back("-D__USE_FAST_MATH__=1");
    out->code.push_back("-ffast-math");
  } else if (named(option, {"fmad"})) {
    out->code.push_back(truth(option) ? "-ffp-contract=fast" : "-ffp-contract=off");
  } else if (named(option, {"disable-warnings", "w"})) {
    out->code.push_back("-w");
  } else if (!named(option, {"ftz", "prec-sqrt", "prec-div", "maxrregcount", "device-debug", "G", "generate-line-info",
                             "lineinfo", "restrict", "extra-device-vectorization", "device-as-default-execution-space",
                             "default-device", "device-int128", "builtin-move-forward",
                             "builtin-initializer-list", "modify-stack-limit", "version-ident", "display-error-number",
                             "no-source-include", "minimal", "split-compile", "dopt", "diag-error", "diag-suppress",
                             "diag-warn", "err-no", "Wno-deprecated-gpu-targets", "extra-warnings"})) {
    return 0;
  }
  return option.used;
}

}  // namespace emulated
