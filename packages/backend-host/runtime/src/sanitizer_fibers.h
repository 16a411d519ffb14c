// The switch if the inlined one cannot be used: on processors without one, and in builds with a sanitizer, which must
// know every change of stack and everything that orders memory accesses.
#pragma once
#include <cstddef>

#include "../include/heddle/fiber_switch.h"

// Set by the build of the runner. The runtime itself is then compiled without a sanitizer and only linked with it:
// what it does with its own state, in the name of one thread of a block after the other, is nobody's race.
#ifndef HEDDLE_ADDRESS_SANITIZER
#define HEDDLE_ADDRESS_SANITIZER 0
#endif
#ifndef HEDDLE_THREAD_SANITIZER
#define HEDDLE_THREAD_SANITIZER 0
#endif
#define HEDDLE_SANITIZER_FIBERS (HEDDLE_ADDRESS_SANITIZER || HEDDLE_THREAD_SANITIZER)
#define HEDDLE_LIBRARY_SWITCH (!HEDDLE_INLINE_SWITCH || HEDDLE_SANITIZER_FIBERS)

#if HEDDLE_THREAD_SANITIZER
extern "C" void __tsan_acquire(void *object);
extern "C" void __tsan_release(void *object);
#endif

namespace heddle {

#if HEDDLE_LIBRARY_SWITCH
void switch_library_fibers(heddle_fiber *from, heddle_fiber *to, void (*entry)());
// To be called first on a new fiber.
void entered_fiber(heddle_fiber *fiber);
#else
inline void entered_fiber(heddle_fiber *) {}
#endif

// Under ThreadSanitizer every thread of a block is a thread of its own in the sanitizer's eyes, though it runs on a
// fiber, and nothing orders them but what CUDA says does. So races are found however the fibers happen to be run.
#if HEDDLE_THREAD_SANITIZER
// Room on a stack between the code that starts a thread and the thread: the calls until then need some, and only whole
// pages below can be renewed for the thread.
constexpr size_t room_for_renewal = 32 << 10, room_above_threads = 128 << 10;
void begin_logical_thread(heddle_fiber *fiber);
void end_logical_thread(heddle_fiber *fiber);
// Everything before happens_before(object) is ordered before everything after a later happens_after(object).
inline void happens_before(void *object) { __tsan_release(object); }
inline void happens_after(void *object) { __tsan_acquire(object); }
#else
constexpr size_t room_above_threads = 0;
inline void begin_logical_thread(heddle_fiber *) {}
inline void end_logical_thread(heddle_fiber *) {}
inline void happens_before(void *) {}
inline void happens_after(void *) {}
#endif

}  // namespace heddle
