// cuRAND's device API: the generators XORWOW, Philox4x32-10 and MRG32k3a with cuRAND's values for every seed,
// subsequence and offset, and its distributions. Not here: MTGP32 and Sobol's sequences, whose states a host's library
// prepares.
#pragma once
#pragma GCC system_header
#include "heddle/curand_normal.h"
#include "heddle/curand_poisson.h"
#include "heddle/curand_uniform.h"
