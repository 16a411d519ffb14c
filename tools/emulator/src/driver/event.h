// Events: marks in streams, with the time at which they were reached.
#pragma once
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "stream.h"

namespace emulated {

struct event {
  context *owner = nullptr;
  bool timing = true;

  std::mutex guard;
  std::condition_variable changed;
  uint64_t recorded = 0, reached = 0;  // how often
  std::chrono::steady_clock::time_point time;
  // Recorded in a stream that was captured: where in that capture.
  std::weak_ptr<capture> captured;
  bool in_capture = false;
};

int record_event(const std::shared_ptr<event> &one, const std::shared_ptr<stream> &in);
// Lets a stream go on after the last record.
int wait_event(const std::shared_ptr<stream> &one, const std::shared_ptr<event> &what);
bool is_reached(event &one);
void wait_reached(event &one);

}  // namespace emulated
