// The state of an operating system thread that executes blocks.
#pragma once
#include "../include/heddle/fiber_switch.h"
#include "fiber_stacks.h"
#include "launch.h"
#include "print_buffer.h"

namespace heddle {

constexpr unsigned warp_lanes = 32;

// Lanes that wait for each other: those of a mask, or those at one place in the code.
struct warp_group {
  unsigned mask;       // 0: the thread that comes to `site`
  unsigned operation;
  unsigned arrived;
  uint64_t site;
  unsigned number;     // groups of the warp so far
};

struct warp {
  unsigned live;  // lanes that have not ended
  unsigned group_count;
  warp_group groups[warp_lanes];
  heddle_fiber *fibers[warp_lanes];
  uint64_t values[warp_lanes];
  uint64_t results[warp_lanes];
  unsigned char sources[warp_lanes];
  unsigned group_number;
  char order[64];  // for ThreadSanitizer: an object per group, used again when that group is long gone
};

// A thread that waits for a word to change.
struct word_wait {
  const unsigned long long *word;
  unsigned long long mask, value;
  bool in_block;  // only threads of its own block can change it
  heddle_fiber *fiber;
  word_wait *next;
};

}  // namespace heddle

// The runtime's side of a heddle_context.
struct heddle_worker {
  heddle_context context;
  heddle::launch *launch;
  // Called between blocks while other workers have not been called in yet (parallel_launch.cpp).
  void (*between_blocks)(heddle_worker *);
  void *between_blocks_state;
  bool (*should_leave)();  // asked before each chunk

  heddle_fiber main;        // the worker's ordinary stack
  heddle_fiber *yielded;    // last in, first out
  heddle::word_wait *word_waits;  // last in, first out
  bool uses_warps;          // the block's warps are set up
  unsigned barrier_sum;     // of the values brought to the barrier so far
  unsigned barrier_result;  // of the last barrier
  unsigned barrier_count;   // of barriers so far
  unsigned block_count;     // of blocks so far
  char barrier_order[2], block_order[2];  // for ThreadSanitizer: two take turns
  heddle_fiber *grid_waiting;
  unsigned grid_arrived;
  bool aborted;             // the block ended by a fault
  volatile int in_kernel;   // for the signal handler

  heddle::fiber_set fibers;
  heddle::warp warps[heddle::most_fibers / heddle::warp_lanes];
  heddle::print_buffer print;
};

namespace heddle {

// Runs a launch's blocks until none is left to take. `worker` belongs to the calling thread.
void run_blocks(heddle_worker *worker, launch *work);

// This thread's worker, made on first use; null when there is no memory.
heddle_worker *this_thread_worker();

// Ends the running block and its launch with a fault; does not return. `thread` may be null.
[[noreturn]] void abort_block(heddle_worker *worker, uint32_t kind, const unsigned *thread, const char *message,
                              const char *file = nullptr, unsigned line = 0);

// Notes a fault of the launch, unless it has one already.
void record_fault(heddle_worker *worker, uint32_t kind, const unsigned *thread, const char *message,
                  const char *file = nullptr, unsigned line = 0);

// Suspends the running thread, which is already in some list, until another makes its fiber ready.
void suspend(heddle_worker *worker);

// A thread that is about to wait: from now on it owns its fiber. Sets up what only blocks with waiting threads need.
void begin_wait(heddle_worker *worker, unsigned thread);

// Parts of the scheduler that concern warps.
void reset_warps(heddle_worker *worker);
void retire_lanes(heddle_worker *worker, unsigned first, unsigned end);
bool release_gatherings(heddle_worker *worker);
unsigned long long warp_operation(heddle_context *here, unsigned thread, unsigned operation, unsigned mask,
                                  unsigned long long value, unsigned source, unsigned long long site);

// Those that concern words of memory. The first makes ready who has seen its word change; where nobody else of the block
// can go on, it waits for other blocks, if they may be who changes one.
void release_word_waits(heddle_worker *worker);
unsigned count_word_waits(const heddle_worker *worker);
void wait_for_change(heddle_context *here, unsigned thread, const unsigned long long *word, unsigned long long mask,
                     unsigned long long value, unsigned in_block);

extern const heddle_runtime runtime_table;

}  // namespace heddle
