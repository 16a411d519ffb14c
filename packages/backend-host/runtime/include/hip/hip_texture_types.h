#include "../heddle/texture.h"
