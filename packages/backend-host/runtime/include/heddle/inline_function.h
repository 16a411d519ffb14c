// The common part of the dialect's headers: how a device function is declared, and a bit cast.
// No standard C++ header is included anywhere below heddle/: <cmath> alone doubles the time to compile a small kernel.
#ifndef HEDDLE_INLINE_FUNCTION_H
#define HEDDLE_INLINE_FUNCTION_H
#pragma GCC system_header

// Kernels become loops over threads; a call left inside such a loop would stop its vectorisation.
#define HEDDLE_INLINE static inline __attribute__((always_inline))

#define HEDDLE_MEMBER inline __attribute__((always_inline))

// Long functions (series, iterations) stay out of line: inlined, they would only bloat the loop that calls them.
#define HEDDLE_OUT_OF_LINE static __attribute__((noinline, unused))

// glibc declares its functions noexcept in C++; a redeclaration must agree. musl and Darwin do not.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#define HEDDLE_LIBC_NOEXCEPT noexcept
#else
#define HEDDLE_LIBC_NOEXCEPT
#endif

// A C library function under another name, so that its own name may get a better body (see math_corrections.h).
#if defined(__APPLE__)
#define HEDDLE_LIBC_SYMBOL(name) __asm__("_" name)
#else
#define HEDDLE_LIBC_SYMBOL(name) __asm__(name)
#endif

// A body for a name of the C library. gnu_inline: it is used for inlining only, a pointer to the function stays the
// library's, and the library's own declaration may come before or after.
#define HEDDLE_LIBC_INLINE extern "C" inline __attribute__((always_inline, gnu_inline))

// CUDA functions that some C library has too, or will have (C23: sinpi, rsqrt, exp10): C linkage, so that both agree.
#define HEDDLE_C_INLINE extern "C" inline __attribute__((always_inline))

// Keeps a floating-point result from being reassociated (-ffast-math).
#if defined(__clang__)
#if __has_builtin(__arithmetic_fence) && (defined(__x86_64__) || defined(__i386__))
#define HEDDLE_KEEP(expression) __arithmetic_fence(expression)
#else
#define HEDDLE_KEEP(expression) heddle_impl::keep(expression)
#endif
#elif __GNUC__ >= 12
#define HEDDLE_KEEP(expression) __builtin_assoc_barrier(expression)
#else
#define HEDDLE_KEEP(expression) heddle_impl::keep(expression)
#endif

// Keeps a product from becoming part of an FMA (-ffp-contract=fast) with whatever is added to it. GCC 12 forgets
// __builtin_assoc_barrier in loops that it vectorises, so there it is an empty instruction, and those loops stay scalar.
#if defined(__clang__) && __has_builtin(__arithmetic_fence) && (defined(__x86_64__) || defined(__i386__))
#define HEDDLE_APART(expression) __arithmetic_fence(expression)
#else
#define HEDDLE_APART(expression) heddle_impl::apart(expression)
#endif

namespace heddle_impl {

template <class T> struct type_is { typedef T type; };

template <class To, class From> HEDDLE_INLINE To bits(From value) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
#if __has_builtin(__builtin_bit_cast)
  return __builtin_bit_cast(To, value);
#else
  To result;
  __builtin_memcpy(&result, &value, sizeof(To));
  return result;
#endif
}

template <class T> HEDDLE_INLINE T keep(T value) {
  T volatile kept = value;
  return kept;
}

template <class T> HEDDLE_INLINE T apart(T value) {
#if defined(__x86_64__)
  __asm__("" : "+x"(value));
  return value;
#elif defined(__aarch64__)
  __asm__("" : "+w"(value));
  return value;
#else
  return keep(value);
#endif
}

} // namespace heddle_impl

#endif
