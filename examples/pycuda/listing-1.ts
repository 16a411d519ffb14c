/** Listing 1 of "GPU Scripting and Code Generation with PyCUDA", line for line: doubles a 4×4 array on the GPU. */
import './skip-without-cuda';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { gaussian } from './gaussian';

await cuda.autoinit();

const a = Float32Array.from({ length: 4 * 4 }, gaussian);
const aGpu = cuda.memAlloc(a.byteLength);
await cuda.memcpyHtod(aGpu, a);

const mod = await cuda.SourceModule(`
  __global__ void multiply2(float *a)
  {
    int idx = threadIdx.x + threadIdx.y*4;
    a[idx] *= 2;
  }
  `);

const func = mod.getFunction('multiply2');
func(aGpu, { block: [4, 4, 1] });

const aDoubled = new Float32Array(a.length);
await cuda.memcpyDtoh(aDoubled, aGpu);
console.log(aDoubled);
console.log(a);

// The same prepared, as the text below the listing does it.
func.prepare('P', { block: [4, 4, 1] });
func.preparedCall([1, 1], aGpu);

await cuda.memcpyDtoh(aDoubled, aGpu);
if (aDoubled.some((value, i) => value !== 4 * a[i]!)) throw new Error(`not four times as much: ${aDoubled.join()}`);
