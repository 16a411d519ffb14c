#include "../heddle/half.h"
