// The lines that Heddle appends behind the user's source, one for each kernel and each variable it was asked for:
//
//   HEDDLE_KERNEL(0, "ns::scale<float, 3>", ns::scale<float, 3>)
//   HEDDLE_SCALAR_KERNEL(1, "rows", rows)
//   HEDDLE_GLOBAL(0, "coefficients", coefficients)
//
// A kernel's parameters are deduced from the name expression alone, so a template needs nothing else to be
// instantiated, and a wrong name is an ordinary compile error.
#pragma once
#include "execution.h"
#include "shared_memory.h"

template <int... Index> struct heddle_indexes {};
#if defined(__clang__)
template <class Integer, Integer... Index> struct heddle_index_sequence { typedef heddle_indexes<(int)Index...> type; };
template <int Count> using heddle_indexes_to = typename __make_integer_seq<heddle_index_sequence, int, Count>::type;
#else
template <int Count> using heddle_indexes_to = heddle_indexes<__integer_pack(Count)...>;
#endif

template <class Type> struct heddle_kind { static constexpr unsigned value = __is_enum(Type) ? 2 : 0; };
template <class Type> struct heddle_kind<Type *> { static constexpr unsigned value = HEDDLE_POINTER; };
#define HEDDLE_KIND(Type, kind)                                                                                       \
  template <> struct heddle_kind<Type> { static constexpr unsigned value = kind; };
HEDDLE_KIND(bool, HEDDLE_INTEGER) HEDDLE_KIND(char, HEDDLE_INTEGER) HEDDLE_KIND(signed char, HEDDLE_INTEGER)
HEDDLE_KIND(unsigned char, HEDDLE_INTEGER) HEDDLE_KIND(short, HEDDLE_INTEGER) HEDDLE_KIND(unsigned short, HEDDLE_INTEGER)
HEDDLE_KIND(int, HEDDLE_INTEGER) HEDDLE_KIND(unsigned, HEDDLE_INTEGER) HEDDLE_KIND(long, HEDDLE_INTEGER)
HEDDLE_KIND(unsigned long, HEDDLE_INTEGER) HEDDLE_KIND(long long, HEDDLE_INTEGER)
HEDDLE_KIND(unsigned long long, HEDDLE_INTEGER) HEDDLE_KIND(wchar_t, HEDDLE_INTEGER)
HEDDLE_KIND(char16_t, HEDDLE_INTEGER) HEDDLE_KIND(char32_t, HEDDLE_INTEGER)
HEDDLE_KIND(float, HEDDLE_FLOATING) HEDDLE_KIND(double, HEDDLE_FLOATING)
#undef HEDDLE_KIND

// C struct layout of the parameters.
template <class... Parameters> struct heddle_layout {
  heddle_argument_layout slots[sizeof...(Parameters) + 1];
  unsigned bytes;
  constexpr heddle_layout() : slots{}, bytes(0) {
    const unsigned sizes[] = {(unsigned)sizeof(Parameters)..., 0};
    const unsigned alignments[] = {(unsigned)alignof(Parameters)..., 1};
    const unsigned kinds[] = {heddle_kind<Parameters>::value..., 0};
    for (unsigned i = 0; i < sizeof...(Parameters); i++) {
      const unsigned offset = (bytes + alignments[i] - 1) & ~(alignments[i] - 1);
      slots[i].offset = offset;
      slots[i].bytes = sizes[i];
      slots[i].alignment = alignments[i];
      slots[i].kind = kinds[i];
      bytes = offset + sizes[i];
    }
  }
};

template <auto Kernel> struct heddle_kernel_code;

