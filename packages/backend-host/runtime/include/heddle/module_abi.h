// The interface between a compiled kernel and the runtime. Both include this file; they share nothing else.
//
// A module links against nothing: it finds the runtime's functions in a table that hangs on the context it is run
// with. No standard header here: every kernel pays for this file's compile time.
#pragma once

// Raised whenever a struct below changes. The runtime refuses modules that were built for another one.
#define HEDDLE_MODULE_ABI 3u

extern "C" {

struct library_fiber;

// A stack of its own on which threads of a block run, one after the other or one that blocks. The first three words
// are written by the switch (fiber_switch.h), which knows their offsets.
struct heddle_fiber {
  void *stack_pointer;
  void *frame_pointer;
  void *resume_at;
  heddle_fiber *next;  // in whichever list it is: ready, waiting, free
  unsigned thread;     // linear index in the block of the thread that blocked on it
  unsigned fresh;      // 1: starts at the beginning of its stack, 0: continues where it left
  void *stack_top;
  void *stack_bottom;
  unsigned guarded;    // 1: memory below the stack cannot be touched
  unsigned number;
  library_fiber *library;  // the runtime's, where the switch is a library's
};

struct heddle_runtime;
struct heddle_worker;

// One block being executed by one operating system thread.
struct heddle_context {
  // The words that the inlined barrier touches, together in one cache line.
  heddle_fiber *current;  // whose stack we are on
  heddle_fiber *ready;    // may go on; last in, first out
  heddle_fiber *waiting;  // at the block's barrier
  unsigned arrived;       // threads at the block's barrier
  unsigned live;          // threads of the block that have not ended, those not yet started included
  const heddle_runtime *runtime;
  heddle_fiber *runner;   // the fiber that goes through unstarted threads in a loop, if one does
  unsigned runner_start;  // first thread that it has not yet been credited with
  unsigned next_thread;   // first thread that no fiber has begun

  // The launch, as the entry function needs it.
  const unsigned char *arguments;
  unsigned grid[3];
  unsigned block[3];
  unsigned block_index[3];
  unsigned thread[3];     // where next_thread is in its block, set before each run
  unsigned blocks_left;   // that this worker may execute after this one, in order
  unsigned threads;       // of a block
  unsigned shared_bytes;  // dynamic, of this launch
  unsigned shared_limit;  // and what there is
  unsigned one_by_one;    // 1: more threads along x than HEDDLE_INDEX_LIMIT; loops may assume nothing of an index
  unsigned cooperative;   // 1: all blocks of the grid run at once
  heddle_worker *worker;  // the runtime's own side of this context
};

// The most threads along x, unless threads run one by one. Loops over threads rely on it: an index plus twice a block's
// threads must not wrap around.
enum { HEDDLE_INDEX_LIMIT = 0x7fffffff - 4096 };

// Operations of a warp's lanes.
enum heddle_warp_operation {
  HEDDLE_WARP_SYNC,
  HEDDLE_WARP_SHUFFLE,
  HEDDLE_WARP_BALLOT,
  HEDDLE_WARP_MATCH_ANY,
  HEDDLE_WARP_MATCH_ALL,
  HEDDLE_WARP_ADD,
  HEDDLE_WARP_MIN_SIGNED,
  HEDDLE_WARP_MAX_SIGNED,
  HEDDLE_WARP_MIN_UNSIGNED,
  HEDDLE_WARP_MAX_UNSIGNED,
  HEDDLE_WARP_AND,
  HEDDLE_WARP_OR,
  HEDDLE_WARP_XOR
};

struct heddle_runtime {
  // Waits for the block's live threads. `value`s are summed over those that came; the sum is returned.
  unsigned (*barrier)(heddle_context *, unsigned thread, unsigned value);
  // Waits for the lanes of `mask`; 0 stands for the lanes that happen to run together at `site`.
  unsigned long long (*warp)(heddle_context *, unsigned thread, unsigned operation, unsigned mask,
                             unsigned long long value, unsigned source, unsigned long long site);
  // Waits for all live threads of the grid.
  void (*grid_barrier)(heddle_context *, unsigned thread);
  // Lets other threads of the block run.
  void (*yield)(heddle_context *, unsigned thread);
  // Waits until the bits `mask` of `*word` are no longer `value`. `in_block`: only this block's threads change them.
  void (*wait_for_change)(heddle_context *, unsigned thread, const unsigned long long *word, unsigned long long mask,
                          unsigned long long value, unsigned in_block);
  int (*print)(heddle_context *, const char *format, __builtin_va_list arguments);
  // End the launch. Neither returns.
  void (*assertion)(heddle_context *, const unsigned *thread, const char *expression, const char *file, unsigned line,
                    const char *function);
  void (*trap)(heddle_context *, const unsigned *thread, const char *message);
  // If there is no switch for the processor: what fiber_switch.h calls.
  void (*switch_fibers)(heddle_fiber *from, heddle_fiber *to);
  unsigned long long (*nanoseconds)();
};

enum heddle_argument_kind { HEDDLE_OTHER, HEDDLE_POINTER, HEDDLE_INTEGER, HEDDLE_FLOATING };

struct heddle_argument_layout {
  unsigned offset, bytes, alignment, kind;
};

enum {
  // The module switches fibers by itself: it needs a runtime that has nothing else to do then.
  HEDDLE_SWITCHES_INLINE = 1,
  // A run goes through one row of the block's threads, not through all rows.
  HEDDLE_RUNS_ROWS = 2,
  // A run goes through the whole block, always from its first thread, and none of them waits.
  HEDDLE_RUNS_BLOCKS = 4
};

// The definition of a HEDDLE_KERNEL line, under the symbol heddle_kernel_<index>.
struct heddle_kernel_entry {
  unsigned abi;
  unsigned argument_count;
  const char *name;
  // Runs the block's threads from context->next_thread on, or those of its row, or that one alone where the context asks
  // for it. Ends early after a thread that has waited. True when none has.
  bool (*run)(heddle_context *);
  const heddle_argument_layout *arguments;
  unsigned argument_bytes;
  unsigned flags;  // HEDDLE_SWITCHES_INLINE, HEDDLE_RUNS_ROWS
  // Makes the calling thread's instance of the module's thread-local variables, if there is none yet. Only in builds
  // with ThreadSanitizer; else null.
  void (*touch)();
};

// The definition of a HEDDLE_GLOBAL line, under the symbol heddle_global_<index>.
struct heddle_global_entry {
  unsigned abi;
  unsigned flags;  // reserved
  const char *name;
  void *address;
  unsigned long long bytes;
};
}
