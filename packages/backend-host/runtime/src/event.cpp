#include "event.h"

#include <cstdlib>
#include <new>

#include "clock.h"
#include "report_error.h"
#include "stream.h"
#include "worker_pool.h"

namespace heddle {

void reach(heddle_event *event, uint64_t record) {
  event_waiter *due = nullptr;
  {
    locked hold(event->guard);
    event->nanoseconds = now_nanoseconds();
    if (record > event->reached) event->reached = record;
    for (event_waiter **place = &event->waiters; *place;) {
      event_waiter *waiter = *place;
      if (waiter->record > event->reached) {
        place = &waiter->next;
        continue;
      }
      *place = waiter->next;
      waiter->next = due;
      due = waiter;
    }
    event->reached_changed.wake_all();
  }
  while (due) {
    event_waiter *waiter = due;
    due = waiter->next;
    if (waiter->stream) schedule(waiter->stream);
    else event->device->notices->post(waiter->cookie);
    free(waiter);
  }
}

bool pass(heddle_event *event, uint64_t record, heddle_stream *stream) {
  locked hold(event->guard);
  if (event->reached >= record) return true;
  event_waiter *waiter = (event_waiter *)malloc(sizeof(event_waiter));
  if (!waiter) return true;  // out of memory: better too early than never
  *waiter = {record, stream, 0, event->waiters};
  event->waiters = waiter;
  return false;
}

void destroy_event(heddle_event *event) {
  while (event_waiter *waiter = event->waiters) {
    event->waiters = waiter->next;
    free(waiter);
  }
  delete event;
}

void release(heddle_event *event) {
  event->guard.lock();
  const bool last = --event->references == 0;
  event->guard.unlock();
  if (!last) return;
  {
    locked hold(event->device->guard);
    if (event->next) event->next->previous = event->previous;
    (event->previous ? event->previous->next : event->device->events) = event->next;
  }
  destroy_event(event);
}

namespace {
heddle_status enqueue_event(heddle_stream *stream, heddle_event *event, command_kind kind) {
  const heddle_status status = enqueue<event_command>(stream, kind, 0, [&](event_command &place) {
    locked hold(event->guard);
    event->references++;
    place.event = event;
    place.record = kind == command_kind::record_event ? ++event->recorded : event->recorded;
  });
  return status ? report(status, "no memory for a command") : status;
}
}  // namespace

}  // namespace heddle

using namespace heddle;

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_event_create(heddle_device *device, heddle_event **out) {
  if (!device || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  heddle_event *event = new (std::nothrow) heddle_event;
  if (!event) return report(HEDDLE_OUT_OF_MEMORY, "no memory for an event");
  event->device = device;
  locked hold(device->guard);
  event->next = device->events;
  if (event->next) event->next->previous = event;
  device->events = event;
  device->event_count++;
  *out = event;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_event_destroy(heddle_event *event) {
  if (!event) return report(HEDDLE_ARGUMENT, "a null argument");
  event->device->event_count--;
  release(event);
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_event_record(heddle_stream *stream, heddle_event *event) {
  if (!stream || !event) return report(HEDDLE_ARGUMENT, "a null argument");
  return enqueue_event(stream, event, command_kind::record_event);
}

HEDDLE_HOST_API heddle_status heddle_host_stream_wait_event(heddle_stream *stream, heddle_event *event) {
  if (!stream || !event) return report(HEDDLE_ARGUMENT, "a null argument");
  return enqueue_event(stream, event, command_kind::wait_event);
}

HEDDLE_HOST_API int32_t heddle_host_event_reached(heddle_event *event) {
  if (!event) return 0;
  locked hold(event->guard);
  return event->reached >= event->recorded;
}

HEDDLE_HOST_API heddle_status heddle_host_event_watch(heddle_event *event, uint32_t cookie) {
  if (!event) return report(HEDDLE_ARGUMENT, "a null argument");
  {
    locked hold(event->guard);
    if (event->reached < event->recorded) {
      event_waiter *waiter = (event_waiter *)malloc(sizeof(event_waiter));
      if (!waiter) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a watch");
      *waiter = {event->recorded, nullptr, cookie, event->waiters};
      event->waiters = waiter;
      return HEDDLE_OK;
    }
  }
  return event->device->notices->post(cookie) ? HEDDLE_OK : report(HEDDLE_RESOURCE, "no thread for notifications");
}

HEDDLE_HOST_API heddle_status heddle_host_event_wait(heddle_event *event, double timeout_milliseconds) {
  if (!event) return report(HEDDLE_ARGUMENT, "a null argument");
  const bool forever = !(timeout_milliseconds >= 0) || timeout_milliseconds > 1e12;
  const uint64_t end = forever ? 0 : now_nanoseconds() + (uint64_t)(timeout_milliseconds * 1e6);
  locked hold(event->guard);
  const uint64_t record = event->recorded;
  while (event->reached < record) {
    if (forever) {
      event->reached_changed.wait(event->guard);
    } else {
      if (now_nanoseconds() >= end) return report(HEDDLE_TIMEOUT, "the event was not reached in time");
      event->reached_changed.wait_until(event->guard, end);
    }
  }
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_event_elapsed(heddle_event *start, heddle_event *end, double *milliseconds) {
  if (!start || !end || !milliseconds) return report(HEDDLE_ARGUMENT, "a null argument");
  uint64_t moments[2];
  for (int i = 0; i < 2; i++) {
    heddle_event *event = i ? end : start;
    locked hold(event->guard);
    if (event->recorded == 0 || event->reached < event->recorded)
      return report(HEDDLE_NOT_READY, "the %s event has not been reached", i ? "end" : "start");
    moments[i] = event->nanoseconds;
  }
  *milliseconds = ((double)moments[1] - (double)moments[0]) * 1e-6;
  return HEDDLE_OK;
}
}
