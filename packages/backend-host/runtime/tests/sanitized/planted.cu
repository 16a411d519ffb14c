// Kernels with planted mistakes, and clean ones that must not be accused of any.
#include <cstdio>
__global__ void clean(float *a, int n) {
  __shared__ float tile[64];
  extern __shared__ float more[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? a[i] : 0.0f;
  more[t] = 2 * tile[t];
  __syncthreads();
  float other = tile[63 - t] + more[(t + 1) % 64];
  for (int o = 16; o > 0; o >>= 1) other += __shfl_down_sync(0xffffffffu, other, o);
  __syncthreads();
  tile[t] = other;
  __syncthreads();
  if (i < n) a[i] = tile[t ^ 1];
}
__global__ void loop(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
__global__ void atomics(int *a, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(a, sum);
}
__global__ void warp_exchange(int *a, int n) {
  __shared__ int slots[64];
  int t = threadIdx.x;
  slots[t] = t;
  __syncwarp();
  a[blockIdx.x * blockDim.x + t] = slots[t ^ 1];
}
__global__ void overrun(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;  // PLANTED overrun
}
__global__ void shared_overrun(float *a, int n) {
  __shared__ float tile[64];
  for (int k = threadIdx.x; k <= 64; k += blockDim.x) tile[k] = k;  // PLANTED shared_overrun
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x];
}
__global__ void dynamic_overrun(float *a, int n) {
  extern __shared__ float more[];
  float *p = more + threadIdx.x;
  p[1] = a[threadIdx.x];  // PLANTED dynamic_overrun
  __syncthreads();
  a[threadIdx.x] = more[threadIdx.x];
}
__global__ void shared_race(float *a, int n) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = tile[63 - threadIdx.x];  // PLANTED shared_race
}
__global__ void late_race(float *a, int n) {
  __shared__ float tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float v = tile[63 - threadIdx.x];
  tile[threadIdx.x] = v;  // PLANTED late_race
  a[threadIdx.x] = v;
}
__global__ void global_race(float *a, int n) {
  a[0] += threadIdx.x;  // PLANTED global_race
}
__global__ void block_race(int *a, int n) {
  if (threadIdx.x == 0) a[0] += 1;  // PLANTED block_race
}
__global__ void signed_overflow(int *a, int n) {
  int v = 0x7fffffff - 10;
  v += a[threadIdx.x] + (int)threadIdx.x;  // PLANTED signed_overflow
  a[threadIdx.x] = v;
}
__global__ void asserts(int *a, int n) { assert(threadIdx.x < 5); }
HEDDLE_KERNEL(0, "clean", clean)
HEDDLE_KERNEL(1, "loop", loop)
HEDDLE_KERNEL(2, "atomics", atomics)
HEDDLE_KERNEL(3, "warp_exchange", warp_exchange)
HEDDLE_KERNEL(4, "overrun", overrun)
HEDDLE_KERNEL(5, "shared_overrun", shared_overrun)
HEDDLE_KERNEL(6, "dynamic_overrun", dynamic_overrun)
HEDDLE_KERNEL(7, "shared_race", shared_race)
HEDDLE_KERNEL(8, "late_race", late_race)
HEDDLE_KERNEL(9, "global_race", global_race)
HEDDLE_KERNEL(10, "block_race", block_race)
HEDDLE_KERNEL(11, "signed_overflow", signed_overflow)
HEDDLE_KERNEL(12, "asserts", asserts)
