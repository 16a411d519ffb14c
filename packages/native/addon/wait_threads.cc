#include "wait_threads.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>

#ifdef _WIN32
#include <windows.h>
#else
#include <pthread.h>
#endif

namespace heddle {

namespace {

// Waits sleep, so many threads cost little; the bound only stops a runaway caller.
constexpr unsigned kMaxThreads = 256;
constexpr std::chrono::seconds kIdleTime{5};
// Address space, not memory. Compilers run on these threads too, and recurse as deep as the source does.
constexpr unsigned kStackBytes = 8 * 1024 * 1024;

struct Pool {
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<WaitJob*> jobs;
  unsigned threads = 0;
  unsigned idle = 0;
};

// glibc hands freed memory back to the system at once until a program has freed one large block, from whose size it
// learns how much to keep; compilers then touch the same pages anew in every compilation, which takes NVRTC 8 % of a small one.
// Nothing of the block is ever touched. Other allocators ignore the hint.
void KeepFreedMemory() {
  constexpr size_t kLearnedBytes = 16 * 1024 * 1024;
  void* volatile block = std::malloc(kLearnedBytes);
  std::free(block);
}

// Never destroyed: a detached thread may still use it while the process exits.
Pool& ThePool() {
  static Pool& pool = *(KeepFreedMemory(), new Pool);
  return pool;
}

void ServeJobs() {
  Pool& pool = ThePool();
  std::unique_lock<std::mutex> lock(pool.mutex);
  for (;;) {
    pool.idle++;
    const bool has_job = pool.arrived.wait_for(lock, kIdleTime, [&] { return !pool.jobs.empty(); });
    pool.idle--;
    if (!has_job) break;
    WaitJob* job = pool.jobs.front();
    pool.jobs.pop_front();
    lock.unlock();
    job->Run();
    lock.lock();
  }
  pool.threads--;
}

// std::thread tells of its failure by an exception, so the system is asked directly.
#ifdef _WIN32
DWORD WINAPI ThreadMain(void*) {
  ServeJobs();
  return 0;
}

bool StartThread() {
  HANDLE thread =
      CreateThread(nullptr, kStackBytes, ThreadMain, nullptr, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (!thread) return false;
  CloseHandle(thread);
  return true;
}
#else
void* ThreadMain(void*) {
  ServeJobs();
  return nullptr;
}

bool StartThread() {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool started = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                       pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                       pthread_create(&thread, &attributes, ThreadMain, nullptr) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}
#endif

}  // namespace

bool SubmitWait(WaitJob* job) {
  Pool& pool = ThePool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  const bool needs_thread = pool.idle <= pool.jobs.size() && pool.threads < kMaxThreads;
  if (needs_thread && StartThread()) pool.threads++;
  if (pool.threads == 0) return false;
  pool.jobs.push_back(job);
  pool.arrived.notify_one();
  return true;
}

}  // namespace heddle
