// Loops over the driver's own functions, for the process that measures Heddle: what is compared there shares the
// context, the stream, the processor and the minute. `g++ -O2 -shared -fPIC -o launch-loop.so launch-loop.cpp`
#include <chrono>

using Launch = int (*)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                       unsigned blockZ, unsigned sharedBytes, void* stream, void** arguments, void** extra);
using Synchronize = int (*)(void* stream);

namespace {
double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
}

/** Enqueues `count` launches of four(2, x, y, 256); with `synchronize`, waits for each. Seconds of one; -1: refused. */
extern "C" double launch_loop(Launch launch, Synchronize synchronize, void* function, void* stream,
                              unsigned long long x, unsigned long long y, int count) {
  float a = 2;
  int n = 256;
  void* arguments[] = {&a, &x, &y, &n};
  double started = now();
  for (int i = 0; i < count; i++) {
    if (launch(function, 1, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr) != 0) return -1;
    if (synchronize != nullptr && synchronize(stream) != 0) return -1;
  }
  return (now() - started) / count;
}
