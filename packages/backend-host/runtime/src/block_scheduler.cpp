// Executes blocks: starts fibers, decides which goes on when one waits, and finds out when none can.
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "clock.h"
#include "fiber_start.h"
#include "module.h"
#include "module_image.h"
#include "sanitizer_fibers.h"
#include "worker.h"

namespace heddle {
namespace {

thread_local heddle_worker *current_worker;

void fiber_entry();

// Goes from one fiber to another, which may be new.
inline void switch_to(heddle_fiber *from, heddle_fiber *to) {
#if !HEDDLE_LIBRARY_SWITCH
  if (to->fresh) begin_at(to, fiber_entry);
  heddle_switch(from, to);
#else
  switch_library_fibers(from, to, fiber_entry);
#endif
}

// Takes the next chunk of the launch's blocks, if there is one.
bool take_chunk(heddle_worker *worker) {
  launch *work = worker->launch;
  if (work->fault.failed() || (worker->should_leave && worker->should_leave())) return false;
  const uint64_t chunk = worker->between_blocks ? 1 : work->chunk;
  const uint64_t first = work->next_block.fetch_add(chunk, std::memory_order_relaxed);
  if (first >= work->blocks) return false;
  const uint64_t end = first + chunk < work->blocks ? first + chunk : work->blocks;
  heddle_context &here = worker->context;
  here.block_index[0] = (unsigned)(first % here.grid[0]);
  here.block_index[1] = (unsigned)(first / here.grid[0] % here.grid[1]);
  here.block_index[2] = (unsigned)(first / here.grid[0] / here.grid[1]);
  here.blocks_left = (unsigned)(end - first - 1);
  return true;
}

// To the next block of the chunk, if there is one.
bool step_in_chunk(heddle_context &here) {
  if (here.blocks_left == 0) return false;
  here.blocks_left--;
  if (++here.block_index[0] < here.grid[0]) return true;
  here.block_index[0] = 0;
  if (++here.block_index[1] < here.grid[1]) return true;
  here.block_index[1] = 0;
  here.block_index[2]++;
  return true;
}

// Makes the context ready for the next block, if there is one.
bool advance_block(heddle_worker *worker) {
  heddle_context &here = worker->context;
  if (!step_in_chunk(here) && !take_chunk(worker)) return false;
  worker->block_count++;
  here.ready = here.waiting = nullptr;
  here.arrived = 0;
  here.live = here.threads;
  here.runner = nullptr;
  here.next_thread = 0;
  worker->yielded = nullptr;
  worker->word_waits = nullptr;
  worker->uses_warps = false;
  worker->barrier_sum = 0;
  worker->grid_waiting = nullptr;
  worker->grid_arrived = 0;
  return true;
}

void release_barrier(heddle_worker *worker) {
  heddle_context &here = worker->context;
  worker->barrier_result = worker->barrier_sum;
  worker->barrier_count++;
  worker->barrier_sum = 0;
  here.arrived = 0;
  here.ready = here.waiting;
  here.waiting = nullptr;
}

// All live threads of the block have come to the grid's barrier: this thread waits for the other blocks.
void meet_grid(heddle_worker *worker) {
  grid_barrier &barrier = *worker->launch->cooperative;
  void *order = &worker->barrier_order[worker->barrier_count & 1];
  happens_after(order);  // a thread that waits for the other blocks does so in the name of this one
  {
    locked hold(barrier.guard);
    const uint64_t generation = barrier.generation;
    if (++barrier.arrived == barrier.live) {
      barrier.arrived = 0;
      barrier.generation++;
      barrier.changed.wake_all();
    }
    while (barrier.generation == generation && !worker->launch->fault.failed()) barrier.changed.wait(barrier.guard);
  }
  if (worker->launch->fault.failed()) abort_block(worker, HEDDLE_FAULT_NONE, nullptr, "");
  happens_before(order);
  worker->grid_arrived = 0;
  worker->context.ready = worker->grid_waiting;
  worker->grid_waiting = nullptr;
}

// Threads [first, end) have ended; their going may complete what others wait for.
void retire(heddle_worker *worker, unsigned first, unsigned end) {
  heddle_context &here = worker->context;
  here.live -= end - first;
  if (here.live == 0) return;
  if (worker->uses_warps) retire_lanes(worker, first, end);
  if (here.arrived && here.arrived == here.live) release_barrier(worker);
  if (worker->grid_arrived && worker->grid_arrived == here.live) meet_grid(worker);
}

// A fiber that can continue now; null if none can.
heddle_fiber *pick_next(heddle_worker *worker) {
  heddle_context &here = worker->context;
  if (!here.ready && here.next_thread < here.threads) {
    heddle_fiber *fiber = worker->fibers.take();
    if (fiber) return fiber;
    abort_block(worker, HEDDLE_FAULT_RESOURCE, nullptr, "there is no memory for the stacks of the block's threads");
  }
  if (!here.ready) release_gatherings(worker);
  if (!here.ready) {
    while (heddle_fiber *fiber = worker->yielded) {  // turned around: first come, first served
      worker->yielded = fiber->next;
      fiber->next = here.ready;
      here.ready = fiber;
    }
    release_word_waits(worker);
  }
  heddle_fiber *next = here.ready;
  if (next) here.ready = next->next;
  return next;
}

[[noreturn]] void abort_deadlock(heddle_worker *worker) {
  heddle_context &here = worker->context;
  char message[400];
  int length = snprintf(message, sizeof message, "deadlock: of %u live threads of the block %u wait at a block barrier",
                        here.live, here.arrived);
  if (worker->grid_arrived)
    length += snprintf(message + length, sizeof message - length, ", %u at a grid barrier", worker->grid_arrived);
  if (const unsigned waits = count_word_waits(worker))
    length += snprintf(message + length, sizeof message - length, ", %u at a cuda::barrier", waits);
  const unsigned warps = worker->uses_warps ? (here.threads + warp_lanes - 1) / warp_lanes : 0;
  for (unsigned w = 0; w < warps && length < 300; w++) {
    for (unsigned g = 0; g < worker->warps[w].group_count && length < 300; g++) {
      const warp_group &group = worker->warps[w].groups[g];
      length += snprintf(message + length, sizeof message - length, "; in warp %u lanes 0x%08x wait for mask 0x%08x", w,
                         group.arrived, group.mask);
    }
  }
  abort_block(worker, HEDDLE_FAULT_DEADLOCK, nullptr, message);
}

void locate_next_thread(heddle_context &here) {
  const unsigned thread = here.next_thread, width = here.block[0], height = here.block[1];
  if (thread == 0) {
    memset(here.thread, 0, sizeof here.thread);
    return;
  }
  here.thread[0] = thread % width;
  here.thread[1] = thread / width % height;
  here.thread[2] = thread / width / height;
}

// From a block whose threads have all ended without waiting to the next one of the chunk, without all that may have to
// be made ready after one that has waited: for a short kernel that would take as long as the block.
bool enter_next_block(heddle_context &here) {
  if (!step_in_chunk(here)) return false;
  here.runner_start = here.next_thread = 0;
  return true;
}

void run_entry(heddle_worker *worker) {
  heddle_context &here = worker->context;
  const heddle_kernel_entry *entry = worker->launch->code->entry;
  // Only who has seen the whole block through knows that none of its threads is still waiting somewhere.
  const bool from_first = here.next_thread == 0;
  for (;;) {
    const unsigned first = here.next_thread;
    locate_next_thread(here);
    if (!entry->run(&here)) return;
    if (entry->flags & HEDDLE_RUNS_BLOCKS)
      here.next_thread = here.threads;
    else if (HEDDLE_THREAD_SANITIZER || here.one_by_one)
      here.next_thread = first + 1;
    else
      here.next_thread = entry->flags & HEDDLE_RUNS_ROWS ? first - here.thread[0] + here.block[0] : here.threads;
    if (HEDDLE_THREAD_SANITIZER) return;
    if (here.next_thread < here.threads) continue;
    if (!from_first || !enter_next_block(here)) return;
  }
}

// Executes threads from the first unstarted one on. Under ThreadSanitizer it is one thread only, ordered after the
// blocks that this worker executed before, whose shared memory it uses again.
void run_threads(heddle_worker *worker) {
  begin_logical_thread(worker->context.current);
  happens_after(worker->launch);
  happens_after(&worker->block_order[(worker->block_count - 1) & 1]);
  if (room_above_threads > 0) *(volatile char *)__builtin_alloca(room_above_threads) = 0;
  run_entry(worker);
  happens_before(&worker->block_order[worker->block_count & 1]);
  end_logical_thread(worker->context.current);
}

// Where every fiber begins, and what it does between threads.
void fiber_entry() {
  heddle_worker *worker = current_worker;
  heddle_context &here = worker->context;
  entered_fiber(worker->context.current);
  for (;;) {
    heddle_fiber *self = here.current;
    here.runner = self;
    here.runner_start = here.next_thread;
    run_threads(worker);
    if (here.runner == self) {
      here.runner = nullptr;
      retire(worker, here.runner_start, here.next_thread);
    } else {
      if (fiber_set::overflowed(self)) abort_block(worker, HEDDLE_FAULT_ILLEGAL_ADDRESS, nullptr, "stack overflow");
      retire(worker, self->thread, self->thread + 1);
    }
    heddle_fiber *next;
    if (here.live == 0) {
      if (worker->between_blocks) worker->between_blocks(worker);
      if (advance_block(worker)) continue;
      next = &worker->main;
    } else if (!here.ready && here.next_thread < here.threads) {
      continue;
    } else {
      next = pick_next(worker);
      if (!next) abort_deadlock(worker);
    }
    worker->fibers.give_back(self);
    here.current = next;
    switch_to(self, next);
  }
}

unsigned barrier(heddle_context *here, unsigned thread, unsigned value) {
  heddle_worker *worker = here->worker;
  begin_wait(worker, thread);
  worker->barrier_sum += value;
  // Two objects take turns: with one, what a fast thread did after a barrier would seem ordered for a slow one.
  void *order = &worker->barrier_order[worker->barrier_count & 1];
  happens_before(order);
  if (here->arrived + 1 == here->live) {
    release_barrier(worker);
  } else {
    here->arrived++;
    here->current->next = here->waiting;
    here->waiting = here->current;
    suspend(worker);
  }
  happens_after(order);
  return worker->barrier_result;
}

void grid_barrier_wait(heddle_context *here, unsigned thread) {
  heddle_worker *worker = here->worker;
  if (!worker->launch->cooperative) {
    abort_block(worker, HEDDLE_FAULT_TRAP, nullptr, "a grid barrier needs a cooperative launch");
  }
  begin_wait(worker, thread);
  void *order = &worker->barrier_order[worker->barrier_count & 1];
  happens_before(order);
  if (worker->grid_arrived + 1 == here->live) {
    meet_grid(worker);
    worker->barrier_count++;
  } else {
    worker->grid_arrived++;
    here->current->next = worker->grid_waiting;
    worker->grid_waiting = here->current;
    suspend(worker);
  }
  happens_after(order);
}

void yield(heddle_context *here, unsigned thread) {
  heddle_worker *worker = here->worker;
  // It may wait for a block that has failed.
  if (worker->launch->fault.failed()) abort_block(worker, HEDDLE_FAULT_NONE, nullptr, "");
  // Alone in the block: another block or the host may be what it waits for.
  if (here->live == 1) {
    sched_yield();
    return;
  }
  begin_wait(worker, thread);
  here->current->next = worker->yielded;
  worker->yielded = here->current;
  suspend(worker);
}

int print(heddle_context *here, const char *format, va_list arguments) {
  return here->worker->print.add(format, arguments);
}

void assertion(heddle_context *here, const unsigned *thread, const char *expression, const char *file, unsigned line,
               const char *function) {
  (void)function;
  abort_block(here->worker, HEDDLE_FAULT_ASSERT, thread, expression, file, line);
}

void trap(heddle_context *here, const unsigned *thread, const char *message) {
  abort_block(here->worker, HEDDLE_FAULT_TRAP, thread, message);
}

void switch_from_module(heddle_fiber *from, heddle_fiber *to) { switch_to(from, to); }

unsigned long long nanoseconds() { return now_nanoseconds(); }

}  // namespace

const heddle_runtime runtime_table = {barrier,         warp_operation, grid_barrier_wait, yield,
                                      wait_for_change, print,          assertion,         trap,
                                      switch_from_module, nanoseconds};

void begin_wait(heddle_worker *worker, unsigned thread) {
  heddle_context &here = worker->context;
  if (!worker->uses_warps) {
    reset_warps(worker);
    worker->uses_warps = true;
  }
  if (here.runner != here.current) return;
  // The threads that this fiber ran before this one have ended; their end has not been recorded yet.
  const unsigned first = here.runner_start;
  here.runner_start = thread;
  here.current->thread = thread;
  here.next_thread = thread + 1;
  if (first < thread) retire(worker, first, thread);
}

void suspend(heddle_worker *worker) {
  heddle_context &here = worker->context;
  heddle_fiber *self = here.current;
  if (here.runner == self) {
    here.runner = nullptr;
    worker->launch->code->has_blocked.store(1, std::memory_order_relaxed);
  }
  heddle_fiber *next = pick_next(worker);
  if (!next) abort_deadlock(worker);
  if (next == self) return;
  here.current = next;
  switch_to(self, next);
}

void record_fault(heddle_worker *worker, uint32_t kind, const unsigned *thread, const char *message, const char *file,
                  unsigned line) {
  launch *work = worker->launch;
  if (!work->fault.claim()) return;
  heddle_fault &fault = work->fault.fault;
  memset(&fault, 0, sizeof fault);
  fault.kind = kind;
  fault.line = line;
  memcpy(fault.block, worker->context.block_index, sizeof fault.block);
  if (thread) memcpy(fault.thread, thread, sizeof fault.thread);
  fault.has_thread = thread != nullptr;
  snprintf(fault.kernel, sizeof fault.kernel, "%s", work->code->entry->name);
  snprintf(fault.file, sizeof fault.file, "%s", file ? file : "");
  snprintf(fault.message, sizeof fault.message, "%s", message);
  work->fault.publish();
}

void abort_block(heddle_worker *worker, uint32_t kind, const unsigned *thread, const char *message, const char *file,
                 unsigned line) {
  launch *work = worker->launch;
  if (kind != HEDDLE_FAULT_NONE) record_fault(worker, kind, thread, message, file, line);
  if (work->cooperative) {
    locked hold(work->cooperative->guard);
    work->cooperative->changed.wake_all();
  }
  worker->aborted = true;
  worker->fibers.abandon_all();
  heddle_fiber abandoned = {};
  worker->context.current = &worker->main;
  switch_to(&abandoned, &worker->main);
  abort();  // nobody can come back here
}

heddle_worker *this_thread_worker() {
  if (!current_worker) {
    void *memory = aligned_alloc(64, (sizeof(heddle_worker) + 63) / 64 * 64);
    if (!memory) return nullptr;
    current_worker = new (memory) heddle_worker();
    current_worker->context.worker = current_worker;
    current_worker->context.runtime = &runtime_table;
  }
  return current_worker;
}

void run_blocks(heddle_worker *worker, launch *work) {
  heddle_context &here = worker->context;
  worker->launch = work;
  here.blocks_left = 0;
  worker->aborted = false;
  here.arguments = work->arguments;
  memcpy(here.grid, work->grid, sizeof here.grid);
  memcpy(here.block, work->block, sizeof here.block);
  here.threads = work->threads;
  here.shared_bytes = work->shared_bytes;
  here.shared_limit = dynamic_shared_limit;
  here.one_by_one = work->one_by_one;
  here.cooperative = work->cooperative != nullptr;
  // In the worker's own name: ThreadSanitizer would see the first thread of the block write the others' memory.
  if (HEDDLE_THREAD_SANITIZER) work->code->entry->touch();
  happens_before(work);  // what the host did before the launch
  if (!advance_block(worker)) return;
  heddle_fiber *first = worker->fibers.take();
  if (!first) return record_fault(worker, HEDDLE_FAULT_RESOURCE, nullptr, "there is no memory for a stack");
  here.current = first;
  worker->in_kernel = 1;
  switch_to(&worker->main, first);
  worker->in_kernel = 0;
  happens_after(&worker->block_order[0]);
  happens_after(&worker->block_order[1]);
  worker->print.flush();
}

}  // namespace heddle
