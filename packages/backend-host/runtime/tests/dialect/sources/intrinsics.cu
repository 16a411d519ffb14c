// A kernel that uses a little of everything, as plain CUDA C++: nvcc and the dialect must both take it.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

// Programs carry their own versions of what early devices lacked.
__device__ float atomicMax(float *address, float value) {
  int *word = (int *)address;
  int old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
// The helpers of CUDA's samples.
inline __device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __device__ float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }
inline __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __device__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
#define PASS_ON(x) (x)
#define TWICE(x) (PASS_ON(x) + PASS_ON(x))

template <class T> __device__ T accumulate(const T *x, int n) {
  T sum = T(0);
  for (int i = 0; i < n; i++) sum += x[i];
  return sum;
}

__global__ void numbers(float *f, double *d, int *i, unsigned *u, unsigned long long *ull, long long *ll, size_t n) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  float x = f[t], s, c;
  double y = d[t];
  sincosf(x, &s, &c);
  sincospi(y, &d[1], &d[2]);
  f[t] = sinf(x) + cos(x) + rsqrtf(x) + exp10f(x) + erfinvf(x) + norm3df(x, s, c) + __expf(x) + __fdividef(x, 3.0f) +
         powf(x, 2) + __powf(x, 2.5f);
  f[t] += min(x, 2.0f) + max(x, CUDART_PI_F) + abs(x) + fabsf(x) + fminf(x, CUDART_INF_F) + sqrt(x) + cbrtf(x) +
          normcdff(x) + cyl_bessel_i0f(x) + j0f(x) + __saturatef(x);
  d[t] = pow(y, 2.0) + pow(y, 3) + rsqrt(y) + fma(y, y, y) + lgamma(y) + tgamma(y) + rcbrt(y) + norm4d(y, y, y, y) +
         sinpi(y) + max(x, y) + __dadd_rd(y, 1.0) + __fma_rz(y, y, y);
  f[t] += __fadd_rn(x, 1.0f) + __fmul_ru(x, x) + __fmaf_rd(x, x, x) + __frcp_rz(x) + __fsqrt_rn(x) + __frsqrt_rn(x) +
          TWICE(__fmul_rn(x, 2.0f)) + ldexpf(x, 3) + fmodf(x, 2) + clamp(x, 0, 1) + lerp(x, 1, 0.5f);
  i[t] = __float2int_rn(x) + __double2int_rz(y) + __float_as_int(x) + __clz(i[t]) + __ffs(i[t]) + min(i[t], 3) +
         max(i[t], (int)n) + __mulhi(i[t], 3) + isnan(x) + isinf(y) + isfinite(x) + signbit(y) + abs(i[t]) +
         TWICE(__double2int_rn(y)) + (int)roundf(x);
  u[t] = __popc(u[t]) + __brev(u[t]) + __byte_perm(u[t], 1, 0x5410) + __funnelshift_l(u[t], 2, 3) +
         __umulhi(u[t], u[t]) + __vadd4(u[t], u[t]) + __vabsdiffu4(u[t], 5) + __dp4a(u[t], u[t], 1u) + min(u[t], 3) +
         umax(u[t], 4u) + __usad(u[t], 2, 1) + __float2uint_rz(x) + __vimax3_u32(u[t], 1, 2);
  ull[t] = __popcll(ull[t]) + __brevll(ull[t]) + __umul64hi(ull[t], 3) + __float2ull_rn(x) + min(ull[t], 3ull) +
           (unsigned long long)__double_as_longlong(y);
  ll[t] = __mul64hi(ll[t], 3) + __double2ll_rd(y) + llrintf(x) + llmin(ll[t], 2) + __ldg(ll) + __ldcs(&ll[1]);
  d[t] += __hiloint2double(__double2hiint(y), __double2loint(y)) + __ll2double_rn(ll[t]) + __longlong_as_double(ll[t]) +
          CUDART_PI + accumulate(d, 3) + accumulate(i, 3) + __uint2double_rn(u[t]);
  __stcg(&f[1], x);
  atomicAdd(&i[0], 1);
  atomicAdd(&u[0], 1);
  atomicAdd(&ull[0], 1ull);
  atomicAdd(f, 1);
  atomicAdd(&d[0], 1.0f);
  atomicMax(&f[3], x);
  atomicMax(&ll[3], 4ll);
  atomicInc(&u[1], 7);
  atomicExch(&f[2], 2.0f);
  atomicCAS(&ull[2], 1ull, (unsigned long long)__double_as_longlong(y));
  atomicOr_block(&u[4], 1u);
}

