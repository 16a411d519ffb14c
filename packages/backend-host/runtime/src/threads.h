// Threads of the runtime: detached, so that leaving the process waits for none of them.
#pragma once

namespace heddle {

// False when the system gives no more threads.
bool start_thread(void *(*body)(void *), void *argument);

// HEDDLE_HOST_THREADS, or the cores this process may run on.
unsigned worker_count();

}  // namespace heddle
