// Mutexes and conditions: thin, because <mutex> and <condition_variable> would double the library's compile time.
#pragma once
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <cstdint>

namespace heddle {

// Never destroyed: a thread may still be about to look at it when the process ends.
class mutex {
 public:
  mutex() { pthread_mutex_init(&native, nullptr); }
  void lock() { pthread_mutex_lock(&native); }
  void unlock() { pthread_mutex_unlock(&native); }
  pthread_mutex_t native;
};

class locked {
 public:
  explicit locked(mutex &held) : held(held) { held.lock(); }
  ~locked() { held.unlock(); }
  locked(const locked &) = delete;

 private:
  mutex &held;
};

// Condition that waits on the monotonic clock.
class condition {
 public:
  condition() {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&native, &attributes);
    pthread_condattr_destroy(&attributes);
  }
  void wait(mutex &held) { pthread_cond_wait(&native, &held.native); }
  // Until a moment of now_nanoseconds().
  void wait_until(mutex &held, uint64_t nanoseconds) {
    timespec end = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
    pthread_cond_timedwait(&native, &held.native, &end);
  }
  void wake_one() { pthread_cond_signal(&native); }
  void wake_all() { pthread_cond_broadcast(&native); }

 private:
  pthread_cond_t native;
};

// For critical sections of a few instructions that hardly ever meet.
class spin_lock {
 public:
  void lock() {
    while (taken.exchange(true, std::memory_order_acquire)) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }
  void unlock() { taken.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken{false};
};

}  // namespace heddle
