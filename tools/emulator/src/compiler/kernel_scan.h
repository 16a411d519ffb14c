// Finds the kernels of a preprocessed source: real compilers of CUDA make code of every kernel that is not a template,
// and of every requested instance; a C++ compiler needs their names.
#pragma once
#include <set>
#include <string>
#include <vector>

namespace emulated {

struct found_kernel {
  std::vector<std::string> namespaces;  // outermost first; an unnamed one is empty
  std::string expression;               // as it is called there: scale, scale<float>
  std::string parameters;               // text between the parentheses
  bool overloaded = false;              // the name alone says too little
  unsigned launch_bound = 0;
};

// The text is what the preprocessor makes of a source after heddle_emulator.h.
std::vector<found_kernel> find_kernels(const std::string &preprocessed);

}  // namespace emulated
