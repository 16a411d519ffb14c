// Doubles in textures, which hold no 64-bit elements: stored as int2, low word in x, and put together after the fetch.
// The same idea as PyCUDA's pycuda-helpers.hpp, for texture objects.
#ifndef HEDDLE_DOUBLE_TEXTURE_H
#define HEDDLE_DOUBLE_TEXTURE_H
#pragma GCC system_header
#include "number_conversions.h"
#include "texture.h"

namespace heddle_impl {
HEDDLE_INLINE double double_from(int2 words) { return __hiloint2double(words.y, words.x); }
} // namespace heddle_impl

HEDDLE_INLINE double fetch_double(heddle_impl::texture_handle object, int x) {
  return heddle_impl::double_from(heddle_impl::fetch<int2>(object, x));
}
HEDDLE_INLINE double fetch_double_1d(heddle_impl::texture_handle object, float x) {
  return heddle_impl::double_from(heddle_impl::sample<int2, 1, false>(object, x, 0, 0, 0));
}
HEDDLE_INLINE double fetch_double_2d(heddle_impl::texture_handle object, float x, float y) {
  return heddle_impl::double_from(heddle_impl::sample<int2, 2, false>(object, x, y, 0, 0));
}
HEDDLE_INLINE double fetch_double_3d(heddle_impl::texture_handle object, float x, float y, float z) {
  return heddle_impl::double_from(heddle_impl::sample<int2, 3, false>(object, x, y, z, 0));
}
HEDDLE_INLINE double fetch_double_2d_layered(heddle_impl::texture_handle object, float x, float y, int layer) {
  return heddle_impl::double_from(heddle_impl::sample<int2, 2, true>(object, x, y, 0, layer));
}

#endif
