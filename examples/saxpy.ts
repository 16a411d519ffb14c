/** The smallest complete program: compile, upload, launch, read, check. */
import { openDevice } from '@heddle/core';

await using device = await openDevice();
const module = await device.compile(`
  KERNEL void saxpy(float a, GLOBAL const float* x, GLOBAL float* y, int n) {
    int i = GLOBAL_INDEX(0);
    if (i < n) y[i] += a * x[i];
  }
`);

const n = 1_000_000;
using x = await device.upload(Float32Array.from({ length: n }, (_, i) => i));
using y = await device.upload(new Float32Array(n).fill(1));

module.kernel('saxpy').launch({ grid: Math.ceil(n / 256), block: 256 }, 2, x, y, n);

const result = await y.read();
const wrong = result.findIndex((value, i) => value !== Math.fround(2 * i + 1));
if (wrong >= 0) throw new Error(`element ${wrong} is ${result[wrong]}`);
console.log(`${device.name}: ${n} elements are right`);
