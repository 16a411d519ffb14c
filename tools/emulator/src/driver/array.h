// Arrays of texels, and the objects that kernels read and write them through.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "context.h"
#include "heddle/texture_descriptor.h"

namespace emulated {

struct array_shape {
  uint64_t width = 0, height = 0, depth = 0;  // as in CUDA_ARRAY3D_DESCRIPTOR
  uint32_t format = 0, channels = 0, flags = 0;

  bool layered() const { return flags & 1; }
  bool surface() const { return flags & 2; }
  uint64_t texel_bytes() const;
  uint64_t rows() const { return height ? height : 1; }
  uint64_t slices() const { return depth ? depth : 1; }
};

struct array {
  context *owner = nullptr;
  array_shape shape;
  std::vector<unsigned char> texels;
};

// The target of a CUtexObject and a CUsurfObject; kernels read the descriptor itself.
struct texture {
  alignas(64) heddle_texture descriptor = {};
  context *owner = nullptr;
  bool surface = false;
};

// Bytes of a channel of a CUarray_format; 0 for an unknown one.
unsigned channel_bytes(uint32_t format);
// How texels of a format are read.
void describe_texels(heddle_texture *out, uint32_t format, uint32_t channels);
void describe_array(heddle_texture *out, array &from);

}  // namespace emulated
