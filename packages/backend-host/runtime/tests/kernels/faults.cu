// Kernels that go wrong, and what they print.
#include <cstdio>
__global__ void fails_assertion(int limit) { assert((int)(blockIdx.x * blockDim.x + threadIdx.x) < limit); }
__global__ void traps() {
  if (blockIdx.x == 2 && threadIdx.y == 1) __trap();
}
// Half a warp waits for the whole warp, the other half for the block.
__global__ void deadlock(int *out) {
  if (threadIdx.x < 16) __syncwarp(0xffffffffu);
  else __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void missing_lanes(int *out) {
  if (threadIdx.x == 0) __shfl_sync(0x3u, 1, 1);
  else __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void bad_pointer(int *p) { p[threadIdx.x] = 1; }
__global__ void divides(int *p, int by) { p[threadIdx.x] = 100 / by; }
__device__ __noinline__ int deep(volatile int *p, int n) {
  volatile int local[256];
  local[n & 255] = n;
  return n == 0 ? p[0] : deep(p, n - 1) + local[n & 255];
}
__global__ void overflows(int *p, int depth) {
  __syncthreads();
  p[threadIdx.x] = deep(p, depth);
}
__global__ void prints(int n) {
  printf("thread %d of block %d: %s %.2f\n", (int)threadIdx.x, (int)blockIdx.x, "text", 1.5 * n);
  if (threadIdx.x == 0) std::printf("no arguments\n");
}
__global__ void fine(int *out) { out[threadIdx.x] = (int)threadIdx.x; }
HEDDLE_KERNEL(0, "fails_assertion", fails_assertion)
HEDDLE_KERNEL(1, "traps", traps)
HEDDLE_KERNEL(2, "deadlock", deadlock)
HEDDLE_KERNEL(3, "missing_lanes", missing_lanes)
HEDDLE_KERNEL(4, "bad_pointer", bad_pointer)
HEDDLE_KERNEL(5, "divides", divides)
HEDDLE_KERNEL(6, "overflows", overflows)
HEDDLE_KERNEL(7, "prints", prints)
HEDDLE_KERNEL(8, "fine", fine)
