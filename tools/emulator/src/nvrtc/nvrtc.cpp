// libnvrtc's C interface over the compiler of this folder. Results are nvrtcResult's numbers.
#include <cstring>
#include <mutex>
#include <new>
#include <set>

#include "../compiler/compile.h"
#include "../export.h"
#include "../fault_injection.h"

namespace {

using namespace emulated;

enum result : int {
  success = 0,
  out_of_memory = 1,
  program_creation_failure = 2,
  invalid_input = 3,
  invalid_program = 4,
  invalid_option = 5,
  compilation = 6,
  no_names_after_compilation = 8,
  no_lowered_names_before_compilation = 9,
  name_expression_not_valid = 10,
  internal_error = 11,
};

struct program {
  compile_request request;
  compile_result outcome;
  std::string cubin, ptx, ltoir, log;
  bool compiled = false;
};

std::mutex &guard() {
  static std::mutex *one = new std::mutex;
  return *one;
}
std::set<program *> &programs() {
  static std::set<program *> *all = new std::set<program *>;
  return *all;
}

program *find(void *handle) {
  std::lock_guard<std::mutex> hold(guard());
  return programs().count((program *)handle) ? (program *)handle : nullptr;
}

template <class Body> int entry(const char *name, Body body) {
  if (const int wanted = injected_failure(name).status) return wanted;
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return out_of_memory;
  } catch (...) {
    return internal_error;
  }
}

template <class Body> int with_program(const char *name, void *handle, Body body) {
  return entry(name, [&]() -> int {
    program *one = find(handle);
    return one ? body(*one) : (int)invalid_program;
  });
}

int size_of(const std::string &text, size_t *size, size_t extra) {
  if (!size) return invalid_input;
  *size = text.empty() ? extra : text.size() + extra;
  return success;
}

int copy_of(const std::string &text, char *out, size_t extra) {
  if (!out) return invalid_input;
  memcpy(out, text.c_str(), text.size() + extra);
  return success;
}

int compile(program &one, int count, const char *const *options) {
  if (one.compiled || count < 0 || (count > 0 && !options)) return invalid_input;
  std::vector<std::string> list;
  for (int i = 0; i < count; i++) {
    if (!options[i]) return invalid_input;
    std::string text = options[i];
    // Options that only exist for machines without the host's headers, or for files that nobody keeps here.
    if (text.find("pch") != std::string::npos && text.rfind("-", 0) == 0 && text.find("=") != 0) {
      if (text.rfind("--pch", 0) == 0 || text.rfind("-pch", 0) == 0) continue;
    }
    list.push_back(text);
  }
  for (size_t at = 0; at < list.size();) {
    const unsigned used = take_option(list, at, &one.request.options);
    if (used == 0) {
      one.log = "nvrtc: error: invalid value or unrecognized option '" + list[at] + "'\n";
      return invalid_option;
    }
    at += used;
  }
  one.request.options.preprocessor.push_back("-D__CUDACC_RTC__=1");
  one.outcome = compile_source(one.request);
  one.compiled = true;
  one.log = one.outcome.log;
  if (!one.outcome.succeeded) return compilation;
  if (one.request.options.intermediate) one.ltoir = write_ltoir(one.outcome.image);
  else one.ptx = write_ptx(one.outcome.image);
  if (!one.request.options.intermediate && !one.request.options.is_virtual) one.cubin = write_cubin(one.outcome.image);
  one.outcome.image.code.clear();
  return success;
}

}  // namespace

HEDDLE_EXPORT const char *nvrtcGetErrorString(int value) {
  static const char *const names[] = {"NVRTC_SUCCESS",
                                      "NVRTC_ERROR_OUT_OF_MEMORY",
                                      "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                      "NVRTC_ERROR_INVALID_INPUT",
                                      "NVRTC_ERROR_INVALID_PROGRAM",
                                      "NVRTC_ERROR_INVALID_OPTION",
                                      "NVRTC_ERROR_COMPILATION",
                                      "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                      "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                      "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                      "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                      "NVRTC_ERROR_INTERNAL_ERROR"};
  return value >= 0 && value < (int)(sizeof names / sizeof *names) ? names[value] : "NVRTC_ERROR unknown";
}

HEDDLE_EXPORT int nvrtcVersion(int *major, int *minor) {
  return entry("nvrtcVersion", [&]() -> int {
    if (!major || !minor) return invalid_input;
    *major = 13;
    *minor = 0;
    return success;
  });
}

