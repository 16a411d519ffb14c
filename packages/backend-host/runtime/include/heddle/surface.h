// CUDA's and HIP's surface functions: reads and writes of a texture's memory, with x in bytes. Cubemaps are missing.
#ifndef HEDDLE_SURFACE_H
#define HEDDLE_SURFACE_H
#pragma GCC system_header
#include "texture_sampling.h"

typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long CUsurfObject;
typedef __hip_surface *hipSurfaceObject_t;

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum hipSurfaceBoundaryMode { hipBoundaryModeZero = 0, hipBoundaryModeTrap = 1, hipBoundaryModeClamp = 2 };

namespace heddle_impl {

struct boundary_mode {
  int mode; // as cudaSurfaceBoundaryMode
  HEDDLE_MEMBER boundary_mode(cudaSurfaceBoundaryMode m) : mode(m) {}
  HEDDLE_MEMBER boundary_mode(hipSurfaceBoundaryMode m)
      : mode(m == hipBoundaryModeZero   ? cudaBoundaryModeZero
             : m == hipBoundaryModeTrap ? cudaBoundaryModeTrap
                                        : cudaBoundaryModeClamp) {}
};

HEDDLE_INLINE void surface_trap() {
#if defined(HEDDLE_CUDA_H) // the umbrella header knows how to end a kernel with an error
  __trap();
#else
  __builtin_trap();
#endif
}

// The address of the bytes accessed; null if a read gives zero and a write is dropped.
template <class T>
HEDDLE_INLINE unsigned char *surface_address(texture_handle object, int x, int y, int z, boundary_mode boundary) {
  const heddle_texture *t = object.descriptor;
  int row_bytes = t->extent[0] * t->channel_count * (t->channel_bits >> 3);
  int slices = t->layers > 0 ? t->layers : t->extent[2];
  bool inside = x >= 0 && x <= row_bytes - (int)sizeof(T) && y >= 0 && y < t->extent[1] && z >= 0 && z < slices;
  if (!inside) {
    if (boundary.mode == cudaBoundaryModeZero) return nullptr;
    if (boundary.mode == cudaBoundaryModeTrap) surface_trap();
    x = x < 0 ? 0 : x > row_bytes - (int)sizeof(T) ? row_bytes - (int)sizeof(T) : x;
    y = y < 0 ? 0 : y >= t->extent[1] ? t->extent[1] - 1 : y;
    z = z < 0 ? 0 : z >= slices ? slices - 1 : z;
  }
  return t->data + (unsigned long long)z * t->slice_pitch + (unsigned long long)y * t->row_pitch + (unsigned)x;
}
template <class T> HEDDLE_INLINE T surface_read(texture_handle object, int x, int y, int z, boundary_mode boundary) {
  T value = T();
  if (unsigned char *p = surface_address<T>(object, x, y, z, boundary)) __builtin_memcpy(&value, p, sizeof(T));
  return value;
}
template <class T>
HEDDLE_INLINE void surface_write(const T &value, texture_handle object, int x, int y, int z, boundary_mode boundary) {
  if (unsigned char *p = surface_address<T>(object, x, y, z, boundary)) __builtin_memcpy(p, &value, sizeof(T));
}

} // namespace heddle_impl

#define HEDDLE_LIST(...) __VA_ARGS__
#define HEDDLE_SURFACE(name, coordinates, x, y, z)                                                                     \
  template <class T>                                                                                                   \
  HEDDLE_INLINE T name##read(heddle_impl::texture_handle object, HEDDLE_LIST coordinates,                              \
                             heddle_impl::boundary_mode boundary = cudaBoundaryModeTrap) {                             \
    return heddle_impl::surface_read<T>(object, x, y, z, boundary);                                                    \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  HEDDLE_INLINE void name##read(T *value, heddle_impl::texture_handle object, HEDDLE_LIST coordinates,                 \
                                heddle_impl::boundary_mode boundary = cudaBoundaryModeTrap) {                          \
    *value = heddle_impl::surface_read<T>(object, x, y, z, boundary);                                                  \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  HEDDLE_INLINE void name##write(T value, heddle_impl::texture_handle object, HEDDLE_LIST coordinates,                 \
                                 heddle_impl::boundary_mode boundary = cudaBoundaryModeTrap) {                         \
    heddle_impl::surface_write<T>(value, object, x, y, z, boundary);                                                   \
  }
HEDDLE_SURFACE(surf1D, (int x), x, 0, 0)
HEDDLE_SURFACE(surf2D, (int x, int y), x, y, 0)
HEDDLE_SURFACE(surf3D, (int x, int y, int z), x, y, z)
HEDDLE_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
HEDDLE_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef HEDDLE_SURFACE
#undef HEDDLE_LIST

#endif
