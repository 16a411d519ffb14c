// Includes every header that a CUDA or HIP kernel may name: all must resolve, together and with the dialect itself.
#include <cuComplex.h>
#include <cuda.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hip/hip_vector_types.h>
#include <hip/math_functions.h>
#include <math_constants.h>
#include <mma.h>
#include <thrust/complex.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <heddle/double_texture.h>

__global__ void hip_style(float4 *p, hipTextureObject_t t, thrust::complex<double> *z, __hip_bfloat16 *b, cuda::std::uint32_t *u) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  float4 v = p[i] * 2.0f + p[i + 1];
  v += tex2D<float4>(t, i, 0);
  p[i] = v / make_float4(1, 2, 3, 4) + (float)fetch_double(t, i);
  z[i] = exp(z[i]) * 2.0 + thrust::polar(1.0, CUDART_PI);
  b[i] = b[i] + __hip_bfloat16(1.0f);
  u[i] = cuda::std::numeric_limits<cuda::std::uint32_t>::max();
  cuda::atomic_ref<cuda::std::uint32_t, cuda::thread_scope_device>(u[0]).fetch_add(1, cuda::std::memory_order_relaxed);
  unsafeAtomicAdd(&p[0].x, 1.0f);
  hipComplex c = hipCmulf(make_hipComplex(1, 2), make_hipComplex(3, 4));
  p[1].x = hipCabsf(c);
}
