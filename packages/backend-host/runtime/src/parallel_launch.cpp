#include "parallel_launch.h"

#include <cstring>

#include "commands.h"
#include "module.h"
#include "threads.h"
#include "worker.h"
#include "worker_pool.h"

namespace heddle {
namespace {

// Calling another worker costs this thread about 2 us, so what is done in a few microseconds is done alone.
constexpr uint64_t worth_sharing_nanoseconds = 6000;

struct launch_job : shared_job {
  launch *work;
  uint64_t begun;
  bool offered;
};

bool help_launch(shared_job *job, heddle_worker *worker) {
  launch *work = static_cast<launch_job *>(job)->work;
  worker->should_leave = streams_wait;
  run_blocks(worker, work);
  worker->should_leave = nullptr;
  return work->next_block.load(std::memory_order_relaxed) >= work->blocks || work->fault.failed();
}

void share(launch_job *job) {
  const uint64_t begun_blocks = job->work->next_block.load(std::memory_order_relaxed);
  if (begun_blocks >= job->work->blocks) return;
  job->offered = true;
  offer(job, job->work->blocks - begun_blocks);
}

// Between the first blocks: the launch takes longer than was expected of it.
void reconsider(heddle_worker *worker) {
  launch_job *job = (launch_job *)worker->between_blocks_state;
  if (now_nanoseconds() - job->begun < worth_sharing_nanoseconds) return;
  worker->between_blocks = nullptr;
  share(job);
}

}  // namespace

void execute_launch(heddle_worker *worker, launch *work) {
  if (work->wants_residency) return execute_cooperatively(work);
  const unsigned threads = worker_count();
  if (work->blocks == 1 || threads == 1) return run_blocks(worker, work);
  // Small enough for the last worker not to be waited for, large enough not to fight over the counter.
  const uint64_t chunk = work->blocks / (threads * 16u);
  work->chunk = chunk < 1 ? 1 : chunk > 1024 ? 1024 : chunk;
  launch_job job = {};
  job.help = help_launch;
  job.work = work;
  job.begun = now_nanoseconds();
  const uint64_t expected = work->code->block_nanoseconds.load(std::memory_order_relaxed);
  if (expected == 0 || expected * work->blocks > worth_sharing_nanoseconds) {
    share(&job);
  } else {
    worker->between_blocks = reconsider;
    worker->between_blocks_state = &job;
  }
  run_blocks(worker, work);
  worker->between_blocks = nullptr;
  if (job.offered) retract(&job);
  const uint64_t took = (now_nanoseconds() - job.begun) * (job.offered ? threads : 1) / work->blocks;
  work->code->block_nanoseconds.store((uint32_t)(took < 1 ? 1 : took > 1000000000 ? 1000000000 : took),
                                      std::memory_order_relaxed);
}

void describe_launch(launch *work, launch_command *what) {
  work->code = what->kernel;
  work->arguments = what->arguments();
  memcpy(work->grid, what->grid, sizeof work->grid);
  memcpy(work->block, what->block, sizeof work->block);
  work->threads = what->block[0] * what->block[1] * what->block[2];
  work->shared_bytes = what->shared_bytes;
  work->blocks = (uint64_t)what->grid[0] * what->grid[1] * what->grid[2];
  work->wants_residency = what->flags & HEDDLE_LAUNCH_COOPERATIVE;
  work->one_by_one = (uint64_t)what->grid[0] * what->block[0] > HEDDLE_INDEX_LIMIT;
}

}  // namespace heddle
