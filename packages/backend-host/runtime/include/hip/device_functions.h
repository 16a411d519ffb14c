#include "../heddle_cuda.h"
