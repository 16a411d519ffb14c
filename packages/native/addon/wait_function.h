// wait(calls): runs C functions on a thread of the pool and resolves a promise with their status.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <memory>
#include <mutex>

namespace heddle {

// How a promise ends that a thread has worked for.
struct Outcome {
  napi_deferred deferred;
  int32_t status;
};

// The way back from the threads to one JavaScript environment. Threads may hold it longer than the environment lives.
class WaitResults {
 public:
  // Makes the way; false with an exception pending.
  bool Open(napi_env env);
  // The environment goes away: what comes from now on is dropped.
  void Close();
  // On the JavaScript thread: the process stays alive while a wait is pending.
  bool Began(napi_env env);
  void Ended(napi_env env);
  // On any thread.
  void Deliver(const Outcome& outcome);

 private:
  static void Resolve(napi_env env, napi_value, void* context, void* data);

  std::mutex mutex_;
  napi_threadsafe_function function_ = nullptr;
  bool closed_ = false;
  unsigned pending_ = 0;
};

}  // namespace heddle
