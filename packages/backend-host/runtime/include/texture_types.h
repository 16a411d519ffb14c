#include "heddle/texture.h"
