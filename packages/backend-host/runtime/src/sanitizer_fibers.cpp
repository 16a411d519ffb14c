#include "sanitizer_fibers.h"

#if HEDDLE_LIBRARY_SWITCH
#if !HEDDLE_INLINE_SWITCH
#include <ucontext.h>
#endif

#if HEDDLE_THREAD_SANITIZER
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fiber_start.h"

#if HEDDLE_ADDRESS_SANITIZER
extern "C" void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t bytes);
extern "C" void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *bytes);
#endif
#if HEDDLE_THREAD_SANITIZER
extern "C" void *__tsan_get_current_fiber();
extern "C" void *__tsan_create_fiber(unsigned flags);
extern "C" void __tsan_destroy_fiber(void *fiber);
extern "C" void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

// A fiber's data for the sanitizers.
struct library_fiber {
#if !HEDDLE_INLINE_SWITCH
  ucontext_t context;
#endif
  void *sanitizer;  // AddressSanitizer's fake stack, or ThreadSanitizer's thread
  void *between_threads;  // ThreadSanitizer's thread for what this fiber does itself
  const void *bottom;
  size_t bytes;
};

namespace heddle {
namespace {

[[maybe_unused]] thread_local heddle_fiber *coming_from;
// ThreadSanitizer: the switch itself orders nothing, or every race between threads of a block would go unseen.
[[maybe_unused]] constexpr unsigned without_order = 1;

library_fiber *state_of(heddle_fiber *fiber) {
  if (!fiber->library) fiber->library = (library_fiber *)calloc(1, sizeof(library_fiber));
  if (!fiber->library) abort();
  return fiber->library;
}

void make_fresh(heddle_fiber *fiber, library_fiber *state, void (*entry)()) {
  state->bottom = fiber->stack_bottom;
  state->bytes = (size_t)((char *)fiber->stack_top - (char *)fiber->stack_bottom);
#if HEDDLE_INLINE_SWITCH
  begin_at(fiber, entry);
#else
  fiber->fresh = 0;
  getcontext(&state->context);
  state->context.uc_stack.ss_sp = fiber->stack_bottom;
  state->context.uc_stack.ss_size = state->bytes;
  state->context.uc_link = nullptr;
  makecontext(&state->context, entry, 0);
#endif
#if HEDDLE_THREAD_SANITIZER
  state->sanitizer = __tsan_create_fiber(0);
#elif HEDDLE_ADDRESS_SANITIZER
  state->sanitizer = nullptr;
#endif
}

}  // namespace

__attribute__((noinline)) void switch_library_fibers(heddle_fiber *from, heddle_fiber *to, void (*entry)()) {
  library_fiber *leaving = state_of(from), *entering = state_of(to);
  if (to->fresh) make_fresh(to, entering, entry);
#if HEDDLE_THREAD_SANITIZER
  leaving->sanitizer = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(entering->sanitizer, without_order);
#elif HEDDLE_ADDRESS_SANITIZER
  coming_from = from;
  __sanitizer_start_switch_fiber(&leaving->sanitizer, entering->bottom, entering->bytes);
#endif
#if HEDDLE_INLINE_SWITCH
  heddle_switch(from, to);
#else
  swapcontext(&leaving->context, &entering->context);
#endif
  entered_fiber(from);
}

void entered_fiber(heddle_fiber *fiber) {
#if HEDDLE_ADDRESS_SANITIZER
  library_fiber *previous = state_of(coming_from);
  __sanitizer_finish_switch_fiber(state_of(fiber)->sanitizer, &previous->bottom, &previous->bytes);
#else
  (void)fiber;
#endif
}

#if HEDDLE_THREAD_SANITIZER
namespace {

// The first page of a range that has been used since it was mapped; its end if there is none. It does not use mincore,
// because the sanitizer would take the answer for a write of the kernel.
char *first_used(char *from, char *end, size_t page) {
#if defined(SYS_mincore)
  unsigned char used[64];
  while (from < end) {
    const size_t pages = (size_t)(end - from) / page, some = pages < sizeof used ? pages : sizeof used;
    if (syscall(SYS_mincore, from, some * page, used)) return from;
    for (size_t i = 0; i < some; i++)
      if (used[i] & 1) return from + i * page;
    from += some * page;
  }
#endif
  return from;
}

// The sanitizer remembers which threads used a stack's memory, and nothing orders them before the next thread. Newly
// mapped memory has no earlier users.
void renew_stack(heddle_fiber *fiber) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *bottom = (char *)fiber->stack_bottom + (fiber->guarded ? 0 : page);
  char *top = (char *)(((uintptr_t)__builtin_frame_address(0) - room_for_renewal) & ~(page - 1));
  char *from = bottom < top ? first_used(bottom, top, page) : top;
  if (from == top) return;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  if (mmap(from, (size_t)(top - from), PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) abort();
}

}  // namespace

// On the same stack: only the sanitizer sees another thread.
void begin_logical_thread(heddle_fiber *fiber) {
  state_of(fiber)->between_threads = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(__tsan_create_fiber(0), without_order);
  renew_stack(fiber);
}

void end_logical_thread(heddle_fiber *fiber) {
  void *ended = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(state_of(fiber)->between_threads, without_order);
  __tsan_destroy_fiber(ended);
}
#endif

}  // namespace heddle
#endif
