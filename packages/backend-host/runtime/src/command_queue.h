// The commands of a stream, from one producer at a time to one consumer at a time, without a limit.
#pragma once
#include <atomic>

#include "commands.h"

namespace heddle {

// The consumer learns from the stream's count of enqueued commands how far it may read.
class command_queue {
 public:
  command_queue() = default;
  command_queue(const command_queue &) = delete;
  ~command_queue();

  // Room for a command, its header filled in; null when memory is out. `bytes` counts everything.
  command *reserve(command_kind kind, uint64_t bytes);
  // The command to be executed next: the same until it is skipped.
  command *front();
  void skip_front();

 private:
  struct chunk;
  chunk *new_chunk(uint64_t bytes);
  void recycle(chunk *used);

  // Used by the producer. The owner of a queue keeps its part of the producer's state on the same line.
  chunk *write_chunk = nullptr;
  uint64_t write_offset = 0;
  // Consumer's, on a line of its own.
  alignas(64) chunk *read_chunk = nullptr;
  uint64_t read_offset = 0;
  // A chunk that the consumer is through with, for the producer to take again.
  alignas(64) std::atomic<chunk *> spare{nullptr};
  std::atomic<chunk *> first{nullptr};
};

}  // namespace heddle
