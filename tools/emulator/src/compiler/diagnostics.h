// Translates the messages of the machine's compiler into those of NVRTC and nvcc.
#pragma once
#include <string>

namespace emulated {

// Generated lines stand in files of these names; NVRTC calls the first so.
constexpr const char *expression_file = "__nv_name_map";
constexpr const char *entries_file = "heddle-kernels";

struct diagnostics_context {
  std::string folder;     // whose name is left out of paths
  std::string file_name;  // of the source
};

// kernel.cu:12:5: error: x  ->  kernel.cu(12): error: x, with the line of the source and a sum at the end.
std::string nvidia_log(const std::string &log, const diagnostics_context &context);

// The messages about a source that compiles.
std::string nvidia_warnings(const std::string &log, const diagnostics_context &context);

}  // namespace emulated
