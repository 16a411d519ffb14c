#include "../heddle/math_functions.h"
