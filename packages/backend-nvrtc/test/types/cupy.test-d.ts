/** Checked by `tsc` alone: each `@ts-expect-error` is a mistake that must not compile. */
import * as cp from '@heddle/backend-nvrtc/cupy';

const device = await cp.getDevice();
const x = device.zeros('float32', 4);
const doubles = device.zeros('float64', 4);

const scale = new cp.RawKernel(
  'extern "C" __global__ void scale(float* x, float factor, int n) { if (threadIdx.x < n) x[threadIdx.x] *= factor; }',
  'scale',
);
const launched: Promise<void> = scale([1, 1], [4], [x, 2, 4], { sharedMem: 0, stream: device.defaultStream });
await launched;
// @ts-expect-error -- an argument is missing
await scale([1], [4], [x, 2]);
// @ts-expect-error -- doubles are not floats
await scale([1], [4], [doubles, 2, 4]);
// @ts-expect-error -- the arguments are in an array
await scale([1], [4], x, 2, 4);
// @ts-expect-error -- there is no such kernel
new cp.RawKernel('__global__ void f(int* x) {}', 'g');
const registers: number = scale.numRegs;
scale.maxDynamicSharedSizeBytes = registers;
// @ts-expect-error -- it is what the compiler made
scale.numRegs = 1;

const module = new cp.RawModule({
  code: 'template <class T> __global__ void f(T* x) {}',
  nameExpressions: ['f<float>'],
});
await module.getFunction('f<float>')([1], [1], [x]);
// @ts-expect-error -- doubles are not floats
await module.getFunction('f<float>')([1], [1], [doubles]);

const kernelFor = cp.memoize(true)(
  (type: string, n: number) => new cp.RawKernel<string>(`__global__ void f(${type}* x) {}`, `f${n}`),
);
await kernelFor('float', 2)([1], [1], [x, 'anything' as never]);
// @ts-expect-error -- a number is missing
kernelFor('float');
