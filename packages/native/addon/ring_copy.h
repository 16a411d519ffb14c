// A copy between ordinary memory and a ring of page-locked slots, in step with a device. Knows nothing of JavaScript.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

struct RingCopyParts {
  bool to_device;
  uint8_t* host;
  size_t byte_length;
  uint8_t* ring;
  size_t chunk_byte_length;
  size_t slots;
  // One per slot: the number of the chunk (from 1) that each side has dealt with last.
  std::atomic<uint32_t>* host_words;
  std::atomic<uint32_t>* device_words;
  std::atomic<uint32_t>* cancel;
};

class RingCopy {
 public:
  explicit RingCopy(const RingCopyParts& parts);
  // Called by any number of threads: each takes chunks until there are none left. False once it was cancelled.
  bool CopyChunks();
  // Cancels it from within this process.
  void Stop() { stopped_ = true; }

 private:
  // Waits until the device is as far as chunk `number` in a slot; false once the copy was cancelled.
  bool AwaitDevice(size_t slot, uint32_t number) const;
  bool CopyChunk(size_t chunk) const;
  bool IsCancelled() const;
  void PrepareTarget() const;

  RingCopyParts parts_;
  size_t chunks_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace heddle
