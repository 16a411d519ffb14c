// A size that its caller knows to be a multiple of an alignment, which makes no difference to a CPU.
#pragma once
#include "inline_function.h"

namespace cuda {
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  HEDDLE_MEMBER explicit constexpr aligned_size_t(size_t size) : value(size) {}
  HEDDLE_MEMBER constexpr operator size_t() const { return value; }
};
}  // namespace cuda
