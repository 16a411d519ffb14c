"""The same program as on-gpu/hello.mjs, in CuPy."""
import cupy as cp
k = cp.RawKernel(r'''extern "C" __global__ void square(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }''', 'square')
x = cp.asarray([float(i) for i in range(32)], dtype=cp.float32)
y = cp.empty(32, dtype=cp.float32)
k((1,), (32,), (x, y))
print(float(y.get()[31]))
