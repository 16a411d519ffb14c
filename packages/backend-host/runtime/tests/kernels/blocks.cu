// Kernels whose threads wait for each other: barriers, shared memory, warps.
template <int Block> __global__ void reduce_static(const float *in, float *out, int n) {
  __shared__ float partial[Block];
  int t = threadIdx.x, i = blockIdx.x * Block + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int k = Block / 2; k > 0; k >>= 1) {
    if (t < k) partial[t] += partial[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = partial[0];
}
__global__ void reduce_dynamic(const float *in, float *out, int n) {
  extern __shared__ float floats[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  floats[t] = i < (unsigned)n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) floats[t] += floats[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = floats[0];
}
// A second dynamic array of another type and name, in a namespace, in a template.
namespace other {
template <class T> __global__ void reverse_dynamic(T *data) {
  extern __shared__ double doubles[];
  T *shared = (T *)doubles;
  shared[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
}  // namespace other
__global__ void dynamic_fill(unsigned char *out, int bytes) {
  extern __shared__ unsigned char raw[];
  for (int i = threadIdx.x; i < bytes; i += blockDim.x) raw[i] = (unsigned char)(i * 7 + blockIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (int i = 0; i < bytes; i++) sum = sum * 31 + raw[i];
    ((unsigned *)out)[blockIdx.x] = sum;
  }
}
template <int T> __global__ void multiply_tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += T) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
__global__ void reducing_barriers(int *out) {
  int t = threadIdx.x;
  int count = __syncthreads_count(t % 3 == 0), all = __syncthreads_and(t < 1024), none = __syncthreads_and(t != 5),
      any = __syncthreads_or(t == 7), nobody = __syncthreads_or(t < 0);
  out[t] = count * 10000 + (all != 0) * 1000 + (none != 0) * 100 + (any != 0) * 10 + (nobody != 0);
}
// Threads that have returned count as arrived.
__global__ void early_exit(int *out) {
  if (threadIdx.x % 3 == 1) return;
  __syncthreads();
  if (threadIdx.x % 3 == 2) {
    out[threadIdx.x] = 1;
    return;
  }
  __syncthreads();
  out[threadIdx.x] = 2;
}
// Whether anyone waits is known at run time only.
__global__ void sometimes(int *out, int wait) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  if (wait) __syncthreads();
  if (wait) atomicAdd(&sum, (int)threadIdx.x);
  if (wait) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = wait ? sum : (int)threadIdx.x;
}
// The barrier is in a function that cannot be inlined.
__device__ __noinline__ int neighbour(int *shared, int value) {
  shared[threadIdx.x] = value;
  __syncthreads();
  int result = shared[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return result;
}
__global__ void behind_a_call(int *out) {
  __shared__ int shared[256];
  int v = threadIdx.x;
  for (int i = 0; i < 3; i++) v = neighbour(shared, v);
  out[threadIdx.x] = v;
}
__global__ void many_registers(const double *in, double *out) {
  __shared__ double shared[128];
  double a[12];
  for (int i = 0; i < 12; i++) a[i] = in[threadIdx.x] * (i + 1);
  shared[threadIdx.x] = a[3];
  __syncthreads();
  double s = 0;
  for (int i = 0; i < 12; i++) s += a[i] * shared[(threadIdx.x + i) % blockDim.x];
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void shuffles(int *out) {
  int t = threadIdx.x, lane = t & 31;
  out[t * 8 + 0] = __shfl_sync(0xffffffffu, t, 5);
  out[t * 8 + 1] = __shfl_up_sync(0xffffffffu, t, 3);
  out[t * 8 + 2] = __shfl_down_sync(0xffffffffu, t, 4, 16);
  out[t * 8 + 3] = __shfl_xor_sync(0xffffffffu, t, 9);
  out[t * 8 + 4] = (int)__shfl_sync(0xffffffffu, (double)t * 0.5, lane ^ 1);
  float4 v = make_float4(t, t + 0.25f, t + 0.5f, t + 0.75f);
  v = __shfl_sync(0xffffffffu, v, 31 - lane);
  out[t * 8 + 5] = (int)(v.w * 4);
  out[t * 8 + 6] = (int)__shfl_xor_sync(0xffffffffu, (long long)t << 33, 1) | (int)(__shfl_xor_sync(0xffffffffu, (long long)t << 33, 1) >> 33);
  out[t * 8 + 7] = __shfl_sync(0xffffffffu, t, 2, 8);
}
__global__ void votes(unsigned *out) {
  unsigned t = threadIdx.x, lane = t & 31;
  unsigned ballot = __ballot_sync(0xffffffffu, t % 3 == 0);
  int any = __any_sync(0xffffffffu, lane == 3), all = __all_sync(0xffffffffu, lane < 32), not_all = __all_sync(0xffffffffu, lane);
  int same = 0;
  unsigned any_match = __match_any_sync(0xffffffffu, lane / 5), all_match = __match_all_sync(0xffffffffu, 3, &same);
  int sum = __reduce_add_sync(0xffffffffu, (int)lane - 4);
  int low = __reduce_min_sync(0xffffffffu, (int)lane - 4);
  unsigned high = __reduce_max_sync(0xffffffffu, lane), bits = __reduce_xor_sync(0xffffffffu, 1u << lane);
  out[t * 10 + 0] = ballot;
  out[t * 10 + 1] = any;
  out[t * 10 + 2] = all;
  out[t * 10 + 3] = not_all;
  out[t * 10 + 4] = any_match;
  out[t * 10 + 5] = all_match + same;
  out[t * 10 + 6] = (unsigned)sum;
  out[t * 10 + 7] = (unsigned)low;
  out[t * 10 + 8] = high;
  out[t * 10 + 9] = bits;
}
// Parts of a warp work on their own at the same time, in different numbers of rounds.
__global__ void partial_masks(int *out) {
  int lane = threadIdx.x & 31, v = threadIdx.x;
  unsigned mask = lane < 8 ? 0xffu : lane < 20 ? 0xfff00u : 0xfff00000u;
  int rounds = lane < 8 ? 3 : lane < 20 ? 1 : 2;
  for (int i = 0; i < rounds; i++) {
    for (int d = 0; d < 1; d++) v += (int)__popc(__ballot_sync(mask, 1));
    __syncwarp(mask);
  }
  __syncwarp();
  out[threadIdx.x] = v + __shfl_sync(0xffffffffu, v, 31);
}
// HIP's forms without a mask, in branches: only the lanes that are there take part.
__global__ void without_masks(unsigned *out) {
  unsigned lane = threadIdx.x & 31, r;
  if (lane < 10) r = (unsigned)__ballot(1);
  else r = (unsigned)__ballot(lane & 1);
  unsigned active = 0;
  if (lane % 4 == 0) active = __activemask();
  int shuffled = __shfl((int)lane, 7) + __shfl_xor((int)lane, 1) + __any(lane == 2) * 100 + __all(lane < 40) * 1000;
  out[threadIdx.x * 3] = r;
  out[threadIdx.x * 3 + 1] = active;
  out[threadIdx.x * 3 + 2] = (unsigned)shuffled;
}
__global__ void warp_sum(const float *in, float *out, int n) {
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  __shared__ float warps[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) warps[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < (int)(blockDim.x >> 5) ? warps[lane] : 0.0f;
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0) atomicAdd(out, v);
  }
}
// Lane 0 polls for what lane 1 of the same block writes: __nanosleep lets it.
__global__ void polling(volatile int *flag, int *out) {
  if (threadIdx.x == 0) {
    while (!*flag) __nanosleep(100);
    *out = 42;
  } else if (threadIdx.x == blockDim.x - 1) {
    *flag = 1;
  }
}
__global__ void barriers(int *out, int count) {
  for (int i = 0; i < count; i++) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = count;
}

HEDDLE_KERNEL(0, "reduce_static<256>", reduce_static<256>)
HEDDLE_KERNEL(1, "reduce_dynamic", reduce_dynamic)
HEDDLE_KERNEL(2, "other::reverse_dynamic<long long>", other::reverse_dynamic<long long>)
HEDDLE_KERNEL(3, "dynamic_fill", dynamic_fill)
HEDDLE_KERNEL(4, "multiply_tiled<16>", multiply_tiled<16>)
HEDDLE_KERNEL(5, "reducing_barriers", reducing_barriers)
HEDDLE_KERNEL(6, "early_exit", early_exit)
HEDDLE_KERNEL(7, "sometimes", sometimes)
HEDDLE_KERNEL(8, "behind_a_call", behind_a_call)
HEDDLE_KERNEL(9, "many_registers", many_registers)
HEDDLE_KERNEL(10, "histogram", histogram)
HEDDLE_KERNEL(11, "shuffles", shuffles)
HEDDLE_KERNEL(12, "votes", votes)
HEDDLE_KERNEL(13, "partial_masks", partial_masks)
HEDDLE_KERNEL(14, "without_masks", without_masks)
HEDDLE_KERNEL(15, "warp_sum", warp_sum)
HEDDLE_KERNEL(16, "polling", polling)
HEDDLE_KERNEL(17, "barriers", barriers)
