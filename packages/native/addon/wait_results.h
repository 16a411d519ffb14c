// The way back from threads to JavaScript: resolves promises with the statuses that threads deliver.
#pragma once

#include <napi.h>

#include <cstdint>
#include <mutex>

#include "deferred.h"

namespace heddle {

// How a promise ends that a thread has worked for.
struct Outcome {
  Deferred deferred;
  int32_t status;
};

// The way back to one JavaScript environment. Threads may hold it longer than the environment lives.
class WaitResults {
 public:
  // Makes the way; false when it has thrown.
  bool Open(Napi::Env env);
  // The environment goes away: what comes from now on is dropped.
  void Close();
  // On the JavaScript thread: the process stays alive while a wait is pending. They return false when they have thrown.
  bool Began(Napi::Env env);
  bool Ended(Napi::Env env);
  // On any thread.
  void Deliver(const Outcome& outcome);

 private:
  static void Resolve(Napi::Env env, Napi::Function, WaitResults* results, Outcome* data);
  using Way = Napi::TypedThreadSafeFunction<WaitResults, Outcome, Resolve>;

  std::mutex mutex_;
  Way way_;
  bool closed_ = false;
  unsigned pending_ = 0;
};

}  // namespace heddle
