// How the two calling conventions pass scalars, and what follows from it:
//
// x86-64 System V: the first six integers and pointers go into rdi, rsi, rdx, rcx, r8, r9, the first eight floating
// point numbers into xmm0 to xmm7, the two counted apart; all others onto the stack, 8 bytes each, in their order.
// Results come in rax or xmm0.
// AArch64 (AAPCS64): the same with x0 to x7, v0 to v7, x0 and v0. Apple's variant packs stack arguments by size, so
// it is not served beyond registers.
//
// So the values are sorted into three arrays, and a few lines of assembly load all registers and call. A register
// that the function does not expect does no harm.
#include "function_call.h"

#include <cstring>

#include "clock.h"
#include "report_error.h"
#include "stream.h"

namespace heddle {
namespace {

#if defined(__x86_64__)
constexpr unsigned integer_registers = 6;
#define HEDDLE_PLAIN_CALLS 1
#elif defined(__aarch64__) && !defined(__APPLE__)
constexpr unsigned integer_registers = 8;
#define HEDDLE_PLAIN_CALLS 1
#else
constexpr unsigned integer_registers = 0;
#define HEDDLE_PLAIN_CALLS 0
#endif
constexpr unsigned floating_registers = 8;

struct sorted_values {
  uint64_t integers[8];
  uint64_t floats[8];
  uint64_t stack[HEDDLE_CALL_ARGUMENTS];
  uint64_t stack_count;
};

struct returned_values {
  uint64_t integer;
  uint64_t floating;
};

sorted_values sort(const heddle_value *values, uint32_t count) {
  sorted_values sorted = {};
  unsigned integers = 0, floats = 0;
  for (uint32_t i = 0; i < count; i++) {
    const bool floating = values[i].type == HEDDLE_VALUE_FLOAT || values[i].type == HEDDLE_VALUE_DOUBLE;
    if (floating && floats < floating_registers) sorted.floats[floats++] = values[i].bits;
    else if (!floating && integers < integer_registers) sorted.integers[integers++] = values[i].bits;
    else sorted.stack[sorted.stack_count++] = values[i].bits;
  }
  return sorted;
}

#if HEDDLE_PLAIN_CALLS
__attribute__((noinline)) returned_values call_sorted(void *function, const sorted_values *sorted) {
  returned_values returned;
#if defined(__x86_64__)
  // rbx keeps the values and r12 the stack pointer: the callee preserves both.
  asm volatile(
      "movq %[sorted], %%rbx\n\t"
      "movq %[function], %%r13\n\t"
      "movq %%rsp, %%r12\n\t"
      "subq $128, %%rsp\n\t"  // whatever the compiler keeps below the stack pointer
      "movq 640(%%rbx), %%rcx\n\t"
      "leaq 1(%%rcx), %%rax\n\t"
      "andq $-2, %%rax\n\t"
      "shlq $3, %%rax\n\t"
      "subq %%rax, %%rsp\n\t"
      "andq $-16, %%rsp\n\t"
      "leaq 128(%%rbx), %%rsi\n\t"
      "movq %%rsp, %%rdi\n\t"
      "cld\n\t"
      "rep movsq\n\t"
      "movsd 64(%%rbx), %%xmm0\n\t"
      "movsd 72(%%rbx), %%xmm1\n\t"
      "movsd 80(%%rbx), %%xmm2\n\t"
      "movsd 88(%%rbx), %%xmm3\n\t"
      "movsd 96(%%rbx), %%xmm4\n\t"
      "movsd 104(%%rbx), %%xmm5\n\t"
      "movsd 112(%%rbx), %%xmm6\n\t"
      "movsd 120(%%rbx), %%xmm7\n\t"
      "movq 0(%%rbx), %%rdi\n\t"
      "movq 8(%%rbx), %%rsi\n\t"
      "movq 16(%%rbx), %%rdx\n\t"
      "movq 24(%%rbx), %%rcx\n\t"
      "movq 32(%%rbx), %%r8\n\t"
      "movq 40(%%rbx), %%r9\n\t"
      "movl $8, %%eax\n\t"  // variadic functions: vector registers in use
      "call *%%r13\n\t"
      "movq %%r12, %%rsp\n\t"
      "movq %%xmm0, %%rdx\n\t"
      : "=&a"(returned.integer), "=&d"(returned.floating)
      : [function] "r"(function), [sorted] "r"(sorted)
      : "rbx", "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "memory", "cc", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
        "st");
#else
  register uint64_t integer asm("x0");
  register uint64_t floating asm("x1");
  register void *callee asm("x9") = function;
  register const sorted_values *values asm("x19") = sorted;
  asm volatile(
      "mov x20, sp\n\t"
      "ldr x10, [x19, #640]\n\t"
      "add x11, x10, #1\n\t"
      "and x11, x11, #-2\n\t"
      "sub sp, sp, x11, lsl #3\n\t"
      "add x12, x19, #128\n\t"
      "mov x13, sp\n\t"
      "1: cbz x10, 2f\n\t"
      "ldr x14, [x12], #8\n\t"
      "str x14, [x13], #8\n\t"
      "sub x10, x10, #1\n\t"
      "b 1b\n\t"
      "2:\n\t"
      "ldp d0, d1, [x19, #64]\n\t"
      "ldp d2, d3, [x19, #80]\n\t"
      "ldp d4, d5, [x19, #96]\n\t"
      "ldp d6, d7, [x19, #112]\n\t"
      "ldp x0, x1, [x19]\n\t"
      "ldp x2, x3, [x19, #16]\n\t"
      "ldp x4, x5, [x19, #32]\n\t"
      "ldp x6, x7, [x19, #48]\n\t"
      "blr x9\n\t"
      "mov sp, x20\n\t"
      "fmov x1, d0\n\t"
      : "=r"(integer), "=r"(floating), "+r"(callee), "+r"(values)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x20", "x30",
        "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
        "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",
        "v31");
  returned.integer = integer;
  returned.floating = floating;
#endif
  return returned;
}
static_assert(sizeof(sorted_values) == 648, "the assembly above knows the offsets");
#else
returned_values call_sorted(void *, const sorted_values *) { return {}; }
#endif

// The bits of the result, without what else was in the register.
uint64_t narrowed(returned_values returned, uint32_t type) {
  switch (type) {
    case HEDDLE_VALUE_FLOAT: return returned.floating & 0xffffffffu;
    case HEDDLE_VALUE_DOUBLE: return returned.floating;
    case HEDDLE_VALUE_INT32: return (uint64_t)(int64_t)(int32_t)returned.integer;
    case HEDDLE_VALUE_NONE: return 0;
    default: return returned.integer;
  }
}

}  // namespace

void run_call(call_command *what) {
  const heddle_call_record &call = what->call;
  const sorted_values sorted = sort(what->arguments(), call.argument_count);
  const uint64_t begun = now_nanoseconds();
  const returned_values returned = call_sorted((void *)(uintptr_t)call.function, &sorted);
  const uint64_t took = now_nanoseconds() - begun;
  const uint64_t result = narrowed(returned, call.result_type);
  if (call.result) memcpy((void *)(uintptr_t)call.result, &result, sizeof result);
  const double nanoseconds = (double)took;
  if (call.nanoseconds) memcpy((void *)(uintptr_t)call.nanoseconds, &nanoseconds, sizeof nanoseconds);
}

unsigned most_call_arguments() { return HEDDLE_PLAIN_CALLS ? HEDDLE_CALL_ARGUMENTS : 0; }

}  // namespace heddle

