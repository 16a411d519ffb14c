// Threads that wait in C functions so that the event loop need not. They belong to the process, are detached, and end
// when they have been idle for a while: a wait that never returns keeps one thread, and the process can still exit.
#pragma once

namespace heddle {

class WaitJob {
 public:
  virtual ~WaitJob() = default;
  // Called once, on a thread of the pool. The job owns itself from here on.
  virtual void Run() = 0;
};

// Returns false, and leaves the job to the caller, where no thread could be started and none is there.
bool SubmitWait(WaitJob* job);

}  // namespace heddle
