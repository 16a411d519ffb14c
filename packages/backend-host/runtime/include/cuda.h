// Kernels include this by habit. The dialect is already there; this makes the name resolve. The driver API
// is the host program's business: kernels see its object types only.
#include "heddle_cuda.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif
