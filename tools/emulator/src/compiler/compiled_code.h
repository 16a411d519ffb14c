// A cache of compiled code beside the toolkit: every run of the tests gives each emulated compiler the same kernels.
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