HEDDLE_EXPORT int nvrtcGetNumSupportedArchs(int *count) {
  return entry("nvrtcGetNumSupportedArchs", [&]() -> int {
    if (!count) return invalid_input;
    *count = (int)known_architectures().size();
    return success;
  });
}

HEDDLE_EXPORT int nvrtcGetSupportedArchs(int *list) {
  return entry("nvrtcGetSupportedArchs", [&]() -> int {
    if (!list) return invalid_input;
    for (const unsigned each : known_architectures()) *list++ = (int)each;
    return success;
  });
}

HEDDLE_EXPORT int nvrtcCreateProgram(void **out, const char *source, const char *name, int header_count,
                                     const char *const *headers, const char *const *header_names) {
  return entry("nvrtcCreateProgram", [&]() -> int {
    if (!out || !source || header_count < 0 || (header_count > 0 && (!headers || !header_names))) return invalid_input;
    program *one = new program;
    one->request.source = source;
    one->request.file_name = name && *name ? name : "default_program";
    for (int i = 0; i < header_count; i++) one->request.headers.emplace_back(header_names[i], headers[i]);
    std::lock_guard<std::mutex> hold(guard());
    programs().insert(one);
    *out = one;
    return success;
  });
}

HEDDLE_EXPORT int nvrtcDestroyProgram(void **handle) {
  return entry("nvrtcDestroyProgram", [&]() -> int {
    program *one = handle ? find(*handle) : nullptr;
    if (!one) return invalid_program;
    std::lock_guard<std::mutex> hold(guard());
    programs().erase(one);
    delete one;
    *handle = nullptr;
    return success;
  });
}

HEDDLE_EXPORT int nvrtcAddNameExpression(void *handle, const char *expression) {
  return with_program("nvrtcAddNameExpression", handle, [&](program &one) -> int {
    if (!expression || !*expression) return invalid_input;
    if (one.compiled) return no_names_after_compilation;
    one.request.name_expressions.push_back(expression);
    return success;
  });
}

HEDDLE_EXPORT int nvrtcCompileProgram(void *handle, int count, const char *const *options) {
  return with_program("nvrtcCompileProgram", handle, [&](program &one) { return compile(one, count, options); });
}

HEDDLE_EXPORT int nvrtcGetLoweredName(void *handle, const char *expression, const char **out) {
  return with_program("nvrtcGetLoweredName", handle, [&](program &one) -> int {
    if (!expression || !out) return invalid_input;
    if (!one.compiled) return no_lowered_names_before_compilation;
    for (size_t i = 0; i < one.outcome.lowered.size(); i++) {
      if (one.request.name_expressions[i] != expression || one.outcome.lowered[i].empty()) continue;
      *out = one.outcome.lowered[i].c_str();
      return success;
    }
    return name_expression_not_valid;
  });
}

HEDDLE_EXPORT int nvrtcGetPTXSize(void *handle, size_t *size) {
  return with_program("nvrtcGetPTXSize", handle, [&](program &one) { return size_of(one.ptx, size, 1); });
}
HEDDLE_EXPORT int nvrtcGetPTX(void *handle, char *out) {
  return with_program("nvrtcGetPTX", handle, [&](program &one) { return copy_of(one.ptx, out, 1); });
}
HEDDLE_EXPORT int nvrtcGetCUBINSize(void *handle, size_t *size) {
  return with_program("nvrtcGetCUBINSize", handle, [&](program &one) { return size_of(one.cubin, size, 0); });
}
HEDDLE_EXPORT int nvrtcGetCUBIN(void *handle, char *out) {
  return with_program("nvrtcGetCUBIN", handle, [&](program &one) { return copy_of(one.cubin, out, 0); });
}
HEDDLE_EXPORT int nvrtcGetLTOIRSize(void *handle, size_t *size) {
  return with_program("nvrtcGetLTOIRSize", handle, [&](program &one) { return size_of(one.ltoir, size, 0); });
}
HEDDLE_EXPORT int nvrtcGetLTOIR(void *handle, char *out) {
  return with_program("nvrtcGetLTOIR", handle, [&](program &one) { return copy_of(one.ltoir, out, 0); });
}
HEDDLE_EXPORT int nvrtcGetProgramLogSize(void *handle, size_t *size) {
  return with_program("nvrtcGetProgramLogSize", handle, [&](program &one) { return size_of(one.log, size, 1); });
}
HEDDLE_EXPORT int nvrtcGetProgramLog(void *handle, char *out) {
  return with_program("nvrtcGetProgramLog", handle, [&](program &one) { return copy_of(one.log, out, 1); });
}
