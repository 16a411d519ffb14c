#include "report_error.h"

#include <cstdarg>
#include <cstdio>

namespace heddle {
namespace {
thread_local char last_error[512];
}

heddle_status report(heddle_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(last_error, sizeof last_error, format, arguments);
  va_end(arguments);
  return status;
}

}  // namespace heddle

extern "C" {

HEDDLE_HOST_API uint32_t heddle_host_abi_version(void) { return HEDDLE_HOST_ABI_VERSION; }

HEDDLE_HOST_API const char *heddle_host_last_error(void) { return heddle::last_error; }

HEDDLE_HOST_API const char *heddle_host_status_name(heddle_status status) {
  static const char *const names[] = {"OK",      "ARGUMENT",    "OUT_OF_MEMORY", "RESOURCE", "NOT_FOUND",
                                      "CORRUPT", "UNSUPPORTED", "DEVICE_LOST",   "TIMEOUT",  "NOT_READY"};
  return status >= 0 && status < (int)(sizeof names / sizeof *names) ? names[status] : "UNKNOWN";
}
}
