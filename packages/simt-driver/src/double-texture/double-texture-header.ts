/** The device side of double-precision textures: what puts the two halves of a texel together again. */

/**
 * Pass it as `headers` and include `heddle/double_texture.h`: `fetch_double(texture, x)`, `(texture, x, y)` and
 * `(texture, x, y, z)` read the double at a texel's index, `fetch_double_layered` that of a layer. CUDA C++ only.
 */
export const doubleTextureHeader: Readonly<Record<string, string>> = {
  'heddle/double_texture.h': `#pragma once
__device__ inline double heddle_double_of_texel(int2 texel) { return __hiloint2double(texel.y, texel.x); }

// Texels are addressed at their middle.
__device__ inline double fetch_double(cudaTextureObject_t texture, int x) {
  return heddle_double_of_texel(tex1D<int2>(texture, x + 0.5f));
}
__device__ inline double fetch_double(cudaTextureObject_t texture, int x, int y) {
  return heddle_double_of_texel(tex2D<int2>(texture, x + 0.5f, y + 0.5f));
}
__device__ inline double fetch_double(cudaTextureObject_t texture, int x, int y, int z) {
  return heddle_double_of_texel(tex3D<int2>(texture, x + 0.5f, y + 0.5f, z + 0.5f));
}
__device__ inline double fetch_double_layered(cudaTextureObject_t texture, int x, int layer) {
  return heddle_double_of_texel(tex1DLayered<int2>(texture, x + 0.5f, layer));
}
__device__ inline double fetch_double_layered(cudaTextureObject_t texture, int x, int y, int layer) {
  return heddle_double_of_texel(tex2DLayered<int2>(texture, x + 0.5f, y + 0.5f, layer));
}
`,
};
