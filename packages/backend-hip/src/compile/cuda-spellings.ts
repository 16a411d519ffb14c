/**
 * CUDA C++ as HIP C++: the names that differ, which are few. Shuffles and
 * votes have no mask in HIP: lanes that are not active take no part. A mask has as many bits as the wavefront lanes,
 * so it is 64 bits wide; one of 32 means the lower half of a wavefront of 64.
 */
import { hipHeaders } from './hip-headers';

/** Goes in front of a CUDA source. */
export const cudaSpellings = `
typedef hipTextureObject_t cudaTextureObject_t;
typedef hipSurfaceObject_t cudaSurfaceObject_t;
#define __shfl_sync(mask, ...) __shfl(__VA_ARGS__)
#define __shfl_up_sync(mask, ...) __shfl_up(__VA_ARGS__)
#define __shfl_down_sync(mask, ...) __shfl_down(__VA_ARGS__)
#define __shfl_xor_sync(mask, ...) __shfl_xor(__VA_ARGS__)
#define __ballot_sync(mask, predicate) (__ballot(predicate) & (mask))
#define __any_sync(mask, predicate) __any(predicate)
#define __all_sync(mask, predicate) __all(predicate)
#define __activemask() __ballot(1)
static __device__ inline void heddle_syncwarp(unsigned long long = ~0ull) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#define __syncwarp heddle_syncwarp

// Where HIP has a function of the same parameters itself, it is preferred to a template.
template <class T> struct heddle_long_long;
template <> struct heddle_long_long<long long> { typedef long long type; };
template <class T>
static __device__ inline typename heddle_long_long<T>::type atomicMin(T* at, T value) {
  return __atomic_fetch_min(at, value, __ATOMIC_RELAXED);
}
template <class T>
static __device__ inline typename heddle_long_long<T>::type atomicMax(T* at, T value) {
  return __atomic_fetch_max(at, value, __ATOMIC_RELAXED);
}

// HIP's write what they read through a pointer.
template <class T> static __device__ inline T surf1Dread(hipSurfaceObject_t surface, int x) {
  T value;
  surf1Dread(&value, surface, x);
  return value;
}
template <class T> static __device__ inline T surf2Dread(hipSurfaceObject_t surface, int x, int y) {
  T value;
  surf2Dread(&value, surface, x, y);
  return value;
}
template <class T> static __device__ inline T surf3Dread(hipSurfaceObject_t surface, int x, int y, int z) {
  T value;
  surf3Dread(&value, surface, x, y, z);
  return value;
}
`;

/** CUDA's headers by their names, with what HIP has for them. */
export const cudaSpelledHeaders: Readonly<Record<string, string>> = {
  'cuda_runtime.h': '\n',
  'cuda_fp16.h': '\n',
  'cooperative_groups.h': hipHeaders['hip/hip_cooperative_groups.h'] ?? '\n',
};
