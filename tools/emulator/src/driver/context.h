// Contexts: what lives on a device, and the fault that ended it.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "heddle_host.h"
#include "status.h"

namespace emulated {

struct stream;

struct context {
  int device = 0;
  bool primary = false;
  heddle_device *host = nullptr;
  // The status that every call gives once something failed for good.
  std::atomic<int> lost{success};
  // The default stream, which waits for those that are not of the kind that does without.
  std::shared_ptr<stream> legacy;
  // Streams that the program has given back and whose threads may not have ended: they use what the context has.
  std::mutex closing_guard;
  std::vector<std::shared_ptr<stream>> closing;

  void fail(int status) {
    int well = success;
    lost.compare_exchange_strong(well, status);
  }
};

// Contexts are never deleted, so that a handle of an old one is never that of a new one.
int create_context(int device, bool primary, context **out);
void destroy_context(context *one);
bool is_context(const context *one);

// The calling thread's.
context *current_context();
void set_current_context(context *one);
void push_context(context *one);
context *pop_context();

// A device's primary context, by counted shares.
int retain_primary(int device, context **out);
int release_primary(int device);
int reset_primary(int device);
bool is_primary_active(int device);

}  // namespace emulated
