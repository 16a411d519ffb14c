// The emulator's header, read by the C++ compiler once: a third of what most kernels take to compile.
#pragma once
#include <string>
#include <vector>

namespace emulated {

// The folder to search before the header's own, made now where no compilation with these options was before; empty if
// it cannot be made. Only GCC's: it checks whether the file in it fits the current compilation, and reads the header
// itself if it does not.
std::string precompiled_header_folder(const std::vector<std::string> &options);

}  // namespace emulated
