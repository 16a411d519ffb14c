/** What kernels written for GPUs take for granted, and a C++ compiler does not. */
import * as fc from 'fast-check';
import { openHost, type OpenHost } from './open-host';

const threads = 128;
let host: OpenHost;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

type Compile = Parameters<OpenHost['device']['compile']>[1];

/** What `kernel`, which takes the output alone, writes in one block. */
async function intsOf(source: string, kernel = 'k', options: Compile = {}, sharedBytes = 0): Promise<number[]> {
  using module = await host.device.compile<string>(source, options);
  using out = host.device.zeros('int32', threads);
  module.kernel(kernel, { signature: 'int* out' }).launch({ grid: 1, block: threads, sharedBytes }, out);
  return [...(await out.read())];
}

const each = (value: (t: number) => number): number[] => Array.from({ length: threads }, (_, t) => value(t));
const groups = '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n';

it.each<[string, string, (t: number) => number, { kernel?: string; options?: Compile; shared?: number }?]>([
  [
    'memory is read as another type than it was written',
    `__global__ void k(int* out) {
      extern __shared__ int words[];
      float* numbers = (float*)words;
      words[threadIdx.x] = 7;
      numbers[threadIdx.x] = 2.0f;
      out[threadIdx.x] = words[threadIdx.x];
    }`,
    () => 0x40000000,
    { shared: 4 * threads },
  ],
  [
    'ints are moved as short2',
    `__global__ void k(int* out) {
      short* halves = (short*)out;
      out[threadIdx.x] = 0x00050003;
      halves[2 * threadIdx.x] += 1;
      halves[2 * threadIdx.x + 1] += 1;
      out[threadIdx.x] *= 2;
    }`,
    () => 0x000c0008,
  ],
  [
    'a tile is declared by its size',
    `${groups}__global__ void k(int* out) {
      cg::thread_block block = cg::this_thread_block();
      cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
      int sum = threadIdx.x;
      for (int d = warp.size() / 2; d > 0; d /= 2) sum += warp.shfl_xor(sum, d);
      out[threadIdx.x] = 1000 * warp.meta_group_rank() + warp.meta_group_size() + sum;
    }`,
    (t) => 1000 * (t >> 5) + 4 + 496 + 1024 * (t >> 5),
  ],
  [
    'tiles of tiles are counted in their parent',
    `${groups}__global__ void k(int* out) {
      auto quad = cg::tiled_partition<4>(cg::tiled_partition<32>(cg::this_thread_block()));
      out[threadIdx.x] = 100 * quad.meta_group_rank() + quad.meta_group_size();
    }`,
    (t) => 100 * ((t % 32) >> 2) + 8,
  ],
  [
    'groups of a size known at run time are divided again',
    `${groups}__global__ void k(int* out) {
      cg::thread_group warp = cg::tiled_partition(cg::this_thread_block(), 32);
      cg::thread_group quad = cg::tiled_partition(warp, 4);
      out[threadIdx.x] = 10 * quad.size() + quad.thread_rank();
    }`,
    (t) => 40 + (t % 4),
  ],
  ['a kernel is noexcept', '__global__ void k(int* out) noexcept { out[threadIdx.x] = 1; }', () => 1],
  [
    'a template is instantiated explicitly',
    `template <int N> __global__ void k(int* out) { out[threadIdx.x] = N; }
     template __global__ void k<5>(int*);`,
    () => 5,
    { kernel: 'k<5>', options: { names: ['k<5>'] } },
  ],
  [
    'C is at hand without an include',
    `__global__ void k(int* out) {
      clock_t began = clock();
      uint8_t* copy = (uint8_t*)malloc(4);
      int32_t value = threadIdx.x;
      memcpy(copy, &value, 4);
      memset(copy + 1, 1, 1);
      out[threadIdx.x] = copy[0] + 256 * copy[1] + (clock() < began);
      free(copy);
    }`,
    (t) => t + 256,
  ],
  [
    'a kernel is called memset',
    'extern "C" __global__ void memset(int* out) { out[threadIdx.x] = 3; }',
    () => 3,
    { kernel: 'memset' },
  ],
  [
    'a variable is called warpSize',
    '__global__ void k(int* out) { const int warpSize = 16; out[threadIdx.x] = threadIdx.x / warpSize; }',
    (t) => t >> 4,
  ],
  ['a file begins with a byte order mark', '\uFEFF__global__ void k(int* out) { out[threadIdx.x] = 1; }', () => 1],
  [
    'dynamic shared memory has a constructor',
    `struct Point { int x; __device__ Point() {} __device__ Point(int x) : x(x) {} };
     __global__ void k(int* out) {
       extern __shared__ Point points[];
       points[threadIdx.x] = Point(threadIdx.x);
       __syncthreads();
       out[threadIdx.x] = points[${threads - 1} - threadIdx.x].x;
     }`,
    (t) => threads - 1 - t,
    { shared: 4 * threads },
  ],
  [
    "a compiler's own macro leaves a kernel out",
    `#if defined(__GNUC__) && __GNUC__ < 3
     __global__ void old(int* out) { nothing(); }
     #endif
     __global__ void k(int* out) { out[threadIdx.x] = 2; }`,
    () => 2,
  ],
  [
    'one of several overloads is meant',
    `__global__ void k(float* out) { out[threadIdx.x] = 1; }
     __global__ void k(int* out) { out[threadIdx.x] = 2; }`,
    () => 2,
    { kernel: '(void (*)(int*))k', options: { names: ['(void (*)(int*))k'] } },
  ],
])('%s', async (_, source, value, { kernel = 'k', options = {}, shared = 0 } = {}) => {
  expect(await intsOf(source, kernel, options, shared)).toEqual(each(value));
});

