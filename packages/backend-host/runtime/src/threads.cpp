#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

namespace heddle {

bool start_thread(void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Plain functions run on it, Fortran's with their local arrays among them. Only what is touched takes memory.
  pthread_attr_setstacksize(&attributes, 16 << 20);
  // Signals are the business of the process's own threads, but for those that a thread raises by what it does.
  sigset_t all, previous;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  sigdelset(&all, SIGFPE);
  sigdelset(&all, SIGILL);
  sigdelset(&all, SIGABRT);
  sigdelset(&all, SIGTRAP);
  sigdelset(&all, SIGPROF);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  const int failed = pthread_create(&thread, &attributes, body, argument);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  pthread_attr_destroy(&attributes);
  return failed == 0;
}

unsigned worker_count() {
  static const unsigned count = [] {
    long wanted = 0;
    if (const char *text = getenv("HEDDLE_HOST_THREADS")) wanted = atol(text);
    if (wanted <= 0) {
#if defined(__linux__)
      cpu_set_t cores;
      wanted = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : sysconf(_SC_NPROCESSORS_ONLN);
#else
      wanted = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    }
    return (unsigned)(wanted < 1 ? 1 : wanted > 1024 ? 1024 : wanted);
  }();
  return count;
}

}  // namespace heddle
