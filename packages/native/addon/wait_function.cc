#include "wait_function.h"

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "instance.h"
#include "object_reader.h"
#include "wait_threads.h"

namespace heddle {

// As many as the longest call worth a thread has: clCompileProgram.
constexpr size_t kMaxCallArguments = 9;

// A C function and its arguments. A function that takes fewer ignores the rest: the caller of C cleans up.
struct Call {
  using Function = int32_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                               uint64_t);

  Function function;
  uint64_t arguments[kMaxCallArguments];
  // A status that means "not yet", and for how long to ask again while it is the answer; 0: not at all.
  int32_t pending_status;
  std::chrono::microseconds patience;

  int32_t Make() const {
    return function(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], arguments[6],
                    arguments[7], arguments[8]);
  }
};

// Between two questions to a driver: long enough to leave its locks to others, short beside the wait for an interrupt.
constexpr std::chrono::microseconds kPause{2};

void Pause() {
  const auto end = std::chrono::steady_clock::now() + kPause;
  while (std::chrono::steady_clock::now() < end) {
  }
}

// "Not yet" at the end of the patience is no failure: the next call may wait in another way.
int32_t MakePatiently(const Call& call) {
  const auto end = std::chrono::steady_clock::now() + call.patience;
  for (;;) {
    const int32_t status = call.Make();
    if (status == 0 || status != call.pending_status || call.patience.count() == 0) return status;
    if (std::chrono::steady_clock::now() >= end) return 0;
    Pause();
  }
}

// Calls in order, to the first that fails.
class Wait final : public WaitJob {
 public:
  Wait(std::vector<Call> calls, napi_deferred deferred, std::shared_ptr<WaitResults> results)
      : calls_(std::move(calls)), deferred_(deferred), results_(std::move(results)) {}

  void Run() override {
    for (const Call& call : calls_) {
      status_ = MakePatiently(call);
      if (status_ != 0) break;
    }
    results_->Deliver({deferred_, status_});
    delete this;
  }

  napi_deferred deferred() const { return deferred_; }

 private:
  std::vector<Call> calls_;
  napi_deferred deferred_;
  std::shared_ptr<WaitResults> results_;
  int32_t status_ = 0;
};

bool WaitResults::Open(napi_env env) {
  napi_value name;
  if (!Succeeded(env, napi_create_string_utf8(env, "heddle:wait", NAPI_AUTO_LENGTH, &name))) return false;
  if (!Succeeded(env, napi_create_threadsafe_function(env, nullptr, nullptr, name, 0, 1, nullptr, nullptr, this,
                                                      Resolve, &function_))) {
    return false;
  }
  return Succeeded(env, napi_unref_threadsafe_function(env, function_));
}

void WaitResults::Close() {
  std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  if (function_) (void)napi_release_threadsafe_function(function_, napi_tsfn_abort);
}

bool WaitResults::Began(napi_env env) {
  if (pending_++ > 0) return true;
  return Succeeded(env, napi_ref_threadsafe_function(env, function_));
}

void WaitResults::Deliver(const Outcome& outcome) {
  auto delivered = std::make_unique<Outcome>(outcome);
  std::lock_guard<std::mutex> lock(mutex_);
  if (closed_) return;
  if (napi_call_threadsafe_function(function_, delivered.get(), napi_tsfn_nonblocking) == napi_ok) {
    (void)delivered.release();
  }
}

void WaitResults::Resolve(napi_env env, napi_value, void* context, void* data) {
  std::unique_ptr<Outcome> outcome(static_cast<Outcome*>(data));
  // Without an environment this is the emptying of the queue at its end.
  if (!env) return;
  napi_value status;
  if (Succeeded(env, napi_create_int32(env, outcome->status, &status))) {
    (void)Succeeded(env, napi_resolve_deferred(env, outcome->deferred, status));
  }
  static_cast<WaitResults*>(context)->Ended(env);
}

void WaitResults::Ended(napi_env env) {
  if (--pending_ == 0) (void)Succeeded(env, napi_unref_threadsafe_function(env, function_));
}

namespace {

// How a call asks again: { status, microseconds }; absent where it is made once.
bool ReadAskAgain(napi_env env, napi_value object, Call* call) {
  napi_value again, status_value, time_value;
  bool present;
  uint32_t status, microseconds;
  if (!ReadProperty(env, object, "askAgain", &again, &present)) return false;
  if (!present) return true;
  if (!ReadProperty(env, again, "status", &status_value, &present) ||
      !ReadUint32(env, status_value, "status", &status) ||
      !ReadProperty(env, again, "microseconds", &time_value, &present) ||
      !ReadUint32(env, time_value, "microseconds", &microseconds)) {
    return false;
  }
  call->pending_status = static_cast<int32_t>(status);
  call->patience = std::chrono::microseconds(microseconds);
  return true;
}

bool ReadCall(napi_env env, napi_value object, std::vector<Call>* calls) {
  napi_value function_value, arguments;
  bool present;
  uint64_t function;
  uint32_t count;
  if (!ReadProperty(env, object, "function", &function_value, &present) ||
      !ReadAddress(env, function_value, "function", &function) ||
      !ReadProperty(env, object, "arguments", &arguments, &present) ||
      !ReadArrayLength(env, arguments, "arguments", &count)) {
    return false;
  }
  if (count > kMaxCallArguments) return ThrowRange(env, "arguments", "has more than 9 elements");
  Call call{reinterpret_cast<Call::Function>(static_cast<uintptr_t>(function)), {}, 0, {}};
  if (!ReadAskAgain(env, object, &call)) return false;
  for (uint32_t i = 0; i < count; i++) {
    napi_value value;
    if (!ReadElement(env, arguments, i, &value) || !ReadWord(env, value, "argument", &call.arguments[i])) return false;
  }
  calls->push_back(call);
  return true;
}

bool RejectWithoutThread(napi_env env, napi_deferred deferred) {
  napi_value code, message, error;
  return Succeeded(env, napi_create_string_utf8(env, "RESOURCE", NAPI_AUTO_LENGTH, &code)) &&
         Succeeded(env, napi_create_string_utf8(env, "no thread could be started", NAPI_AUTO_LENGTH, &message)) &&
         Succeeded(env, napi_create_error(env, code, message, &error)) &&
         Succeeded(env, napi_reject_deferred(env, deferred, error));
}

napi_value WaitFor(napi_env env, napi_callback_info info) {
  napi_value list;
  void* data;
  uint32_t count;
  if (!ReadArguments(env, info, 1, &list, &data) || !ReadArrayLength(env, list, "calls", &count)) return nullptr;
  std::vector<Call> calls;
  for (uint32_t i = 0; i < count; i++) {
    napi_value object;
    if (!ReadElement(env, list, i, &object) || !ReadCall(env, object, &calls)) return nullptr;
  }

  napi_deferred deferred;
  napi_value promise;
  if (!Succeeded(env, napi_create_promise(env, &deferred, &promise))) return nullptr;
  std::shared_ptr<WaitResults> results = static_cast<Instance*>(data)->waits;
  auto wait = std::make_unique<Wait>(std::move(calls), deferred, results);
  if (!results->Began(env)) return nullptr;
  if (SubmitWait(wait.get())) {
    (void)wait.release();
    return promise;
  }
  results->Ended(env);
  return RejectWithoutThread(env, deferred) ? promise : nullptr;
}

}  // namespace

bool DefineWaitFunction(napi_env env, napi_value exports, Instance* instance) {
  instance->waits = std::make_shared<WaitResults>();
  return instance->waits->Open(env) && DefineFunction(env, exports, "wait", WaitFor, instance);
}

}  // namespace heddle
