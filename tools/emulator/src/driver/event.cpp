#include "event.h"

#include "capture.h"

namespace emulated {

int record_event(const std::shared_ptr<event> &one, const std::shared_ptr<stream> &in) {
  if (in->recording) {
    one->captured = in->recording;
    one->in_capture = true;
    return mark_fork(*in->recording, *in, *one);
  }
  one->in_capture = false;
  uint64_t number;
  {
    std::lock_guard<std::mutex> hold(one->guard);
    number = ++one->recorded;
  }
  operation what;
  what.kind = operation_kind::event;
  what.always = true;
  what.run = [one, number](stream &) {
    std::lock_guard<std::mutex> hold(one->guard);
    // An earlier record in another stream may come later than this one: it says nothing about the last record.
    if (number > one->reached) {
      one->reached = number;
      one->time = std::chrono::steady_clock::now();
    }
    one->changed.notify_all();
    return (int)success;
  };
  enqueue(in, std::move(what));
  return success;
}

int wait_event(const std::shared_ptr<stream> &one, const std::shared_ptr<event> &what) {
  if (what->in_capture) {
    const std::shared_ptr<capture> from = what->captured.lock();
    return from ? join(from, one, *what) : (int)captured_event;
  }
  if (one->recording) return 905;  // CUDA_ERROR_STREAM_CAPTURE_ISOLATION
  uint64_t number;
  {
    std::lock_guard<std::mutex> hold(what->guard);
    number = what->recorded;
  }
  operation order;
  order.kind = operation_kind::order;
  order.always = true;
  order.run = [what, number](stream &) {
    std::unique_lock<std::mutex> hold(what->guard);
    what->changed.wait(hold, [&] { return what->reached >= number; });
    return (int)success;
  };
  enqueue(one, std::move(order));
  return success;
}

bool is_reached(event &one) {
  std::lock_guard<std::mutex> hold(one.guard);
  return one.reached == one.recorded;
}

void wait_reached(event &one) {
  std::unique_lock<std::mutex> hold(one.guard);
  const uint64_t number = one.recorded;
  one.changed.wait(hold, [&] { return one.reached >= number; });
}

}  // namespace emulated
