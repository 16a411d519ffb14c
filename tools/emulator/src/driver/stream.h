// Streams: queues of operations, each worked off in order by a thread of its own, so that one that waits for the host
// or another stream holds nobody else. Kernels themselves run on the host runtime's workers.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "context.h"

namespace emulated {

struct capture;

enum class operation_kind { launch, copy, fill, wait_value, write_value, host_function, event, order, free };

struct operation {
  operation_kind kind = operation_kind::order;
  // Gives the status that the context fails with, or success. A graph runs it again and again.
  std::function<int(stream &)> run;
  // Runs even when the context is lost: the thread that waits for it must be told.
  bool always = false;
};

struct stream {
  context *owner = nullptr;
  heddle_stream *host = nullptr;
  bool blocking = true;  // keeps order with the default stream
  unsigned flags = 0;
  int priority = 0;

  std::mutex guard;
  std::condition_variable changed;
  std::deque<operation> queue;
  uint64_t enqueued = 0, completed = 0;
  bool closing = false, ended = false;
  std::shared_ptr<capture> recording;  // while it is captured
};

constexpr int least_priority = 0, greatest_priority = -5;

int create_stream(context *owner, unsigned flags, int priority, std::shared_ptr<stream> *out);
// No operations from now on; the thread ends after the last.
void close_stream(stream &one);
// The same for a stream that leaves the table of handles: its context still waits for its thread.
void retire_stream(const std::shared_ptr<stream> &one);
// Those that left it so and may not have ended.
std::vector<std::shared_ptr<stream>> closing_streams(context *owner);

// Appends to the queue, or to the graph that the stream is captured into.
int submit(const std::shared_ptr<stream> &one, operation what);
// Past capture: for what a graph is launched as.
void enqueue(const std::shared_ptr<stream> &one, operation what);

bool is_idle(stream &one);
void wait_idle(stream &one);
// Waits for all streams of a context.
void wait_all(context *owner);

// The stream behind a handle: 0 and 1 are the default stream, 2 also means it.
int find_stream(context &current, uint64_t handle, std::shared_ptr<stream> *out);

}  // namespace emulated
