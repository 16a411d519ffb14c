// The topic headers that heddle_cuda.h includes, and the keywords that make a kernel a C++ function: the dialect's tests
// need no runtime.
#pragma once
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
typedef __SIZE_TYPE__ size_t;
#include "heddle/atomics.h"
#include "heddle/integer_intrinsics.h"
#include "heddle/math_functions.h"
#include "heddle/memory_access.h"
#include "heddle/number_conversions.h"
#include "heddle/rounding_intrinsics.h"
#include "heddle/texture.h"
#include "heddle/vector_types.h"
[[maybe_unused]] static uint3 threadIdx, blockIdx;
[[maybe_unused]] static dim3 blockDim, gridDim;
