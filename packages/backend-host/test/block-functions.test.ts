/** Kernels with barriers whose blocks a function executes region by region, and those that keep a fiber for each thread. */
import { parseKernels, type CompileRequest, type SourceLanguage } from '@heddle/core';
import fc from 'fast-check';
import { yieldInPollingLoops } from '../src/compile/polling-loops';
import { withBlockFunctions } from '../src/compile/regions/block-functions';
import { openHost, type OpenHost } from './open-host';
import { RandomKernel } from './random-barrier-kernels';

let host: OpenHost;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

const threads = 64;

function wholeBlocks(
  source: string,
  { defines = {}, options = [] }: Partial<CompileRequest> = {},
  language: SourceLanguage = 'cuda',
): string[] {
  const kernels = parseKernels(source, { language, defines });
  return [...withBlockFunctions(yieldInPollingLoops(source), { kernels, defines, options }).names.keys()];
}

async function filled<D extends 'int32' | 'uint32'>(dtype: D, length: number, value: (i: number) => number) {
  const buffer = host.device.zeros(dtype, length);
  await buffer.write(Uint32Array.from({ length }, (_, i) => value(i)).buffer);
  return buffer;
}

async function run(source: string, block: readonly [number, number?, number?] = [threads]): Promise<number[]> {
  using module = await host.device.compile(source);
  const [width, height = 1, depth = 1] = block;
  const count = 2 * width * height * depth;
  using values = await filled('int32', count, (i) => i + 1);
  module.kernel('k').launch({ grid: 2, block }, values, count);
  return [...(await values.read())];
}

const index = 'int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;';
const mirrored = (value: (t: number, block: number) => number): number[] =>
  Array.from({ length: 2 * threads }, (_, i) => value(i % threads, Math.floor(i / threads)));
const valueAt = (t: number, block: number): number => block * threads + t + 1;

// Each body leaves in x[i] what the function says.
const understood: Record<string, readonly [body: string, value: (t: number, block: number) => number]> = {
  'a barrier between a store and a load': [
    '__shared__ int s[64]; s[t] = x[i]; __syncthreads(); x[i] = s[63 - t];',
    (t, block) => valueAt(63 - t, block),
  ],
  'a tree reduction over dynamic steps': [
    `__shared__ int s[64];
     s[t] = x[i];
     __syncthreads();
     for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
       if (t < k) s[t] += s[t + k];
       __syncthreads();
     }
     x[i] = s[0];`,
    (_, block) => 64 * 64 * block + (64 * 65) / 2,
  ],
  'two loops of one name, steps in the body': [
    `__shared__ int s[64];
     int sum = 0;
     for (int k = 0; k < 4; k++) { s[t] = x[i] + k; __syncthreads(); sum += s[(t + k) % 64]; __syncthreads(); }
     int k2 = 1;
     while (k2 < 4) { s[t] = sum; __syncthreads(); sum = s[t ^ k2]; k2 *= 2; __syncthreads(); }
     x[i] = sum;`,
    (t, block) => [0, 1, 2, 3].reduce((sum, k) => sum + valueAt(((t ^ 3) + k) % 64, block) + k, 0),
  ],
  'parameters that threads and blocks change': [
    'x += blockIdx.x * 64; n -= t; __shared__ int s[64]; s[t] = x[t] + n; __syncthreads(); x[t] = s[63 - t];',
    (t, block) => valueAt(63 - t, block) + 128 - (63 - t),
  ],
  'variables of many types that live across barriers': [
    `const float half = 0.5f * t; double d[2] = {1.0, t * 1.0}; const int *from = x + i; float4 v = make_float4(t, 1, 2, 3);
     long long big = (1ll << 40) + t; bool odd = t & 1; unsigned char small = (unsigned char)(t * 5);
     __syncthreads();
     v.y += half; d[0] += d[1];
     int value = *from;
     __syncthreads();
     x[i] = value + (int)(v.x + 2 * v.y + d[0]) + (int)(big - (1ll << 40)) + odd + small;`,
    (t, block) => valueAt(t, block) + t + 2 + t + (1 + t) + t + (t % 2) + ((t * 5) % 256),
  ],
  'what threads return from behind the last barrier': [
    '__shared__ int s[64]; s[t] = x[i]; __syncthreads(); if (t % 2) return; x[i] = s[t + 1];',
    (t, block) => valueAt(t % 2 ? t : t + 1, block),
  ],
  'threads that return before a barrier': [
    `if (i >= 100) return;
     __shared__ int s[64];
     s[t] = x[i];
     __syncthreads();
     if (t == 5) { x[i] = -1; return; }
     x[i] = s[blockIdx.x == 0 ? 63 - t : 35 - t];`,
    (t, block) => {
      if (block * threads + t >= 100) return valueAt(t, block);
      return t === 5 ? -1 : valueAt((block === 0 ? 63 : 35) - t, block);
    },
  ],
  'a loop without end that all threads leave, one after the other': [
    `__shared__ int s[64];
     for (int k = 0;; k++) {
       s[t] = k;
       __syncthreads();
       if (k == t) { x[i] = s[63] * 100 + k; return; }
       __syncthreads();
     }`,
    (t) => 101 * t,
  ],
  'a branch that a whole block takes': [
    `__shared__ int s[64];
     const int first = blockIdx.x == 0;
     if (first) { s[t] = 5; __syncthreads(); x[i] = s[63 - t] + t; }
     else { s[t] = x[i]; __syncthreads(); x[i] = s[t ^ 1]; }`,
    (t, block) => (block === 0 ? 5 + t : valueAt(t ^ 1, block)),
  ],
  'names of members, labels of cases, loops with break': [
    `__shared__ int2 s[64];
     int x2 = 0;
     switch (t % 3) { case 0: x2 = 4; break; case 1: x2 = 5; break; default: x2 = 6; }
     s[t].x = x2; s[t].y = x[i];
     __syncthreads();
     int found = -1;
     for (int k = 0; k < 64; k++) { if (s[k].y == valueOf(t)) { found = k; break; } }
     x[i] = 10 * found + s[t].x;`,
    (t, block) => (block === 0 ? 10 * t : -10) + 4 + (t % 3),
  ],
};
const prelude = '__device__ int valueOf(int t) { return t + 1; }\n';

