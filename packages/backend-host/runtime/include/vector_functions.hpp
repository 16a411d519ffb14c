#include "heddle/vector_types.h"
