// copyThroughRing: runs a RingCopy on threads of the pool and resolves a promise when the last of them has ended.
#include <cstring>
#include <memory>

#include "instance.h"
#include "object_reader.h"
#include "wait_threads.h"

namespace heddle {

namespace {

constexpr uint32_t kMaxThreads = 16;
constexpr int32_t kCancelled = 1;

// What the threads of one copy share.
struct SharedCopy {
  SharedCopy(const RingCopyParts& parts, uint32_t threads, napi_deferred promise, Instance* instance)
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
  napi_deferred deferred;
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

bool RequiredValue(napi_env env, napi_value object, const char* name, napi_value* value) {
  bool present;
  if (!ReadProperty(env, object, name, value, &present)) return false;
  return present || ThrowType(env, name, "given");
}

template <typename Pointer>
bool ReadPointer(napi_env env, napi_value object, const char* name, Pointer** result) {
  napi_value value;
  uint64_t address;
  if (!RequiredValue(env, object, name, &value) || !ReadAddress(env, value, name, &address)) return false;
  *result = reinterpret_cast<Pointer*>(static_cast<uintptr_t>(address));
  return true;
}

bool ReadCount(napi_env env, napi_value object, const char* name, size_t* result) {
  napi_value value;
  if (!RequiredValue(env, object, name, &value) || !ReadSize(env, value, name, result)) return false;
  return *result != 0 || ThrowRange(env, name, "must not be zero");
}

bool ReadDirection(napi_env env, napi_value object, bool* to_device) {
  napi_value value;
  char direction[16];
  size_t length;
  if (!RequiredValue(env, object, "direction", &value)) return false;
  if (napi_get_value_string_utf8(env, value, direction, sizeof direction, &length) != napi_ok) direction[0] = '\0';
  *to_device = std::strcmp(direction, "toDevice") == 0;
  if (*to_device || std::strcmp(direction, "toHost") == 0) return true;
  return ThrowType(env, "direction", "'toDevice' or 'toHost'");
}

bool ReadParts(napi_env env, napi_value object, RingCopyParts* parts, uint32_t* threads) {
  napi_value value;
  if (!ReadDirection(env, object, &parts->to_device) || !ReadPointer(env, object, "host", &parts->host) ||
      !ReadCount(env, object, "byteLength", &parts->byte_length) || !ReadPointer(env, object, "ring", &parts->ring) ||
      !ReadCount(env, object, "chunkByteLength", &parts->chunk_byte_length) ||
      !ReadCount(env, object, "slots", &parts->slots) ||
      !ReadPointer(env, object, "hostWords", &parts->host_words) ||
      !ReadPointer(env, object, "deviceWords", &parts->device_words) ||
      !ReadPointer(env, object, "cancel", &parts->cancel) || !RequiredValue(env, object, "threads", &value) ||
      !ReadUint32(env, value, "threads", threads)) {
    return false;
  }
  return (*threads > 0 && *threads <= kMaxThreads) || ThrowRange(env, "threads", "must be 1 to 16");
}

napi_value CopyThroughRing(napi_env env, napi_callback_info info) {
  napi_value description;
  void* data;
  napi_valuetype type;
  RingCopyParts parts;
  uint32_t threads;
  if (!ReadArguments(env, info, 1, &description, &data)) return nullptr;
  if (!Succeeded(env, napi_typeof(env, description, &type))) return nullptr;
  if (type != napi_object) return ThrowType(env, "copy", "an object"), nullptr;
  if (!ReadParts(env, description, &parts, &threads)) return nullptr;

  napi_deferred deferred;
  napi_value promise;
  if (!Succeeded(env, napi_create_promise(env, &deferred, &promise))) return nullptr;
  auto* instance = static_cast<Instance*>(data);
  if (!instance->waits->Began(env)) return nullptr;
  auto shared = std::make_shared<SharedCopy>(parts, threads, deferred, instance);
  for (uint32_t started = 0; started < threads; started++) {
    auto job = std::make_unique<CopyJob>(shared);
    if (SubmitWait(job.get())) {
      (void)job.release();
      continue;
    }
    if (started == 0) {
      // Thrown, not rejected: the caller hears of it before it has told the device to wait for the threads.
      instance->copies->Remove(&shared->copy);
      instance->waits->Ended(env);
      napi_throw_error(env, "RESOURCE", "no thread could be started");
      return nullptr;
    }
    // Fewer threads do it, more slowly.
    shared->End(threads - started);
    break;
  }
  return promise;
}

}  // namespace

void ActiveCopies::Add(RingCopy* copy) {
  std::lock_guard<std::mutex> lock(mutex_);
  copies_.insert(copy);
}

void ActiveCopies::Remove(RingCopy* copy) {
  // Told under the lock: whoever waits may be gone right after it.
  std::lock_guard<std::mutex> lock(mutex_);
  copies_.erase(copy);
  changed_.notify_all();
}

void ActiveCopies::StopAll() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (RingCopy* copy : copies_) copy->Stop();
  changed_.wait(lock, [this] { return copies_.empty(); });
}

bool DefineRingCopyFunction(napi_env env, napi_value exports, Instance* instance) {
  instance->copies = std::make_shared<ActiveCopies>();
  return DefineFunction(env, exports, "copyThroughRing", CopyThroughRing, instance);
}

}  // namespace heddle
