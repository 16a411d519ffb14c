// A launch that has been decided once and is executed again and again. Knows nothing of JavaScript, and links to no
// vendor's library: functions come as addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

constexpr size_t kMaxDirectArguments = 6;

// What a launch reads each time it runs; JavaScript writes it. packages/native/src/launch-header.ts is its other half.
struct LaunchHeader {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_bytes;
  // Work dimensions for OpenCL, 1 to 3.
  uint32_t dimensions;
  // The stream or command queue.
  uint64_t queue;
};
static_assert(sizeof(LaunchHeader) == 40, "the layout that launch-header.ts writes");

class LaunchPlan {
 public:
  virtual ~LaunchPlan() = default;
  // Returns the status of the first call that failed, or 0.
  virtual int32_t Execute() = 0;
  // Index of the kernel argument that the last failure is about; -1 if it is about the launch.
  int32_t failed_argument = -1;
};

// int32_t function(word, ...) with up to six integers or pointers.
class DirectPlan final : public LaunchPlan {
 public:
  using Function = int32_t (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

  explicit DirectPlan(uint64_t function);
  // It points into itself.
  DirectPlan(const DirectPlan&) = delete;
  DirectPlan& operator=(const DirectPlan&) = delete;

  void SetConstant(size_t index, uint64_t value);
  // Loads the argument from memory at every execution.
  void SetSource(size_t index, const uint64_t* source);
  int32_t Execute() override;

 private:
  Function function_;
  uint64_t constants_[kMaxDirectArguments] = {};
  const uint64_t* sources_[kMaxDirectArguments];
};

// cuLaunchKernel, and whatever has its parameters: hipModuleLaunchKernel, cuLaunchCooperativeKernel.
class CudaPlan final : public LaunchPlan {
 public:
  using Launch = int32_t (*)(void* function, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t,
                             uint32_t shared_bytes, void* stream, void** parameters, void** extra);
  using SetContext = int32_t (*)(void* context);
  using GetContext = int32_t (*)(void** context);

  CudaPlan(uint64_t launch, uint64_t function, const LaunchHeader* header, std::vector<void*> parameters);
  // The current context is a property of the calling thread, which anybody in the process may change: every launch
  // makes its own current first.
  void UseContext(uint64_t set_context, uint64_t context);
  // Only where another one is current.
  void CompareContext(uint64_t get_context);
  // Only once a launch has been refused with one of these statuses, by a driver that looks at what is current before
  // it does anything; then the launch is made again.
  void RetryInContext(std::vector<int32_t> refusals);
  int32_t Execute() override;

 private:
  int32_t EnterContext();
  int32_t LaunchOnce();
  bool IsRefusal(int32_t status) const;

  Launch launch_;
  void* function_;
  const LaunchHeader* header_;
  std::vector<void*> parameters_;
  SetContext set_context_ = nullptr;
  GetContext get_context_ = nullptr;
  void* context_ = nullptr;
  std::vector<int32_t> refusals_;
};

struct OpenClArgument {
  enum class Kind {
    kValue,   // `byte_length` bytes of the record
    kLocal,   // local memory; the record holds how many bytes
    kShared,  // local memory; the header's shared_bytes tells how many
  };
  Kind kind;
  const uint8_t* source;
  size_t byte_length;
};

// clSetKernelArg for each argument, then clEnqueueNDRangeKernel.
class OpenClPlan final : public LaunchPlan {
 public:
  using SetArgument = int32_t (*)(void* kernel, uint32_t index, size_t byte_length, const void* value);
  using Enqueue = int32_t (*)(void* queue, void* kernel, uint32_t dimensions, const size_t* offset,
                              const size_t* global, const size_t* local, uint32_t wait_count, const void* const* wait,
                              void** event);

  OpenClPlan(uint64_t set_argument, uint64_t enqueue, uint64_t kernel, const LaunchHeader* header,
             std::vector<OpenClArgument> arguments);
  // Every launch leaves its event here.
  void KeepEvent(void** event);
  // Nobody else sets arguments of this kernel object, so one that has not changed need not be set again.
  void OwnKernel();
  int32_t Execute() override;

 private:
  struct Slot {
    OpenClArgument argument;
    // What the kernel object holds, after each other in `last_`.
    size_t last_offset;
  };

  int32_t SetArguments();
  bool IsSet(const Slot& slot, const void* value, size_t byte_length);

  SetArgument set_argument_;
  Enqueue enqueue_;
  void* kernel_;
  const LaunchHeader* header_;
  std::vector<Slot> slots_;
  std::vector<uint8_t> last_;
  bool owns_kernel_ = false;
  bool arguments_known_ = false;
  void** event_ = nullptr;
};

// Plans one after another, to the first that fails.
class SequencePlan final : public LaunchPlan {
 public:
  explicit SequencePlan(std::vector<LaunchPlan*> plans) : plans_(std::move(plans)) {}
  int32_t Execute() override;

 private:
  std::vector<LaunchPlan*> plans_;
};

}  // namespace heddle
