// Part of the groups themselves here.
#pragma once
#include "../cooperative_groups.h"
