// Standard headers that kernels include, beside the dialect's own names.
#include <algorithm>
#include <assert.h>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <math.h>
#include <memory>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <hip/hip_runtime.h>

__device__ __noinline__ float helper(float x) { return std::sqrt(x) + sqrtf(x) + std::max(x, 1.0f); }
__global__ void everything(float *out, uint8_t bias) {
  const int i = threadIdx.x;
  assert(i < 1024);
  clock_t begun = clock();
  long long ticks = clock64();
  std::complex<float> z((float)i, 1.0f);
  out[i] = helper((float)i) + z.imag() + min(i, 3) + bias + (clock() >= begun) + (clock64() >= ticks);
  if (i == 1000) printf("never\n");
  static_assert(std::is_same<decltype(threadIdx.x), unsigned>::value, "as in CUDA");
  dim3 shape = blockDim;
  uint3 place = threadIdx;
  out[i] += shape.x - place.x - (blockDim.x - threadIdx.x);
}
// One name, one thread: the line that fails is the user's.
__global__ void fails(int *) { assert(threadIdx.x != 3 && "three"); }
HEDDLE_KERNEL(0, "everything", everything)
HEDDLE_KERNEL(1, "fails", fails)
