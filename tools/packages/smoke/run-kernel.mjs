/** What a stranger does first, as an ES module: compile a kernel at run time and run it on the named backend. */
import { openDevice } from '@heddle/core';

const n = 1000;
const source = `
__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}`;

const device = await openDevice(process.argv[2]);
const module = await device.compile(source);
const saxpy = module.kernel('saxpy');
const x = await device.upload(Float32Array.from({ length: n }, (_, i) => i));
const y = await device.upload(new Float32Array(n).fill(1));
saxpy.launch({ grid: [Math.ceil(n / 256)], block: [256] }, 2, x, y, n);
const result = await y.read();
for (let i = 0; i < n; i++) {
  if (result[i] !== 2 * i + 1) throw new Error(`element ${i} is ${result[i]}, not ${2 * i + 1}`);
}
await device.dispose();
console.log('right');
