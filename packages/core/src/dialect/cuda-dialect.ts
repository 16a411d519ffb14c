/** The portable dialect over CUDA C++; HIP C++ and the host's CUDA header take the same text. */
import { featureMacros, type Dialect, type DialectFacts } from './dialect';

/** Where `__half` is declared: each compiler's own header. */
export interface CudaDialectOptions extends DialectFacts {
  readonly language: 'cuda' | 'hip';
  /** Header that declares `__half`; undefined if it is always there. */
  readonly halfHeader: string | undefined;
  /** What `GLOBAL_INDEX(axis)` stands for if a compiler's own headers have something better. */
  readonly globalIndex?: string;
}

const globalIndex = '((UINT64)BLOCK_INDEX(axis) * BLOCK_SIZE(axis) + THREAD_INDEX(axis))';

/** @returns the preamble for a compiler of CUDA-like C++ */
export function cudaDialect(options: CudaDialectOptions): Dialect {
  const half = options.halfHeader === undefined ? '' : `#include <${options.halfHeader}>\n`;
  const index = `#define GLOBAL_INDEX(axis) ${options.globalIndex ?? globalIndex}\n`;
  return { language: options.language, preamble: `${half}${featureMacros(options)}${text}${index}` };
}

const text = String.raw`
#define HEDDLE_DIALECT_CUDA 1
#define KERNEL extern "C" __global__
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define CONSTANT const
#define LOCAL
#define SHARED __shared__
#define DYNAMIC_SHARED_PARAMETER(type, name)
#define DYNAMIC_SHARED(type, name) \
  extern __shared__ __align__(16) unsigned char heddle_dynamic_shared[]; \
  type* name = reinterpret_cast<type*>(heddle_dynamic_shared)
#define BARRIER() __syncthreads()
struct heddle_axes {
  static __device__ __forceinline__ unsigned pick(int axis, unsigned x, unsigned y, unsigned z) {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
};
#define THREAD_INDEX(axis) heddle_axes::pick(axis, threadIdx.x, threadIdx.y, threadIdx.z)
#define BLOCK_INDEX(axis) heddle_axes::pick(axis, blockIdx.x, blockIdx.y, blockIdx.z)
#define BLOCK_SIZE(axis) heddle_axes::pick(axis, blockDim.x, blockDim.y, blockDim.z)
#define GRID_SIZE(axis) heddle_axes::pick(axis, gridDim.x, gridDim.y, gridDim.z)
#define INT64 long long
#define UINT64 unsigned long long
#define GLOBAL_SIZE(axis) ((UINT64)GRID_SIZE(axis) * BLOCK_SIZE(axis))
#define HALF __half
#define LOAD_HALF(pointer, index) __half2float((pointer)[index])
#define STORE_HALF(value, pointer, index) ((pointer)[index] = __float2half_rn(value))
#define ATOMIC_ADD_INT(pointer, value) atomicAdd((int*)(pointer), (int)(value))
#define ATOMIC_ADD_UINT(pointer, value) atomicAdd((unsigned*)(pointer), (unsigned)(value))
#define SHARED_ATOMIC_ADD_INT(pointer, value) ATOMIC_ADD_INT(pointer, value)
#define SHARED_ATOMIC_ADD_UINT(pointer, value) ATOMIC_ADD_UINT(pointer, value)
#define ATOMIC_MIN_INT(pointer, value) atomicMin((int*)(pointer), (int)(value))
#define ATOMIC_MAX_INT(pointer, value) atomicMax((int*)(pointer), (int)(value))
#define ATOMIC_COMPARE_EXCHANGE_INT(pointer, expected, desired) atomicCAS((int*)(pointer), expected, desired)
`;
