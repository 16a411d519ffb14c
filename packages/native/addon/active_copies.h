// The ring copies of one JavaScript environment that have not ended. Its arrays go with it, so its copies go first.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>

#include "ring_copy.h"

namespace heddle {

class ActiveCopies {
 public:
  // On any thread.
  void Add(RingCopy* copy);
  void Remove(RingCopy* copy);
  // Ends all of them, and waits: no longer than one chunk takes.
  void StopAll();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<RingCopy*> copies_;
};

}  // namespace heddle
