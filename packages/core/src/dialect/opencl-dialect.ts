/** The portable dialect over OpenCL C 1.2, the base that every driver takes. */
import { openclMathNames } from './opencl-math-names';
import { featureMacros, type Dialect, type DialectFacts } from './dialect';

/** @returns the preamble for an OpenCL C compiler */
export function openclDialect(facts: DialectFacts): Dialect {
  const extensions =
    (facts.float64 ? '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n' : '') +
    (facts.float16 ? '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n' : '');
  return { language: 'opencl', preamble: `${extensions}${featureMacros(facts)}${text}${openclMathNames}` };
}

// HALF pointers work without cl_khr_fp16: vload_half and vstore_half are in the base language.
const text = String.raw`
#define HEDDLE_DIALECT_OPENCL 1
#define KERNEL __kernel
#define DEVICE static inline
#define GLOBAL __global
#define CONSTANT __constant
#define LOCAL __local
#define SHARED __local
#define DYNAMIC_SHARED_PARAMETER(type, name) , __local type* name
#define DYNAMIC_SHARED(type, name)
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define THREAD_INDEX(axis) ((uint)get_local_id(axis))
#define BLOCK_INDEX(axis) ((uint)get_group_id(axis))
#define BLOCK_SIZE(axis) ((uint)get_local_size(axis))
#define GRID_SIZE(axis) ((uint)get_num_groups(axis))
#define INT64 long
#define UINT64 ulong
#define GLOBAL_INDEX(axis) ((UINT64)get_global_id(axis))
#define GLOBAL_SIZE(axis) ((UINT64)get_global_size(axis))
#define HALF half
#define LOAD_HALF(pointer, index) vload_half(index, pointer)
#define STORE_HALF(value, pointer, index) vstore_half_rte(value, index, pointer)
#define ATOMIC_ADD_INT(pointer, value) atomic_add((volatile __global int*)(pointer), (int)(value))
#define ATOMIC_ADD_UINT(pointer, value) atomic_add((volatile __global uint*)(pointer), (uint)(value))
#define SHARED_ATOMIC_ADD_INT(pointer, value) atomic_add((volatile __local int*)(pointer), (int)(value))
#define SHARED_ATOMIC_ADD_UINT(pointer, value) atomic_add((volatile __local uint*)(pointer), (uint)(value))
#define ATOMIC_MIN_INT(pointer, value) atomic_min((volatile __global int*)(pointer), (int)(value))
#define ATOMIC_MAX_INT(pointer, value) atomic_max((volatile __global int*)(pointer), (int)(value))
#define ATOMIC_COMPARE_EXCHANGE_INT(pointer, expected, desired) atomic_cmpxchg((volatile __global int*)(pointer), expected, desired)
`;
