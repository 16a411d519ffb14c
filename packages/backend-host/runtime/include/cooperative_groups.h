// CUDA's name for it. The groups work without a link against cudadevrt.
#pragma once
#include "heddle_cuda.h"
#include "heddle/cooperative_groups.h"
