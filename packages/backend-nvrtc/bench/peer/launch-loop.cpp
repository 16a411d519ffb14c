// The driver's own functions from C++, for the process that measures Heddle: what is compared there shares the
// context, the stream, the processor and the minute. `g++ -O2 -shared -fPIC -o launch-loop.so launch-loop.cpp`
#include <chrono>
#include <cstddef>

using Launch = int (*)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                       unsigned blockZ, unsigned sharedBytes, void* stream, void** arguments, void** extra);
using Synchronize = int (*)(void* stream);
using ToDevice = int (*)(unsigned long long device, const void* host, size_t bytes, void* stream);
using ToHost = int (*)(void* host, unsigned long long device, size_t bytes, void* stream);

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

/** Copies page-locked memory once, in the direction of the function that is given, and waits. Seconds; -1: refused. */
extern "C" double copy_once(ToDevice to_device, ToHost to_host, Synchronize synchronize, void* stream,
                            unsigned long long device, void* host, unsigned long long bytes) {
  double started = now();
  int status = to_device != nullptr ? to_device(device, host, bytes, stream) : to_host(host, device, bytes, stream);
  if (status != 0 || synchronize(stream) != 0) return -1;
  return now() - started;
}
