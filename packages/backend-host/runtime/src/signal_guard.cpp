// The handler runs on a stack of its own, for the fiber's may be what has overflowed. It cannot end the block itself:
// the signal would stay blocked. So it makes the interrupted thread go on in abandon(), on the fiber's stack from its
// top, where the block is ended in the ordinary way. Signals of any other origin go where they went before.
#include "signal_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <cstdio>

#include "overflowing_division.h"
#include "sanitizer_fibers.h"
#include "worker.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !HEDDLE_SANITIZER_FIBERS
#define HEDDLE_SIGNAL_GUARD 1
#else
#define HEDDLE_SIGNAL_GUARD 0
#endif

namespace heddle {
#if HEDDLE_SIGNAL_GUARD
namespace {

struct guarded_signal {
  int number;
  struct sigaction previous;
};
guarded_signal guarded[] = {{SIGSEGV, {}}, {SIGBUS, {}}, {SIGFPE, {}}};

thread_local heddle_worker *guarded_worker;
thread_local struct {
  int number;
  const void *address;
} raised;

void abandon() {
  heddle_worker *worker = guarded_worker;
  const heddle_fiber *fiber = worker->context.current;
  char message[160];
  uint32_t kind = HEDDLE_FAULT_ILLEGAL_ADDRESS;
  const char *address = (const char *)raised.address;
  if (raised.number == SIGFPE) {
    kind = HEDDLE_FAULT_ARITHMETIC;
    snprintf(message, sizeof message, "an integer was divided by zero");
  } else if (address >= (const char *)fiber->stack_bottom - 65536 && address < (const char *)fiber->stack_bottom) {
    snprintf(message, sizeof message,
             "stack overflow: a thread needs more than %zu bytes of local memory (HEDDLE_HOST_STACK_BYTES)",
             (size_t)((const char *)fiber->stack_top - (const char *)fiber->stack_bottom));
  } else {
    snprintf(message, sizeof message, "illegal address %p", raised.address);
  }
  abort_block(worker, kind, nullptr, message);
}

void on_signal(int number, siginfo_t *info, void *opaque) {
  heddle_worker *worker = guarded_worker;
  // Sent by somebody, or not while a kernel ran: not ours.
  if (worker && worker->in_kernel && info->si_code > 0 && worker->context.current != &worker->main) {
    if (number == SIGFPE && pass_overflowing_division((ucontext_t *)opaque)) return;
    raised.number = number;
    raised.address = info->si_addr;
    ucontext_t *interrupted = (ucontext_t *)opaque;
    const uintptr_t top = ((uintptr_t)worker->context.current->stack_top - 256) & ~(uintptr_t)63;
#if defined(__x86_64__)
    interrupted->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)abandon;
    interrupted->uc_mcontext.gregs[REG_RSP] = (greg_t)(top - 8);  // as if just called
    interrupted->uc_mcontext.gregs[REG_EFL] &= ~0x400;            // the direction flag, which functions expect clear
#else
    interrupted->uc_mcontext.pc = (uintptr_t)abandon;
    interrupted->uc_mcontext.sp = top;
#endif
    return;
  }
  for (const guarded_signal &one : guarded) {
    if (one.number != number) continue;
    if (one.previous.sa_flags & SA_SIGINFO) {
      one.previous.sa_sigaction(number, info, opaque);
    } else if (one.previous.sa_handler == SIG_DFL || one.previous.sa_handler == SIG_IGN) {
      // Happens again on return, with the default effect.
      signal(number, SIG_DFL);
      if (info->si_code <= 0) raise(number);
    } else {
      one.previous.sa_handler(number);
    }
    return;
  }
}

void install() {
  for (guarded_signal &one : guarded) {
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(one.number, &action, &one.previous);
  }
}

}  // namespace

void guard_this_thread(heddle_worker *worker) {
  static const bool once = (install(), true);
  (void)once;
  const size_t bytes = 64 << 10;
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;  // without it the process ends at such a fault, as it would anyway
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = bytes;
  if (sigaltstack(&stack, nullptr) == 0) guarded_worker = worker;
}
#else
void guard_this_thread(heddle_worker *) {}
#endif

}  // namespace heddle