__global__ void small(__half *h, __half2 *p, __nv_bfloat16 *b, __nv_bfloat162 *q, float *f, float4 *v,
                      cuFloatComplex *z, cuDoubleComplex *w) {
  int t = threadIdx.x;
  half one = 1.0f, x = h[t];
  x += one;
  x *= 2;
  x = __hfma(x, one, __float2half(2.5f)) + x * one - x / one;
  if (x > one && !__hisnan(x) && __hlt(one, x)) x = hsqrt(hexp(x));
  x++;
  h[t] = -x;
  p[t] = __hfma2(p[t], __half2half2(x), __floats2half2_rn(1.0f, 2.0f)) + __halves2half2(x, one) * __float2half2_rn(2);
  f[t] = __half2float(x) + (float)x + __low2float(p[t]) + __half22float2(p[t]).y + (float)__half2int_rz(x) +
         __half_as_ushort(x) + float(b[t]);
  f[t] += (int)x + static_cast<double>(x) + (bool)x;
  b[t] = __float2bfloat16(f[t]) + b[t] * __nv_bfloat16(2.0f);
  q[t] = __hmul2(q[t], q[t]) + __floats2bfloat162_rn(1, 2);
  b[t] = __hmax(b[t], __nv_bfloat16(x));
  atomicAdd(&h[0], one);
  atomicAdd(&p[0], p[1]);
  atomicAdd(&b[0], b[1]);
  h[1] = __int2half_rn(t);
  h[2] = __hadd(x, __ushort_as_half(0x3c00));
  h[3] = __ldg(&h[4]);
  v[t] = v[t] + make_float4(1, 2, 3, 4);
  z[t] = cuCdivf(cuCmulf(z[t], z[t]), make_cuFloatComplex(1, 2));
  w[t] = cuCadd(w[t], make_cuDoubleComplex(cuCabs(w[t]), 0));
  f[0] += dot(make_float3(1, 2, 3), make_float3(1, 2, 3)) + (make_float2(1, 2) * 2.0f).y;
}

__global__ void textures(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out, uchar4 *pixels) {
  int x = threadIdx.x, y = threadIdx.y;
  float value;
  tex2D(&value, t, x + 0.5f, y + 0.5f);
  out[x] = value + tex1Dfetch<float>(t, x) + tex2D<float>(t, x, y) + tex3D<float4>(t, x, y, 1).w +
           tex2DLayered<float>(t, x, y, 2) + tex1D<float>(t, x);
  out[x] += tex2DLod<float>(t, x, y, 0) + tex2Dgather<float4>(t, x, y).z + tex2Dgather<float4>(t, x, y, 1).z +
            tex1DLayered<float2>(t, x, 1).y;
  out[x] += tex2DGrad<float>(t, x, y, make_float2(1, 0), make_float2(0, 1));
  pixels[x] = tex2D<uchar4>(t, x, y);
  surf2Dread(&value, s, x * 4, y);
  surf2Dwrite(value, s, x * 4, y);
  surf2Dwrite(value, s, x * 4, y, cudaBoundaryModeClamp);
  surf3Dwrite(surf3Dread<uchar4>(s, x * 4, y, 1), s, x * 4, y, 2);
  surf1Dwrite(surf1Dread<float>(s, x * 4, cudaBoundaryModeZero), s, x * 4);
  surf2DLayeredwrite(surf2DLayeredread<float>(s, x * 4, y, 1), s, x * 4, y, 2);
}