template <class... Parameters, void (*Kernel)(Parameters...)> struct heddle_kernel_code<Kernel> {
  static constexpr heddle_layout<Parameters...> layout{};
  // What HEDDLE_KERNEL names behind the user's source, where a macro of the user's may be called `layout` or `run`.
  static constexpr unsigned heddle_count = sizeof...(Parameters), heddle_bytes = layout.bytes;
  static constexpr const heddle_argument_layout *heddle_slots = layout.slots;

  // The threads of a block, from start on. True when all have ended without waiting. The arguments are local
  // variables: no store of the kernel can change those, so the compiler keeps them in registers.
  template <bool Below>
  static inline __attribute__((always_inline)) bool all(unsigned start, Parameters... arguments) {
    const unsigned width = blockDim.x, height = blockDim.y, depth = blockDim.z;
    // What makes `blockIdx.x * blockDim.x + threadIdx.x` a contiguous index for the vectoriser, although it is
    // unsigned arithmetic that could wrap: it does not. Launches for which it could are not run by this function.
    if (Below && width > 1024) __builtin_unreachable();
    if (Below && blockIdx.x * blockDim.x > 0x7fffffffu - 1024) __builtin_unreachable();
    unsigned x = 0, y = 0, z = 0;
    if (__builtin_expect(start != 0, 0)) {
      x = start % width;
      y = start / width % height;
      z = start / width / height;
    }
    // One loop over rows instead of two nested ones: every loop around a kernel costs compile time.
    const unsigned rows = height * depth;
    for (unsigned row = y + z * height; row < rows; row++) {
      for (; x < width; x++) {
        heddle_begin_thread(x, y, z);
        Kernel(arguments...);
        if (heddle_has_blocked()) return false;
        if (HEDDLE_ONE_THREAD_AT_A_TIME) return heddle_end_threads(start + 1), false;
      }
      x = 0;
      if (++y == height) {
        y = 0;
        z++;
      }
    }
    return true;
  }

  // The same, thread by thread and with nothing assumed, for launches with more than 2^31 threads along x. Cold: made
  // small instead of fast, which also takes the compiler less time.
  static inline __attribute__((always_inline)) void each(heddle_context *here, Parameters... arguments) {
    const unsigned width = blockDim.x, height = blockDim.y;
    for (unsigned thread = here->next_thread; thread < here->threads; thread++) {
      heddle_begin_thread(thread % width, thread / width % height, thread / width / height);
      Kernel(arguments...);
      if (heddle_has_blocked()) return;
      if (HEDDLE_ONE_THREAD_AT_A_TIME) return heddle_end_threads(thread + 1);
    }
    heddle_end_threads(here->threads);
  }

  // One block. flatten: the kernel and what it calls are inlined into the loop, without which nothing is vectorised.
  // noinline: a loop over blocks around it would cost a third more compile time.
  template <bool Below, int... Index>
  static __attribute__((noinline, flatten)) bool block(heddle_context *here, heddle_indexes<Index...>) {
    const unsigned char *record = here->arguments;
    (void)record;
    return all<Below>(here->next_thread, *(const Parameters *)(record + layout.slots[Index].offset)...);
  }
  template <int... Index>
  static __attribute__((noinline, flatten, cold)) void wide_block(heddle_context *here, heddle_indexes<Index...>) {
    const unsigned char *record = here->arguments;
    (void)record;
    each(here, *(const Parameters *)(record + layout.slots[Index].offset)...);
  }

  template <bool Below> static inline __attribute__((always_inline)) void launch(heddle_context *here) {
    const heddle_indexes_to<sizeof...(Parameters)> indexes{};
    heddle_enter_block(here);
    heddle_guard_shared_memory(here);
    if constexpr (Below)
      if (__builtin_expect(here->wide, 0)) return wide_block(here, indexes);
    // Only who has seen the whole block through knows that none of its threads is still waiting somewhere.
    const bool from_first = here->next_thread == 0;
    do {
      if (!block<Below>(here, indexes)) return;
    } while (from_first && heddle_enter_next_block());
    heddle_end_threads(here->threads);
  }

  static void heddle_run(heddle_context *here) { launch<true>(here); }
  // For kernels that wait for each other's threads or do not ask for a thread's index: there is no loop over threads to
  // vectorise, so nothing is assumed, and the kernel is compiled once instead of twice, in two thirds of the time.
  static void heddle_run_scalar(heddle_context *here) { launch<false>(here); }
};

template <class... Parameters, void (*Kernel)(Parameters...) noexcept>
struct heddle_kernel_code<Kernel> : heddle_kernel_code<(void (*)(Parameters...))Kernel> {};

#define HEDDLE_EXPORTED extern "C" __attribute__((__visibility__("default"), __used__))

#define HEDDLE_KERNEL(index, name, ...) HEDDLE_ENTRY(heddle_run, index, name, __VA_ARGS__)
#define HEDDLE_SCALAR_KERNEL(index, name, ...) HEDDLE_ENTRY(heddle_run_scalar, index, name, __VA_ARGS__)

#define HEDDLE_ENTRY(run, index, name, ...)                                                                           \
  HEDDLE_EXPORTED const heddle_kernel_entry heddle_kernel_##index = {                                                 \
      HEDDLE_MODULE_ABI,                                                                                              \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_count,                                                                \
      name,                                                                                                           \
      heddle_kernel_code<(__VA_ARGS__)>::run,                                                                         \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_slots,                                                                \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_bytes,                                                                \
      HEDDLE_INLINE_SWITCH ? HEDDLE_SWITCHES_INLINE : 0,                                                              \
      heddle_touch};

#define HEDDLE_GLOBAL(index, name, ...)                                                                               \
  HEDDLE_EXPORTED const heddle_global_entry heddle_global_##index = {HEDDLE_MODULE_ABI, 0, name,                      \
                                                                     (void *)&(__VA_ARGS__), sizeof(__VA_ARGS__)};
