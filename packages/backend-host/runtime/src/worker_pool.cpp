#include "worker_pool.h"

#include "report_error.h"
#include "signal_guard.h"
#include "stream.h"
#include "threads.h"

namespace heddle {
namespace {

// How long a worker looks for more work before it sleeps. Waking a sleeping thread costs the waker some 2 us and
// takes 30 to 60 us until it runs, on virtual machines more, so a worker that has just run stays awake for about as
// long. It spins on its own core; with as many workers as cores, a busy host thread loses at most this much.
constexpr uint64_t spin_nanoseconds = 20000;

struct pool {
  mutex guard;
  condition changed;       // there is something to do
  condition helpers_gone;  // a retracted job has lost its last helper
  heddle_stream *ready = nullptr;
  shared_job *jobs = nullptr;
  unsigned idle = 0;
  unsigned threads = 0;
  std::atomic<unsigned> ready_count{0};
  std::atomic<unsigned> job_count{0};
};

// Never destroyed: workers go on while the process ends.
pool &workers() {
  static pool *all = new pool;
  return *all;
}

// Takes a job off the list, if it is on it.
void unlist(pool &all, shared_job *job) {
  for (shared_job **place = &all.jobs; *place; place = &(*place)->next) {
    if (*place != job) continue;
    *place = job->next;
    all.job_count.fetch_sub(1);
    return;
  }
}

void help(pool &all, shared_job *job, heddle_worker *worker) {
  job->helpers++;
  all.guard.unlock();
  const bool exhausted = job->help(job, worker);
  all.guard.lock();
  if (exhausted) unlist(all, job);
  // From here on the job may be gone.
  if (--job->helpers == 0 && job->retracted) all.helpers_gone.wake_all();
}

void *work(void *) {
  heddle_worker *worker = this_thread_worker();
  if (!worker) return nullptr;
  guard_this_thread(worker);
  pool &all = workers();
  all.guard.lock();
  for (;;) {
    if (heddle_stream *stream = all.ready) {
      all.ready = stream->next_ready;
      all.ready_count.fetch_sub(1);
      all.guard.unlock();
      run_stream(worker, stream);
      all.guard.lock();
    } else if (shared_job *job = all.jobs) {
      help(all, job, worker);
    } else {
      all.guard.unlock();
      spin(spin_nanoseconds, others_wait);
      all.guard.lock();
      if (all.ready || all.jobs) continue;
      all.idle++;
      all.changed.wait(all.guard);
      all.idle--;
    }
  }
}

}  // namespace

heddle_status start_workers() {
  pool &all = workers();
  locked hold(all.guard);
  while (all.threads < worker_count()) {
    if (!start_thread(work, nullptr)) {
      if (all.threads > 0) break;
      return report(HEDDLE_RESOURCE, "the system gives no thread to execute streams");
    }
    all.threads++;
  }
  return HEDDLE_OK;
}

void schedule(heddle_stream *stream) {
  pool &all = workers();
  locked hold(all.guard);
  heddle_stream **place = &all.ready;
  while (*place && (*place)->priority <= stream->priority) place = &(*place)->next_ready;
  stream->next_ready = *place;
  *place = stream;
  all.ready_count.fetch_add(1);
  if (all.idle > 0) all.changed.wake_one();
}

void offer(shared_job *job, uint64_t parts) {
  pool &all = workers();
  locked hold(all.guard);
  job->next = all.jobs;
  all.jobs = job;
  all.job_count.fetch_add(1);
  if (all.idle > 1 && parts > 1)
    all.changed.wake_all();
  else if (all.idle > 0)
    all.changed.wake_one();
}

void retract(shared_job *job) {
  pool &all = workers();
  locked hold(all.guard);
  unlist(all, job);
  job->retracted = true;
  while (job->helpers > 0) all.helpers_gone.wait(all.guard);
}

bool streams_wait() { return workers().ready_count.load(std::memory_order_relaxed) > 0; }

bool others_wait() {
  pool &all = workers();
  return all.ready_count.load(std::memory_order_relaxed) + all.job_count.load(std::memory_order_relaxed) > 0;
}

}  // namespace heddle
