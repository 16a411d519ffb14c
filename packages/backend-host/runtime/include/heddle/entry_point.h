// The lines that Heddle appends after the user's source, one for each kernel and each variable it was asked for:
//
//   HEDDLE_ENTRY(HEDDLE_BLOCK_FORM, 0, "ns::scale<float, 3>", ns::scale<float, 3>)
//   HEDDLE_ENTRY(HEDDLE_INT_INDEX_FORM | HEDDLE_ROW_FORM, 1, "add", add)
//   HEDDLE_ENTRY(HEDDLE_SCALAR_FORM, 2, "transpose", transpose)
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

// The record's value for a parameter; for a reference, the address of its object.
template <class Type> struct heddle_passed {
  typedef Type type;
  static inline __attribute__((always_inline)) const Type &read(const unsigned char *at) { return *(const Type *)at; }
};
template <class Type> struct heddle_passed<Type &> {
  typedef Type *type;
  static inline __attribute__((always_inline)) Type &read(const unsigned char *at) { return **(Type *const *)at; }
};

// C struct layout of the parameters.
template <class... Parameters> struct heddle_layout {
  heddle_argument_layout slots[sizeof...(Parameters) + 1];
  unsigned bytes;
  constexpr heddle_layout() : slots{}, bytes(0) {
    const unsigned sizes[] = {(unsigned)sizeof(typename heddle_passed<Parameters>::type)..., 0};
    const unsigned alignments[] = {(unsigned)alignof(typename heddle_passed<Parameters>::type)..., 1};
    const unsigned kinds[] = {heddle_kind<typename heddle_passed<Parameters>::type>::value..., 0};
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

// The rest of a row after its vectors stays a loop: unrolling it would cost a small kernel a tenth of its compile time.
// It does not use `ivdep`: GCC 12 would then also move a thread's loads before its own stores when it combines several
// stores.
#if defined(__clang__)
#define HEDDLE_THREAD_LOOP
#define HEDDLE_LOOPS_AS_WRITTEN
#else
#define HEDDLE_THREAD_LOOP _Pragma("GCC unroll 1")
#define HEDDLE_LOOPS_AS_WRITTEN __attribute__((optimize("no-tree-loop-vectorize")))
#endif

enum {
  HEDDLE_BLOCK_FORM,
  // For kernels that do not ask in which row of its block a thread is, whose blocks are one row: there is no loop over
  // rows around them, which takes a tenth of a small kernel's compile time. Other blocks are run row by row.
  HEDDLE_ROW_FORM = HEDDLE_RUNS_ROWS,
  // With either: for kernels that make a number of one of these types of a thread's index in its grid's row and compare
  // it, as in `if (i < n)`. The loop counts that index, so that GCC splits it where the comparison changes, and nothing
  // has to be compared in the vectorised part; masked stores, which it uses otherwise, are slow on processors without
  // AVX-512.
  HEDDLE_INT_INDEX_FORM = 0x200,
  HEDDLE_UNSIGNED_INDEX_FORM = 0x400,
  HEDDLE_LONG_INDEX_FORM = 0x600,
  HEDDLE_UNSIGNED_LONG_INDEX_FORM = 0x800,
  HEDDLE_INDEX_FORMS = 0xe00,
  // With any: for kernels that walk down a matrix's column, as in `sum += b[k * n + column]`. Such a loop is left as it
  // is: a vector of it is gathered number by number, and its sum is still made one by one, which takes longer.
  HEDDLE_COLUMN_FORM = 0x1000,
  // For kernels that wait for each other's threads or do not ask for a thread's index: there is no loop over threads to
  // vectorise, so nothing is assumed, and the kernel is compiled once instead of twice, in two thirds of the time.
  HEDDLE_SCALAR_FORM = 0x100,
  // Alone: for functions that execute a block by themselves (block_function.h).
  HEDDLE_WHOLE_BLOCK_FORM = HEDDLE_RUNS_BLOCKS
};

template <unsigned Form> struct heddle_index_of { typedef int type; };
template <> struct heddle_index_of<HEDDLE_UNSIGNED_INDEX_FORM> { typedef unsigned type; };
template <> struct heddle_index_of<HEDDLE_LONG_INDEX_FORM> { typedef long type; };
template <> struct heddle_index_of<HEDDLE_UNSIGNED_LONG_INDEX_FORM> { typedef unsigned long type; };

// By the kernel's type, since g++ takes a kernel that is noexcept for one that is not, too.
template <class Type, Type Kernel> struct heddle_code_of;

template <class... Parameters, void (*Kernel)(Parameters...)>
struct heddle_code_of<void (*)(Parameters...), Kernel> {
  static constexpr heddle_layout<Parameters...> layout{};
  // What HEDDLE_ENTRY names after the user's source, where a macro of the user's may be called `layout` or `run`.
  static constexpr unsigned heddle_count = sizeof...(Parameters), heddle_bytes = layout.bytes;
  static constexpr const heddle_argument_layout *heddle_slots = layout.slots;

  // A row's threads, from x on. True when all have ended without waiting. The arguments are local variables: no store
  // of the kernel can change those, so the compiler keeps them in registers.
  template <unsigned Form>
  static inline __attribute__((always_inline)) bool row(unsigned width, unsigned x, unsigned y, unsigned z,
                                                        Parameters... arguments) {
    if (width == 0 || ((Form & HEDDLE_INDEX_FORMS) && x > 1024)) __builtin_unreachable();
    if (Form & HEDDLE_INDEX_FORMS) {
      // Kernels' arithmetic wraps around (-fwrapv), and a loop is only split by what does not wrap. That the index does
      // not follows from ranges: of where it begins, of the number of threads, and of itself.
      const unsigned first = heddle_block_index.x * heddle_block_size.x, start = first + x, count = width - x;
      if (start > HEDDLE_INDEX_LIMIT || count > 1024) __builtin_unreachable();
      typename heddle_index_of<(Form & HEDDLE_INDEX_FORMS)>::type index = start;
      HEDDLE_THREAD_LOOP
      for (unsigned done = 0; done < count; done++, index++) {
        // Another bound than where it begins has: of one and the same GCC makes a test in the loop.
        if (index < 0 || index > 0x7fffffff - 1024) __builtin_unreachable();
        heddle_begin_thread((unsigned)index - first, y, z);
        Kernel(arguments...);
        if (heddle_has_blocked()) return false;
      }
    } else {
      HEDDLE_THREAD_LOOP
      for (; x < width; x++) {
        heddle_begin_thread(x, y, z);
        Kernel(arguments...);
        if (heddle_has_blocked()) return false;
      }
    }
    return true;
  }

  // Makes `blockIdx.x * blockDim.x + threadIdx.x` a contiguous index for the vectorizer, although unsigned arithmetic
  // could wrap. Launches in which it could wrap run their threads one by one.
  static inline __attribute__((always_inline)) void assume_contiguous(const heddle_context *here) {
    if (here->block[0] > 1024) __builtin_unreachable();
    if (here->block_index[0] * here->block[0] > HEDDLE_INDEX_LIMIT) __builtin_unreachable();
  }

  // A block's threads, row by row, from the context's on.
  template <unsigned Form>
  static inline __attribute__((always_inline)) bool rows(const heddle_context *here, Parameters... arguments) {
    const unsigned width = here->block[0], height = here->block[1], count = height * here->block[2];
    if (Form != HEDDLE_SCALAR_FORM) assume_contiguous(here);
    unsigned x = here->thread[0], y = here->thread[1], z = here->thread[2];
    // One loop over rows instead of two nested ones: every loop around a kernel costs compile time.
    unsigned at = y + z * height;
    do {
      if (!row<Form>(width, x, y, z, arguments...)) return false;
      x = 0;
      if (++y == height) {
        y = 0;
        z++;
      }
    } while (++at < count);
    return true;
  }

  // The context's thread alone, with nothing assumed.
  static inline __attribute__((always_inline)) bool one(heddle_context *here, Parameters... arguments) {
    heddle_begin_next_thread(here);
    Kernel(arguments...);
    return !heddle_has_blocked();
  }

  template <unsigned Form, int... Index>
  static inline __attribute__((always_inline)) bool heddle_threads(heddle_context *here, heddle_indexes<Index...>) {
    heddle_enter_block(here);
    heddle_guard_shared_memory(here);
    const unsigned char *record = here->arguments;
    (void)record;
    if (Form == HEDDLE_WHOLE_BLOCK_FORM) {
      Kernel(heddle_passed<Parameters>::read(record + layout.slots[Index].offset)...);
      return true;
    }
    // Marked as unlikely, so that the compiler makes that copy of the kernel small instead of fast, which takes less
    // time.
    if (HEDDLE_ONE_THREAD_AT_A_TIME ||
        (Form != HEDDLE_SCALAR_FORM && __builtin_expect_with_probability(here->one_by_one, 1, 0.0)))
      return one(here, heddle_passed<Parameters>::read(record + layout.slots[Index].offset)...);
    if (!(Form & HEDDLE_ROW_FORM))
      return rows<Form>(here, heddle_passed<Parameters>::read(record + layout.slots[Index].offset)...);
    assume_contiguous(here);
    return row<Form>(here->block[0], here->thread[0], here->thread[1], here->thread[2],
                     heddle_passed<Parameters>::read(record + layout.slots[Index].offset)...);
  }

};

template <class... Parameters, void (*Kernel)(Parameters...) noexcept>
struct heddle_code_of<void (*)(Parameters...) noexcept, Kernel> : heddle_code_of<void (*)(Parameters...), Kernel> {};

template <auto Kernel> using heddle_kernel_code = heddle_code_of<decltype(Kernel), Kernel>;

// flatten: the kernel and what it calls are inlined into the loop, without which nothing is vectorised.
template <class Code, unsigned Form, bool WalksColumns = (Form & HEDDLE_COLUMN_FORM) != 0> struct heddle_entry_of {
  static __attribute__((flatten)) bool heddle_run(heddle_context *here) {
    return Code::template heddle_threads<Form>(here, heddle_indexes_to<Code::heddle_count>{});
  }
};
template <class Code, unsigned Form> struct heddle_entry_of<Code, Form, true> {
  static __attribute__((flatten)) HEDDLE_LOOPS_AS_WRITTEN bool heddle_run(heddle_context *here) {
    return Code::template heddle_threads<Form & ~HEDDLE_COLUMN_FORM>(here, heddle_indexes_to<Code::heddle_count>{});
  }
};

#define HEDDLE_EXPORTED extern "C" __attribute__((__visibility__("default"), __used__))

// In the form that is right for all.
#define HEDDLE_KERNEL(index, name, ...) HEDDLE_ENTRY(HEDDLE_BLOCK_FORM, index, name, __VA_ARGS__)

#define HEDDLE_ENTRY(form, index, name, ...)                                                                          \
  HEDDLE_EXPORTED const heddle_kernel_entry heddle_kernel_##index = {                                                 \
      HEDDLE_MODULE_ABI,                                                                                              \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_count,                                                                \
      name,                                                                                                           \
      heddle_entry_of<heddle_kernel_code<(__VA_ARGS__)>, (form)>::heddle_run,                                         \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_slots,                                                                \
      heddle_kernel_code<(__VA_ARGS__)>::heddle_bytes,                                                                \
      (HEDDLE_INLINE_SWITCH ? HEDDLE_SWITCHES_INLINE : 0) | ((form) & (HEDDLE_RUNS_ROWS | HEDDLE_RUNS_BLOCKS)),       \
      heddle_touch};

#define HEDDLE_GLOBAL(index, name, ...)                                                                               \
  HEDDLE_EXPORTED const heddle_global_entry heddle_global_##index = {HEDDLE_MODULE_ABI, 0, name,                      \
                                                                     (void *)&(__VA_ARGS__), sizeof(__VA_ARGS__)};
