// Copies and fills, as workers execute them.
#pragma once
#include <cstdint>

#include "../heddle_host.h"

namespace heddle {

void copy_memory(void *destination, const void *source, uint64_t bytes);
void copy_box(const heddle_rectangle &box);
void fill_memory(void *destination, uint64_t bytes, const unsigned char *pattern, uint32_t pattern_bytes);

}  // namespace heddle
