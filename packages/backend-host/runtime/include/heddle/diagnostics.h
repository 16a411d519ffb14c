// printf, assert and __trap inside kernels.
#pragma once
#include "execution.h"

static __attribute__((noinline, unused, format(printf, 1, 2))) int heddle_print(const char *__restrict format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int printed = heddle_block()->runtime->print(heddle_block(), format, arguments);
  __builtin_va_end(arguments);
  return printed;
}
// printf is the kernels', std::printf too; <cstdio> may come before or after.
#if defined(__clang__)
// Bound to a function of ours by its name in the assembly. clang has no way to pass variable arguments on.
extern "C" int printf(const char *__restrict format, ...) __asm__("heddle_printf") __attribute__((format(printf, 1, 2)));
extern "C" __attribute__((weak, visibility("hidden"))) int heddle_print_implementation(const char *__restrict format,
                                                                                      ...) __asm__("heddle_printf");
extern "C" int heddle_print_implementation(const char *__restrict format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int printed = heddle_block()->runtime->print(heddle_block(), format, arguments);
  __builtin_va_end(arguments);
  return printed;
}
#else
extern "C" {
HEDDLE_INLINED_ALWAYS int printf(const char *__restrict format, ...) {
  return heddle_print(format, __builtin_va_arg_pack());
}
}
#endif

[[noreturn]] static inline __attribute__((noinline, cold, unused)) void heddle_assertion_failed(
    const char *expression, const char *file, unsigned line, const char *function) {
  const unsigned thread[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
  heddle_block()->runtime->assertion(heddle_block(), thread, expression, file, line, function);
  __builtin_unreachable();
}
// assert() in kernels that do not include <assert.h> at all; include/assert.h defines it in the same way.
#ifndef NDEBUG
#define assert(expression)                                                                                            \
  (static_cast<bool>(expression) ? (void)0 : heddle_assertion_failed(#expression, __FILE__, __LINE__, __func__))
#else
#define assert(expression) ((void)0)
#endif

[[noreturn]] static inline __attribute__((noinline, cold, unused)) void __trap() {
  const unsigned thread[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
  heddle_block()->runtime->trap(heddle_block(), thread, "__trap() was called");
  __builtin_unreachable();
}
static inline __attribute__((always_inline)) void __brkpt() {}
