#include "heddle/surface.h"
