#include "launch_plan.h"

#include <cstring>
#include <utility>

namespace heddle {

namespace {

template <typename Pointer>
Pointer As(uint64_t address) {
  return reinterpret_cast<Pointer>(static_cast<uintptr_t>(address));
}

}  // namespace

DirectPlan::DirectPlan(uint64_t function) : function_(As<Function>(function)) {
  for (size_t i = 0; i < kMaxDirectArguments; i++) sources_[i] = &constants_[i];
}

void DirectPlan::SetConstant(size_t index, uint64_t value) { constants_[index] = value; }

void DirectPlan::SetSource(size_t index, const uint64_t* source) { sources_[index] = source; }

// Six words are always passed: a C function that takes fewer ignores the rest, on every ABI that we build for.
int32_t DirectPlan::Execute() {
  return function_(*sources_[0], *sources_[1], *sources_[2], *sources_[3], *sources_[4], *sources_[5]);
}

CudaPlan::CudaPlan(uint64_t launch, uint64_t function, const LaunchHeader* header, std::vector<void*> parameters)
    : launch_(As<Launch>(launch)),
      function_(As<void*>(function)),
      header_(header),
      parameters_(std::move(parameters)) {}

void CudaPlan::UseContext(uint64_t set_context, uint64_t context) {
  set_context_ = As<SetContext>(set_context);
  context_ = As<void*>(context);
}

void CudaPlan::CompareContext(uint64_t get_context) { get_context_ = As<GetContext>(get_context); }

void CudaPlan::RetryInContext(std::vector<int32_t> refusals) { refusals_ = std::move(refusals); }

int32_t CudaPlan::Execute() {
  if (!refusals_.empty()) {
    const int32_t status = LaunchOnce();
    if (status == 0 || !IsRefusal(status)) return status;
  }
  const int32_t status = set_context_ ? EnterContext() : 0;
  return status != 0 ? status : LaunchOnce();
}

int32_t CudaPlan::EnterContext() {
  void* current = nullptr;
  if (get_context_ && get_context_(&current) == 0 && current == context_) return 0;
  return set_context_(context_);
}

int32_t CudaPlan::LaunchOnce() {
  const LaunchHeader& header = *header_;
  return launch_(function_, header.grid[0], header.grid[1], header.grid[2], header.block[0], header.block[1],
                 header.block[2], header.shared_bytes, As<void*>(header.queue), parameters_.data(), nullptr);
}

bool CudaPlan::IsRefusal(int32_t status) const {
  for (const int32_t refusal : refusals_) {
    if (status == refusal) return true;
  }
  return false;
}

OpenClPlan::OpenClPlan(uint64_t set_argument, uint64_t enqueue, uint64_t kernel, const LaunchHeader* header,
                       std::vector<OpenClArgument> arguments)
    : set_argument_(As<SetArgument>(set_argument)),
      enqueue_(As<Enqueue>(enqueue)),
      kernel_(As<void*>(kernel)),
      header_(header) {
  size_t total = 0;
  for (const OpenClArgument& argument : arguments) {
    slots_.push_back({argument, total});
    // For local memory, the number of bytes is stored.
    total += argument.kind == OpenClArgument::Kind::kValue ? argument.byte_length : sizeof(size_t);
  }
  last_.resize(total);
}

void OpenClPlan::KeepEvent(void** event) { event_ = event; }

void OpenClPlan::OwnKernel() { owns_kernel_ = true; }

int32_t OpenClPlan::Execute() {
  failed_argument = -1;
  const int32_t status = SetArguments();
  if (status != 0) return status;

  size_t global[3];
  size_t local[3];
  for (int i = 0; i < 3; i++) {
    local[i] = header_->block[i];
    global[i] = static_cast<size_t>(header_->grid[i]) * header_->block[i];
  }
  return enqueue_(As<void*>(header_->queue), kernel_, header_->dimensions, nullptr, global, local, 0, nullptr, event_);
}

int32_t OpenClPlan::SetArguments() {
  for (size_t i = 0; i < slots_.size(); i++) {
    const OpenClArgument& argument = slots_[i].argument;
    const bool is_value = argument.kind == OpenClArgument::Kind::kValue;
    size_t byte_length = argument.byte_length;
    if (argument.kind == OpenClArgument::Kind::kShared) byte_length = header_->shared_bytes;
    if (argument.kind == OpenClArgument::Kind::kLocal) std::memcpy(&byte_length, argument.source, sizeof byte_length);

    const void* compared = is_value ? static_cast<const void*>(argument.source) : &byte_length;
    if (IsSet(slots_[i], compared, is_value ? byte_length : sizeof byte_length)) continue;
    const int32_t status =
        set_argument_(kernel_, static_cast<uint32_t>(i), byte_length, is_value ? argument.source : nullptr);
    if (status != 0) {
      failed_argument = static_cast<int32_t>(i);
      arguments_known_ = false;
      return status;
    }
  }
  arguments_known_ = owns_kernel_;
  return 0;
}

// Remembers the value too: when it is not set yet, the caller sets it next.
bool OpenClPlan::IsSet(const Slot& slot, const void* value, size_t byte_length) {
  if (!owns_kernel_) return false;
  uint8_t* last = last_.data() + slot.last_offset;
  if (arguments_known_ && std::memcmp(last, value, byte_length) == 0) return true;
  std::memcpy(last, value, byte_length);
  return false;
}

int32_t SequencePlan::Execute() {
  for (LaunchPlan* plan : plans_) {
    const int32_t status = plan->Execute();
    if (status == 0) continue;
    failed_argument = plan->failed_argument;
    return status;
  }
  return 0;
}

}  // namespace heddle
