// Points in streams.
#pragma once
#include "device.h"

namespace heddle {

// A stream that stands still at a wait command, or a cookie, until a record of the event is reached.
struct event_waiter {
  uint64_t record;
  heddle_stream *stream;  // null: post `cookie`
  uint32_t cookie;
  event_waiter *next;
};

}  // namespace heddle

struct heddle_event {
  heddle_device *device = nullptr;
  heddle::mutex guard;
  heddle::condition reached_changed;
  uint64_t recorded = 0;  // number of records enqueued
  uint64_t reached = 0;   // and executed
  uint64_t nanoseconds = 0;
  heddle::event_waiter *waiters = nullptr;
  uint32_t references = 1;  // the handle, and commands
  heddle_event *next = nullptr, *previous = nullptr;  // of the device
};

namespace heddle {

void reach(heddle_event *event, uint64_t record);
// False when the stream has to wait: it is then scheduled again by the thread that reaches the event, maybe already
// now.
bool pass(heddle_event *event, uint64_t record, heddle_stream *stream);
void release(heddle_event *event);
void destroy_event(heddle_event *event);

}  // namespace heddle
