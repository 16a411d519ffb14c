#include "../heddle/complex.h"