it('says that a name is that of several functions', async () => {
  const source: string = '__global__ void k(int* x) {} __global__ void k(float* x) {}';
  await expect(host.device.compile(source)).rejects.toMatchObject({
    code: 'COMPILE',
    message: expect.stringContaining('k names several functions') as string,
  });
});

describe('signed numbers wrap around, each thread by itself', () => {
  const index = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
  const factor = 1103515245;
  it.each<[string, (i: number) => number]>([
    [`int h = i * ${factor} + 12345; if (i < n) x[i] = h;`, (i) => (Math.imul(i, factor) + 12345) | 0],
    [
      'if (i < n) { int h = i * 0x7fffffff; if (h < 0) h = -h; x[i] = h; }',
      (i) => Math.abs(Math.imul(i, 0x7fffffff)) | 0,
    ],
    [
      'int h = i + 3; for (int j = 0; j < 9; j++) h = h * 31 + 7; if (i < n) x[i] = h;',
      (i) => Array.from({ length: 9 }).reduce<number>((h) => (Math.imul(h, 31) + 7) | 0, i + 3),
    ],
    [
      'int h = i + 3; for (int j = 0; j < 9; j++) h *= 37; if (i < n) x[i] = h;',
      (i) => Array.from({ length: 9 }).reduce<number>((h) => Math.imul(h, 37), i + 3),
    ],
  ])('%s', async (body, value) => {
    using module = await host.device.compile<string>(`__global__ void k(int* x, int n) { ${index} ${body} }`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 }), async (grid, block) => {
        const n = grid * block;
        using x = host.device.zeros('int32', n);
        module.kernel('k', { signature: 'int* x, int n' }).launch({ grid, block }, x, n);
        expect([...(await x.read())]).toEqual(Array.from({ length: n }, (_, i) => value(i)));
      }),
      { numRuns: 20 },
    );
  });
});

// CUDA C++ Programming Guide, mathematical functions: none of these is ever merged into a fused multiply-add.
describe.each([
  ['float', 'f', Float32Array, Math.fround],
  ['double', 'd', Float64Array, (x: number) => x],
] as const)('%s arithmetic with a rounding in its name is not fused', (type, letter, Numbers, round) => {
  const [add, multiply, subtract] = [`__${letter}add_rn`, `__${letter}mul_rn`, `__${letter}sub_rn`];
  it.each<[string, (a: number, b: number, c: number) => number]>([
    [`${add}(${multiply}(a[i], b[i]), c[i])`, (a, b, c) => round(round(a * b) + c)],
    [`${add}(a[i] * b[i], c[i])`, (a, b, c) => round(round(a * b) + c)],
    [`${multiply}(a[i], b[i]) + c[i]`, (a, b, c) => round(round(a * b) + c)],
    [`${subtract}(${multiply}(a[i], a[i]), b[i] * b[i])`, (a, b) => round(round(a * a) - round(b * b))],
  ])('%s', async (expression, value) => {
    const { device } = host;
    const source = (wait: string): string =>
      `__global__ void k(${type}* out, const ${type}* a, const ${type}* b, const ${type}* c) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        ${wait}
        out[i] = ${expression};
      }`;
    const n = 512;
    const line = (first: number, step: number) => Numbers.from(Array.from({ length: n }, (_, i) => first + i * step));
    const [a, b, c] = [line(1.1, 1), line(1.3, 1 / 7), line(-1.43, -1.43)];
    const expected = Array.from(a, (_, i) => value(a[i] ?? NaN, b[i] ?? NaN, c[i] ?? NaN));
    for (const wait of ['', '__syncthreads();']) {
      using module = await device.compile<string>(source(wait));
      const inputs = await Promise.all([a, b, c].map((values) => device.upload(values)));
      using out = device.zeros(type === 'float' ? 'float32' : 'float64', n);
      module.kernel('k').launch({ grid: 4, block: 128 }, out, ...inputs);
      expect(Array.from(await out.read(), Number)).toEqual(expected);
    }
  });
});
