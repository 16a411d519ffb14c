// Objects that were compiled apart, made into one program.
#pragma once
#include <string>
#include <vector>

#include "image.h"

namespace emulated {

struct link_part {
  std::string name;
  program_image image;
};

// True if it worked. `log` says what is missing or doubled, in nvlink's words.
bool link_images(const std::vector<link_part> &parts, program_image *out, std::string *log);

}  // namespace emulated
