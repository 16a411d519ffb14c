// Streams: in-order queues that any worker may execute, one at a time.
#pragma once
#include "clock.h"
#include "command_queue.h"
#include "device.h"
#include "lock.h"
#include "worker.h"

namespace heddle {

enum class stream_state : uint32_t {
  idle,    // nothing to execute: the thread that enqueues a command hands the stream to the workers
  active,  // a worker has it, or it is in the list of those to be taken
};

struct stored_fault {
  heddle_fault fault;
  stored_fault *next;
};

struct ticket_watch {
  uint64_t ticket;
  uint32_t cookie;
  ticket_watch *next;
};

}  // namespace heddle

struct heddle_stream {
  // What changes with every command lies on lines of one writer each: a line that both cores write costs more to pass
  // from one to the other than a short launch takes.
  //
  // Read by the host at any time.
  alignas(64) heddle_stream_words words;
  // Used by the thread that enqueues.
  alignas(64) heddle::spin_lock enqueueing;
  heddle::command_queue queue;  // its consumer's part begins another line
  // Read by both sides all the time, and hardly ever written.
  alignas(64) std::atomic<heddle::stream_state> state{heddle::stream_state::idle};
  // The lowest ticket that someone waits for: completing less costs one comparison.
  std::atomic<uint64_t> attention{~0ull};
  heddle_device *device = nullptr;
  int32_t priority = 0;
  bool destroyed = false;
  // Workers that may still look at the stream: one that has let go of it may be suspended before its last look.
  std::atomic<uint32_t> workers{0};

  heddle::mutex guard;  // of what follows
  heddle::condition completed;
  heddle::ticket_watch *watches = nullptr;
  uint64_t waited_for = ~0ull;  // lowest ticket of the threads that wait
  heddle::stored_fault *faults = nullptr;

  heddle_stream *next_ready = nullptr;                  // in the workers' list
  heddle_stream *next = nullptr, *previous = nullptr;  // of the device

  std::atomic<uint64_t> &enqueued() { return *(std::atomic<uint64_t> *)&words.enqueued; }
  std::atomic<uint64_t> &completed_count() { return *(std::atomic<uint64_t> *)&words.completed; }
};

namespace heddle {

// Appends a command: reserves it, lets `fill` write it, publishes it, and wakes a worker if none is at it.
void publish(heddle_stream *stream);

template <class Command, class Fill>
heddle_status enqueue(heddle_stream *stream, command_kind kind, uint64_t extra_bytes, Fill fill) {
  stream->enqueueing.lock();
  Command *place = (Command *)stream->queue.reserve(kind, sizeof(Command) + extra_bytes);
  if (place) {
    fill(*place);
    publish(stream);
  }
  stream->enqueueing.unlock();
  return place ? HEDDLE_OK : HEDDLE_OUT_OF_MEMORY;
}

// Executes a stream's commands until there are none, or the stream has to wait, or others want a turn.
void run_stream(heddle_worker *worker, heddle_stream *stream);

// The outcome of a command.
enum class outcome { done, parked, destroyed };
outcome execute(heddle_worker *worker, heddle_stream *stream, command *what, uint64_t ticket);

void store_fault(heddle_stream *stream, const heddle_fault &fault);

}  // namespace heddle
