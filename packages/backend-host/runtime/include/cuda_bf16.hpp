#include "heddle/bfloat16.h"
