// Cooperative launches: every block has an operating system thread, since blocks that wait for each other cannot take
// turns on one, whose thread-local storage is their shared memory.
#include <new>

#include "module.h"
#include "parallel_launch.h"
#include "signal_guard.h"
#include "threads.h"
#include "worker.h"

namespace heddle {
namespace {

// Threads are kept for the next cooperative launch.
struct resident {
  mutex guard;
  condition changed;
  launch *work = nullptr;
  resident *next = nullptr;
};

struct resident_pool {
  mutex guard;
  condition finished;
  resident *free = nullptr;
};

resident_pool &residents() {
  static resident_pool *all = new resident_pool;
  return *all;
}

struct cooperative_run {
  grid_barrier barrier;  // first: a launch knows the run by it
  unsigned running = 0;  // guarded by the pool
};

// A block that has ended counts as one that has come to every barrier.
void leave_grid(grid_barrier &barrier) {
  locked hold(barrier.guard);
  barrier.live--;
  if (barrier.arrived > 0 && barrier.arrived == barrier.live) {
    barrier.arrived = 0;
    barrier.generation++;
    barrier.changed.wake_all();
  }
}

void *reside(void *argument) {
  resident &me = *(resident *)argument;
  heddle_worker *worker = this_thread_worker();
  if (worker) guard_this_thread(worker);
  resident_pool &all = residents();
  for (;;) {
    me.guard.lock();
    while (!me.work) me.changed.wait(me.guard);
    launch *work = me.work;
    me.work = nullptr;
    me.guard.unlock();
    cooperative_run &run = *(cooperative_run *)work->cooperative;
    if (worker) run_blocks(worker, work);
    leave_grid(run.barrier);
    locked hold(all.guard);
    me.next = all.free;
    all.free = &me;
    if (--run.running == 0) all.finished.wake_all();
  }
}

resident *take_resident(resident_pool &all) {
  if (resident *one = all.free) {
    all.free = one->next;
    return one;
  }
  resident *fresh = new (std::nothrow) resident;
  if (fresh && !start_thread(reside, fresh)) {
    delete fresh;
    fresh = nullptr;
  }
  return fresh;
}

}  // namespace

unsigned cooperative_limit() {
  const unsigned wanted = worker_count() * 16;
  return wanted > 256 ? 256 : wanted;
}

void execute_cooperatively(launch *work) {
  resident_pool &all = residents();
  cooperative_run run;
  work->cooperative = &run.barrier;
  resident *taken = nullptr;
  all.guard.lock();
  for (uint64_t i = 0; i < work->blocks; i++) {
    resident *one = take_resident(all);
    if (!one) {
      while (taken) {
        resident *back = taken;
        taken = back->next;
        back->next = all.free;
        all.free = back;
      }
      all.guard.unlock();
      heddle_worker *worker = this_thread_worker();
      worker->launch = work;
      record_fault(worker, HEDDLE_FAULT_RESOURCE, nullptr, "the system gives no threads for a cooperative launch");
      return;
    }
    one->next = taken;
    taken = one;
  }
  run.running = (unsigned)work->blocks;
  run.barrier.live = work->blocks;
  while (taken) {
    resident *one = taken;
    taken = one->next;
    locked hold(one->guard);
    one->work = work;
    one->changed.wake_one();
  }
  while (run.running > 0) all.finished.wait(all.guard);
  all.guard.unlock();
}

}  // namespace heddle