using namespace heddle;

extern "C" HEDDLE_HOST_API heddle_status heddle_host_call(const heddle_call_record *record) {
  if (!HEDDLE_PLAIN_CALLS) return report(HEDDLE_UNSUPPORTED, "plain calls need x86-64 or AArch64");
  if (!record || !record->stream || !record->function) return report(HEDDLE_ARGUMENT, "a null argument");
  if (record->argument_count > HEDDLE_CALL_ARGUMENTS || (record->argument_count > 0 && !record->arguments))
    return report(HEDDLE_ARGUMENT, "%u arguments; at most %u are possible", record->argument_count,
                  HEDDLE_CALL_ARGUMENTS);
  if (record->result_type > HEDDLE_VALUE_DOUBLE) return report(HEDDLE_ARGUMENT, "an unknown type of result");
  heddle_stream *stream = (heddle_stream *)(uintptr_t)record->stream;
  if (const heddle_status lost = check_device(stream->device)) return lost;
  const uint64_t bytes = record->argument_count * sizeof(heddle_value);
  const heddle_status status = enqueue<call_command>(stream, command_kind::call, bytes, [&](call_command &place) {
    place.call = *record;
    if (bytes > 0) memcpy(place.arguments(), (const void *)(uintptr_t)record->arguments, bytes);
  });
  return status ? report(status, "no memory for a command") : HEDDLE_OK;
}
