// Where a thread is (threadIdx & co), the CUDA keywords, and the block's barrier.
//
// How a kernel without barriers becomes a vectorised loop and one with barriers stays right, without anyone having to
// know in advance which is which: entry_point.h runs a block's threads in an ordinary loop, on a fiber. Only a
// primitive that really has to wait, at run time, lets another fiber go on with the next threads, and sets
// heddle_thread_blocked when it comes back; the loop ends after a thread for which that is set. Where the compiler
// sees no such primitive in a kernel it knows the flag to be unset, drops the test, and has a plain loop. Where it
// sees one, or a call that it cannot look into, the test stays. Nothing is guessed, so nothing can be guessed wrong.
#pragma once
#include "fiber_switch.h"
#include "module_abi.h"
#include "sanitized_block.h"
#include "vector_types.h"

#define __HEDDLE_HOST__ 1

// inline: code is made of a kernel only where an entry line asks for it, and then as part of its loop.
#define __global__ inline
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#ifndef __noinline__
#define __noinline__ __attribute__((noinline))
#endif
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// Where the running thread is. Changed by the functions below alone.
//
// How these are declared decides whether the compiler can make a vector loop of a kernel: it must see that no store of
// the kernel changes them. The thread's index is written in the loop itself, and only scalars whose address nobody
// takes are taken out of it (g++ 12); so threadIdx is a macro that puts them together. blockDim and gridDim have
// CUDA's dim3 only by conversion: dim3 has a constructor, and calling one takes the address.
//
// Their first values are of no use but to keep them apart from the kernels' shared memory (shared_memory.h), which has
// none: the loader tells the user how large that is.
static thread_local unsigned heddle_thread_x = 1, heddle_thread_y = 1, heddle_thread_z = 1;
static thread_local bool heddle_thread_blocked = true;  // the running thread has waited, so it owns its fiber
static thread_local bool heddle_has_long_index = true;  // the grid may have more threads along x than 32 bits count
static thread_local heddle_context *heddle_here = (heddle_context *)1;  // what this operating system thread executes
#if HEDDLE_ONE_THREAD_AT_A_TIME
// ThreadSanitizer takes the threads of a block for threads, which must not be seen to write the same variables.
#define HEDDLE_STATE static __attribute__((noinline, unused, no_sanitize("thread")))
static thread_local uint3 heddle_block_index = {1, 1, 1}, heddle_block_size = {1, 1, 1}, heddle_grid_size = {1, 1, 1};
HEDDLE_STATE uint3 heddle_get_block_index() { return heddle_block_index; }
HEDDLE_STATE uint3 heddle_get_block_size() { return heddle_block_size; }
HEDDLE_STATE uint3 heddle_get_grid_size() { return heddle_grid_size; }
#define blockIdx heddle_get_block_index()
#define blockDim heddle_get_block_size()
#define gridDim heddle_get_grid_size()
#else
#define HEDDLE_STATE static inline __attribute__((always_inline))
static thread_local uint3 blockIdx = {1, 1, 1};
static thread_local uint3 blockDim = {1, 1, 1};
static thread_local uint3 gridDim = {1, 1, 1};
#define heddle_block_index blockIdx
#define heddle_block_size blockDim
#define heddle_grid_size gridDim
#endif
#define threadIdx heddle_thread_index()

HEDDLE_STATE uint3 heddle_thread_index() { return uint3{heddle_thread_x, heddle_thread_y, heddle_thread_z}; }
HEDDLE_STATE heddle_context *heddle_block() { return heddle_here; }
// The portable dialect's GLOBAL_INDEX. Along x it is 32 bits made longer where those are enough, which a loop over
// threads knows: that is its own variable then, and not a number that could have wrapped around on the way.
HEDDLE_STATE unsigned long long heddle_global_index(int axis) {
  if (axis == 0) {
    const unsigned x = heddle_block_index.x * heddle_block_size.x + heddle_thread_x;
    return heddle_has_long_index ? (unsigned long long)heddle_block_index.x * heddle_block_size.x + heddle_thread_x : x;
  }
  return axis == 1 ? (unsigned long long)heddle_block_index.y * heddle_block_size.y + heddle_thread_y
                   : (unsigned long long)heddle_block_index.z * heddle_block_size.z + heddle_thread_z;
}
HEDDLE_STATE bool heddle_has_blocked() { return heddle_thread_blocked; }

