// Sizes and alignments of the built-in types: true for nvcc's own and for the dialect's.
#define LAYOUT(type, size, alignment) static_assert(sizeof(type) == size && alignof(type) == alignment, #type);
#define FAMILY(name, e, align2, align4)                                                                                \
  LAYOUT(name##1, e, e) LAYOUT(name##2, 2 * e, align2) LAYOUT(name##3, 3 * e, e) LAYOUT(name##4, 4 * e, align4)
FAMILY(char, 1, 2, 4)
FAMILY(uchar, 1, 2, 4)
FAMILY(short, 2, 4, 8)
FAMILY(ushort, 2, 4, 8)
FAMILY(int, 4, 8, 16)
FAMILY(uint, 4, 8, 16)
FAMILY(long, 8, 16, 16)
FAMILY(ulong, 8, 16, 16)
FAMILY(longlong, 8, 16, 16)
FAMILY(ulonglong, 8, 16, 16)
FAMILY(float, 4, 8, 16)
FAMILY(double, 8, 16, 16)
LAYOUT(dim3, 12, 4)
#if !defined(CUDART_VERSION) || CUDART_VERSION >= 13000
LAYOUT(double4_16a, 32, 16)
LAYOUT(double4_32a, 32, 32)
LAYOUT(longlong4_32a, 32, 32)
LAYOUT(ulong4_16a, 32, 16)
#endif

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuComplex.h>
LAYOUT(__half, 2, 2)
LAYOUT(__half2, 4, 4)
LAYOUT(__nv_bfloat16, 2, 2)
LAYOUT(__nv_bfloat162, 4, 4)
LAYOUT(cuFloatComplex, 8, 8)
LAYOUT(cuDoubleComplex, 16, 16)
LAYOUT(cudaTextureObject_t, 8, 8)

template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };
static_assert(same<decltype(char4::x), signed char>::value && same<decltype(uchar4::w), unsigned char>::value,
              "elements");
static_assert(same<decltype(long2::y), long>::value && same<decltype(ulonglong3::z), unsigned long long>::value,
              "elements");

__global__ void layout(float4 *out) {
  float4 aggregate = {1, 2, 3, 4};
  dim3 block(4), whole = make_uint3(1, 2, 3);
  uint3 back = whole;
  out[0] = make_float4(aggregate.x, block.y, back.z, 0);
}
