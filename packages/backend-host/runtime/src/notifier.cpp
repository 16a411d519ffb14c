#include <cstdlib>
#include <new>

#include "device.h"
#include "threads.h"

namespace heddle {

notifier *notifier::create() { return new (std::nothrow) notifier; }

bool notifier::post(uint32_t cookie) {
  locked hold(guard);
  if (closed) return true;
  if (!started) {
    if (!start_thread(serve, this)) return false;
    started = true;
  }
  if (count == capacity) {
    const size_t more = capacity ? capacity * 2 : 64;
    uint32_t *grown = (uint32_t *)realloc(cookies, more * sizeof *grown);
    if (!grown) return false;
    cookies = grown;
    capacity = more;
  }
  cookies[count++] = cookie;
  changed.wake_one();
  return true;
}

void notifier::close() {
  guard.lock();
  closed = true;
  const bool running = started;
  changed.wake_one();
  guard.unlock();
  // The thread may be inside the callback, waiting for an event loop that is waiting for nobody: it goes alone.
  if (!running) delete this;
}

void *notifier::serve(void *self) {
  notifier &me = *(notifier *)self;
  uint32_t *taken = nullptr;
  size_t taken_capacity = 0;
  for (;;) {
    me.guard.lock();
    while (me.count == 0 && !me.closed) me.changed.wait(me.guard);
    if (me.closed) break;
    uint32_t *cookies = me.cookies;
    const size_t count = me.count, capacity = me.capacity;
    me.cookies = taken;  // the two arrays change places
    me.capacity = taken_capacity;
    me.count = 0;
    taken = cookies;
    taken_capacity = capacity;
    me.guard.unlock();
    for (size_t i = 0; i < count; i++)
      if (heddle_notify call = me.callback.load()) call(taken[i]);
  }
  me.guard.unlock();
  free(taken);
  free(me.cookies);
  delete &me;
  return nullptr;
}

}  // namespace heddle
