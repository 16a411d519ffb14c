#include "stream.h"

#include <algorithm>
#include <system_error>
#include <thread>

#include "../fault_injection.h"
#include "capture.h"
#include "handles.h"

namespace emulated {
namespace {

void serve(std::shared_ptr<stream> one) {
  std::unique_lock<std::mutex> hold(one->guard);
  for (;;) {
    one->changed.wait(hold, [&] { return !one->queue.empty() || one->closing; });
    if (one->queue.empty()) break;
    operation what = std::move(one->queue.front());
    one->queue.pop_front();
    // A thread that sees the event as reached must also see the stream at that point.
    const bool together = what.kind == operation_kind::event;
    if (!together) hold.unlock();
    if (what.always || one->owner->lost.load() == success) {
      const int status = what.run(*one);
      if (status != success) one->owner->fail(status);
      if (is_sticky(status)) note_process_fault(status);
    }
    what.run = nullptr;  // what it holds goes before anybody learns that it has run
    if (!together) hold.lock();
    one->completed++;
    one->changed.notify_all();
  }
  heddle_host_stream_destroy(one->host);
  one->ended = true;
  one->changed.notify_all();
}

void wait_ticket(stream &one, uint64_t ticket) {
  std::unique_lock<std::mutex> hold(one.guard);
  one.changed.wait(hold, [&] { return one.completed >= ticket; });
}

uint64_t last_ticket(stream &one) {
  std::lock_guard<std::mutex> hold(one.guard);
  return one.enqueued;
}

// The default stream goes on after all others of its kind, and those after it.
void keep_order(const std::shared_ptr<stream> &one) {
  const context *owner = one->owner;
  const auto wait_for = [&](const std::shared_ptr<stream> &other) {
    const uint64_t ticket = last_ticket(*other);
    if (other == one || is_idle(*other)) return;
    operation order;
    order.always = true;
    order.run = [other, ticket](stream &) {
      wait_ticket(*other, ticket);
      return (int)success;
    };
    std::lock_guard<std::mutex> hold(one->guard);
    one->queue.push_back(std::move(order));
    one->enqueued++;
  };
  if (one == owner->legacy) {
    for (const auto &other : table_of<stream>().all([&](const stream &each) { return each.owner == owner && each.blocking; }))
      wait_for(other);
  } else if (one->blocking) {
    wait_for(owner->legacy);
  }
}

}  // namespace

int create_stream(context *owner, unsigned flags, int priority, std::shared_ptr<stream> *out) {
  auto one = std::make_shared<stream>();
  one->owner = owner;
  one->flags = flags;
  one->blocking = (flags & 1) == 0;
  one->priority = std::max(greatest_priority, std::min(least_priority, priority));
  if (heddle_host_stream_create(owner->host, one->priority, &one->host) != HEDDLE_OK) return out_of_memory;
  try {
    std::thread(serve, one).detach();
  } catch (const std::system_error &) {
    heddle_host_stream_destroy(one->host);
    return out_of_memory;
  }
  *out = one;
  return success;
}

void close_stream(stream &one) {
  std::lock_guard<std::mutex> hold(one.guard);
  one.closing = true;
  one.changed.notify_all();
}

std::vector<std::shared_ptr<stream>> closing_streams(context *owner) {
  std::lock_guard<std::mutex> hold(owner->closing_guard);
  return owner->closing;
}

void retire_stream(const std::shared_ptr<stream> &one) {
  close_stream(*one);
  std::lock_guard<std::mutex> hold(one->owner->closing_guard);
  auto &closing = one->owner->closing;
  const auto has_ended = [](const std::shared_ptr<stream> &each) {
    std::lock_guard<std::mutex> hold_stream(each->guard);
    return each->ended;
  };
  closing.erase(std::remove_if(closing.begin(), closing.end(), has_ended), closing.end());
  closing.push_back(one);
}

void enqueue(const std::shared_ptr<stream> &one, operation what) {
  keep_order(one);
  std::lock_guard<std::mutex> hold(one->guard);
  one->queue.push_back(std::move(what));
  one->enqueued++;
  one->changed.notify_all();
}

int submit(const std::shared_ptr<stream> &one, operation what) {
  if (one->recording) return record(*one->recording, *one, std::move(what));
  enqueue(one, std::move(what));
  return success;
}

bool is_idle(stream &one) {
  std::lock_guard<std::mutex> hold(one.guard);
  return one.completed == one.enqueued;
}

void wait_idle(stream &one) { wait_ticket(one, last_ticket(one)); }

void wait_all(context *owner) {
  for (const auto &one : table_of<stream>().all([&](const stream &each) { return each.owner == owner; })) wait_idle(*one);
  for (const auto &one : closing_streams(owner)) wait_idle(*one);
  if (owner->legacy) wait_idle(*owner->legacy);
}

int find_stream(context &current, uint64_t handle, std::shared_ptr<stream> *out) {
  if (handle <= 2) {
    *out = current.legacy;
    return success;
  }
  *out = find_handle<stream>(handle);
  if (!*out) return invalid_handle;
  return (*out)->owner == &current ? success : invalid_handle;
}

}  // namespace emulated
