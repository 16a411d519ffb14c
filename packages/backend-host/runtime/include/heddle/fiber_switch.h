// The switch from one fiber to another: the current one continues after the statement when somebody switches back.
//
// It is inlined and tells the compiler that every register is lost, so that only what is live at that place is saved,
// by the compiler itself: usually a handful of words where a called switch must save all callee-saved registers.
// Stack pointer, frame pointer and the place to resume go into the fiber instead of onto the stack: a push would
// overwrite the red zone of a leaf function. The control words of the floating-point units are not switched.
#pragma once
#include "module_abi.h"
#include "sanitized_block.h"

#if defined(__x86_64__) && !HEDDLE_PORTABLE_SWITCH
#define HEDDLE_INLINE_SWITCH 1
#if defined(__AVX512F__)
#define HEDDLE_VECTOR_CLOBBERS                                                                                        \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",       \
      "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define HEDDLE_VECTOR_CLOBBERS
#endif
static inline __attribute__((always_inline)) void heddle_switch(heddle_fiber *from, heddle_fiber *to) {
  asm volatile(
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rsp, 0(%0)\n\t"
      "movq %%rbp, 8(%0)\n\t"
      "movq %%rax, 16(%0)\n\t"
      "movq 0(%1), %%rsp\n\t"
      "movq 8(%1), %%rbp\n\t"
      "jmp *16(%1)\n\t"
      ".p2align 4\n"
      "1:\n\t"
#if defined(__CET__)
      "endbr64\n\t"
#endif
      : "+D"(from), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc", "xmm0",
        "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
        "xmm14", "xmm15" HEDDLE_VECTOR_CLOBBERS);
}
#elif defined(__aarch64__) && !HEDDLE_PORTABLE_SWITCH
#define HEDDLE_INLINE_SWITCH 1
#if defined(__ARM_FEATURE_SVE)
#define HEDDLE_VECTOR_CLOBBERS                                                                                        \
  , "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", "p15"
#else
#define HEDDLE_VECTOR_CLOBBERS
#endif
// Apple's systems and Android keep x18 for themselves; elsewhere it is one like the others.
#if defined(__APPLE__) || defined(__ANDROID__)
#define HEDDLE_PLATFORM_REGISTER
#else
#define HEDDLE_PLATFORM_REGISTER , "x18"
#endif
static inline __attribute__((always_inline)) void heddle_switch(heddle_fiber *from, heddle_fiber *to) {
  register heddle_fiber *leaving asm("x0") = from;
  register heddle_fiber *entering asm("x1") = to;
  asm volatile(
      "mov x9, sp\n\t"
      "adr x10, 1f\n\t"
      "stp x9, x29, [x0]\n\t"
      "str x10, [x0, #16]\n\t"
      "ldp x9, x29, [x1]\n\t"
      "ldr x10, [x1, #16]\n\t"
      "mov sp, x9\n\t"
      "br x10\n"
      "1:\n\t"
      "hint #36\n\t"  // bti j, where branch targets are protected; else nothing
      : "+r"(leaving), "+r"(entering)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x19",
        "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "memory", "cc", "v0", "v1", "v2", "v3",
        "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
        "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",
        "v31" HEDDLE_PLATFORM_REGISTER HEDDLE_VECTOR_CLOBBERS);
}
#else
#define HEDDLE_INLINE_SWITCH 0
#endif
