// Included before every source that the emulated compilers take (-include heddle_emulator.h): CUDA C++ on the host, with
// kernels marked so that they are found in the preprocessed text (kernel_scan.h).
#pragma once
#pragma GCC system_header
#include "heddle_cuda.h"

// No compiler knows these attributes, and all of them ignore what they do not know.
#undef __global__
#define __global__ inline __attribute__((heddle_global_function))
#undef __launch_bounds__
#define __launch_bounds__(...) __attribute__((heddle_launch_bounds(__VA_ARGS__)))

// Macros that CUDA compilers define.
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__

// A kernel's entry flags (module_abi.h), for lines that are added after the preprocessor.
static constexpr unsigned heddle_emulator_flags = HEDDLE_INLINE_SWITCH ? HEDDLE_SWITCHES_INLINE : 0;
static constexpr unsigned heddle_emulator_abi = HEDDLE_MODULE_ABI;
