#include "stream.h"

#include <sched.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "report_error.h"
#include "sanitizer_fibers.h"
#include "worker_pool.h"

#ifndef HEDDLE_AFTER_LETTING_GO  // tests suspend a worker here, while others may have the stream already
#define HEDDLE_AFTER_LETTING_GO()
#endif

namespace heddle {
namespace {

// A stream that has just been emptied is watched for this long before its worker lets go of it: a host that enqueues
// one small launch after another then never pays for waking a thread.
constexpr uint64_t linger_nanoseconds = 30000;
// Where more streams have commands than there are workers, they take turns of about this length.
constexpr uint64_t turn_nanoseconds = 1000000;

// Someone waits for a ticket that has been reached.
void attend(heddle_stream *stream, uint64_t reached) {
  ticket_watch *due = nullptr;
  {
    locked hold(stream->guard);
    uint64_t next = ~0ull;
    for (ticket_watch **place = &stream->watches; *place;) {
      ticket_watch *watch = *place;
      if (watch->ticket <= reached) {
        *place = watch->next;
        watch->next = due;
        due = watch;
      } else {
        if (watch->ticket < next) next = watch->ticket;
        place = &watch->next;
      }
    }
    if (stream->waited_for <= reached) {
      stream->waited_for = ~0ull;  // those who wait for more say so again
      stream->completed.wake_all();
    }
    if (stream->waited_for < next) next = stream->waited_for;
    stream->attention.store(next);
  }
  while (due) {
    ticket_watch *watch = due;
    due = watch->next;
    stream->device->notices->post(watch->cookie);
    free(watch);
  }
}

// Sequentially consistent with the thread that sets `attention` and then looks at the count: one sees the other.
void complete(heddle_stream *stream, uint64_t ticket) {
  happens_before(stream);
  stream->completed_count().store(ticket);
  if (ticket >= stream->attention.load()) attend(stream, ticket);
}

// `ticket` is that of the command that ended the stream. Until it is out of its device's list, what is given back
// waits for it too, by commands after that one.
void free_stream(heddle_stream *stream, uint64_t ticket) {
  heddle_device *device = stream->device;
  const bool last = forget_stream(device, stream);
  // The thread that enqueued the last command may still be about to let go of this lock.
  stream->enqueueing.lock();
  stream->enqueueing.unlock();
  while (stream->workers.load() > 1) sched_yield();
  for (; ticket < stream->enqueued().load(std::memory_order_acquire); ticket++) {
    stream->queue.skip_front();
    command *behind = stream->queue.front();
    if (behind->kind == command_kind::retire) count_down(((retire_command *)behind)->what);
  }
  while (stored_fault *fault = stream->faults) {
    stream->faults = fault->next;
    free(fault);
  }
  stream->~heddle_stream();
  free(stream);
  if (last) release_device(device);
}

}  // namespace

void publish(heddle_stream *stream) {
  happens_before(stream);
  const uint64_t ticket = stream->words.enqueued + 1;
  // Sequentially consistent: either the worker that is about to let go of the stream sees the new command, or we see
  // that it has let go.
  stream->enqueued().store(ticket);
  if (stream->state.load() != stream_state::idle) return;
  stream_state expected = stream_state::idle;
  if (stream->state.compare_exchange_strong(expected, stream_state::active)) schedule(stream);
}

namespace {

// False when the stream has come to its end.
bool serve(heddle_worker *worker, heddle_stream *stream) {
  uint64_t ticket = stream->words.completed;
  uint64_t turn_ends = 0;
  for (unsigned executed = 0;;) {
    // Looked up again when all of it has been executed: each look takes the line from the thread that enqueues.
    uint64_t known = 0;
    while (ticket < known || ticket < (known = stream->enqueued().load(std::memory_order_acquire))) {
      happens_after(stream);
      switch (execute(worker, stream, stream->queue.front(), ticket + 1)) {
        case outcome::parked: return true;  // may already be in another worker's hands
        case outcome::destroyed:
          complete(stream, ticket + 1);
          free_stream(stream, ticket + 1);
          return false;
        case outcome::done: break;
      }
      stream->queue.skip_front();
      complete(stream, ++ticket);
      if (++executed % 16 == 0 && streams_wait()) {
        const uint64_t now = now_nanoseconds();
        if (turn_ends == 0) turn_ends = now + turn_nanoseconds;
        if (now < turn_ends) continue;
        schedule(stream);
        return true;
      }
    }
    const auto more = [&] { return ticket < stream->enqueued().load(std::memory_order_relaxed); };
    spin(linger_nanoseconds, [&] { return more() || others_wait(); });
    if (more()) continue;
    stream->state.store(stream_state::idle);
    HEDDLE_AFTER_LETTING_GO();
    stream_state expected = stream_state::idle;
    if (ticket == stream->enqueued().load() ||
        !stream->state.compare_exchange_strong(expected, stream_state::active))
      return true;
    // Another worker may have had the stream meanwhile, and executed what was seen to be new.
    ticket = stream->completed_count().load();
  }
}

}  // namespace

void run_stream(heddle_worker *worker, heddle_stream *stream) {
  stream->workers.fetch_add(1);
  // The last look: the thread that frees the stream waits for it.
  if (serve(worker, stream)) stream->workers.fetch_sub(1);
}

void store_fault(heddle_stream *stream, const heddle_fault &fault) {
  note_fault(stream->device, fault);
  locked hold(stream->guard);
  ((std::atomic<uint64_t> *)&stream->words.faults)->fetch_add(1);
  stored_fault *stored = (stored_fault *)malloc(sizeof(stored_fault));
  if (!stored) return;
  stored->fault = fault;
  stored->next = nullptr;
  stored_fault **place = &stream->faults;
  while (*place) place = &(*place)->next;
  *place = stored;
}

}  // namespace heddle

