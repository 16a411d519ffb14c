// Options of NVRTC and nvcc, as far as they mean something to a compiler for the CPU.
#pragma once
#include <string>
#include <vector>

namespace emulated {

struct compile_options {
  std::vector<std::string> preprocessor;  // for the C++ compiler: macros, folders
  std::vector<std::string> code;          // for the C++ compiler: how numbers are computed
  unsigned architecture = 0;              // 90; 0 if none was named
  bool is_virtual = false;                // compute_90: PTX is wanted, not machine code
  bool relocatable = false;
  bool intermediate = false;              // LTO-IR is wanted: an object that is linked by nvJitLink
  int standard = 17;
  std::string refused;                    // the first option that nobody knows
};

// Takes one option, which may have its value in the next entry. Returns how many entries it used, 0 for none that it
// knows. The rules that NVRTC and nvcc have in common.
unsigned take_option(const std::vector<std::string> &options, size_t at, compile_options *out);

// "sm_90a", "compute_90". False for another text.
bool read_architecture(const std::string &text, compile_options *out);

// Compute capabilities that the emulated compilers know, ascending.
const std::vector<unsigned> &known_architectures();

}  // namespace emulated
