// A kernel beside the C++ standard library, as users mix them. run.sh compiles it with the headers before the dialect and
// after it, with and without `using namespace std`, and nvcc compiles it as it is.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#include <cuda_fp16.h>
#ifdef USING_NAMESPACE_STD
using namespace std;
#endif

template <class T> __device__ T generic(T x) { return exp(x) + sqrt(x) * pow(x, x) + abs(x) + fma(x, x, x); }

__global__ void kernel(float *f, double *d, int *i, long *l, std::int64_t n, std::complex<float> *z) {
  float x = f[0], part;
  double y = d[0];
  int e = i[0];
  f[0] = sin(x) + cosf(x) + pow(x, 2.0f) + pow(x, 2) + atan2(x, x) + fmod(x, x) + floor(x) + round(x) + exp2(x) +
         log1p(x) + cbrt(x) + hypot(x, x);
  f[0] += std::sin(x) + std::abs(x) + std::sqrt(x) + std::pow(x, 2.0f) + std::fmin(x, x) + ::sin(x) + ::pow(x, x) +
          ::floor(x);
  d[0] = sin(y) + cos(e) + pow(y, e) + fmax(y, x) + fmin(x, y) + std::exp(y) + tanh(y) + cosh(y) + log10(y) + exp10(y) +
         rsqrt(y) + sinpi(y);
  d[0] += abs(y) + abs(e) + abs(l[0]) + abs(x) + fabs(y) + labs(l[0]) + copysign(y, y) + nextafter(y, y) + lgamma(y) +
          erf(y) + j0(y) + sqrt(e);
  i[0] = min(e, 3) + max(e, 3) + (int)min(x, 2.0f) + (int)max(y, 2.0) + isnan(x) + isinf(y) + isfinite(x) + signbit(y) +
         std::isnan(x) + ilogb(x) + (int)lrint(x);
  i[0] += (int)modf(x, &part) + (int)frexp(y, &e) + (int)ldexp(x, 2) + (int)scalbn(y, 2) + (int)remquo(x, x, &e);
  i[0] += (int)generic(x) + (int)generic(y) + (int)(float)__float2half(x) + std::numeric_limits<int>::max();
  std::size_t m = std::max<std::size_t>(3, 4);
  l[0] = (long)m + (long)n + min(l[0], 3L) + std::min(l[0], 4L);
  memcpy(&f[1], &d[1], sizeof(float));
  memset(&f[2], 0, sizeof(float));
  half h = __float2half(x);
  h = h + h;
  f[3] = __half2float(h);
}
