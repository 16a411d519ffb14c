#include "thread_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

namespace heddle {
namespace {

const char *const names[] = {"libgomp", "libomp", "libiomp5", "libtbb"};

int keep_if_known(dl_phdr_info *info, size_t, void *) {
  const char *path = info->dlpi_name ? info->dlpi_name : "";
  const char *slash = strrchr(path, '/');
  const char *file = slash ? slash + 1 : path;
  for (const char *name : names) {
    if (strncmp(file, name, strlen(name)) != 0) continue;
    // The handle is given back; what stays is the mark that this library is never to be unloaded.
    if (void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(library);
  }
  return 0;
}

}  // namespace

void keep_thread_libraries() { dl_iterate_phdr(keep_if_known, nullptr); }

}  // namespace heddle
