// How much a launch may ask for: CUDA's limits, which portable kernels are written for.
#pragma once
#include <cstdint>

namespace heddle {

constexpr uint32_t grid_limit[3] = {2147483647, 65535, 65535};
constexpr uint32_t block_limit[3] = {1024, 1024, 64};
constexpr uint32_t argument_limit = 32764;

}  // namespace heddle
