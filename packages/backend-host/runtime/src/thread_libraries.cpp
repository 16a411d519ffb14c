#include "thread_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

namespace heddle {
namespace {

const char *const names[] = {"libgomp", "libomp", "libiomp5", "libtbb"};

// A process has one of each at most, but for copies in other folders.
constexpr int most = 16;

struct found_libraries {
  char *paths[most];
  int count;
};

bool is_known(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *file = slash ? slash + 1 : path;
  for (const char *name : names)
    if (strncmp(file, name, strlen(name)) == 0) return true;
  return false;
}

// Only notes the library. The loader holds a lock meanwhile that another thread's dlclose waits for while it holds the
// one that dlopen needs: to call dlopen here would stop both for ever.
int note_if_known(dl_phdr_info *info, size_t, void *data) {
  found_libraries *found = (found_libraries *)data;
  if (!info->dlpi_name || !is_known(info->dlpi_name)) return 0;
  if (char *path = strdup(info->dlpi_name)) found->paths[found->count++] = path;
  return found->count == most;
}

}  // namespace

void keep_thread_libraries() {
  found_libraries found = {};
  dl_iterate_phdr(note_if_known, &found);
  for (int i = 0; i < found.count; i++) {
    // The handle is given back; what stays is the mark that this library is never to be unloaded.
    if (void *library = dlopen(found.paths[i], RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(library);
    free(found.paths[i]);
  }
}

}  // namespace heddle
