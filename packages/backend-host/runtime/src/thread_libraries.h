// Libraries whose threads outlive the calls that started them.
#pragma once

namespace heddle {

// Keeps OpenMP runtimes loaded that a module brought along: their threads wait for work for ever, and unmapping the
// code under them, when the module goes, would end the process.
void keep_thread_libraries();

}  // namespace heddle