HEDDLE_STATE void heddle_enter_block(heddle_context *here) {
  heddle_here = here;
  heddle_block_index.x = here->block_index[0];
  heddle_block_index.y = here->block_index[1];
  heddle_block_index.z = here->block_index[2];
  heddle_block_size.x = here->block[0];
  heddle_block_size.y = here->block[1];
  heddle_block_size.z = here->block[2];
  heddle_grid_size.x = here->grid[0];
  heddle_grid_size.y = here->grid[1];
  heddle_grid_size.z = here->grid[2];
  heddle_has_long_index = here->one_by_one;
}
HEDDLE_STATE void heddle_begin_thread(unsigned x, unsigned y, unsigned z) {
  heddle_thread_x = x;
  heddle_thread_y = y;
  heddle_thread_z = z;
  heddle_thread_blocked = false;
}
HEDDLE_STATE void heddle_begin_next_thread(const heddle_context *here) {
  heddle_begin_thread(here->thread[0], here->thread[1], here->thread[2]);
}
// After anything that may have run other threads of the block, which set these for themselves.
HEDDLE_STATE void heddle_resume_thread(unsigned x, unsigned y, unsigned z) {
  heddle_thread_x = x;
  heddle_thread_y = y;
  heddle_thread_z = z;
  heddle_thread_blocked = heddle_here->runner != heddle_here->current;
}
#if HEDDLE_ONE_THREAD_AT_A_TIME
static void heddle_touch() { asm volatile("" : : "r"(&heddle_here) : "memory"); }
#else
static constexpr void (*heddle_touch)() = nullptr;
#endif

static constexpr int warpSize = 32;

// A function of the C library's that kernels must not reach: calls of it are replaced, and no code is made of it.
#define HEDDLE_INLINED_ALWAYS extern inline __attribute__((always_inline, gnu_inline))

// Linear index of the running thread in its block.
static inline __attribute__((always_inline)) unsigned heddle_thread_rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

struct heddle_suspended {
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  __attribute__((always_inline)) ~heddle_suspended() { heddle_resume_thread(x, y, z); }
};

static inline __attribute__((always_inline)) unsigned heddle_barrier(unsigned value) {
  heddle_suspended suspended;
  heddle_context *here = heddle_block();
  return here->runtime->barrier(here, heddle_thread_rank(), value);
}

static inline __attribute__((always_inline)) void __syncthreads() {
#if HEDDLE_INLINE_SWITCH
  heddle_context *here = heddle_here;
  heddle_fiber *next = here->ready;
  // Another thread that already has a fiber is ready: no call is needed to go on with it. The waiting threads form a
  // stack, so that the block is gone through in opposite directions from barrier to barrier: the stacks that are
  // still in the nearest cache come first.
  if (heddle_thread_blocked && next) {
    const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    heddle_fiber *self = here->current;
    self->next = here->waiting;
    here->waiting = self;
    here->arrived++;
    here->ready = next->next;
    here->current = next;
    if (next->next) {
      const char *top = (const char *)next->next->stack_pointer;
      __builtin_prefetch(top);
      __builtin_prefetch(top + 64);
      __builtin_prefetch(top + 128);
    }
    heddle_switch(self, next);
    heddle_thread_x = x;
    heddle_thread_y = y;
    heddle_thread_z = z;
    heddle_thread_blocked = true;
    return;
  }
  if (heddle_thread_blocked && here->arrived + 1 == here->live) {
    here->arrived = 0;
    here->ready = here->waiting;
    here->waiting = nullptr;
    return;
  }
#endif
  heddle_barrier(0);
}

static inline __attribute__((always_inline)) int __syncthreads_count(int predicate) {
  return (int)heddle_barrier(predicate != 0);
}
static inline __attribute__((always_inline)) int __syncthreads_or(int predicate) {
  return heddle_barrier(predicate != 0) != 0;
}
static inline __attribute__((always_inline)) int __syncthreads_and(int predicate) {
  return heddle_barrier(predicate == 0) == 0;
}

// Memory that other processor cores see in order. Within a block all threads run on one core.
static inline __attribute__((always_inline)) void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline __attribute__((always_inline)) void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline __attribute__((always_inline)) void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// Lets the other threads of the block run, for kernels that poll. Does not really sleep.
static inline __attribute__((always_inline)) void __nanosleep(unsigned) {
  heddle_suspended suspended;
  heddle_block()->runtime->yield(heddle_block(), heddle_thread_rank());
}

// Ticks of the processor's constant counter.
static inline __attribute__((always_inline)) long long clock64() {
#if defined(__x86_64__)
  return (long long)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  long long ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return (long long)heddle_block()->runtime->nanoseconds();
#endif
}
static inline __attribute__((always_inline)) long long wall_clock64() { return clock64(); }
static inline __attribute__((always_inline)) unsigned long long __globaltimer() {
  return heddle_block()->runtime->nanoseconds();
}
// The C library declares clock() too; ours, which is always inlined, is what kernels call, in either order.
extern "C" {
HEDDLE_INLINED_ALWAYS long clock() HEDDLE_LIBC_NOEXCEPT { return (long)clock64(); }
}
