/** The "Advanced RawKernel" example of CuPy's reference on custom kernels: multiplies matrices. */
import './skip-without-cuda';
import * as cp from '@heddle/backend-nvrtc/cupy';

// Define complex CUDA kernel
const matrixMultiplyKernel = new cp.RawKernel(
  `
extern "C" __global__
void matrix_multiply(const float* A, const float* B, float* C,
                     int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = sum;
    }
}
`,
  'matrix_multiply',
);

// Create test matrices
const [M, N, K] = [1024, 1024, 512];
const device = await cp.getDevice();
const a = Float32Array.from({ length: M * K }, Math.random);
const b = Float32Array.from({ length: K * N }, Math.random);
const A = await device.upload(a);
const B = await device.upload(b);
const C = device.zeros('float32', M * N);

// Configure kernel launch
const blockSize = [16, 16] as const;
const gridSize = [
  Math.floor((N + blockSize[0] - 1) / blockSize[0]),
  Math.floor((M + blockSize[1] - 1) / blockSize[1]),
] as const;

// Execute kernel
await matrixMultiplyKernel(
  gridSize,
  blockSize,
  [A, B, C, M, N, K], // Kernel arguments
);

// Verify result
const expected = new Float32Array(M * N);
for (let i = 0; i < M; i++) {
  for (let k = 0; k < K; k++) {
    const factor = a[i * K + k]!;
    for (let j = 0; j < N; j++) expected[i * N + j]! += factor * b[k * N + j]!;
  }
}
const c = await C.read();
const match = c.every((value, i) => Math.abs(value - expected[i]!) <= 1e-3 * expected[i]!);
console.log(`Results match: ${match}`);
if (!match) process.exitCode = 1;
