// libnvJitLink's C interface over the linker of this folder. Results are nvJitLinkResult's numbers.
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <set>

#include "../compiler/link.h"
#include "../compiler/options.h"
#include "../export.h"
#include "../fault_injection.h"

namespace {

using namespace emulated;

enum result : int {
  success = 0,
  unrecognized_option = 1,
  missing_arch = 2,
  invalid_input = 3,
  ptx_compile = 4,
  internal = 6,
  unrecognized_input = 8,
  incorrect_input_type = 12,
  arch_mismatch = 13,
  unrecognized_arch = 16,
  lto_not_enabled = 18,
};

// nvJitLinkInputType; host objects and libraries mean nothing to this linker.
enum input_type : int { input_cubin = 1, input_ptx = 2, input_ltoir = 3, input_fatbin = 4, input_any = 10 };

struct linker {
  compile_options target;
  bool optimizes = false, wants_ptx = false, completed = false;
  std::vector<link_part> parts;
  std::string cubin, ptx, errors, information;
};

std::mutex &guard() {
  static std::mutex *one = new std::mutex;
  return *one;
}
std::set<linker *> &linkers() {
  static std::set<linker *> *all = new std::set<linker *>;
  return *all;
}

linker *find(void *handle) {
  std::lock_guard<std::mutex> hold(guard());
  return linkers().count((linker *)handle) ? (linker *)handle : nullptr;
}

template <class Body> int entry(const char *name, Body body) {
  if (const int wanted = injected_failure(name).status) return wanted;
  try {
    return body();
  } catch (...) {
    return internal;
  }
}

template <class Body> int with_linker(const char *name, void *handle, Body body) {
  return entry(name, [&]() -> int {
    linker *one = find(handle);
    return one ? body(*one) : (int)invalid_input;
  });
}

bool begins(const std::string &text, const char *with) { return text.rfind(with, 0) == 0; }

// Options that mean something to a GPU's code only.
bool is_ignored(const std::string &option) {
  for (const char *name : {"-maxrregcount=", "-time", "-verbose", "-O", "-g", "-lineinfo", "-ftz=", "-prec-div=", "-prec-sqrt=",
                           "-fma=", "-kernels-used=", "-variables-used=", "-optimize-unused-variables", "-Xptxas=",
                           "-split-compile", "-no-cache"}) {
    if (begins(option, name)) return true;
  }
  return false;
}

int take(linker &one, const std::string &option) {
  if (option == "-lto") one.optimizes = true;
  else if (option == "-ptx") one.wants_ptx = true;
  else if (begins(option, "-arch=")) {
    if (read_architecture(option.substr(6), &one.target)) return success;
    one.errors = "ERROR NVJITLINK_ERROR_UNRECOGNIZED_ARCH: unrecognized architecture (" + option.substr(6) + ")\n";
    return unrecognized_arch;
  } else if (!is_ignored(option)) {
    one.errors = "unrecognized option: " + option + "\n";
    return unrecognized_option;
  }
  return success;
}

int refuse(linker &one, int status, const std::string &text) {
  one.errors += text + "\n";
  return status;
}

int add(linker &one, int type, const void *data, size_t bytes, const std::string &name) {
  link_part part;
  part.name = name;
  const bool intermediate = type == input_ltoir || (type == input_any && is_ltoir(data, bytes));
  if (intermediate && !one.optimizes)
    return refuse(one, lto_not_enabled, "ERROR 1: LTO-IR input cannot be used without LTO enabled (-lto)");
  if (intermediate && !is_ltoir(data, bytes))
    return refuse(one, incorrect_input_type, "ERROR 1: bad input: does not match type NVJITLINK_INPUT_LTOIR" + name);
  const image_fault fault =
      intermediate ? read_ltoir(data, bytes, &part.image) : read_image(data, bytes, one.target.architecture, &part.image);
  if (fault == image_fault::other_architecture)
    return refuse(one, arch_mismatch, "ERROR 1: '" + name + "' is for another architecture");
  if (fault != image_fault::none) return refuse(one, unrecognized_input, "ERROR 1: '" + name + "' cannot be read");
  if (part.image.architecture > one.target.architecture)
    return refuse(one, arch_mismatch, "ERROR NVVM_ERROR not found (90) in LTOIR arch newer than target arch");
  one.parts.push_back(std::move(part));
  return success;
}

int complete(linker &one) {
  if (one.completed) return invalid_input;
  program_image linked;
  std::string log;
  if (!link_images(one.parts, &linked, &log)) return refuse(one, ptx_compile, log);
  linked.architecture = one.target.architecture;
  if (one.wants_ptx) one.ptx = write_ptx(linked);
  else one.cubin = write_cubin(linked);
  one.completed = true;
  if (one.optimizes) one.information = "SUCCESS: Heddle's LTOIR Container created\n";
  return success;
}

int size_of(const std::string &text, size_t *size, size_t extra) {
  if (!size || text.empty()) return invalid_input;
  *size = text.size() + extra;
  return success;
}

int copy_of(const std::string &text, char *out, size_t extra) {
  if (!out || text.empty()) return invalid_input;
  memcpy(out, text.c_str(), text.size() + extra);
  return success;
}

int log_size(const std::string &text, size_t *size) {
  if (!size) return invalid_input;
  *size = text.empty() ? 0 : text.size() + 1;
  return success;
}

int log_text(const std::string &text, char *out) {
  if (!out) return invalid_input;
  if (!text.empty()) memcpy(out, text.c_str(), text.size() + 1);
  return success;
}

}  // namespace

