// Macros for functions that execute a whole block of a kernel with barriers, region by region between them
// (src/compile/regions of the package writes them after the kernels). Such a function is called once for each block.
//
// A region is a lambda with copies of everything around it, which are constants in it: what all threads of a block have
// together cannot be changed by one of them, and a `return`, `break` or `continue` stays within its thread.
#pragma once
#include "entry_point.h"

// Names of members are not words that a macro of the user's might have.
struct heddle_region_shape {
  unsigned heddle_width, heddle_height, heddle_rows;
  inline __attribute__((always_inline)) unsigned heddle_threads() const { return heddle_width * heddle_rows; }
};

HEDDLE_STATE heddle_region_shape heddle_get_region_shape() {
  const unsigned width = heddle_block_size.x, height = heddle_block_size.y, rows = height * heddle_block_size.z;
  if (width == 0 || rows == 0 || width * rows > 1024) __builtin_unreachable();
  return {width, height, rows};
}

// The row of a block in which a region is.
struct heddle_region_place {
  unsigned heddle_row, heddle_y, heddle_z;
  inline __attribute__((always_inline)) void heddle_advance(const heddle_region_shape &shape) {
    heddle_row++;
    if (++heddle_y < shape.heddle_height) return;
    heddle_y = 0;
    heddle_z++;
  }
};

template <class Type> inline __attribute__((always_inline)) const Type &heddle_unchanged(const Type &object) {
  return object;
}

#define HEDDLE_BLOCK_FUNCTION(name) inline __attribute__((always_inline)) void name

#define HEDDLE_BLOCK_BEGIN const heddle_region_shape heddle_region_block = heddle_get_region_shape();

// One object of a type for each thread, for what lives from one region to another.
#define HEDDLE_STORAGE(Type, name)                                                                                    \
  static_assert(__is_trivially_copyable(Type), "threads' variables are copied as bytes");                             \
  Type *const name =                                                                                                  \
      (Type *)__builtin_alloca_with_align(sizeof(Type) * heddle_region_block.heddle_threads(), 512);
// They lie on the stack of the loop over the threads, most of which is the kernel's own.
#define HEDDLE_STORAGE_LIMIT(bytes)                                                                                   \
  static_assert(1024 * (bytes) <= 384 << 10, "threads' variables have too little room on the stack");
#define HEDDLE_STORE(place, value) __builtin_memcpy(&place, &value, sizeof place);
// For objects, which are made where they stay.
struct heddle_region_in_place {};
#define HEDDLE_IN_PLACE inline __attribute__((always_inline, returns_nonnull)) void *
HEDDLE_IN_PLACE operator new(size_t, heddle_region_in_place, void *place) { return place; }
HEDDLE_IN_PLACE operator new[](size_t, heddle_region_in_place, void *place) { return place; }

#define HEDDLE_IS_SCALAR(name)                                                                                        \
  static_assert(!__is_class(__typeof__(name)) && !__is_union(__typeof__(name)), "an object is each thread's own");
#define HEDDLE_HAS_NO_END(name)                                                                                       \
  static_assert(__has_trivial_destructor(__typeof__(name)), "an object ends with its scope, not with a region");

#define HEDDLE_REGION(...)                                                                                            \
  {                                                                                                                   \
    const auto heddle_region_body = [=__VA_ARGS__](const size_t heddle_region_rank) __attribute__((always_inline)) {  \
      (void)heddle_region_rank;
#define HEDDLE_REGION_END                                                                                             \
  ;                                                                                                                   \
  }                                                                                                                   \
  ;                                                                                                                   \
  HEDDLE_EACH_THREAD(heddle_region_body(heddle_region_rank))                                                          \
  }

#define HEDDLE_EACH_THREAD(what)                                                                                      \
  for (heddle_region_place heddle_region_at = {0, 0, 0};                                                              \
       heddle_region_at.heddle_row < heddle_region_block.heddle_rows;                                                 \
       heddle_region_at.heddle_advance(heddle_region_block)) {                                                        \
    HEDDLE_THREAD_LOOP                                                                                                \
    for (unsigned heddle_region_x = 0; heddle_region_x < heddle_region_block.heddle_width; heddle_region_x++) {       \
      heddle_begin_thread(heddle_region_x, heddle_region_at.heddle_y, heddle_region_at.heddle_z);                     \
      const size_t heddle_region_rank =                                                                               \
          (size_t)heddle_region_at.heddle_row * heddle_region_block.heddle_width + heddle_region_x;                   \
      what;                                                                                                           \
    }                                                                                                                 \
  }

// Where threads may return before others have come to their last barrier: which have, and how many have not.
#define HEDDLE_BLOCK_ENDINGS                                                                                          \
  HEDDLE_STORAGE(bool, heddle_region_ended)                                                                           \
  const unsigned heddle_region_threads = heddle_region_block.heddle_threads();                                        \
  unsigned heddle_region_left = heddle_region_threads;                                                                \
  __builtin_memset(heddle_region_ended, 0, heddle_region_threads);
#define HEDDLE_RETURN return (void)(heddle_region_ended[heddle_region_rank] = true)

// As long as no thread has returned the loop has nothing to ask them, so that it can be vectorized.
#define HEDDLE_REGION_OF_THOSE_LEFT_END                                                                               \
  ;                                                                                                                   \
  }                                                                                                                   \
  ;                                                                                                                   \
  if (heddle_region_left == heddle_region_threads) {                                                                  \
    HEDDLE_EACH_THREAD(heddle_region_body(heddle_region_rank))                                                        \
  } else {                                                                                                            \
    HEDDLE_EACH_THREAD(if (!heddle_region_ended[heddle_region_rank]) heddle_region_body(heddle_region_rank))          \
  }                                                                                                                   \
  }

// After a region that threads have returned from. Code that no thread reaches is not executed for the block either.
#define HEDDLE_COUNT_THOSE_LEFT                                                                                       \
  heddle_region_left = heddle_region_threads;                                                                         \
  for (unsigned heddle_region_x = 0; heddle_region_x < heddle_region_threads; heddle_region_x++)                      \
    heddle_region_left -= heddle_region_ended[heddle_region_x];                                                       \
  if (heddle_region_left == 0) return;
