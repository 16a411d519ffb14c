// What bench.cpp measures, but for what add.cu holds.
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
template <int T> __global__ void multiply_tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += T) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
template <int Block> __global__ void reduce(const float *in, float *out, int n) {
  __shared__ float partial[Block];
  int t = threadIdx.x, i = blockIdx.x * Block + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int k = Block / 2; k > 0; k >>= 1) {
    if (t < k) partial[t] += partial[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = partial[0];
}
__global__ void barriers(int *out, int count) {
  for (int i = 0; i < count; i++) __syncthreads();
  out[threadIdx.x] = count;
}
// As the package writes them for each kernel alone.
HEDDLE_ENTRY(HEDDLE_BLOCK_FORM | HEDDLE_INT_INDEX_FORM | HEDDLE_COLUMN_FORM, 0, "multiply", multiply)
HEDDLE_ENTRY(HEDDLE_SCALAR_FORM, 1, "multiply_tiled<16>", multiply_tiled<16>)
HEDDLE_ENTRY(HEDDLE_SCALAR_FORM, 2, "reduce<256>", reduce<256>)
HEDDLE_ENTRY(HEDDLE_SCALAR_FORM, 3, "barriers", barriers)
