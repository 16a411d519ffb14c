// Kernels include this by habit. The dialect is already there; this makes the name resolve.
#include "heddle_cuda.h"
