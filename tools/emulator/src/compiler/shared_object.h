// Reads symbols of a compiled shared object or object file.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "image.h"

namespace emulated {

struct object_facts {
  std::map<std::string, std::string> lowered;   // tag -> name in the binary, as HEDDLE_LOWERED wrote them
  std::vector<image_variable> variables;        // the source's own
  uint64_t base = 0;                            // address of heddle_base
  std::vector<std::string> undefined_functions; // called, and defined nowhere in it
};

object_facts inspect_object(const std::string &bytes);

}  // namespace emulated
