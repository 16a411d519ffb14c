// HIP's name for it.
#pragma once
#include "../cooperative_groups.h"
