/** The examples of PyCUDA's reference on kernel compilation: a basic kernel, a prepared function, a template. */
import './skip-without-cuda';
import {
  autoinit,
  memAlloc,
  memcpyDtoh,
  memcpyHtod,
  SourceModule,
  type DeviceAllocation,
} from '@heddle/backend-cuda/pycuda';

await autoinit();
const n = 1000;
const a = Float32Array.from({ length: n }, (_, i) => i);
const b = Float32Array.from({ length: n }, (_, i) => 2 * i);
const [gpuA, gpuB, gpuC] = [memAlloc(a.byteLength), memAlloc(b.byteLength), memAlloc(a.byteLength)];
await memcpyHtod(gpuA, a);
await memcpyHtod(gpuB, b);

// Basic kernel compilation: simple vector addition kernel
const kernelSource = `
__global__ void vector_add(float *a, float *b, float *c, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        c[idx] = a[idx] + b[idx];
    }
}
`;

// Compile module
const mod = await SourceModule(kernelSource);
const vectorAdd = mod.getFunction('vector_add');

// Launch kernel
vectorAdd(gpuA, gpuB, gpuC, n, { block: [256, 1, 1], grid: [Math.floor((n + 255) / 256), 1] });
await check('vector_add', gpuC, (i) => 3 * i);

// Prepare function for repeated launches
const preparedAdd = vectorAdd.prepare(['P', 'P', 'P', 'i']);

// Fast repeated launches
const gridSize = Math.floor((n + 255) / 256);
for (let i = 0; i < 100; i++) {
  preparedAdd.preparedCall([gridSize, 1], gpuA, gpuB, gpuC, n);
}
await check('the prepared vector_add', gpuC, (i) => 3 * i);
const seconds = preparedAdd.preparedTimedCall([gridSize, 1], gpuA, gpuB, gpuC, n);
console.log(`it takes ${((await seconds()) * 1e6).toFixed(1)} us`);

// Template-based dynamic compilation
const template = (blockSize: number): string => `
#define BLOCK_SIZE ${blockSize}

__global__ void process_data(float *data, int n) {
    __shared__ float cache[BLOCK_SIZE];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        cache[threadIdx.x] = data[idx];
        __syncthreads();

        // Process data...
        data[idx] = cache[threadIdx.x] * 2.0f;
    }
}
`;

// Create module with template substitution
const source = template(256);
const templated = await SourceModule(source);
templated.getFunction('process_data')(gpuC, 768, { block: [256, 1, 1], grid: 3 });
await check('process_data', gpuC, (i) => (i < 768 ? 6 : 3) * i);

async function check(what: string, memory: DeviceAllocation, expected: (i: number) => number): Promise<void> {
  const result = new Float32Array(n);
  await memcpyDtoh(result, memory);
  const wrong = result.findIndex((value, i) => value !== expected(i));
  if (wrong >= 0) throw new Error(`${what}: element ${wrong} is ${result[wrong]}`);
  console.log(`${what}: ${n} elements are right`);
}
