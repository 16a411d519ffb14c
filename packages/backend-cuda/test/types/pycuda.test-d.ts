/** Checked by `tsc` alone: each `@ts-expect-error` is a mistake that must not compile. */
import * as cuda from '@heddle/backend-cuda/pycuda';
import { CUfunction_attribute } from '@heddle/simt-driver/cuda';

type Equal<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const check = <Condition extends true>(..._: Condition[]) => undefined;

const module = await cuda.SourceModule(`
  __global__ void scale(float* x, float factor, int n) { if (threadIdx.x < n) x[threadIdx.x] *= factor; }
  __global__ void sample(cudaTextureObject_t image, float* out) { out[0] = tex2D<float>(image, 0.5f, 0.5f); }
`);
const scale = module.getFunction('scale');
const memory: cuda.DeviceAllocation = cuda.memAlloc(64);

// A launch enqueues; host arrays make it a promise.
const enqueued = scale(memory, 2, 16, { block: [16, 1, 1] });
check<Equal<typeof enqueued, void>>();
const copied = scale(cuda.InOut(new Float32Array(16)), 2, 16, { block: 16, grid: 1 });
check<Equal<typeof copied, Promise<void>>>();

// @ts-expect-error -- the options are missing
scale(memory, 2, 16);
// @ts-expect-error -- an argument is missing
scale(memory, 2, { block: 16 });
// @ts-expect-error -- a factor is a number
scale(memory, 'two', 16, { block: 16 });
// @ts-expect-error -- a number is not a host array
scale(memory, cuda.In(new Float32Array(1)), 16, { block: 16 });
// @ts-expect-error -- it is called grid
scale(memory, 2, 16, { block: 16, grids: 1 });
// @ts-expect-error -- there is no such kernel
module.getFunction('scales');

const prepared = scale.prepare(['P', 'f', 'i'], { block: [16, 1, 1] });
check<Equal<typeof prepared, typeof scale>>();
const seconds = prepared.preparedTimedCall([1, 1], memory, 2, 16);
check<Equal<typeof seconds, () => Promise<number>>>();
scale.setAttribute(cuda.functionAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536);
scale.setAttribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, 1);
check<Equal<ReturnType<typeof module.getTexref>, never>>();

// A source that is not a literal takes any name and any arguments.
declare const text: string;
const loose = (await cuda.SourceModule(text, { nvcc: 'nvcc', arch: 'sm_90', options: ['-O3'] })).getFunction(
  'anything',
);
loose(memory, 1, 2, 3, { block: 1 });
// @ts-expect-error -- options are an array
await cuda.SourceModule(text, { options: '-O3' });
