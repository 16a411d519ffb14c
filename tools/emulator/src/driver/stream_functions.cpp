// Streams and events.
#include <atomic>
#include <chrono>
#include <thread>

#include "capture.h"
#include "device_memory.h"
#include "stream_entry.h"
#include "event.h"
#include "handles.h"

namespace {

using namespace emulated;

template <class Body> int of_event(const char *name, uint64_t handle, Body body) {
  return with_context(name, [&](context &current) -> int {
    const std::shared_ptr<event> one = find_handle<event>(handle);
    if (!one || one->owner != &current) return invalid_handle;
    return body(one);
  });
}

// Words that streams and the host share lie in memory that both see.
bool may_wait(uint64_t address) { return find_memory(address, 4, nullptr); }

int create(unsigned flags, int priority, context &current, uint64_t *out) {
  if (!out || flags > 1) return invalid_value;
  std::shared_ptr<stream> one;
  if (const int failed = create_stream(&current, flags, priority, &one)) return failed;
  *out = table_of<stream>().add(one);
  return success;
}

// How a word of memory must stand to a value: CU_STREAM_WAIT_VALUE_*.
bool is_met(uint32_t word, uint32_t value, unsigned how) {
  switch (how & 3) {
    case 0: return (int32_t)(word - value) >= 0;
    case 1: return word == value;
    case 2: return (word & value) != 0;
  }
  return ~(word | value) != 0;
}

}  // namespace

HEDDLE_EXPORT int cuStreamCreate(uint64_t *out, unsigned flags) {
  return with_context("cuStreamCreate", [&](context &current) { return create(flags, 0, current, out); });
}

HEDDLE_EXPORT int cuStreamCreateWithPriority(uint64_t *out, unsigned flags, int priority) {
  return with_context("cuStreamCreateWithPriority",
                      [&](context &current) { return create(flags, priority, current, out); });
}

HEDDLE_EXPORT int cuStreamDestroy_v2(uint64_t handle) {
  return with_context("cuStreamDestroy_v2", [&](context &current) -> int {
    const std::shared_ptr<stream> found = find_handle<stream>(handle);
    if (!found || found->owner != &current) return invalid_handle;
    table_of<stream>().remove(handle);
    retire_stream(found);
    return success;
  });
}

HEDDLE_EXPORT int cuStreamQuery(uint64_t handle) {
  return in_stream("cuStreamQuery", handle, [&](const auto &in) -> int {
    if (in->recording) return capture_unsupported;
    const bool idle = is_idle(*in);
    if (const int lost = in->owner->lost.load()) return lost;
    return idle ? success : not_ready;
  });
}

HEDDLE_EXPORT int cuStreamSynchronize(uint64_t handle) {
  return in_stream("cuStreamSynchronize", handle, [&](const auto &in) -> int {
    if (in->recording) return capture_unsupported;
    wait_idle(*in);
    return in->owner->lost.load();
  });
}

HEDDLE_EXPORT int cuStreamGetPriority(uint64_t handle, int *priority) {
  return in_stream("cuStreamGetPriority", handle, [&](const auto &in) -> int {
    if (!priority) return invalid_value;
    *priority = in->priority;
    return success;
  });
}

HEDDLE_EXPORT int cuStreamGetFlags(uint64_t handle, unsigned *flags) {
  return in_stream("cuStreamGetFlags", handle, [&](const auto &in) -> int {
    if (!flags) return invalid_value;
    *flags = in->flags;
    return success;
  });
}

HEDDLE_EXPORT int cuStreamWaitEvent(uint64_t handle, uint64_t event_handle, unsigned flags) {
  return in_stream("cuStreamWaitEvent", handle, [&](const auto &in) -> int {
    const std::shared_ptr<event> one = find_handle<event>(event_handle);
    if (!one) return invalid_handle;
    return flags > 1 ? (int)invalid_value : wait_event(in, one);
  });
}

