// The commands of streams. They lie one after the other in the chunks of a stream's queue.
#pragma once
#include <cstdint>

#include "../heddle_host.h"

namespace heddle {

struct retirement;

enum class command_kind : uint32_t {
  next_chunk,  // the queue goes on elsewhere
  launch,
  time,
  copy,
  snapshot,
  rectangle,
  fill,
  record_event,
  wait_event,
  callback,
  call,
  retire,
  destroy
};

// Starts a cache line.
struct command {
  command_kind kind;
  uint32_t bytes;  // of the whole command, a multiple of 64
};

struct alignas(64) launch_command : command {
  heddle_kernel *kernel;
  uint64_t number;
  uint32_t grid[3], block[3];
  uint32_t shared_bytes, flags;
  // The arguments follow the struct, which ends with its cache line: aligned to 64.
  unsigned char *arguments() { return (unsigned char *)(this + 1); }
};

struct alignas(64) time_command : command {
  double *nanoseconds;
  uint32_t count;
};  // and the launch_command follows

struct copy_command : command {
  void *destination;
  const void *source;
  uint64_t size;
};

struct snapshot_command : command {
  void *destination;
  uint64_t size;
  unsigned char *contents() { return (unsigned char *)(this + 1); }
};

struct rectangle_command : command {
  heddle_rectangle rectangle;
};

struct fill_command : command {
  void *destination;
  uint64_t size;
  unsigned char pattern[16];
  uint32_t pattern_bytes;
};

struct event_command : command {
  heddle_event *event;
  uint64_t record;  // which record of the event
};

struct callback_command : command {
  uint32_t cookie;
};

struct call_command : command {
  heddle_call_record call;
  heddle_value *arguments() { return (heddle_value *)(this + 1); }
};

struct retire_command : command {
  retirement *what;
};

}  // namespace heddle
