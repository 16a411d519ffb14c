// Texture reads in every configuration, put to a real GPU and to the dialect. What differs, making the texture object, is
// in device_answers.cu and device_test.cpp.
#pragma once

struct texture_case {
  int dimensions, layered, address_mode, normalized, linear;
  int format; // 0: float, 1: float4, 2: uchar4 read as [0, 1], 3: short2 read as [-1, 1], 4: half2, 5: float2 read by float4,
              // 6: uchar read by uint4, 7: int2, 8: tex2Dgather over float4
};
const int texture_reads = 64, texture_width = 16, texture_height = 8, texture_depth = 4;

inline int texture_case_count() { return 4 * 2 * 2 * 5 + 16; }
inline texture_case texture_case_of(int n) {
  if (n < 80) return texture_case{n / 16 < 3 ? n / 16 + 1 : n / 16 - 2, n / 16 >= 3, n % 4, n / 4 % 2, n / 8 % 2, 0};
  n -= 80;
  return texture_case{2, 0, n % 2 ? 3 : 1, 0, n / 2 < 5 ? n % 2 : 0, 1 + n / 2};
}
inline void texture_format(int format, int &kind, int &bits, int &channels) {
  const int kinds[] = {2, 2, 1, 0, 2, 2, 1, 0, 2}, sizes[] = {32, 32, 8, 16, 16, 32, 8, 32, 32},
            counts[] = {1, 4, 4, 2, 2, 2, 1, 2, 4};
  kind = kinds[format], bits = sizes[format], channels = counts[format];
}
// Small whole numbers for floats: a filter's weights then show in full.
inline void texture_channel(const texture_case &t, int index, unsigned char *bytes) {
  int kind, bits, channels;
  texture_format(t.format, kind, bits, channels);
  unsigned long long r = question_bits((unsigned long long)index);
  float value = (float)(r % 256);
  unsigned short half = (unsigned short)(0x3c00 + r % 4096);
  std::memcpy(bytes, kind != 2 ? (void *)&r : bits == 32 ? (void *)&value : (void *)&half, (unsigned)bits / 8);
}
__host__ __device__ inline float texture_coordinate(const texture_case &t, int read, int axis) {
  int extent = axis == 0 ? texture_width : axis == 1 ? texture_height : texture_depth;
  float x = (float)(question_bits((unsigned long long)(read * 3 + axis + 1000)) % 4096) / 4096 * 2.5f -
            0.75f;                                                                    // -0.75 to 1.75
  if (read % 4 == 0) x = (float)((int)(x * (float)extent * 2)) / (2 * (float)extent); // texels' centres and edges
  return t.normalized ? x : x * (float)extent;
}

struct texture_answer {
  unsigned x, y, z, w;
};
template <class T> TEXTURE_FUNCTION texture_answer words(T v) {
  return texture_answer{question_cast<unsigned>(v.x), question_cast<unsigned>(v.y), question_cast<unsigned>(v.z),
                        question_cast<unsigned>(v.w)};
}
TEXTURE_FUNCTION inline texture_answer texture_read(unsigned long long object, const texture_case &t, int read) {
  float x = texture_coordinate(t, read, 0), y = texture_coordinate(t, read, 1), z = texture_coordinate(t, read, 2);
  int layer = read % 6 - 1;
  if (t.format == 0) {
    float v = t.layered           ? (t.dimensions == 1 ? tex1DLayered<float>(object, x, layer)
                                                       : tex2DLayered<float>(object, x, y, layer))
              : t.dimensions == 1 ? tex1D<float>(object, x)
              : t.dimensions == 2 ? tex2D<float>(object, x, y)
                                  : tex3D<float>(object, x, y, z);
    return words(make_float4(v, 0, 0, 0));
  }
  if (t.format == 6) return words(tex2D<uint4>(object, x, y));
  if (t.format == 7) {
    int2 v = tex2D<int2>(object, x, y);
    return words(make_int4(v.x, v.y, 0, 0));
  }
  if (t.format == 8) return words(tex2Dgather<float4>(object, x, y, 2));
  return words(tex2D<float4>(object, x, y));
}
