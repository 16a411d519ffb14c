// How a texture is read: addressing, filtering and decoding, as the CUDA C++ Programming Guide describes it in its
// appendix on texture fetching. The read of one texel is inline over constants (element type, dimensions); a whole read
// is a separate function. With everything inlined, GCC took 45 seconds for a kernel that reads seventeen texels, and a
// kernel that reads one was not faster.
#ifndef HEDDLE_TEXTURE_SAMPLING_H
#define HEDDLE_TEXTURE_SAMPLING_H
#pragma GCC system_header
#include "half_bits.h"
#include "texture_descriptor.h"
#include "vector_types.h"

struct __hip_texture;
struct __hip_surface;

namespace heddle_impl {

// CUDA's texture object is a 64-bit integer, HIP's a pointer; both are the address of a descriptor.
struct texture_handle {
  const heddle_texture *descriptor;
  HEDDLE_MEMBER texture_handle(unsigned long long object) : descriptor((const heddle_texture *)object) {}
  HEDDLE_MEMBER texture_handle(const __hip_texture *object) : descriptor((const heddle_texture *)object) {}
  HEDDLE_MEMBER texture_handle(const __hip_surface *object) : descriptor((const heddle_texture *)object) {}
};

// The result of a fetch: a number or a vector of one to four of them.
template <class T> struct is_vector { static constexpr bool value = __is_class(T); };
template <class T, bool vector = is_vector<T>::value> struct texel {
  typedef T Element;
  static constexpr int count = 1;
};
template <class T> struct texel<T, true> {
  typedef decltype(T::x) Element;
  static constexpr int count = sizeof(T) / sizeof(Element);
};
template <class T, class Element> HEDDLE_INLINE T gather_texel(const Element *values) {
  if constexpr (__is_class(T)) {
    if constexpr (texel<T>::count == 1)
      return T{values[0]};
    else if constexpr (texel<T>::count == 2)
      return T{values[0], values[1]};
    else
      return T{values[0], values[1], values[2], values[3]};
  } else
    return values[0];
}

template <class T> struct is_float_element { static constexpr bool value = false; };
template <> struct is_float_element<float> { static constexpr bool value = true; };

HEDDLE_INLINE long long integer_channel(const heddle_texture *t, const unsigned char *p) {
  bool is_signed = t->channel_kind == HEDDLE_CHANNEL_SIGNED;
  if (t->channel_bits == 8) return is_signed ? (long long)*(const signed char *)p : (long long)*p;
  if (t->channel_bits == 16) {
    unsigned short word;
    __builtin_memcpy(&word, p, 2);
    return is_signed ? (long long)(short)word : (long long)word;
  }
  unsigned int word;
  __builtin_memcpy(&word, p, 4);
  return is_signed ? (long long)(int)word : (long long)word;
}

// One channel as the fetch's element type. Integers become floats by division by the largest one; -128 and -127 are
// both -1.
template <class Element> HEDDLE_INLINE Element read_channel(const heddle_texture *t, const unsigned char *p) {
  if constexpr (is_float_element<Element>::value) {
    if (__builtin_expect(t->channel_kind == HEDDLE_CHANNEL_FLOAT && t->channel_bits == 32, 1)) {
      float value;
      __builtin_memcpy(&value, p, 4);
      return value;
    }
    if (t->channel_kind == HEDDLE_CHANNEL_FLOAT) {
      unsigned short word;
      __builtin_memcpy(&word, p, 2);
      return half_to_float(word);
    }
    int value_bits = t->channel_bits - (t->channel_kind == HEDDLE_CHANNEL_SIGNED);
    float scaled = (float)integer_channel(t, p) / (float)((1ll << value_bits) - 1);
    return scaled < -1 ? -1.0f : scaled;
  } else if (sizeof(Element) * 8 == (unsigned)t->channel_bits) {
    Element value;
    __builtin_memcpy(&value, p, sizeof(Element));
    return value;
  } else
    return (Element)integer_channel(t, p);
}

// One texel, by indexes already inside the texture. Channels that the texture lacks are 0, alpha too.
template <class T>
HEDDLE_INLINE void read_texel(const heddle_texture *t, long long x, long long y, long long z,
                              typename texel<T>::Element *values) {
  typedef typename texel<T>::Element Element;
  int channel_bytes = t->channel_bits >> 3;
  const unsigned char *p = t->data + (unsigned long long)z * t->slice_pitch + (unsigned long long)y * t->row_pitch +
                           (unsigned long long)x * (unsigned)(t->channel_count * channel_bytes);
  for (int c = 0; c < texel<T>::count; c++)
    values[c] = c < t->channel_count ? read_channel<Element>(t, p + c * channel_bytes) : (Element)0;
}

// An index in one dimension: -1 means "outside, in border mode".
HEDDLE_INLINE int address(int index, int extent, int mode) {
  if (mode == HEDDLE_BORDER) return index < 0 || index >= extent ? -1 : index;
  if (mode == HEDDLE_WRAP) {
    int rest = index % extent;
    return rest < 0 ? rest + extent : rest;
  }
  if (mode == HEDDLE_MIRROR) {
    int rest = index % (2 * extent);
    rest = rest < 0 ? rest + 2 * extent : rest;
    return rest < extent ? rest : 2 * extent - 1 - rest;
  }
  return index < 0 ? 0 : index >= extent ? extent - 1 : index;
}

// A coordinate in texels, and the mode that holds for it. Periodic modes take whole periods off first, so that large
// coordinates keep their fraction.
struct axis_coordinate {
  float position;
  int mode;
};
HEDDLE_INLINE axis_coordinate texel_coordinate(const heddle_texture *t, int axis, float x) {
  int mode = t->address_mode[axis];
  if (!t->normalized_coordinates) return axis_coordinate{x, mode == HEDDLE_BORDER ? mode : HEDDLE_CLAMP};
  if (mode == HEDDLE_WRAP) x -= __builtin_floorf(x);
  if (mode == HEDDLE_MIRROR) x -= 2 * __builtin_floorf(x * 0.5f);
  return axis_coordinate{x * (float)t->extent[axis], mode};
}

// Far enough outside for any texture, and small enough to be an int; NaN goes to 0.
HEDDLE_INLINE int to_index(float floored) {
  return floored > 1e9f ? 1000000000 : floored > -1e9f ? (int)floored : floored <= -1e9f ? -1000000000 : 0;
}

// The two neighbours of a coordinate and the weight of the second. The coordinate is rounded to 1/256 of a texel, half
// upward, before anything else: so weights have 8 bits of fraction, as the guide says, and a gather's four texels move on
// at the same places as an H200's.
struct axis_pair {
  int first, second;
  float weight;
};
HEDDLE_INLINE axis_pair linear_neighbours(const heddle_texture *t, int axis, float x) {
  axis_coordinate c = texel_coordinate(t, axis, x);
  float fixed = __builtin_floorf(c.position * 256.0f + 0.5f) * (1.0f / 256.0f) - 0.5f, below = __builtin_floorf(fixed);
  int index = to_index(below);
  float weight = fixed - below;
  weight = weight >= 0 && weight <= 1 ? weight : 0.0f; // infinite coordinates
  return axis_pair{address(index, t->extent[axis], c.mode), address(index + 1, t->extent[axis], c.mode), weight};
}
HEDDLE_INLINE int nearest_index(const heddle_texture *t, int axis, float x) {
  axis_coordinate c = texel_coordinate(t, axis, x);
  return address(to_index(__builtin_floorf(c.position)), t->extent[axis], c.mode);
}

// The border's colour goes through the texture's own format: rounded to its steps where integers are read as floats. An
// integer read gives the bits of the colour's float, cut to the channel.
template <class Element> HEDDLE_INLINE Element border_channel(const heddle_texture *t, int channel) {
  float colour = t->border[channel];
  if constexpr (is_float_element<Element>::value) {
    if (!t->normalized_read) return colour;
    bool is_signed = t->channel_kind == HEDDLE_CHANNEL_SIGNED;
    float top = (float)((1ll << (t->channel_bits - is_signed)) - 1), low = is_signed ? -1.0f : 0.0f;
    colour = colour > 1 ? 1.0f : colour > low ? colour : low;
    return __builtin_rintf(colour * top) / top;
  } else {
    unsigned int word = bits<unsigned int>(colour), cut = 32u - (unsigned)t->channel_bits;
    return t->channel_kind == HEDDLE_CHANNEL_SIGNED ? (Element)((int)(word << cut) >> cut)
                                                    : (Element)(word << cut >> cut);
  }
}

template <class T>
HEDDLE_INLINE void read_or_border(const heddle_texture *t, int x, int y, int z, typename texel<T>::Element *values) {
  typedef typename texel<T>::Element Element;
  if ((x | y | z) >= 0) return read_texel<T>(t, x, y, z, values);
  for (int c = 0; c < texel<T>::count; c++)
    values[c] = c < t->channel_count ? border_channel<Element>(t, c) : (Element)0;
}

// A negative layer is a large unsigned one to the GPU, and ends at the last layer too.
HEDDLE_INLINE int clamp_layer(const heddle_texture *t, int layer) {
  return (unsigned int)layer < (unsigned int)t->layers ? layer : t->layers > 0 ? t->layers - 1 : 0;
}

// A filtered or nearest read of a 1, 2 or 3-dimensional texture. A layer takes the place of the third index.
template <class T, int dimensions, bool layered>
HEDDLE_OUT_OF_LINE T sample(texture_handle object, float x, float y, float z, int layer) {
  typedef typename texel<T>::Element Element;
  const heddle_texture *t = object.descriptor;
  const int slice = layered ? clamp_layer(t, layer) : 0;
  Element values[4] = {};
  if constexpr (is_float_element<Element>::value) {
    if (t->filter_mode == HEDDLE_FILTER_LINEAR) {
      axis_pair a = linear_neighbours(t, 0, x), b = {0, 0, 0}, c = {slice, slice, 0};
      if constexpr (dimensions > 1) b = linear_neighbours(t, 1, y);
      if constexpr (dimensions > 2) c = linear_neighbours(t, 2, z);
      for (int corner = 0; corner < 1 << dimensions; corner++) {
        Element near[4];
        read_or_border<T>(t, corner & 1 ? a.second : a.first, corner & 2 ? b.second : b.first,
                          corner & 4 ? c.second : c.first, near);
        float weight = corner & 1 ? a.weight : 1 - a.weight;
        if constexpr (dimensions > 1) weight *= corner & 2 ? b.weight : 1 - b.weight;
        if constexpr (dimensions > 2) weight *= corner & 4 ? c.weight : 1 - c.weight;
        // A texel of weight 0 does not count, even if it is infinite or NaN.
        if (weight != 0)
          for (int i = 0; i < texel<T>::count; i++) values[i] += weight * near[i];
      }
      return gather_texel<T>(values);
    }
  }
  read_or_border<T>(t, nearest_index(t, 0, x), dimensions > 1 ? nearest_index(t, 1, y) : 0,
                    dimensions > 2 ? nearest_index(t, 2, z) : slice, values);
  return gather_texel<T>(values);
}

// One channel of the four texels that linear filtering would mix, counter-clockwise from the lower left.
template <class T> HEDDLE_OUT_OF_LINE T gather(texture_handle object, float x, float y, int channel) {
  typedef typename texel<T>::Element Element;
  struct all_channels {
    Element x, y, z, w;
  };
  const heddle_texture *t = object.descriptor;
  axis_pair a = linear_neighbours(t, 0, x), b = linear_neighbours(t, 1, y);
  const int columns[4] = {a.first, a.second, a.second, a.first}, rows[4] = {b.second, b.second, b.first, b.first};
  Element result[4];
  for (int i = 0; i < 4; i++) {
    Element values[4];
    read_or_border<all_channels>(t, columns[i], rows[i], 0, values);
    result[i] = values[channel & 3];
  }
  return gather_texel<T>(result);
}

// Linear memory by index; nothing lies outside of it.
template <class T> HEDDLE_INLINE T fetch(texture_handle object, int x) {
  const heddle_texture *t = object.descriptor;
  typename texel<T>::Element values[4] = {};
  if (x >= 0 && x < t->extent[0]) read_texel<T>(t, x, 0, 0, values);
  return gather_texel<T>(values);
}

} // namespace heddle_impl

#endif
