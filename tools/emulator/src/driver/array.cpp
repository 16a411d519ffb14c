#include "array.h"

namespace emulated {

unsigned channel_bytes(uint32_t format) {
  switch (format) {
    case 1: case 8: return 1;                // (un)signed 8
    case 2: case 9: case 16: return 2;       // 16, half
    case 3: case 10: case 32: return 4;      // 32, float
  }
  return 0;
}

uint64_t array_shape::texel_bytes() const { return (uint64_t)channel_bytes(format) * channels; }

void describe_texels(heddle_texture *out, uint32_t format, uint32_t channels) {
  out->channel_kind = format >= 16 ? HEDDLE_CHANNEL_FLOAT : format >= 8 ? HEDDLE_CHANNEL_SIGNED : HEDDLE_CHANNEL_UNSIGNED;
  out->channel_bits = (int)channel_bytes(format) * 8;
  out->channel_count = (int)channels;
}

void describe_array(heddle_texture *out, array &from) {
  const array_shape &shape = from.shape;
  const bool layered = shape.layered();
  out->data = from.texels.data();
  out->row_pitch = shape.width * shape.texel_bytes();
  out->slice_pitch = out->row_pitch * shape.rows();
  out->extent[0] = (int)shape.width;
  out->extent[1] = (int)shape.rows();
  out->extent[2] = layered ? 1 : (int)shape.slices();
  out->layers = layered ? (int)shape.slices() : 0;
  out->dimensions = shape.height == 0 ? 1 : layered || shape.depth == 0 ? 2 : 3;
  describe_texels(out, shape.format, shape.channels);
}

}  // namespace emulated
