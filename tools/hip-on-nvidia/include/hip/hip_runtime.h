// HIP C++ over CUDA C++, put in front of every source that hiprtc compiles here. The languages agree in nearly
// everything; what follows is the rest.
#pragma once

#define __HIP__ 1
#define __HIPCC__ 1
#define __HIPCC_RTC__ 1
#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIP_PLATFORM_NVCC__ 1
#define __HIP_DEVICE_COMPILE__ 1

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

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(name) name
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

// What they are in CUDA too; by its names the texture functions would come along, for which programs would pay.
typedef unsigned long long hipTextureObject_t;
typedef unsigned long long hipSurfaceObject_t;

// Lanes that are not active take no part. Functions, not macros: the standard library has names that are alike.
template <class T>
__device__ __forceinline__ T __shfl(T value, int lane, int width = 32) {
  return __shfl_sync(__activemask(), value, lane, width);
}
template <class T>
__device__ __forceinline__ T __shfl_up(T value, unsigned delta, int width = 32) {
  return __shfl_up_sync(__activemask(), value, delta, width);
}
template <class T>
__device__ __forceinline__ T __shfl_down(T value, unsigned delta, int width = 32) {
  return __shfl_down_sync(__activemask(), value, delta, width);
}
template <class T>
__device__ __forceinline__ T __shfl_xor(T value, int mask, int width = 32) {
  return __shfl_xor_sync(__activemask(), value, mask, width);
}
__device__ __forceinline__ int __any(int predicate) { return __any_sync(__activemask(), predicate); }
__device__ __forceinline__ int __all(int predicate) { return __all_sync(__activemask(), predicate); }
// As many bits as the widest wavefront has lanes. CUDA declares a function of this name with fewer.
#define __ballot(predicate) ((unsigned long long)__ballot_sync(__activemask(), predicate))

__device__ __forceinline__ unsigned __lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

// A clock of constant rate: nanoseconds here.
__device__ __forceinline__ long long wall_clock64() {
  long long nanoseconds;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
  return nanoseconds;
}

#define unsafeAtomicAdd atomicAdd
#define safeAtomicAdd atomicAdd