HEDDLE_EXPORT int cuStreamWaitValue32_v2(uint64_t handle, uint64_t address, uint32_t value, unsigned flags) {
  return in_stream("cuStreamWaitValue32_v2", handle, [&](const auto &in) -> int {
    if (address % 4 != 0 || !may_wait(address) || (flags & ~3u) != 0) return invalid_value;
    operation what;
    what.kind = operation_kind::wait_value;
    what.run = [=](stream &one) {
      const auto *word = (const std::atomic<uint32_t> *)address;
      for (unsigned round = 0; !is_met(word->load(), value, flags); round++) {
        if (one.owner->lost.load() || !is_context(one.owner)) break;
        if (round < 64) std::this_thread::yield();
        else std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
      return (int)success;
    };
    return submit(in, std::move(what));
  });
}

HEDDLE_EXPORT int cuStreamWriteValue32_v2(uint64_t handle, uint64_t address, uint32_t value, unsigned flags) {
  return in_stream("cuStreamWriteValue32_v2", handle, [&](const auto &in) -> int {
    if (address % 4 != 0 || !may_wait(address) || flags > 1) return invalid_value;
    operation what;
    what.kind = operation_kind::write_value;
    what.run = [=](stream &) {
      ((std::atomic<uint32_t> *)address)->store(value);
      return (int)success;
    };
    return submit(in, std::move(what));
  });
}

HEDDLE_EXPORT int cuLaunchHostFunc(uint64_t handle, void (*function)(void *), void *data) {
  return in_stream("cuLaunchHostFunc", handle, [&](const auto &in) -> int {
    if (!function) return invalid_value;
    operation what;
    what.kind = operation_kind::host_function;
    what.run = [=](stream &) {
      function(data);
      return (int)success;
    };
    return submit(in, std::move(what));
  });
}

HEDDLE_EXPORT int cuEventCreate(uint64_t *out, unsigned flags) {
  return with_context("cuEventCreate", [&](context &current) -> int {
    if (!out || flags > 3) return invalid_value;
    auto one = std::make_shared<event>();
    one->owner = &current;
    one->timing = (flags & 2) == 0;
    *out = table_of<event>().add(one);
    return success;
  });
}

HEDDLE_EXPORT int cuEventDestroy_v2(uint64_t handle) {
  return of_event("cuEventDestroy_v2", handle, [&](const auto &) -> int {
    table_of<event>().remove(handle);
    return success;
  });
}

HEDDLE_EXPORT int cuEventRecord(uint64_t handle, uint64_t stream_handle) {
  return of_event("cuEventRecord", handle, [&](const auto &one) -> int {
    std::shared_ptr<stream> in;
    if (const int wrong = find_stream(*one->owner, stream_handle, &in)) return wrong;
    return record_event(one, in);
  });
}

HEDDLE_EXPORT int cuEventQuery(uint64_t handle) {
  return of_event("cuEventQuery", handle, [&](const auto &one) -> int {
    if (one->in_capture) return captured_event;
    const bool reached = is_reached(*one);
    if (const int lost = one->owner->lost.load()) return lost;
    return reached ? success : not_ready;
  });
}

HEDDLE_EXPORT int cuEventSynchronize(uint64_t handle) {
  return of_event("cuEventSynchronize", handle, [&](const auto &one) -> int {
    if (one->in_capture) return captured_event;
    wait_reached(*one);
    return one->owner->lost.load();
  });
}

namespace {
int elapsed(float *milliseconds, uint64_t start, uint64_t end) {
  const auto first = find_handle<event>(start), last = find_handle<event>(end);
  if (!milliseconds) return invalid_value;
  if (!first || !last || !first->timing || !last->timing) return invalid_handle;
  std::scoped_lock hold(first->guard);
  std::unique_lock<std::mutex> other;
  if (first != last) other = std::unique_lock<std::mutex>(last->guard);
  if (first->recorded == 0 || last->recorded == 0) return invalid_handle;
  if (first->reached != first->recorded || last->reached != last->recorded) return not_ready;
  *milliseconds = std::chrono::duration<float, std::milli>(last->time - first->time).count();
  return success;
}
}  // namespace

HEDDLE_EXPORT int cuEventElapsedTime(float *milliseconds, uint64_t start, uint64_t end) {
  return with_context("cuEventElapsedTime", [&](context &) { return elapsed(milliseconds, start, end); });
}
HEDDLE_EXPORT int cuEventElapsedTime_v2(float *milliseconds, uint64_t start, uint64_t end) {
  return with_context("cuEventElapsedTime_v2", [&](context &) { return elapsed(milliseconds, start, end); });
}
