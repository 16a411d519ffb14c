// The cost of a launch in C: clSetKernelArg for each of four arguments, then clEnqueueNDRangeKernel. A library, so that
// its rounds and Heddle's take turns in one process, under the same load.
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// Declared here, so that no header needs to be installed.
typedef void *Handle;
int32_t clGetPlatformIDs(uint32_t, Handle *, uint32_t *);
int32_t clGetDeviceIDs(Handle, uint64_t, uint32_t, Handle *, uint32_t *);
Handle clCreateContext(const intptr_t *, uint32_t, const Handle *, void *, void *, int32_t *);
Handle clCreateCommandQueue(Handle, Handle, uint64_t, int32_t *);
Handle clCreateBuffer(Handle, uint64_t, size_t, void *, int32_t *);
Handle clCreateProgramWithSource(Handle, uint32_t, const char **, const size_t *, int32_t *);
int32_t clBuildProgram(Handle, uint32_t, const Handle *, const char *, void *, void *);
Handle clCreateKernel(Handle, const char *, int32_t *);
int32_t clSetKernelArg(Handle, uint32_t, size_t, const void *);
int32_t clEnqueueNDRangeKernel(Handle, Handle, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t,
                               const Handle *, Handle *);
int32_t clFinish(Handle);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static Handle queue, kernel, x, y;

// Makes a queue, with profiling as Heddle's have it, and the kernel.
int32_t peer_open(void) {
  Handle platform, device;
  int32_t status;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL);
  Handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  queue = clCreateCommandQueue(context, device, 2, &status);
  x = clCreateBuffer(context, 1, 256, NULL, &status);
  y = clCreateBuffer(context, 1, 256, NULL, &status);
  const char *source =
      "__kernel void saxpy(float a, __global const float* x, __global float* y, int n) {"
      "  int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }";
  Handle program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  kernel = clCreateKernel(program, "saxpy", &status);
  return status;
}

// Nanoseconds of one of `calls` calls; waits for them afterwards.
double peer_round(int32_t calls) {
  const size_t global = 64, local = 64;
  int32_t status = 0;
  const double start = now();
  for (int i = 0; i < calls; i++) {
    const float a = i;
    const int32_t n = 64;
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof x, &x);
    clSetKernelArg(kernel, 2, sizeof y, &y);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    status |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  const double time = (now() - start) / calls;
  clFinish(queue);
  return status == 0 ? time : -1;
}
