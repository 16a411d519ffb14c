// Executes each command in its turn.
#include <cmath>
#include <cstring>

#include "clock.h"
#include "event.h"
#include "function_call.h"
#include "module.h"
#include "parallel_launch.h"
#include "stream.h"
#include "transfers.h"

namespace heddle {
namespace {

// False when the launch failed.
bool run_launch(heddle_worker *worker, heddle_stream *stream, launch_command *what, uint64_t ticket) {
  launch work;
  describe_launch(&work, what);
  execute_launch(worker, &work);
  if (!work.fault.failed()) return true;
  heddle_fault &fault = work.fault.fault;
  fault.ticket = ticket;
  fault.launch = what->number;
  store_fault(stream, fault);
  return false;
}

void run_series(heddle_worker *worker, heddle_stream *stream, time_command *what, uint64_t ticket) {
  launch_command *launch = (launch_command *)(what + 1);
  uint32_t done = 0;
  if (!stream->device->lost.load(std::memory_order_relaxed)) {
    uint64_t before = now_nanoseconds();
    while (done < what->count) {
      if (!run_launch(worker, stream, launch, ticket)) break;
      const uint64_t after = now_nanoseconds();
      what->nanoseconds[done++] = (double)(after - before);
      before = after;
    }
  }
  while (done < what->count) what->nanoseconds[done++] = NAN;
}

}  // namespace

outcome execute(heddle_worker *worker, heddle_stream *stream, command *what, uint64_t ticket) {
  // A lost device does nothing any more, but what waits for its commands still learns that they are over.
  const bool lost = stream->device->lost.load(std::memory_order_relaxed) != 0;
  switch (what->kind) {
    case command_kind::launch:
      if (!lost) run_launch(worker, stream, (launch_command *)what, ticket);
      break;
    case command_kind::time: run_series(worker, stream, (time_command *)what, ticket); break;
    case command_kind::copy: {
      copy_command &copy = *(copy_command *)what;
      if (!lost) copy_memory(copy.destination, copy.source, copy.size);
      break;
    }
    case command_kind::snapshot: {
      snapshot_command &copy = *(snapshot_command *)what;
      if (!lost) memcpy(copy.destination, copy.contents(), copy.size);
      break;
    }
    case command_kind::rectangle:
      if (!lost) copy_box(((rectangle_command *)what)->rectangle);
      break;
    case command_kind::fill: {
      fill_command &fill = *(fill_command *)what;
      if (!lost) fill_memory(fill.destination, fill.size, fill.pattern, fill.pattern_bytes);
      break;
    }
    case command_kind::record_event: {
      event_command &event = *(event_command *)what;
      reach(event.event, event.record);
      release(event.event);
      break;
    }
    case command_kind::wait_event: {
      event_command &event = *(event_command *)what;
      if (!pass(event.event, event.record, stream)) return outcome::parked;
      release(event.event);
      break;
    }
    case command_kind::callback: stream->device->notices->post(((callback_command *)what)->cookie); break;
    case command_kind::call:
      if (!lost) run_call((call_command *)what);
      break;
    case command_kind::retire: count_down(((retire_command *)what)->what); break;
    case command_kind::destroy: return outcome::destroyed;
    case command_kind::next_chunk: break;  // the queue follows these itself
  }
  return outcome::done;
}

}  // namespace heddle