HEDDLE_EXPORT int nvJitLinkVersion(unsigned *major, unsigned *minor) {
  return entry("nvJitLinkVersion", [&]() -> int {
    if (!major || !minor) return invalid_input;
    *major = 13;
    *minor = 0;
    return success;
  });
}

HEDDLE_EXPORT int nvJitLinkCreate(void **out, uint32_t count, const char *const *options) {
  return entry("nvJitLinkCreate", [&]() -> int {
    if (!out || (count > 0 && !options)) return invalid_input;
    auto one = std::make_unique<linker>();
    int status = success;
    for (uint32_t i = 0; i < count && status == success; i++) status = options[i] ? take(*one, options[i]) : (int)invalid_input;
    if (status == success && one->target.architecture == 0) status = missing_arch;
    std::lock_guard<std::mutex> hold(guard());
    // As with NVIDIA's library, a linker that was refused is there to tell why.
    *out = one.get();
    linkers().insert(one.release());
    return status;
  });
}

HEDDLE_EXPORT int nvJitLinkDestroy(void **handle) {
  return entry("nvJitLinkDestroy", [&]() -> int {
    linker *one = handle ? find(*handle) : nullptr;
    if (!one) return invalid_input;
    std::lock_guard<std::mutex> hold(guard());
    linkers().erase(one);
    delete one;
    *handle = nullptr;
    return success;
  });
}

HEDDLE_EXPORT int nvJitLinkAddData(void *handle, int type, const void *data, size_t bytes, const char *name) {
  return with_linker("nvJitLinkAddData", handle, [&](linker &one) -> int {
    if (!data || bytes == 0) return invalid_input;
    return add(one, type, data, bytes, name ? name : "");
  });
}

HEDDLE_EXPORT int nvJitLinkComplete(void *handle) {
  return with_linker("nvJitLinkComplete", handle, [&](linker &one) { return complete(one); });
}

HEDDLE_EXPORT int nvJitLinkGetLinkedCubinSize(void *handle, size_t *size) {
  return with_linker("nvJitLinkGetLinkedCubinSize", handle, [&](linker &one) { return size_of(one.cubin, size, 0); });
}
HEDDLE_EXPORT int nvJitLinkGetLinkedCubin(void *handle, char *out) {
  return with_linker("nvJitLinkGetLinkedCubin", handle, [&](linker &one) { return copy_of(one.cubin, out, 0); });
}
HEDDLE_EXPORT int nvJitLinkGetLinkedPtxSize(void *handle, size_t *size) {
  return with_linker("nvJitLinkGetLinkedPtxSize", handle, [&](linker &one) { return size_of(one.ptx, size, 1); });
}
HEDDLE_EXPORT int nvJitLinkGetLinkedPtx(void *handle, char *out) {
  return with_linker("nvJitLinkGetLinkedPtx", handle, [&](linker &one) { return copy_of(one.ptx, out, 1); });
}
HEDDLE_EXPORT int nvJitLinkGetErrorLogSize(void *handle, size_t *size) {
  return with_linker("nvJitLinkGetErrorLogSize", handle, [&](linker &one) { return log_size(one.errors, size); });
}
HEDDLE_EXPORT int nvJitLinkGetErrorLog(void *handle, char *out) {
  return with_linker("nvJitLinkGetErrorLog", handle, [&](linker &one) { return log_text(one.errors, out); });
}
HEDDLE_EXPORT int nvJitLinkGetInfoLogSize(void *handle, size_t *size) {
  return with_linker("nvJitLinkGetInfoLogSize", handle, [&](linker &one) { return log_size(one.information, size); });
}
HEDDLE_EXPORT int nvJitLinkGetInfoLog(void *handle, char *out) {
  return with_linker("nvJitLinkGetInfoLog", handle, [&](linker &one) { return log_text(one.information, out); });
}
