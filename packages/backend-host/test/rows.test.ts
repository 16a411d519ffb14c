/** Kernels that ask for no row are run for every row of a block all the same, whether or not their threads wait. */
import * as fc from 'fast-check';
import { openHost } from './open-host';

it.each([
  ['counts', 'atomicAdd(&hits[threadIdx.x], 1);'],
  ['counts after a wait', 'arrive(); atomicAdd(&hits[threadIdx.x], 1);'],
])('a kernel that %s is run by all threads of a block of three dimensions', async (_, body) => {
  const host = await openHost();
  // Behind a macro, so that the source alone does not tell that threads wait.
  const defines = { arrive: '__syncthreads' };
  const module = await host.device.compile<string>(`__global__ void count(int* hits) { ${body} }`, { defines });
  const hits = host.device.zeros('int32', 9);
  module.kernel('count').launch({ grid: [3, 2], block: [9, 4, 2] }, hits);
  expect([...(await hits.read())]).toEqual(Array<number>(9).fill(3 * 2 * 4 * 2));
  await host.close();
});

describe('a kernel that compares its index', () => {
  // What each does with an element: its new value, from the old one.
  type Wanted = (old: number, i: number, n: number, block: number) => number;
  const kernels: Readonly<Record<string, { text: string; wanted: Wanted }>> = {
    inside: { text: 'if (i < n) x[i] = x[i] * 3 + i;', wanted: (old, i, n) => (i < n ? old * 3 + i : old) },
    returns: { text: 'if (n <= i) return; x[i] += 5;', wanted: (old, i, n) => (i < n ? old + 5 : old) },
    both: { text: 'if (i < n) x[i] += 1; else x[i] -= 1;', wanted: (old, i, n) => (i < n ? old + 1 : old - 1) },
    border: {
      text: 'if (i > 2 && i < n - 1) x[i] = 2 * i;',
      wanted: (old, i, n) => (i > 2 && i < n - 1 ? 2 * i : old),
    },
    behind: { text: 'if (i >= n) x[i] = i - n;', wanted: (old, i, n) => (i >= n ? i - n : old) },
    local: {
      text: 'int t = threadIdx.x; if (t < n) x[i] = t;',
      wanted: (old, i, n, block) => (i % block < n ? i % block : old),
    },
  };
  const indexes = {
    int: 'int i = blockIdx.x * blockDim.x + threadIdx.x;',
    'const int': 'const int i = threadIdx.x + blockDim.x * blockIdx.x;',
    unsigned: 'unsigned i = blockIdx.x * blockDim.x + threadIdx.x;',
    'whole block': 'int i = blockIdx.x * blockDim.x + threadIdx.x + threadIdx.y * 0;',
  };

  it.each(Object.keys(indexes) as (keyof typeof indexes)[])('is right wherever that is, as %s', async (kind) => {
    const host = await openHost();
    const { device } = host;
    const source = Object.entries(kernels)
      .map(([name, { text }]) => `__global__ void ${name}(int* x, int n) { ${indexes[kind]} ${text} }`)
      .join('\n');
    const module = await device.compile<string>(source);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(kernels)),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 1024 }),
        fc.integer({ min: -3, max: 5200 }),
        async (name, grid, block, n) => {
          // An unsigned index and a negative number are compared as unsigned numbers.
          fc.pre(kind !== 'unsigned' || n > 0);
          const before = Int32Array.from({ length: grid * block }, (_, i) => (i * 7919) % 1000);
          using x = await device.upload(before);
          module.kernel(name, { signature: 'int* x, int n' }).launch({ grid, block }, x, n);
          const wanted = before.map((old, i) => kernels[name]?.wanted(old, i, n, block) ?? NaN);
          expect(await x.read()).toEqual(wanted);
        },
      ),
      { numRuns: 300 },
    );
    await host.close();
  });

  it.each([
    ['both at once', 'if (x < w && y < h) out[y * w + x] += in[x] + y;'],
    ['both to leave', 'if (x >= w || h <= y) return; out[y * w + x] += in[x] + y;'],
    ['one in the other', 'if (y < h) if (x < w) out[y * w + x] += in[x] + y;'],
  ])('and its row, %s, touches what is inside alone', async (_, body) => {
    const host = await openHost();
    const { device } = host;
    const module = await device.compile<string>(
      `__global__ void k(const int* in, int* out, int w, int h) {
         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; ${body} }`,
    );
    const kernel = module.kernel('k', { signature: 'const int* in, int* out, int w, int h' });
    const size = fc.integer({ min: 1, max: 90 });
    await fc.assert(
      fc.asyncProperty(size, size, fc.constantFrom([16, 16], [32, 4], [1, 7], [64, 2]), async (w, h, block) => {
        const [width = 1, height = 1] = block;
        using row = await device.upload(Int32Array.from({ length: w }, (__, x) => 3 * x));
        using out = await device.upload(new Int32Array(w * h + 8).fill(-1));
        kernel.launch({ grid: [Math.ceil(w / width), Math.ceil(h / height)], block: [width, height] }, row, out, w, h);
        const wanted = Int32Array.from({ length: w * h + 8 }, (__, at) =>
          at < w * h ? -1 + 3 * (at % w) + Math.floor(at / w) : -1,
        );
        expect(await out.read()).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
    await host.close();
  });
});