using namespace heddle;

namespace {

// 0 stands for all that is enqueued.
uint64_t ticket_or_last(heddle_stream *stream, uint64_t ticket) {
  const uint64_t last = stream->enqueued().load();
  return ticket == 0 || ticket > last ? last : ticket;
}

}  // namespace

extern "C" {

HEDDLE_HOST_API heddle_status heddle_host_stream_create(heddle_device *device, int32_t priority, heddle_stream **out) {
  if (!device || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  if (const heddle_status failed = start_workers()) return failed;
  void *memory = aligned_alloc(64, (sizeof(heddle_stream) + 63) / 64 * 64);
  if (!memory) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a stream");
  heddle_stream *stream = new (memory) heddle_stream();
  memset((void *)&stream->words, 0, sizeof stream->words);
  stream->device = device;
  stream->priority = priority;
  locked hold(device->guard);
  stream->next = device->streams;
  if (stream->next) stream->next->previous = stream;
  device->streams = stream;
  device->stream_count++;
  *out = stream;
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_stream_destroy(heddle_stream *stream) {
  if (!stream) return report(HEDDLE_ARGUMENT, "a null argument");
  {
    locked hold(stream->device->guard);
    if (stream->destroyed) return report(HEDDLE_ARGUMENT, "the stream was destroyed before");
    stream->destroyed = true;
    stream->device->stream_count--;
  }
  return enqueue<command>(stream, command_kind::destroy, 0, [](command &) {});
}

HEDDLE_HOST_API const heddle_stream_words *heddle_host_stream_words(heddle_stream *stream) {
  return stream ? &stream->words : nullptr;
}

HEDDLE_HOST_API heddle_status heddle_host_stream_wait(heddle_stream *stream, uint64_t ticket,
                                                      double timeout_milliseconds) {
  if (!stream) return report(HEDDLE_ARGUMENT, "a null argument");
  ticket = ticket_or_last(stream, ticket);
  const auto reached = [&] {
    if (stream->completed_count().load() < ticket) return false;
    happens_after(stream);
    return true;
  };
  if (reached()) return HEDDLE_OK;
  const bool forever = !(timeout_milliseconds >= 0) || timeout_milliseconds > 1e12;
  const uint64_t end = forever ? ~0ull : now_nanoseconds() + (uint64_t)(timeout_milliseconds * 1e6);
  if (spin(forever || timeout_milliseconds > 0.05 ? 50000 : 0, reached)) return HEDDLE_OK;
  locked hold(stream->guard);
  for (;;) {
    if (ticket < stream->waited_for) stream->waited_for = ticket;
    if (ticket < stream->attention.load()) stream->attention.store(ticket);
    if (reached()) return HEDDLE_OK;
    if (forever) {
      stream->completed.wait(stream->guard);
    } else {
      if (now_nanoseconds() >= end) return report(HEDDLE_TIMEOUT, "the stream has not got there in time");
      stream->completed.wait_until(stream->guard, end);
    }
  }
}

HEDDLE_HOST_API heddle_status heddle_host_stream_watch(heddle_stream *stream, uint64_t ticket, uint32_t cookie) {
  if (!stream) return report(HEDDLE_ARGUMENT, "a null argument");
  ticket = ticket_or_last(stream, ticket);
  ticket_watch *watch = (ticket_watch *)malloc(sizeof(ticket_watch));
  if (!watch) return report(HEDDLE_OUT_OF_MEMORY, "no memory for a watch");
  {
    locked hold(stream->guard);
    *watch = {ticket, cookie, stream->watches};
    stream->watches = watch;
    if (ticket < stream->attention.load()) stream->attention.store(ticket);
  }
  const uint64_t reached = stream->completed_count().load();
  if (reached >= ticket) attend(stream, reached);
  return HEDDLE_OK;
}

HEDDLE_HOST_API heddle_status heddle_host_stream_take_fault(heddle_stream *stream, uint64_t ticket, heddle_fault *out) {
  if (!stream || !out) return report(HEDDLE_ARGUMENT, "a null argument");
  locked hold(stream->guard);
  stored_fault *oldest = stream->faults;
  if (!oldest || (ticket != 0 && oldest->fault.ticket > ticket)) return HEDDLE_NOT_FOUND;
  *out = oldest->fault;
  stream->faults = oldest->next;
  free(oldest);
  return HEDDLE_OK;
}
}
