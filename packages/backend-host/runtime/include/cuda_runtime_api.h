// Kernels include this by habit. The dialect is already there; this makes the name resolve.
#include "heddle_cuda.h"

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
