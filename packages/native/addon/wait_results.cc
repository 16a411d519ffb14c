#include "wait_results.h"

#include <memory>

#include "errors.h"

namespace heddle {

bool WaitResults::Open(Napi::Env env) {
  way_ = Way::New(env, "heddle:wait", 0, 1, this);
  if (!Succeeded(env)) return false;
  way_.Unref(env);
  return Succeeded(env);
}

void WaitResults::Close() {
  std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  // The environment drops the way in any case; a status could only say that it has done so.
  if (static_cast<napi_threadsafe_function>(way_)) (void)way_.Abort();
}

bool WaitResults::Began(Napi::Env env) {
  if (pending_ == 0) way_.Ref(env);
  if (!Succeeded(env)) return false;
  pending_++;
  return true;
}

bool WaitResults::Ended(Napi::Env env) {
  if (--pending_ > 0) return true;
  way_.Unref(env);
  return Succeeded(env);
}

void WaitResults::Deliver(const Outcome& outcome) {
  auto delivered = std::make_unique<Outcome>(outcome);
  std::lock_guard<std::mutex> lock(mutex_);
  if (closed_) return;
  // The queue is unbounded, so this fails only when the environment goes away.
  if (way_.NonBlockingCall(delivered.get()) == napi_ok) (void)delivered.release();
}

void WaitResults::Resolve(Napi::Env env, Napi::Function, WaitResults* results, Outcome* data) {
  const std::unique_ptr<Outcome> outcome(data);
  // Without an environment this is the emptying of the queue at its end.
  if (static_cast<napi_env>(env) == nullptr) return;
  const auto status = Napi::Number::New(env, outcome->status);
  // Node reports an exception from here as uncaught.
  if (!status.IsEmpty()) (void)outcome->deferred.Resolve(status);
  (void)results->Ended(env);
}

}  // namespace heddle
