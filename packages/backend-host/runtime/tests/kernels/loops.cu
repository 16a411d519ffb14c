// Kernels without barriers: they become plain loops. Most check a place where that could go wrong.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void add_unsigned(const int *a, const int *b, int *c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void add_strided(const float *a, const float *b, float *c, size_t n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// Each thread writes where it is.
__global__ void indexes(int *out) {
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * threads + thread] = (int)(threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * block);
}

// A local array that is indexed at run time: one per thread, though all share a stack.
__global__ void private_array(const int *a, const int *index, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int local[4] = {0, 0, 0, 0};
  local[index[i] & 3] = a[i];
  local[1] += 5;
  out[i] = local[(index[i] + 1) & 3] * 3 + local[index[i] & 3];
}

// Within a thread, a load must see the store before it, even through another pointer to the same place.
__global__ void own_store_first(int *p, const int *q, const int *j, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[2 * i] = 7 + i;
  int seen = q[j[i]];
  p[2 * i + 1] = seen;
  out[i] = seen;
}

// Unsigned arithmetic on the index wraps as the language says.
__global__ void wraps(unsigned *out) { out[threadIdx.x] = (threadIdx.x - 5u) / 2u; }

struct settings {
  float scale;
  int offset;
  double weights[3];
};
__global__ void by_value(settings s, char c, short h, float4 v, bool flag, float *out) {
  int i = threadIdx.x;
  out[i] = s.scale * i + s.offset + (float)s.weights[i % 3] + c + h + v.x + v.w + (flag ? 0.5f : 0.0f);
}
__global__ void nothing() {}

namespace space {
__constant__ float coefficients[4];
template <class T> __device__ T square(T v) { return v * v; }
template <class T, int N> __global__ void polynomial(T *y, const T *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = coefficients[0] + coefficients[1] * x[i] + N * square(x[i]);
}
}  // namespace space
__device__ int counter;
__managed__ double managed_value = 1.5;

template <typename F> __device__ void each(int n, F f) {
  for (int i = 0; i < n; i++) f(i);
}
__global__ void lambdas(int *out) {
  int sum = 0;
  each(10, [&](int i) { sum += i * (int)threadIdx.x; });
  out[threadIdx.x] = sum;
}
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int *out) { out[threadIdx.x] = fibonacci((int)threadIdx.x % 15); }
static __global__ void __launch_bounds__(256, 2) internal(const __grid_constant__ int n, int *__restrict__ out) {
  out[threadIdx.x] = n;
}
__global__ void cell(unsigned long long *cells) { cells[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x]++; }
__global__ void last_thread(unsigned long long *out) {
  unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 == (unsigned long long)gridDim.x * blockDim.x) *out = i;
  if (i == 0x80000000ull) out[1] = blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void busy(volatile float *out, int rounds) {
  float v = threadIdx.x;
  for (int i = 0; i < rounds; i++) v = v * 1.0001f + 1.0f;
  out[threadIdx.x] = v;
}
__global__ void endless(volatile int *stop) {
  while (!*stop) {
  }
}

HEDDLE_KERNEL(0, "add", add)
HEDDLE_KERNEL(1, "add_unsigned", add_unsigned)
HEDDLE_KERNEL(2, "add_strided", add_strided)
HEDDLE_KERNEL(3, "multiply", multiply)
HEDDLE_KERNEL(4, "indexes", indexes)
HEDDLE_KERNEL(5, "private_array", private_array)
HEDDLE_KERNEL(6, "own_store_first", own_store_first)
HEDDLE_KERNEL(7, "wraps", wraps)
HEDDLE_KERNEL(8, "by_value", by_value)
HEDDLE_KERNEL(9, "nothing", nothing)
HEDDLE_KERNEL(10, "space::polynomial<float, 3>", space::polynomial<float, 3>)
HEDDLE_KERNEL(11, "lambdas", lambdas)
HEDDLE_KERNEL(12, "recursion", recursion)
HEDDLE_KERNEL(13, "internal", internal)
HEDDLE_KERNEL(14, "cell", cell)
HEDDLE_KERNEL(15, "last_thread", last_thread)
HEDDLE_KERNEL(16, "busy", busy)
HEDDLE_KERNEL(17, "endless", endless)
HEDDLE_GLOBAL(0, "space::coefficients", space::coefficients)
HEDDLE_GLOBAL(1, "counter", counter)
HEDDLE_GLOBAL(2, "managed_value", managed_value)
