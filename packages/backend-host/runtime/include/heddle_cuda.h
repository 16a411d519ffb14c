// CUDA C++ and HIP on the host: included before a kernel's source (-include heddle_cuda.h). Needs C++17, g++ or
// clang++, and no standard C++ header, which would double the compile time of a small kernel.
#ifndef HEDDLE_CUDA_H
#define HEDDLE_CUDA_H
#pragma GCC system_header

typedef __SIZE_TYPE__ size_t;

#include "heddle/c_types.h"
#include "heddle/execution.h"
#include "heddle/diagnostics.h"
#include "heddle/shared_memory.h"
#include "heddle/warp.h"

#include "heddle/atomics.h"
#include "heddle/integer_intrinsics.h"
#include "heddle/math_functions.h"
#include "heddle/memory_access.h"
#include "heddle/number_conversions.h"
#include "heddle/rounding_intrinsics.h"

#include "heddle/entry_point.h"

#include "heddle/block_function.h"
#endif
