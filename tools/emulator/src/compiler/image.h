// The output of a compilation, and its forms: cubin, PTX, fatbin.
//
// A cubin is an ELF file with the machine number of CUDA, whose symbol table says what the symbol table of a real one
// says (kernels are functions with STO_CUDA_ENTRY; a variable that points to something has a relocation), so that
// tools which look into cubins find what they expect. The code is a shared object for this machine, in a section.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace emulated {

struct image_kernel {
  std::string name;          // as the driver finds it
  unsigned index = 0;        // of its entry in the shared object: heddle_kernel_<index>
  unsigned launch_bound = 0; // __launch_bounds__; 0 if there is none
};

struct image_variable {
  std::string name;
  uint64_t address = 0;      // in the shared object, before it is loaded
  uint64_t bytes = 0;
  std::string points_to;     // symbol that a pointer is initialized with; empty if it is none
};

struct program_image {
  unsigned architecture = 0;    // 90
  bool relocatable = false;     // an object to be linked: `code` is an object file, kernels have no index yet
  std::vector<image_kernel> kernels;
  std::vector<image_variable> variables;
  uint64_t base = 0;            // address of heddle_base in the shared object
  std::string code;
};

std::string write_cubin(const program_image &image);
std::string write_ptx(const program_image &image);
std::string write_fatbin(const program_image &image);
// LTO-IR: what is compiled for link-time optimisation, which the driver itself does not take.
std::string write_ltoir(const program_image &image);

enum class image_fault {
  none,
  damaged,          // no binary at all, or a truncated one
  foreign,          // made by NVIDIA's compilers: its code is for GPUs
  other_architecture,
  damaged_text,     // PTX that cannot be read
};

// Reads any of the three. `size` 0: the driver's calls tell none, and the form says where it ends.
// `device_architecture` 0: any.
image_fault read_image(const void *bytes, uint64_t size, unsigned device_architecture, program_image *out);

bool is_ltoir(const void *bytes, uint64_t size);
// `foreign`: made by NVIDIA's compilers.
image_fault read_ltoir(const void *bytes, uint64_t size, program_image *out);

}  // namespace emulated
