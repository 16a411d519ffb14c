/**
 * Headers that HIP sources include, where hiprtc has no folder of headers: what most of them declare it knows already.
 * A header that the caller gives goes before one of these.
 */
import { standardHeaders } from '@heddle/simt-driver';

const known = '\n';

const assertion = `
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \\
  ((condition) ? (void)0 \\
               : (printf("%s:%d: block [%u,%u,%u], thread [%u,%u,%u]: assertion '%s' failed\\n", __FILE__, __LINE__, \\
                         (unsigned)blockIdx.x, (unsigned)blockIdx.y, (unsigned)blockIdx.z, (unsigned)threadIdx.x, \\
                         (unsigned)threadIdx.y, (unsigned)threadIdx.z, #condition), \\
                  __builtin_trap()))
#endif
`;

const mathematics = `
#ifndef INFINITY
#define INFINITY __builtin_inff()
#endif
#ifndef NAN
#define NAN __builtin_nanf("")
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
`;

// The barrier over the grid is a function of the device library, which every program is linked with.
const cooperativeGroups = `
#ifndef HEDDLE_COOPERATIVE_GROUPS
#define HEDDLE_COOPERATIVE_GROUPS
extern "C" __device__ void __ockl_grid_sync(void);
extern "C" __device__ int __ockl_grid_is_valid(void);
namespace cooperative_groups {
struct thread_block {
  static __device__ void sync() { __syncthreads(); }
  static __device__ unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static __device__ unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
};
struct grid_group {
  static __device__ bool is_valid() { return __ockl_grid_is_valid() != 0; }
  static __device__ void sync() { __ockl_grid_sync(); }
  static __device__ unsigned long long size() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block::size();
  }
  static __device__ unsigned long long thread_rank() {
    return (((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * thread_block::size() +
           thread_block::thread_rank();
  }
};
static __device__ inline thread_block this_thread_block() { return thread_block(); }
static __device__ inline grid_group this_grid() { return grid_group(); }
}
#endif
`;

/** Name as in `#include` -> text. */
export const hipHeaders: Readonly<Record<string, string>> = {
  ...standardHeaders,
  'assert.h': assertion,
  cassert: assertion,
  'math.h': mathematics,
  cmath: mathematics,
  'hip/hip_runtime.h': known,
  'hip/hip_runtime_api.h': known,
  'hip/hip_vector_types.h': known,
  'hip/hip_fp16.h': known,
  'hip/hip_cooperative_groups.h': cooperativeGroups,
  'hip/cooperative_groups.h': cooperativeGroups,
};

/** Names of HIP C++ that hiprtc did not know in its first versions. Goes in front of every source. */
export const hipSpellings = `
#ifndef hipThreadIdx_x
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#endif
#ifndef HIP_DYNAMIC_SHARED
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#endif
#ifndef HIP_KERNEL_NAME
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#endif
`;
