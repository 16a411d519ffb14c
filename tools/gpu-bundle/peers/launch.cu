// The floor: the driver API from C++, measured as on-gpu's benchmarks measure Heddle.
#include <cuda.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define CHECK(call) do { CUresult r = (call); if (r) { const char* s = ""; cuGetErrorName(r, &s); \
  fprintf(stderr, "%s: %s\n", #call, s); exit(1); } } while (0)

extern "C" __global__ void four(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
extern "C" __global__ void spin(long long nanoseconds) {
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)); while (now - start < nanoseconds);
}

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
static std::string measured;
static void add(const std::string& figure, double value, const char* unit) {
  char line[256];
  snprintf(line, sizeof line, "%s{\"figure\":\"%s\",\"who\":\"c++\",\"value\":%.9g,\"unit\":\"%s\"}", measured.empty() ? "" : ",", figure.c_str(), value, unit);
  measured += line;
  printf("%s %g %s\n", figure.c_str(), value, unit);
}
static const char* name(CUresult status) { const char* s = "?"; cuGetErrorName(status, &s); return s; }

static CUstream stream;
static double enqueueOnly(const std::function<void()>& launch) {
  for (int i = 0; i < 2000; i++) launch();
  CHECK(cuStreamSynchronize(stream));
  std::vector<double> rounds;
  for (int r = 0; r < 60; r++) {
    double t = now();
    for (int i = 0; i < 500; i++) launch();
    rounds.push_back((now() - t) / 500);
    CHECK(cuStreamSynchronize(stream));
  }
  return median(rounds) * 1e6;
}
static double each(int count, const std::function<void()>& body) {
  std::vector<double> times;
  for (int i = 0; i < count; i++) { double t = now(); body(); times.push_back(now() - t); }
  return median(times) * 1e6;
}

