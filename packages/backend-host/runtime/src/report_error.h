// Failures on their way to the caller: a status, and a sentence that heddle_host_last_error() gives.
#pragma once
#include "../heddle_host.h"

namespace heddle {

// Keeps the sentence for this thread; gives the status back, for `return`.
heddle_status report(heddle_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

}  // namespace heddle
