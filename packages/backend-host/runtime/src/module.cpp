#include "module.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "device.h"
#include "fiber_stacks.h"
#include "module_image.h"
#include "report_error.h"
#include "sanitizer_fibers.h"
#include "thread_libraries.h"

namespace heddle {
namespace {

#if HEDDLE_RUNNER
// Sanitizers read the names of source lines out of the file, so it needs a name: the runner's folder is thrown away.
int module_file(char *path, size_t size) {
  const char *folder = getenv("TMPDIR");
  snprintf(path, size, "%s/heddle-module-XXXXXX", folder && *folder ? folder : "/tmp");
  return mkstemp(path);
}
#else
// A file that only this process has, and that vanishes with its last user.
int anonymous_file() {
#if defined(__linux__) && defined(MFD_CLOEXEC)
  const int memory = memfd_create("heddle-module", MFD_CLOEXEC);
  if (memory >= 0) return memory;
#endif
  const char *folder = getenv("TMPDIR");
  char path[512];
  if (snprintf(path, sizeof path, "%s/heddle-XXXXXX", folder && *folder ? folder : "/tmp") >= (int)sizeof path)
    return -1;
  const int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return file;
}

// A path to an open file by which the loader has never seen it. The loader takes a library of the same path for the
// same library, and descriptors are numbers that return: so a serial number is written into the path, in binary, with
// "./" for one and "/" for zero. Then the descriptor may be closed as soon as the library is loaded. A process may hold
// several copies of this library, each with serial numbers of its own, so the number tells the copy as well.
void unique_path(int file, char *path, size_t size) {
  static std::atomic<uint64_t> serial{0};
  char spelled[160];
  size_t used = 0;
  const uint64_t copy = (uint64_t)(uintptr_t)&serial >> 12 << 24;
  for (uint64_t rest = copy + serial.fetch_add(1) + 1; rest; rest >>= 1) {
    if (rest & 1) spelled[used++] = '.';
    spelled[used++] = '/';
  }
  spelled[used] = 0;
#if defined(__linux__)
  snprintf(path, size, "/proc/self/fd/%s%d", spelled, file);
#else
  snprintf(path, size, "/dev/fd/%s%d", spelled, file);
#endif
}

int module_file(char *path, size_t size) {
  const int file = anonymous_file();
  if (file >= 0) unique_path(file, path, size);
  return file;
}
#endif

bool write_all(int file, const unsigned char *bytes, uint64_t size) {
  while (size > 0) {
    const ssize_t written = write(file, bytes, size < (1u << 30) ? size : 1u << 30);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= (uint64_t)written;
  }
  return true;
}

// Modules name no library of C's or C++'s (kernel-compiler.ts says why): the process has them. One that does not, say
// a runtime of JavaScript that holds them inside itself, gets those of the system for its modules.
void *open_library(const char *path, const char **why) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library) return library;
  *why = dlerror();
#if defined(__linux__)
  if (*why && strstr(*why, "undefined symbol")) {
    static const char *const libraries[] = {"libm.so.6", "libstdc++.so.6"};
    for (const char *name : libraries) dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) *why = dlerror();
  }
#endif
  return library;
}

heddle_status load_library(const void *bytes, uint64_t size, image_facts *facts, void **library) {
  char path[512];
  const int file = module_file(path, sizeof path);
  if (file < 0) return report(HEDDLE_RESOURCE, "no file for a module: %s", strerror(errno));
  heddle_status status = HEDDLE_OK;
  unsigned char *image = nullptr;
  if (!write_all(file, (const unsigned char *)bytes, size)) {
    status = report(HEDDLE_RESOURCE, "a module could not be written: %s", strerror(errno));
  } else if ((image = (unsigned char *)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)) ==
             MAP_FAILED) {
    status = report(HEDDLE_RESOURCE, "a module could not be mapped: %s", strerror(errno));
  } else {
    status = prepare_image(image, size, facts);
    munmap(image, size);
  }
  if (status == HEDDLE_OK) {
    const char *why = nullptr;
    *library = open_library(path, &why);
    if (!*library) {
      status = report(HEDDLE_CORRUPT, "the module cannot be loaded: %s", why ? why : "unknown");
    } else {
      keep_thread_libraries();
    }
  }
  close(file);
  return status;
}

// Symbols <prefix>0, <prefix>1 and so on, to the first that is missing.
template <class Entry> uint32_t entries(void *library, const char *prefix, const Entry **found) {
  uint32_t count = 0;
  for (char name[64];; count++) {
    snprintf(name, sizeof name, "%s%u", prefix, count);
    const Entry *entry = (const Entry *)dlsym(library, name);
    if (!entry) return count;
    if (found) found[count] = entry;
  }
}

heddle_status collect(heddle_module *module) {
  module->kernel_count = entries<heddle_kernel_entry>(module->library, "heddle_kernel_", nullptr);
  module->global_count = entries<heddle_global_entry>(module->library, "heddle_global_", nullptr);
  const heddle_kernel_entry **kernels =
      (const heddle_kernel_entry **)calloc(module->kernel_count + 1, sizeof(void *));
  module->kernels = (heddle_kernel *)calloc(module->kernel_count + 1, sizeof(heddle_kernel));
  module->globals = (const heddle_global_entry **)calloc(module->global_count + 1, sizeof(void *));
  heddle_status status = HEDDLE_OK;
  if (!kernels || !module->kernels || !module->globals) {
    status = report(HEDDLE_OUT_OF_MEMORY, "no memory for a module");
  } else {
    entries(module->library, "heddle_kernel_", kernels);
    entries(module->library, "heddle_global_", module->globals);
    for (uint32_t i = 0; i < module->kernel_count; i++) {
      if (kernels[i]->abi != HEDDLE_MODULE_ABI)
        status = report(HEDDLE_CORRUPT, "the module was built for another version of Heddle");
      else if (HEDDLE_LIBRARY_SWITCH && (kernels[i]->flags & HEDDLE_SWITCHES_INLINE))
        status = report(HEDDLE_CORRUPT, "the module was built without the sanitizer of this runtime");
      module->kernels[i].module = module;
      module->kernels[i].entry = kernels[i];
    }
  }
  free(kernels);
  return status;
}

}  // namespace

