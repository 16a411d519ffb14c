// wait(calls): makes C calls on a thread of the pool and resolves a promise with their status.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "errors.h"
#include "instance.h"
#include "value_reader.h"
#include "wait_threads.h"

namespace heddle {

namespace {

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

// "Not yet" at the end of the patience is not a failure: the next call may wait in another way.
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
  Wait(std::vector<Call> calls, Deferred deferred, std::shared_ptr<WaitResults> results)
      : calls_(std::move(calls)), deferred_(deferred), results_(std::move(results)) {}

  void Run() override {
    for (const Call& call : calls_) {
      status_ = MakePatiently(call);
      if (status_ != 0) break;
    }
    results_->Deliver({deferred_, status_});
    delete this;
  }

 private:
  std::vector<Call> calls_;
  Deferred deferred_;
  std::shared_ptr<WaitResults> results_;
  int32_t status_ = 0;
};

// How a call asks again: { status, microseconds }; absent if it is made once.
bool ReadAskAgain(const Napi::Object& object, Call* call) {
  Napi::Value value;
  bool present;
  if (!ReadOptional(object, "askAgain", &value, &present)) return false;
  if (!present) return true;
  Napi::Object again;
  uint32_t status, microseconds;
  if (!ReadObject(value, "askAgain", &again) || !ReadRequired(again, "status", ReadUint32, &status) ||
      !ReadRequired(again, "microseconds", ReadUint32, &microseconds)) {
    return false;
  }
  call->pending_status = static_cast<int32_t>(status);
  call->patience = std::chrono::microseconds(microseconds);
  return true;
}

bool ReadCallArguments(const Napi::Object& object, Call* call) {
  Napi::Value value;
  Napi::Array arguments;
  uint32_t count;
  if (!ReadRequired(object, "arguments", &value) || !ReadArray(value, "arguments", &arguments, &count)) return false;
  if (count > kMaxCallArguments) return ThrowRange(object.Env(), "arguments", "has more than 9 elements");
  for (uint32_t i = 0; i < count; i++) {
    if (!ReadElement(arguments, i, &value) || !ReadWord(value, "argument", &call->arguments[i])) return false;
  }
  return true;
}

bool ReadCall(const Napi::Value& value, Call* call) {
  Napi::Object object;
  uint64_t function;
  if (!ReadObject(value, "call", &object) || !ReadRequired(object, "function", ReadAddress, &function) ||
      !ReadAskAgain(object, call) || !ReadCallArguments(object, call)) {
    return false;
  }
  call->function = reinterpret_cast<Call::Function>(static_cast<uintptr_t>(function));
  return true;
}

bool ReadCalls(const Napi::Value& value, std::vector<Call>* calls) {
  Napi::Array list;
  uint32_t count;
  if (!ReadArray(value, "calls", &list, &count)) return false;
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value element;
    Call call{};
    if (!ReadElement(list, i, &element) || !ReadCall(element, &call)) return false;
    calls->push_back(call);
  }
  return true;
}

bool RejectWithoutThread(Napi::Env env, Deferred deferred) {
  const Napi::Error error = NewError(env, "RESOURCE", "no thread could be started");
  return !error.IsEmpty() && deferred.Reject(error.Value());
}

Napi::Value WaitFor(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::vector<Call> calls;
  Deferred deferred;
  Napi::Promise promise;
  if (!ReadCalls(info[0], &calls) || !deferred.Open(env, &promise)) return Napi::Value();
  const std::shared_ptr<WaitResults>& results = static_cast<Instance*>(info.Data())->waits;
  auto wait = std::make_unique<Wait>(std::move(calls), deferred, results);
  if (!results->Began(env)) return Napi::Value();
  if (SubmitWait(wait.get())) {
    (void)wait.release();
    return promise;
  }
  if (!results->Ended(env) || !RejectWithoutThread(env, deferred)) return Napi::Value();
  return promise;
}

}  // namespace

bool DefineWaitFunction(Napi::Object exports, Instance* instance) {
  instance->waits = std::make_shared<WaitResults>();
  return instance->waits->Open(exports.Env()) && DefineFunction<WaitFor>(exports, "wait", instance);
}

}  // namespace heddle