describe.each(Object.entries(understood))('%s', (_, [body, value]) => {
  const source = `${prelude}__global__ void k(int* x, int n) { ${index}\n${body}\n}`;
  it('is executed block by block', () => {
    expect(wholeBlocks(source)).toEqual(['k']);
  });
  it('has the right values, as fibers do', async () => {
    expect(await run(source)).toEqual(mirrored(value));
    expect(await run(source.replace('{ int t', '{ volatile int fibers = 0; int t'))).toEqual(mirrored(value));
  });
});

// Each would be wrong, or might be, if it were executed region by region.
it.each<[string, string, string?]>([
  ['threads take different numbers of rounds', 'for (int k = 0; k < t; k++) __syncthreads(); x[i] = 1;'],
  ['only some of the threads come', 'if (t < 32) __syncthreads(); x[i] = 1;'],
  [
    'a bound lies in memory',
    '__shared__ int m; if (t == 0) m = 3; __syncthreads(); for (int k = 0; k < m; k++) __syncthreads();',
  ],
  ['a lambda returns a value', 'auto twice = [](int v) { return 2 * v; }; __syncthreads(); x[i] = twice(t);'],
  ['a name hides another', 'for (int k = 0; k < 2; k++) { int t = k; x[i] = t; __syncthreads(); }'],
  ['a function waits', 'wait_here(); __syncthreads();', '__device__ void wait_here() { __syncthreads(); }'],
  ['a macro waits', 'WAIT; __syncthreads();', '#define WAIT __syncthreads()'],
  ['a macro returns', 'CHECK(i < n); __syncthreads(); x[i] = 1;', '#define CHECK(c) if (!(c)) return'],
  ['lanes of a warp work together', 'x[i] = __shfl_xor_sync(~0u, t, 1); __syncthreads();'],
  ['threads wait for memory', 'while (x[0] == 0); __syncthreads();'],
  [
    'a bound comes from a function',
    'for (int k = 0; k < bound(); k++) __syncthreads();',
    '__device__ int bound() { return threadIdx.x; }',
  ],
  ['a bound hides in a macro', 'for (int k = 0; k < ME; k++) __syncthreads();', '#define ME threadIdx.x'],
  ['a bound changes', 'for (int k = 0; k < 4; k++) { if (t == 3) k++; __syncthreads(); }'],
  [
    'a variable that kernels write is a bound',
    'for (int k = 0; k < limit; k++) __syncthreads();',
    '__device__ int limit;',
  ],
  ['a barrier asks for a sum', 'x[i] = __syncthreads_count(t); __syncthreads();'],
  ['directives choose what is compiled', '#ifdef MORE\nx[i] = 1;\n#endif\n__syncthreads();'],
])('fibers stay where %s', (_, body, before = '') => {
  expect(wholeBlocks(`${before}\n__global__ void k(int* x, int n) { ${index}\n${body}\n}`)).toEqual([]);
});

it('what comes with other files and options is not understood', () => {
  const source = '#include "more.h"\n__global__ void k(int* x) { __syncthreads(); }';
  const plain = '__global__ void k(int* x) { __syncthreads(); }';
  expect(wholeBlocks(source)).toEqual([]);
  expect(wholeBlocks(plain, { options: ['-include', 'more.h'] })).toEqual([]);
  expect(wholeBlocks(plain, { options: ['-DTILE=4'] })).toEqual(['k']);
  expect(wholeBlocks(`#include <cuda_fp16.h>\n${plain}`)).toEqual(['k']);
  expect(wholeBlocks(`namespace ns { ${plain} }`)).toEqual([]);
  expect(wholeBlocks(`extern "C" { ${plain} }`)).toEqual(['k']);
});

it('one kernel of a source has fibers, another has not', () => {
  const source = `__global__ void lanes(int* x) { *x = __shfl_sync(~0u, 1, 0); __syncthreads(); }
    template <int Size> __global__ void __launch_bounds__(Size) tile(int* x) { __syncthreads(); x[threadIdx.x] = Size; }`;
  expect(wholeBlocks(source)).toEqual(['tile']);
});

