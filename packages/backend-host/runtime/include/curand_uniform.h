// Kernels include this beside curand_kernel.h, which has it all.
#include "curand_kernel.h"
