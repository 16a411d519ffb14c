// The same as kernels.cu, for PoCL.
__kernel void add(__global const float *a, __global const float *b, __global float *c, int n) {
  int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}
__kernel void multiply(__global const float *a, __global const float *b, __global float *c, int n) {
  int row = get_global_id(1), column = get_global_id(0);
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}
#define T 16
__kernel void multiply_tiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float as[T][T], bs[T][T];
  int tx = get_local_id(0), ty = get_local_id(1), row = get_group_id(1) * T + ty, column = get_group_id(0) * T + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += T) {
    as[ty][tx] = a[row * n + k0 + tx];
    bs[ty][tx] = b[(k0 + ty) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; k++) sum += as[ty][k] * bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
__kernel void reduce(__global const float *in, __global float *out, __global float *unused, int n) {
  __local float partial[256];
  int t = get_local_id(0), i = get_global_id(0);
  partial[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k) partial[t] += partial[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = partial[0];
}