it('a kernel that a block function misreads is compiled with fibers', async () => {
  // The name that the region would change is a copy there, which the compiler refuses.
  const source = `#define RAISE(v) v++
    __global__ void k(int* x, int n) { ${index} RAISE(n); __syncthreads(); x[i] = n; }`;
  expect(wholeBlocks(source)).toEqual(['k']);
  expect(await run(source)).toEqual(mirrored(() => 129));
});

it('blocks of two and three dimensions, and portable kernels', async () => {
  const source = `__global__ void k(int* x, int n) {
    __shared__ int s[4][5][6];
    const int rank = threadIdx.x + 6 * (threadIdx.y + 5 * threadIdx.z), i = blockIdx.x * 120 + rank;
    s[threadIdx.z][threadIdx.y][threadIdx.x] = x[i];
    __syncthreads();
    x[i] = s[3 - threadIdx.z][4 - threadIdx.y][5 - threadIdx.x];
  }`;
  expect(wholeBlocks(source)).toEqual(['k']);
  const reversed = Array.from({ length: 240 }, (_, i) => (i < 120 ? 120 - i : 360 - i));
  expect(await run(source, [6, 5, 4])).toEqual(reversed);
  const portable = `KERNEL void k(GLOBAL int* x, int n DYNAMIC_SHARED_PARAMETER(int, s)) {
    DYNAMIC_SHARED(int, s);
    const int t = (int)THREAD_INDEX(0);
    GLOBAL int* mine = x + BLOCK_INDEX(0) * BLOCK_SIZE(0);
    s[t] = mine[t];
    BARRIER();
    mine[t] = s[BLOCK_SIZE(0) - 1 - t];
  }`;
  expect(wholeBlocks(portable, {}, 'portable')).toEqual(['k']);
  using module = await host.device.compile(portable, { language: 'portable' });
  using values = await filled('int32', 128, (i) => i + 1);
  module.kernel('k').launch({ grid: 2, block: 64, sharedBytes: 256 }, values, 128);
  expect([...(await values.read())]).toEqual(mirrored((t, block) => valueAt(63 - t, block)));
});

it('an assertion names the thread and the line', async () => {
  const { device, close } = await openHost();
  const source = `__global__ void k(int* x, int n) {
    int t = threadIdx.x;
    x[t] = t;
    __syncthreads();
    for (int k = 0; k < 2; k++) {
      assert(x[t] + k != 41);
      __syncthreads();
    }
  }`;
  expect(wholeBlocks(source)).toEqual(['k']);
  using module = await device.compile(source, { fileName: 'sums.cu' });
  module.kernel('k').launch({ grid: 1, block: threads }, device.zeros('int32', threads), threads);
  await expect(device.synchronize()).rejects.toMatchObject({
    code: 'DEVICE_LOST',
    message: expect.stringMatching(/sums\.cu:6.*thread \(41, 0, 0\)/s) as string,
  });
  await close();
});

it("a thread's large array has its stack after kernels whose threads have waited, too", async () => {
  const source = `__global__ void fibers(int* x) { volatile int keep = 1; __syncthreads(); x[threadIdx.x] = keep; }
    __global__ void large(int* x) {
      int many[100000];
      for (int i = 0; i < 100000; i++) many[i] = i ^ x[0];
      x[threadIdx.x] = many[x[1] * 7];
    }`;
  using module = await host.device.compile(source);
  using x = host.device.zeros('int32', threads);
  for (let round = 0; round < 3; round++) {
    module.kernel('fibers').launch({ grid: 8, block: threads }, x);
    module.kernel('large').launch({ grid: 1, block: 1 }, x);
    await host.device.synchronize();
  }
});

it('random kernels leave the same as with fibers', async () => {
  const kernels = 8;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const block = draw((): fc.Arbitrary<[number, number]> => fc.constantFrom([64, 1], [16, 4], [10, 3]));
      const size = block[0] * block[1];
      const makers = Array.from({ length: kernels }, () => new RandomKernel((arbitrary) => draw(() => arbitrary)));
      const texts = makers.map((maker, at) => maker.text(`k${at}`, size, 'FIBERS'));
      const source = texts.join('\n').replaceAll('FIBERS', '');
      const withFibers = texts.join('\n').replaceAll('FIBERS', 'volatile int fibers = 0;');
      expect(wholeBlocks(source)).toHaveLength(kernels);
      expect(wholeBlocks(withFibers)).toEqual([]);
      const results = [];
      for (const each of [source, withFibers]) {
        using module = await host.device.compile(each);
        using input = await filled('uint32', 3 * 64, (i) => (i * 2654435761) >>> 0);
        using out = host.device.zeros('uint32', 3 * size);
        for (let at = 0; at < kernels; at++) {
          module.kernel(`k${at}`).launch({ grid: 3, block }, out, input, 11);
          results.push([...(await out.read())]);
        }
      }
      expect(results.slice(0, kernels)).toEqual(results.slice(kernels));
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 120_000);
