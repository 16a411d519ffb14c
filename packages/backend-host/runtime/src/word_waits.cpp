// Threads that wait for a word of memory to change: a cuda::barrier's. The scheduler looks at the words of all of them
// when nobody else of the block can go on, and so sees where nobody ever will.
#include <sched.h>

#include "worker.h"

namespace heddle {
namespace {

bool has_changed(const word_wait &wait) {
  return (__atomic_load_n(wait.word, __ATOMIC_ACQUIRE) & wait.mask) != wait.value;
}

bool release_changed(heddle_worker *worker) {
  bool released = false;
  word_wait **link = &worker->word_waits;
  while (word_wait *wait = *link) {
    if (!has_changed(*wait)) {
      link = &wait->next;
      continue;
    }
    *link = wait->next;
    wait->fiber->next = worker->context.ready;
    worker->context.ready = wait->fiber;
    released = true;
  }
  return released;
}

bool others_may_help(const heddle_worker *worker) {
  for (const word_wait *wait = worker->word_waits; wait; wait = wait->next)
    if (!wait->in_block) return true;
  return false;
}

}  // namespace

void release_word_waits(heddle_worker *worker) {
  if (release_changed(worker) || worker->context.ready || !others_may_help(worker)) return;
  do {
    if (worker->launch->fault.failed()) abort_block(worker, HEDDLE_FAULT_NONE, nullptr, "");
    sched_yield();
  } while (!release_changed(worker));
}

unsigned count_word_waits(const heddle_worker *worker) {
  unsigned count = 0;
  for (const word_wait *wait = worker->word_waits; wait; wait = wait->next) count++;
  return count;
}

void wait_for_change(heddle_context *here, unsigned thread, const unsigned long long *word, unsigned long long mask,
                     unsigned long long value, unsigned in_block) {
  heddle_worker *worker = here->worker;
  word_wait wait = {word, mask, value, in_block != 0, nullptr, nullptr};
  if (has_changed(wait)) return;
  begin_wait(worker, thread);
  // Taken before others run: a thread that ends on this fiber leaves it to the next one.
  wait.fiber = here->current;
  wait.next = worker->word_waits;
  worker->word_waits = &wait;
  suspend(worker);
}

}  // namespace heddle
