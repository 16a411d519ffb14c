// CUDA's and HIP's texture functions over texture objects (see texture_descriptor.h for what those are here).
// Each comes in three forms: tex2D<float>(object, x, y), tex2D(&value, object, x, y), and with a level of detail or
// gradients, which change nothing, because there is one level. Cubemaps, sparse textures and references (removed in
// CUDA 12) are missing.
#ifndef HEDDLE_TEXTURE_H
#define HEDDLE_TEXTURE_H
#pragma GCC system_header
#include "texture_sampling.h"
#include "surface.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long CUtexObject;
typedef __hip_texture *hipTextureObject_t;

template <class T> HEDDLE_INLINE T tex1Dfetch(heddle_impl::texture_handle object, int x) {
  return heddle_impl::fetch<T>(object, x);
}
template <class T> HEDDLE_INLINE void tex1Dfetch(T *value, heddle_impl::texture_handle object, int x) {
  *value = heddle_impl::fetch<T>(object, x);
}

// Six functions a name: plain, by level, by gradients; each returning its value or storing it.
#define HEDDLE_TEXTURE(name, coordinates, dimensions, layered, x, y, z, layer)                                  \
  template <class T> HEDDLE_INLINE T name(heddle_impl::texture_handle object, HEDDLE_LIST coordinates) {               \
    return heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                        \
  }                                                                                                                    \
  template <class T> HEDDLE_INLINE void name(T *value, heddle_impl::texture_handle object, HEDDLE_LIST coordinates) {  \
    *value = heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                      \
  }                                                                                                                    \
  template <class T> HEDDLE_INLINE T name##Lod(heddle_impl::texture_handle object, HEDDLE_LIST coordinates, float) {   \
    return heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                        \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  HEDDLE_INLINE void name##Lod(T *value, heddle_impl::texture_handle object, HEDDLE_LIST coordinates, float) {         \
    *value = heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                      \
  }                                                                                                                    \
  template <class T, class Gradient>                                                                                   \
  HEDDLE_INLINE T name##Grad(heddle_impl::texture_handle object, HEDDLE_LIST coordinates, Gradient, Gradient) {        \
    return heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                        \
  }                                                                                                                    \
  template <class T, class Gradient>                                                                                   \
  HEDDLE_INLINE void name##Grad(T *value, heddle_impl::texture_handle object, HEDDLE_LIST coordinates, Gradient,       \
                                Gradient) {                                                                            \
    *value = heddle_impl::sample<T, dimensions, layered>(object, x, y, z, layer);                                      \
  }
#define HEDDLE_LIST(...) __VA_ARGS__
HEDDLE_TEXTURE(tex1D, (float x), 1, false, x, 0, 0, 0)
HEDDLE_TEXTURE(tex2D, (float x, float y), 2, false, x, y, 0, 0)
HEDDLE_TEXTURE(tex3D, (float x, float y, float z), 3, false, x, y, z, 0)
HEDDLE_TEXTURE(tex1DLayered, (float x, int layer), 1, true, x, 0, 0, layer)
HEDDLE_TEXTURE(tex2DLayered, (float x, float y, int layer), 2, true, x, y, 0, layer)
#undef HEDDLE_LIST
#undef HEDDLE_TEXTURE

template <class T> HEDDLE_INLINE T tex2Dgather(heddle_impl::texture_handle object, float x, float y, int channel = 0) {
  return heddle_impl::gather<T>(object, x, y, channel);
}
template <class T>
HEDDLE_INLINE void tex2Dgather(T *value, heddle_impl::texture_handle object, float x, float y, int channel = 0) {
  *value = heddle_impl::gather<T>(object, x, y, channel);
}

#endif
