#include "heddle/half.h"
