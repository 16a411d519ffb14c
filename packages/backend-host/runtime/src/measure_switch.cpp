// How long a switch between fibers takes, for benchmarks.
#include <algorithm>

#include "clock.h"
#include "fiber_start.h"
#include "fiber_stacks.h"
#include "report_error.h"
#include "sanitizer_fibers.h"

#if !HEDDLE_LIBRARY_SWITCH
namespace heddle {
namespace {

struct {
  heddle_fiber here;
  heddle_fiber *there;
} pair;

void answer() {
  for (;;) heddle_switch(pair.there, &pair.here);
}

double measure(uint32_t switches) {
  const uint64_t begun = now_nanoseconds();
  for (uint32_t i = 0; i < switches; i += 2) heddle_switch(&pair.here, pair.there);
  return (double)(now_nanoseconds() - begun) / switches;
}

}  // namespace
}  // namespace heddle

extern "C" HEDDLE_HOST_API double heddle_host_measure_switch(uint32_t switches) {
  using namespace heddle;
  fiber_set fibers;
  pair.there = fibers.take();
  if (!pair.there || switches < 2) return -1;
  begin_at(pair.there, answer);
  double runs[9];
  for (double &run : runs) run = measure(switches);
  std::sort(runs, runs + 9);
  return runs[4];
}
#else
extern "C" HEDDLE_HOST_API double heddle_host_measure_switch(uint32_t) { return -1; }
#endif
