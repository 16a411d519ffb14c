/** The "Kernel with shared memory optimization" example of CuPy's reference on custom kernels: a reduction, timed. */
import './skip-without-cuda';
import * as cp from '@heddle/backend-nvrtc/cupy';

// Kernel with shared memory optimization
const optimizedKernel = new cp.RawKernel(
  `
extern "C" __global__
void optimized_reduction(const float* input, float* output, int size) {
    extern __shared__ float sdata[];

    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // Load data into shared memory
    sdata[tid] = (i < size) ? input[i] : 0;
    __syncthreads();

    // Perform reduction in shared memory
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }

    // Write result for this block to global memory
    if (tid == 0) output[blockIdx.x] = sdata[0];
}
`,
  'optimized_reduction',
);

const size = 1000000;
const device = await cp.getDevice();
const numbers = Float32Array.from({ length: size }, Math.random);
const data = await device.upload(numbers);

// Time custom kernel
const blockSize = 256;
const gridSize = Math.floor((data.length + blockSize - 1) / blockSize);
const output = device.zeros('float32', gridSize);
await optimizedKernel.compile();

const runs = 10;
const start = device.defaultStream.record();
for (let i = 0; i < runs; i++) {
  await optimizedKernel(
    [gridSize],
    [blockSize],
    [data, output, data.length],
    { sharedMem: blockSize * 4 }, // 4 bytes per float
  );
}
const end = device.defaultStream.record();
await end.synchronize();
console.log(`Custom kernel time: ${(end.millisecondsSince(start) / runs).toFixed(4)} ms`);

const customResult = (await output.read()).reduce((sum, part) => sum + part, 0);
const expected = numbers.reduce((sum, value) => sum + value, 0);
const match = Math.abs(customResult - expected) <= 1e-4 * expected;
console.log(`Results match: ${match}`);
if (!match) process.exitCode = 1;
