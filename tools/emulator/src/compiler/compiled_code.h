// What the C++ compiler made of texts, kept beside the toolkit: the conformance kit gives each of the emulated compilers
// the same kernels, in one run of all tests after the other.
#pragma once
#include <string>
#include <vector>

namespace emulated {

class compiled_code {
 public:
  compiled_code(const std::vector<std::string> &command, const std::string &preprocessed);
  bool find(std::string *code) const;
  void keep(const std::string &code) const;

 private:
  std::string place_;
};

}  // namespace emulated
