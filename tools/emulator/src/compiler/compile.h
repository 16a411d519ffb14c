// CUDA C++ compiled for the CPU as NVRTC and nvcc would for a GPU: all kernels, lowered names, a log in their form.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "image.h"
#include "options.h"

namespace emulated {

struct compile_request {
  std::string source;
  std::string file_name;
  std::vector<std::pair<std::string, std::string>> headers;  // by the name that #include uses
  std::vector<std::string> name_expressions;
  compile_options options;
};

struct compile_result {
  bool succeeded = false;
  std::string log;
  program_image image;
  std::vector<std::string> lowered;  // of the name expressions, in their order; empty if there is none
};

compile_result compile_source(const compile_request &request);

// The source after the preprocessor, as `nvcc -E` writes it.
compile_result preprocess_source(const compile_request &request, std::string *text);

// Where the headers and the emulator's programs lie: the folder above the one this library or program is in.
std::string toolkit_folder();

// The machine's C++ compiler: HEDDLE_CXX, else c++.
std::string host_compiler();

}  // namespace emulated
