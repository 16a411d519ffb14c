// @ts-check
/**
 * The macros of portable kernels, in C. It leaves out features that this backend does not declare (shared memory,
 * halves).
 */

/** @type {import('@heddle/core/backend').Dialect} */
export const dialect = {
  language: 'c',
  preamble: String.raw`
#include <math.h>
typedef struct { unsigned thread[3], block[3], block_size[3], grid_size[3]; } serial_place;
static __thread serial_place serial_at;
typedef struct __attribute__((aligned(8))) { float x, y; } float2;
typedef struct { float x, y, z; } float3;
typedef struct __attribute__((aligned(16))) { float x, y, z, w; } float4;
static inline int serial_min(int* p, int v) {
  int seen = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (v < seen && !__atomic_compare_exchange_n(p, &seen, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
  return seen;
}
static inline int serial_max(int* p, int v) {
  int seen = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (v > seen && !__atomic_compare_exchange_n(p, &seen, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
  return seen;
}
static inline int serial_exchange_if(int* p, int expected, int desired) {
  __atomic_compare_exchange_n(p, &expected, desired, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
#define HEDDLE_HAS_FP16 0
#define HEDDLE_HAS_FP64 1
#define KERNEL
#define DEVICE static inline
#define GLOBAL
#define CONSTANT const
#define INT64 long long
#define UINT64 unsigned long long
#define THREAD_INDEX(axis) (serial_at.thread[axis])
#define BLOCK_INDEX(axis) (serial_at.block[axis])
#define BLOCK_SIZE(axis) (serial_at.block_size[axis])
#define GRID_SIZE(axis) (serial_at.grid_size[axis])
#define GLOBAL_INDEX(axis) ((UINT64)BLOCK_INDEX(axis) * BLOCK_SIZE(axis) + THREAD_INDEX(axis))
#define GLOBAL_SIZE(axis) ((UINT64)GRID_SIZE(axis) * BLOCK_SIZE(axis))
#define ATOMIC_ADD_INT(pointer, value) __atomic_fetch_add((int*)(pointer), (int)(value), __ATOMIC_RELAXED)
#define ATOMIC_ADD_UINT(pointer, value) __atomic_fetch_add((unsigned*)(pointer), (unsigned)(value), __ATOMIC_RELAXED)
#define ATOMIC_MIN_INT(pointer, value) serial_min((int*)(pointer), (int)(value))
#define ATOMIC_MAX_INT(pointer, value) serial_max((int*)(pointer), (int)(value))
#define ATOMIC_COMPARE_EXCHANGE_INT(pointer, expected, desired) serial_exchange_if((int*)(pointer), expected, desired)
#line 1
`,
};
