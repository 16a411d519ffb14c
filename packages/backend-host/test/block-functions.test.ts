/** Kernels with barriers whose blocks a function executes region by region, and those that keep a fiber for each thread. */
import type { SourceLanguage } from '@heddle/core';
import { parseKernels, type CompileRequest } from '@heddle/core/backend';
import fc from 'fast-check';
import { yieldInPollingLoops } from '../src/compile/polling-loops';
import { withBlockFunctions } from '../src/compile/regions/block-functions';
import { openHost, type OpenHost } from './open-host';
import { index, mirrored, prelude, threads, understood, valueAt } from './barrier-kernels';
import { RandomKernel } from './random-barrier-kernels';

let host: OpenHost;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

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
  ['only some threads leave a loop', 'for (int k = 0; k < 4; k++) { if (t == 3) break; __syncthreads(); }'],
  ['a constant is changed', 'int k = 3; ((int&)(k)) += t; __syncthreads(); x[i] = k;'],
  ['a function asks for its name', 'x[i] = sizeof(__func__); __syncthreads();'],
  [
    'a macro declares a name',
    'DECLARE(w, t); __syncthreads(); x[i] = w;',
    '#define DECLARE(a, b) int a = b\n__constant__ int w;',
  ],
  ['a declaration is not understood', 'float w = t < 5 ? 1 : 2, v = 3; __syncthreads(); x[i] = w;'],
  [
    'a type means two things',
    '__syncthreads(); typedef double real; real v = x[i]; __syncthreads(); x[i] = v;',
    'typedef int real;',
  ],
  [
    'an extent means two things',
    '__syncthreads(); const int N = 8; int v[N]; __syncthreads(); x[i] = v[7];',
    'const int N = 2;',
  ],
  [
    'a macro puts words together',
    'x[i] = t; BOTH(__sync, threads)(); x[i] = x[i ^ 1];\n__syncthreads();',
    '#define BOTH(a, b) a##b',
  ],
  ['a comment goes on', 'x[i] = t; // to \\\n __syncthreads();\n __syncthreads();'],
  ['braces are spelled otherwise', 'if (t) <% x[i] = t; %> __syncthreads();'],
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
  // Its object would end with the region, which the compiler refuses.
  const source = `struct Last { int *at; ~Last() { *at = 7; } };
    __global__ void k(int* x, int n) { ${index} Last last = {x + i}; x[i] = 1; __syncthreads(); x[i] += 1; }`;
  expect(wholeBlocks(source)).toEqual(['k']);
  expect(await run(source)).toEqual(mirrored(() => 7));
});

it('a template that is another for some arguments keeps its fibers', async () => {
  const source = `template <class T> __global__ void k(int* x) { __syncthreads(); x[threadIdx.x] = 1; }
    template <> __global__ void k<int>(int* x) { x[threadIdx.x] = 2; }`;
  expect(wholeBlocks(source)).toEqual([]);
  using module = await host.device.compile(source, { names: ['k<int>'] });
  using x = host.device.zeros('int32', threads);
  module.kernel('k<int>').launch({ grid: 1, block: threads }, x);
  expect(new Set(await x.read())).toEqual(new Set([2]));
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

it("HIP's older names of the indices", async () => {
  const source = `__global__ void k(int* x) {
    __shared__ int s[64];
    int t = hipThreadIdx_x, first = hipBlockIdx_x * hipBlockDim_x, other = hipBlockDim_x - 1 - hipThreadIdx_x;
    s[t] = x[first + t];
    __syncthreads();
    x[first + t] = s[other];
  }`;
  expect(wholeBlocks(source, {}, 'hip')).toEqual(['k']);
  using module = await host.device.compile(source, { language: 'hip' });
  using values = await filled('int32', 128, (i) => i + 1);
  module.kernel('k').launch({ grid: 2, block: 64 }, values);
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
