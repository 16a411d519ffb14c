// The worker threads that all devices share. They execute streams, and help each other with large pieces of work.
#pragma once
#include <atomic>

#include "../heddle_host.h"
#include "clock.h"

struct heddle_worker;

namespace heddle {

// A piece of work that several workers may share.
struct shared_job {
  // Does what it finds to do. True when nothing is left for others to begin.
  bool (*help)(shared_job *, heddle_worker *) = nullptr;
  unsigned helpers = 0;  // workers in `help` now
  bool retracted = false;
  shared_job *next = nullptr;
};

// Starts the workers, if that has not been done. RESOURCE when there can be none.
heddle_status start_workers();

// Hands a stream with commands to the workers.
void schedule(heddle_stream *stream);

// Calls idle workers to a job that has `parts` parts left.
void offer(shared_job *job, uint64_t parts);
// Withdraws it, and waits for those who are helping.
void retract(shared_job *job);

// True when streams or jobs wait for a worker.
bool others_wait();
bool streams_wait();

}  // namespace heddle
