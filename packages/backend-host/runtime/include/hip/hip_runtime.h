// HIP's entry header: the dialect, and the operators of its vector types, which CUDA does not have.
#include "../heddle_cuda.h"
#include "hip_vector_types.h"