void destroy_module(heddle_module *module) {
  if (module->library) dlclose(module->library);
  free(module->kernels);
  free(module->globals);
  free(module);
}

}  // namespace heddle

using namespace heddle;

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_module_load(heddle_device *device, const void *bytes, uint64_t size,
                                                      heddle_module **out) {
  if (!device || !bytes || !out || size == 0) return report(HEDDLE_ARGUMENT, "a null argument, or no bytes");
  if (const heddle_status lost = check_device(device)) return lost;
  heddle_module *module = (heddle_module *)calloc(1, sizeof(heddle_module));
  if (!module) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a module");
  module->device = device;
  image_facts facts;
  heddle_status status = load_library(bytes, size, &facts, &module->library);
  if (status == HEDDLE_OK) status = collect(module);
  if (status != HEDDLE_OK) {
    destroy_module(module);
    return status;
  }
  module->static_shared_bytes = facts.static_shared_bytes;
  locked hold(device->guard);
  module->next = device->modules;
  if (module->next) module->next->previous = module;
  device->modules = module;
  device->module_count++;
  *out = module;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_module_unload(heddle_module *module) {
  if (!module) return report(HEDDLE_ARGUMENT, "a null argument");
  heddle_device *device = module->device;
  {
    locked hold(device->guard);
    if (module->next) module->next->previous = module->previous;
    (module->previous ? module->previous->next : device->modules) = module->next;
  }
  device->module_count--;
  return retire_later(device, [](void *what) { destroy_module((heddle_module *)what); }, module);
}

HEDDLE_HOST_API uint32_t heddle_host_module_kernel_count(heddle_module *module) {
  return module ? module->kernel_count : 0;
}

HEDDLE_HOST_API heddle_status heddle_host_module_kernel(heddle_module *module, uint32_t index, heddle_kernel **out) {
  if (!module || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  if (index >= module->kernel_count) return report(HEDDLE_NOT_FOUND, "the module has %u kernels", module->kernel_count);
  *out = &module->kernels[index];
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_module_kernel_named(heddle_module *module, const char *name,
                                                              heddle_kernel **out) {
  if (!module || !name || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  for (uint32_t i = 0; i < module->kernel_count; i++) {
    if (strcmp(module->kernels[i].entry->name, name) != 0) continue;
    *out = &module->kernels[i];
    return HEDDLE_OK;
  }
  return report(HEDDLE_NOT_FOUND, "the module has no kernel %s", name);
}

HEDDLE_HOST_API uint32_t heddle_host_module_global_count(heddle_module *module) {
  return module ? module->global_count : 0;
}

HEDDLE_HOST_API const char *heddle_host_module_global_name(heddle_module *module, uint32_t index) {
  return module && index < module->global_count ? module->globals[index]->name : nullptr;
}

HEDDLE_HOST_API heddle_status heddle_host_module_global(heddle_module *module, const char *name, void **address,
                                                        uint64_t *bytes) {
  if (!module || !name || !address || !bytes) return report(HEDDLE_ARGUMENT, "a null argument");
  for (uint32_t i = 0; i < module->global_count; i++) {
    if (strcmp(module->globals[i]->name, name) != 0) continue;
    *address = module->globals[i]->address;
    *bytes = module->globals[i]->bytes;
    return HEDDLE_OK;
  }
  return report(HEDDLE_NOT_FOUND, "the module has no variable %s", name);
}

HEDDLE_HOST_API heddle_status heddle_host_module_function(heddle_module *module, const char *symbol, void **address) {
  if (!module || !symbol || !address) return report(HEDDLE_ARGUMENT, "a null argument");
  *address = dlsym(module->library, symbol);
  return *address ? HEDDLE_OK : report(HEDDLE_NOT_FOUND, "the module exports no %s", symbol);
}

HEDDLE_HOST_API heddle_status heddle_host_kernel_attributes(heddle_kernel *kernel, heddle_kernel_attributes *out) {
  if (!kernel || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  *out = {};
  out->name = kernel->entry->name;
  out->argument_count = kernel->entry->argument_count;
  out->argument_bytes = kernel->entry->argument_bytes;
  out->has_blocked = kernel->has_blocked.load();
  out->threads_per_block = most_fibers;
  out->shared_bytes = kernel->module->static_shared_bytes;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_kernel_argument(heddle_kernel *kernel, uint32_t index, heddle_argument *out) {
  if (!kernel || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  if (index >= kernel->entry->argument_count)
    return report(HEDDLE_NOT_FOUND, "%s has %u arguments", kernel->entry->name, kernel->entry->argument_count);
  const heddle_argument_layout &layout = kernel->entry->arguments[index];
  *out = {layout.offset, layout.bytes, layout.alignment, layout.kind};
  return HEDDLE_OK;
}
}