int main(int, char** argv) {
  CHECK(cuInit(0));
  CUdevice device; CHECK(cuDeviceGet(&device, 0));
  CUcontext context; CHECK(cuDevicePrimaryCtxRetain(&context, device)); CHECK(cuCtxSetCurrent(context));
  CUmodule module; CHECK(cuModuleLoad(&module, argv[1]));
  CUfunction four, spin; CHECK(cuModuleGetFunction(&four, module, "four")); CHECK(cuModuleGetFunction(&spin, module, "spin"));
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr x, y; CHECK(cuMemAlloc(&x, 1024)); CHECK(cuMemAlloc(&y, 1024));
  float a = 2; int n = 256;
  void* args[] = {&a, &x, &y, &n};
  auto launch = [&] { CHECK(cuLaunchKernel(four, 1, 1, 1, 256, 1, 1, 0, stream, args, nullptr)); };

  // What the context costs at each launch, and what a launch does in a wrong one.
  double floor = enqueueOnly(launch);
  add("launch, enqueue only, bound", floor, "us");
  add("launch, enqueue only, checked", floor, "us");
  add("launch after cuCtxSetCurrent", enqueueOnly([&] { CHECK(cuCtxSetCurrent(context)); launch(); }), "us");
  add("launch after cuCtxGetCurrent", enqueueOnly([&] { CUcontext c; CHECK(cuCtxGetCurrent(&c)); launch(); }), "us");
  CHECK(cuCtxSetCurrent(nullptr));
  CUresult status = cuLaunchKernel(four, 1, 1, 1, 256, 1, 1, 0, stream, args, nullptr);
  printf("launch without a context: %s; query %s, synchronize %s\n", name(status), name(cuStreamQuery(stream)), name(cuStreamSynchronize(stream)));
#if CUDA_VERSION >= 13000
  CUcontext other; CHECK(cuCtxCreate(&other, nullptr, 0, device));
#else
  CUcontext other; CHECK(cuCtxCreate(&other, 0, device));
#endif
  status = cuLaunchKernel(four, 1, 1, 1, 256, 1, 1, 0, stream, args, nullptr);
  CUevent mark; CHECK(cuCtxSetCurrent(context)); CHECK(cuEventCreate(&mark, CU_EVENT_DISABLE_TIMING)); CHECK(cuCtxSetCurrent(other));
  printf("launch in another context: %s; query %s, record %s, event query %s, wait value %s\n", name(status), name(cuStreamQuery(stream)),
         name(cuEventRecord(mark, stream)), name(cuEventQuery(mark)), name(cuStreamWaitValue32(stream, x, 0, CU_STREAM_WAIT_VALUE_GEQ)));
  CHECK(cuCtxDestroy(other)); CHECK(cuCtxSetCurrent(context)); CHECK(cuStreamSynchronize(stream));

  add("launch and wait", each(3000, [&] { launch(); CHECK(cuStreamSynchronize(stream)); }), "us");
  // How late a wait for 5 ms ends, beyond the device's own time.
  CUevent start, end; CHECK(cuEventCreate(&start, 0)); CHECK(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
  long long nanoseconds = 5000000;
  void* spinArgs[] = {&nanoseconds};
  for (int blocking = 0; blocking < 2; blocking++) {
    std::vector<double> late;
    for (int i = 0; i < 40; i++) {
      double t = now();
      CHECK(cuEventRecord(start, stream));
      CHECK(cuLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, stream, spinArgs, nullptr));
      CHECK(cuEventRecord(end, stream));
      if (blocking) CHECK(cuEventSynchronize(end)); else CHECK(cuStreamSynchronize(stream));
      double wall = now() - t;
      float milliseconds; CHECK(cuEventElapsedTime(&milliseconds, start, end));
      late.push_back(wall - milliseconds * 1e-3);
    }
    add(blocking ? "lateness of a wait for 5 ms, blocking event" : "lateness of a wait for 5 ms", median(late) * 1e6, "us");
  }

  const size_t size = 256u << 20;
  CUdeviceptr big; CHECK(cuMemAlloc(&big, size));
  void* pinned; CHECK(cuMemHostAlloc(&pinned, size, 0));
  void* plain = malloc(size); memset(plain, 1, size); memset(pinned, 1, size);
  for (int kind = 0; kind < 2; kind++) for (int direction = 0; direction < 2; direction++) {
    void* host = kind ? plain : pinned;
    std::vector<double> times, onDevice;
    for (int i = 0; i < (kind ? 9 : 40); i++) {
      double t = now();
      CHECK(cuEventRecord(start, stream));
      if (direction) CHECK(cuMemcpyDtoHAsync(host, big, size, stream)); else CHECK(cuMemcpyHtoDAsync(big, host, size, stream));
      CHECK(cuEventRecord(end, stream));
      CHECK(cuStreamSynchronize(stream));
      times.push_back(now() - t);
      float milliseconds; CHECK(cuEventElapsedTime(&milliseconds, start, end));
      onDevice.push_back(milliseconds * 1e-3);
    }
    std::string figure = std::string(kind ? "pageable" : "pinned") + " copy " + (direction ? "to host" : "to device") + ", 256 MiB";
    add(figure, size / median(times) / 1e9, "GB/s");
    if (!kind) add(figure + ", device time", size / median(onDevice) / 1e9, "GB/s");
  }
  std::vector<double> fresh;
  for (int i = 0; i < 5; i++) {
    void* array = calloc(1, size);
    double t = now();
    CHECK(cuMemcpyDtoHAsync(array, big, size, stream)); CHECK(cuStreamSynchronize(stream));
    fresh.push_back(now() - t);
    free(array);
  }
  add("pageable copy to a new array, 256 MiB", size / median(fresh) / 1e9, "GB/s");

  CUmemoryPool pool; CHECK(cuDeviceGetDefaultMemPool(&pool, device));
  cuuint64_t keep = ~0ull; CHECK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
  for (size_t bytes : {size_t(4096), size_t(1) << 20, size_t(64) << 20}) {
    char figure[64]; CUdeviceptr p;
    snprintf(figure, sizeof figure, "allocate and free %zu KiB", bytes >> 10);
    add(figure, each(300, [&] { CHECK(cuMemAlloc(&p, bytes)); CHECK(cuMemFree(p)); }), "us");
    add(std::string(figure) + ", stream-ordered", each(300, [&] { CHECK(cuMemAllocAsync(&p, bytes, stream)); CHECK(cuMemFreeAsync(p, stream)); }), "us");
  }
  printf("MEASURED [%s]\n", measured.c_str());
}
