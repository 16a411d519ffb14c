#include "ring_copy.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace heddle {

namespace {

using Clock = std::chrono::steady_clock;

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t), "the words that the device writes");

// A chunk takes a device tens of microseconds: that long a thread polls. If it takes longer, the device is busy with
// earlier work, which may take seconds.
constexpr std::chrono::microseconds kEagerTime{50};
constexpr std::chrono::microseconds kLongestSleep{200};
constexpr int kAsksPerLookAtTheClock = 64;

void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// The device counts on round: so do we.
bool HasReached(uint32_t word, uint32_t number) { return static_cast<int32_t>(word - number) >= 0; }

}  // namespace

RingCopy::RingCopy(const RingCopyParts& parts)
    : parts_(parts), chunks_((parts.byte_length + parts.chunk_byte_length - 1) / parts.chunk_byte_length) {
  if (!parts.to_device) PrepareTarget();
}

bool RingCopy::CopyChunks() {
  for (;;) {
    const size_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= chunks_) return true;
    if (IsCancelled() || !CopyChunk(chunk)) return false;
  }
}

bool RingCopy::IsCancelled() const { return stopped_ || parts_.cancel->load(std::memory_order_acquire) != 0; }

bool RingCopy::CopyChunk(size_t chunk) const {
  const size_t slot = chunk % parts_.slots;
  const size_t offset = chunk * parts_.chunk_byte_length;
  const size_t byte_length = std::min(parts_.chunk_byte_length, parts_.byte_length - offset);
  uint8_t* host = parts_.host + offset;
  uint8_t* ring = parts_.ring + slot * parts_.chunk_byte_length;
  const auto number = static_cast<uint32_t>(chunk + 1);
  if (parts_.to_device) {
    // The slot's last chunk must have left it.
    if (chunk >= parts_.slots && !AwaitDevice(slot, number - static_cast<uint32_t>(parts_.slots))) return false;
    std::memcpy(ring, host, byte_length);
  } else {
    if (!AwaitDevice(slot, number)) return false;
    std::memcpy(host, ring, byte_length);
  }
  parts_.host_words[slot].store(number, std::memory_order_release);
  return true;
}

bool RingCopy::AwaitDevice(size_t slot, uint32_t number) const {
  const std::atomic<uint32_t>& word = parts_.device_words[slot];
  std::chrono::microseconds sleep{20};
  Clock::time_point eager_until{};
  for (int asked = 1;; asked++) {
    if (HasReached(word.load(std::memory_order_acquire), number)) return true;
    if (IsCancelled()) return false;
    if (asked % kAsksPerLookAtTheClock != 0) {
      Pause();
      continue;
    }
    const Clock::time_point now = Clock::now();
    if (eager_until == Clock::time_point{}) eager_until = now + kEagerTime;
    if (now < eager_until) continue;
    std::this_thread::sleep_for(sleep);
    sleep = std::min(sleep * 2, kLongestSleep);
    // The clock is looked at after every sleep.
    asked = kAsksPerLookAtTheClock - 1;
  }
}

// A fresh array has no pages yet; large ones take a five-hundredth of the faults. Only advice, so failure is none.
void RingCopy::PrepareTarget() const {
#ifdef __linux__
  constexpr uintptr_t kLargePage = 2 * 1024 * 1024;
  const auto start = (reinterpret_cast<uintptr_t>(parts_.host) + kLargePage - 1) & ~(kLargePage - 1);
  const auto end = (reinterpret_cast<uintptr_t>(parts_.host) + parts_.byte_length) & ~(kLargePage - 1);
  if (end > start) (void)madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
#endif
}

}  // namespace heddle
