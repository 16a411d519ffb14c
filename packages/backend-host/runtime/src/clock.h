// Time, and how to pass it while another core is about to answer.
#pragma once
#include <time.h>

#include <cstdint>

namespace heddle {

inline uint64_t now_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

// Tries `done` again and again, for at most `nanoseconds`. The clock is read only now and then.
template <class Condition> bool spin(uint64_t nanoseconds, Condition done) {
  if (done()) return true;
  const uint64_t end = now_nanoseconds() + nanoseconds;
  do {
    for (int i = 0; i < 16; i++) {
      relax();
      if (done()) return true;
    }
  } while (now_nanoseconds() < end);
  return false;
}

}  // namespace heddle
