#include "active_copies.h"

namespace heddle {

void ActiveCopies::Add(RingCopy* copy) {
  std::lock_guard<std::mutex> lock(mutex_);
  copies_.insert(copy);
}

void ActiveCopies::Remove(RingCopy* copy) {
  // Told under the lock: the waiting thread may be gone right after it.
  std::lock_guard<std::mutex> lock(mutex_);
  copies_.erase(copy);
  changed_.notify_all();
}

void ActiveCopies::StopAll() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (RingCopy* copy : copies_) copy->Stop();
  changed_.wait(lock, [this] { return copies_.empty(); });
}

}  // namespace heddle
