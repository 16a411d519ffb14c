/** The same on an OpenCL device, if there is one. */
import { backend } from '@heddle/backend-opencl';
import { openDevice, type Device } from '@heddle/core';
import { runKernel, tuneKernel } from '@heddle/tuner';
import { itOnOpenCl } from '../testing/opencl-device';

// Each case compiles, on machines that may have other work.
jest.setTimeout(180_000);

/** Opened by the first case that runs. */
let opening: Promise<Device> | undefined;
const device = (): Promise<Device> => (opening ??= openDevice(backend));
afterAll(async () => (await opening)?.dispose());

const n = 3000;
const x = Float32Array.from({ length: n }, (_, i) => i % 100);
const reversed = x.slice().reverse();

const source = `__kernel void reverse(__global float* y, __global const float* x, int n, __local float* part) {
  int i = get_global_id(0);
  part[get_local_id(0)] = i < n ? x[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) y[n - 1 - i] = part[get_local_id(0)] + (block_size_x == 64 && i == 17 ? 0.5f : 0.0f);
}`;

itOnOpenCl('tunes an OpenCL kernel and verifies on the device', async () => {
  const opened = await device();
  const { results, best } = await tuneKernel({
    kernel: 'reverse',
    source,
    device: opened,
    isolation: 'none',
    problemSize: n,
    arguments: [new Float32Array(n), x, n, 1024],
    tune: { block_size_x: [32, 64, 128] },
    answer: [reversed],
    iterations: 3,
  });
  expect(results.map(({ failure }) => failure?.kind)).toEqual([undefined, 'wrong', undefined]);
  const at = n - 1 - 17;
  expect(results[1]?.failure?.message).toContain(`1 of ${n} elements are wrong; element ${at} is 17.5, not 17`);
  expect(best?.time).toBeGreaterThan(0);
});

itOnOpenCl('compares every element type', async () => {
  const opened = await device();
  const types = [
    ['float', Float32Array],
    ['double', Float64Array],
    ['int', Int32Array],
    ['uint', Uint32Array],
    ['short', Int16Array],
    ['uchar', Uint8Array],
    ['long', BigInt64Array],
    ['ulong', BigUint64Array],
  ] as const;
  for (const [type, arrayClass] of types) {
    if (type === 'double' && !opened.has('float64')) continue;
    const isBig = arrayClass === BigInt64Array || arrayClass === BigUint64Array;
    const values = [0, 1, 2, 250, 7].map((value) => (isBig ? BigInt(value) : value));
    const array = (arrayClass as Float32ArrayConstructor).from(values as number[]);
    const wrong = array.slice();
    wrong[3] = (isBig ? 249n : 249) as never;
    const common = {
      kernel: 'keep',
      source: `__kernel void keep(__global ${type}* x) { x[get_global_id(0)] = x[get_global_id(0)]; }`,
      device: opened,
      isolation: 'none',
      problemSize: 5,
      gridDivX: [],
      tune: { block_size_x: [1] },
      arguments: [array],
      iterations: 1,
      benchmark: { warmupMilliseconds: 0 },
    } as const;
    const right = await tuneKernel({ ...common, answer: [array] });
    expect({ type, failures: right.environment.failures }).toEqual({ type, failures: {} });
    const differing = await tuneKernel({ ...common, answer: [wrong] });
    expect(differing.results[0]?.failure?.message).toContain('1 of 5 elements are wrong; element 3 is 250, not 249');
  }
});

itOnOpenCl('tells NaN and infinities apart', async () => {
  const opened = await device();
  const run = async (values: number[], answer: number[]): Promise<string | undefined> => {
    const { results } = await tuneKernel({
      kernel: 'keep',
      source: '__kernel void keep(__global float* x) { x[get_global_id(0)] *= 1.0f; }',
      device: opened,
      isolation: 'none',
      problemSize: values.length,
      gridDivX: [],
      tune: { block_size_x: [1] },
      arguments: [Float32Array.from(values)],
      answer: [Float32Array.from(answer)],
      iterations: 1,
      benchmark: { warmupMilliseconds: 0 },
    });
    return results[0]?.failure?.message;
  };
  expect(await run([NaN, Infinity, -Infinity, 1], [NaN, Infinity, -Infinity, 1])).toBeUndefined();
  expect(await run([1, NaN], [1, 1])).toContain('element 1 is NaN, not 1');
  expect(await run([1, 1], [1, NaN])).toContain('element 1 is 1, not NaN');
  expect(await run([1], [Infinity])).toContain('element 0 is 1, not Infinity');
  expect(await run([Infinity], [-Infinity])).toContain('element 0 is Infinity, not -Infinity');
  expect(await run([1, 2, 30], [1, 2.5, 3])).toMatch(
    /2 of 3 .* element 1 is 2, not 2.5; the worst: element 2 is 30, not 3/,
  );
});

itOnOpenCl('runs a kernel once', async () => {
  const opened = await device();
  const [y, unchanged, count] = await runKernel({
    kernel: 'reverse',
    source,
    device: opened,
    problemSize: n,
    arguments: [new Float32Array(n), x, n, 1024],
    configuration: { block_size_x: 32 },
  });
  expect(y).toEqual(reversed);
  expect(unchanged).toEqual(x);
  expect(count).toBe(n);
});

itOnOpenCl('runs in a process of its own', async () => {
  const { results } = await tuneKernel({
    kernel: 'reverse',
    source,
    device: 'opencl',
    problemSize: n,
    arguments: [new Float32Array(n), x, n, 1024],
    tune: { block_size_x: [32, 128] },
    answer: [reversed],
    iterations: 3,
  });
  expect(results.map(({ failure }) => failure)).toEqual([undefined, undefined]);
});
