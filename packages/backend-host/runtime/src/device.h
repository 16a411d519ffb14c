// A device: what its handles belong to, so that closing it can give everything back.
#pragma once
#include <atomic>

#include "../heddle_host.h"
#include "lock.h"

namespace heddle {

// Tells Node of completions, from a thread of its own that may be kept waiting by the callback.
class notifier {
 public:
  void set(heddle_notify function) { callback.store(function); }
  // Enqueues a call. False when there is no memory or no thread.
  bool post(uint32_t cookie);
  // No calls from now on; the thread ends, and the notifier with it.
  void close();
  static notifier *create();

 private:
  static void *serve(void *self);
  std::atomic<heddle_notify> callback{nullptr};
  mutex guard;
  condition changed;
  uint32_t *cookies = nullptr;
  size_t count = 0, capacity = 0;
  bool started = false, closed = false;
};

// A piece of device memory, in the table of its device.
struct allocation {
  void *address;
  uint64_t bytes;
  bool mapped;  // by mmap, not from the heap
  allocation *next;
};

constexpr unsigned allocation_buckets = 4096;

// Something to be given back when all commands enqueued before it have run: one command per busy stream counts down.
struct retirement {
  std::atomic<uint32_t> pending;
  void (*act)(void *);
  void *what;
};

}  // namespace heddle

struct heddle_device {
  heddle::mutex guard;  // of the lists below
  heddle_stream *streams;
  heddle_event *events;
  heddle_module *modules;
  heddle::allocation *allocations[heddle::allocation_buckets];
  bool closed;

  heddle::notifier *notices;
  std::atomic<uint64_t> allocation_count, bytes, stream_count, event_count, module_count, launch_count;
  char apart[64];  // the counters above change with every launch, what follows hardly ever
  // 1 after a sticky fault, 2 once closed: commands that touch memory or run code are skipped.
  std::atomic<uint32_t> lost;
  heddle_fault fault;  // the first sticky one; guarded
};

namespace heddle {

// Runs `act(what)` once everything enqueued in the device's streams has run: at once when they are idle.
heddle_status retire_later(heddle_device *device, void (*act)(void *), void *what);

// One of the commands that a retirement waits for is over.
void count_down(retirement *ending);

// Takes a stream out of the list: nothing is enqueued in it any more. True when it was the last one of a closed device,
// which is then to be released.
bool forget_stream(heddle_device *device, heddle_stream *stream);
void release_device(heddle_device *device);

// DEVICE_LOST, or OK.
heddle_status check_device(heddle_device *device);

// Makes a fault known to the device.
void note_fault(heddle_device *device, const heddle_fault &fault);

void release_allocation(allocation *memory);
// Takes an allocation out of the table; null when the device has none at this address.
allocation *forget_allocation(heddle_device *device, void *address);

}  // namespace heddle
