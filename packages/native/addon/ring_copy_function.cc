// copyThroughRing: runs a RingCopy on threads of the pool and resolves a promise when the last of them has ended.
#include <memory>
#include <string>
#include <utility>

#include "errors.h"
#include "instance.h"
#include "value_reader.h"
#include "wait_threads.h"

namespace heddle {

namespace {

constexpr uint32_t kMaxThreads = 16;
constexpr int32_t kCancelled = 1;
constexpr const char* kDirections = "'toDevice' or 'toHost'";

// What the threads of one copy share.
struct SharedCopy {
  SharedCopy(const RingCopyParts& parts, uint32_t threads, Deferred promise, Instance* instance)
      : copy(parts), left(threads), deferred(promise), results(instance->waits), active(instance->copies) {
    active->Add(&copy);
  }

  // `threads` of those that were to copy have ended, or will never begin.
  void End(uint32_t threads) {
    if (left.fetch_sub(threads) != threads) return;
    active->Remove(&copy);
    results->Deliver({deferred, status.load()});
  }

  RingCopy copy;
  std::atomic<uint32_t> left;
  std::atomic<int32_t> status{0};
  Deferred deferred;
  std::shared_ptr<WaitResults> results;
  std::shared_ptr<ActiveCopies> active;
};

class CopyJob final : public WaitJob {
 public:
  explicit CopyJob(std::shared_ptr<SharedCopy> shared) : shared_(std::move(shared)) {}

  void Run() override {
    if (!shared_->copy.CopyChunks()) shared_->status = kCancelled;
    shared_->End(1);
    delete this;
  }

 private:
  std::shared_ptr<SharedCopy> shared_;
};

template <typename Pointed>
bool ReadPointer(const Napi::Object& object, const char* name, Pointed** result) {
  uint64_t address;
  if (!ReadRequired(object, name, ReadAddress, &address)) return false;
  *result = reinterpret_cast<Pointed*>(static_cast<uintptr_t>(address));
  return true;
}

bool ReadCount(const Napi::Object& object, const char* name, size_t* result) {
  if (!ReadRequired(object, name, ReadSize, result)) return false;
  return *result != 0 || ThrowRange(object.Env(), name, "must not be zero");
}

bool ReadDirection(const Napi::Object& object, bool* to_device) {
  Napi::Value value;
  std::string direction;
  if (!ReadRequired(object, "direction", &value) || !ReadName(value, "direction", kDirections, &direction)) return false;
  *to_device = direction == "toDevice";
  return *to_device || direction == "toHost" || ThrowType(object.Env(), "direction", kDirections);
}

bool ReadParts(const Napi::Object& object, RingCopyParts* parts, uint32_t* threads) {
  if (!ReadDirection(object, &parts->to_device) || !ReadPointer(object, "host", &parts->host) ||
      !ReadCount(object, "byteLength", &parts->byte_length) || !ReadPointer(object, "ring", &parts->ring) ||
      !ReadCount(object, "chunkByteLength", &parts->chunk_byte_length) || !ReadCount(object, "slots", &parts->slots) ||
      !ReadPointer(object, "hostWords", &parts->host_words) ||
      !ReadPointer(object, "deviceWords", &parts->device_words) || !ReadPointer(object, "cancel", &parts->cancel) ||
      !ReadRequired(object, "threads", ReadUint32, threads)) {
    return false;
  }
  return (*threads > 0 && *threads <= kMaxThreads) || ThrowRange(object.Env(), "threads", "must be 1 to 16");
}

// False when not even one thread could be started; then nothing of the copy is left.
bool StartThreads(const std::shared_ptr<SharedCopy>& shared, uint32_t threads) {
  for (uint32_t started = 0; started < threads; started++) {
    auto job = std::make_unique<CopyJob>(shared);
    if (SubmitWait(job.get())) {
      (void)job.release();
      continue;
    }
    if (started == 0) {
      shared->active->Remove(&shared->copy);
      return false;
    }
    // Fewer threads do it, more slowly.
    shared->End(threads - started);
    return true;
  }
  return true;
}

Napi::Value CopyThroughRing(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Object description;
  RingCopyParts parts;
  uint32_t threads;
  Deferred deferred;
  Napi::Promise promise;
  if (!ReadObject(info[0], "copy", &description) || !ReadParts(description, &parts, &threads) ||
      !deferred.Open(env, &promise)) {
    return Napi::Value();
  }
  auto* instance = static_cast<Instance*>(info.Data());
  if (!instance->waits->Began(env)) return Napi::Value();
  if (StartThreads(std::make_shared<SharedCopy>(parts, threads, deferred, instance), threads)) return promise;
  // Thrown, not rejected: the caller must know before it tells the device to wait for the threads.
  if (instance->waits->Ended(env)) ThrowError(env, "RESOURCE", "no thread could be started");
  return Napi::Value();
}

}  // namespace

bool DefineRingCopyFunction(Napi::Object exports, Instance* instance) {
  instance->copies = std::make_shared<ActiveCopies>();
  return DefineFunction<CopyThroughRing>(exports, "copyThroughRing", instance);
}

}  // namespace heddle
