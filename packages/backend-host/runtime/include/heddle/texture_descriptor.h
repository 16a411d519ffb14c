/* What a cudaTextureObject_t or cudaSurfaceObject_t points to on the host: filled by the backend, read by texture.h.
 * Plain C, 128 bytes, little-endian offsets as commented, so that TypeScript can write it field by field. The enumerators'
 * values are those of CUDA's driver and runtime, which agree. */
#ifndef HEDDLE_TEXTURE_DESCRIPTOR_H
#define HEDDLE_TEXTURE_DESCRIPTOR_H

enum heddle_channel_kind { HEDDLE_CHANNEL_SIGNED = 0, HEDDLE_CHANNEL_UNSIGNED = 1, HEDDLE_CHANNEL_FLOAT = 2 };
enum heddle_address_mode { HEDDLE_WRAP = 0, HEDDLE_CLAMP = 1, HEDDLE_MIRROR = 2, HEDDLE_BORDER = 3 };
enum heddle_filter_mode { HEDDLE_FILTER_POINT = 0, HEDDLE_FILTER_LINEAR = 1 };

struct heddle_texture {
  unsigned char *data;            /*   0: the first texel */
  unsigned long long row_pitch;   /*   8: bytes from a row to the next */
  unsigned long long slice_pitch; /*  16: bytes from a slice (3D) or a layer to the next */
  int extent[3];                  /*  24: width, height, depth in texels; 1 if there is no such dimension */
  int layers;                     /*  36: number of layers; 0 if not layered */
  int channel_kind;               /*  40: enum heddle_channel_kind */
  int channel_bits;               /*  44: 8, 16 or 32, the same for each channel */
  int channel_count;              /*  48: 1, 2 or 4 */
  int normalized_read;            /*  52: 1: integers are read as floats in [0, 1] or [-1, 1] */
  int filter_mode;                /*  56: enum heddle_filter_mode; linear only where reads give floats */
  int normalized_coordinates;     /*  60: 1: coordinates run over [0, 1) in each dimension */
  int address_mode[3];            /*  64: enum heddle_address_mode; wrap and mirror need normalized coordinates */
  int dimensions;                 /*  76: 1, 2 or 3; 1 for linear memory, which tex1Dfetch reads */
  float border[4];                /*  80: read outside of the texture in border mode */
  int reserved[8];                /*  96 */
};

#endif
