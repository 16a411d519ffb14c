#include "heddle/complex.h"
