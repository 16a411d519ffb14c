/** Assumptions of GPU kernels that a C++ compiler does not share. */
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
    'shared memory is aligned after its keyword, by numbers and by types',
    `#define TILE __shared__ alignas(64)
    struct alignas(32) wide { int x[8]; };
    template <int bytes> __device__ int aligned() {
      __shared__ alignas(bytes > 64 ? bytes : (64)) const volatile int two[3] = {};
      TILE int three[5];
      return ((size_t)two | (size_t)three) % 64 == 0;
    }
    __global__ void k(int* out) {
      extern __shared__ alignas(128) unsigned char all[];
      __shared__ alignas(wide) char one[33];
      static __shared__
          alignas(alignof(double) * 4) short four[3];
      bool all_are = (size_t)all % 128 == 0 && (size_t)one % 32 == 0 && (size_t)four % 32 == 0;
      all[threadIdx.x] = threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = all_are && aligned<128>() ? all[127 - threadIdx.x] + __LINE__ : -1;
    }`,
    (t) => 127 - t + 16,
    { shared: threads },
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
  [
    'groups by label and by truth are counted',
    `${groups}__global__ void k(int* out) {
      auto warp = cg::tiled_partition<32>(cg::this_thread_block());
      auto label = cg::labeled_partition(warp, (int)(5 - warp.thread_rank() / 8));
      auto odd = cg::binary_partition(warp, threadIdx.x % 2 == 1);
      auto all = cg::binary_partition(warp, true);
      auto pair = cg::tiled_partition(cg::coalesced_threads(), 2);
      out[threadIdx.x] = 100000 * label.meta_group_rank() + 10000 * label.meta_group_size() +
        1000 * odd.meta_group_rank() + 100 * odd.meta_group_size() + 10 * all.meta_group_rank() + all.meta_group_size();
    }`,
    (t) => 100000 * ((t % 32) >> 3) + 40000 + 1000 * (t % 2) + 200 + 1,
  ],
  [
    'device code is told from a host program',
    `#include <cuda_runtime.h>
     #if defined(__CUDACC__) && __CUDA_ARCH__ >= 600 && __CUDACC_VER_MAJOR__ >= 11 && CUDART_VERSION >= 11000
     #define ANSWER 42
     #else
     #define ANSWER 0
     #endif
     #ifndef __CUDA_ARCH__
     #error This is not a device.
     #endif
     __global__ void k(int* out) { out[threadIdx.x] = ANSWER; }`,
    () => 42,
  ],
  [
    'a macro of the compiler is given',
    '__global__ void k(int* out) { out[threadIdx.x] = __CUDA_ARCH__; }',
    () => 350,
    { options: { defines: { __CUDA_ARCH__: '350' } } },
  ],
  [
    'HIP is told from CUDA',
    `#if defined(__HIP_DEVICE_COMPILE__) && defined(__HIPCC__) && !defined(__CUDACC__) && !defined(__CUDA_ARCH__)
     __global__ void k(int* out) { out[threadIdx.x] = 9; }
     #endif`,
    () => 9,
    { options: { language: 'hip' } },
  ],
  [
    'a kernel has the name of a mathematical function',
    '__global__ void exp(int* out) { out[threadIdx.x] = (int)exp(0.0f) + 1; }',
    () => 2,
    { kernel: 'exp' },
  ],
  [
    'a macro after a kernel has its name',
    `__global__ void k(int* out) { out[threadIdx.x] = 1; }
     __global__ void other(int* out) { out[threadIdx.x] = 2; }
     #define k other`,
    () => 1,
  ],
])('%s', async (_, source, value, { kernel = 'k', options = {}, shared = 0 } = {}) => {
  expect(await intsOf(source, kernel, options, shared)).toEqual(each(value));
});

it('says that a name is that of several functions', async () => {
  const source: string = '__global__ void k(int* x) {} __global__ void k(float* x) {}';
  await expect(host.device.compile(source, { names: ['k'] })).rejects.toMatchObject({
    code: 'COMPILE',
    message: expect.stringContaining('k names several functions') as string,
    hint: expect.stringContaining('(void (*)(int*))k') as string,
  });
  const module = await host.device.compile<string>(source);
  expect(() => module.kernel('k')).toThrow('k is overloaded');
  expect(module.kernel('(void (*)(float*))k').signature.parameters).toMatchObject([{ dtype: 'float32' }]);
});

describe('signed numbers wrap around, each thread by itself', () => {
  const factor = 1103515245;
  // `h = h * 31 + step`, nine times, which is what all of the sources below do in their ways.
  const hash = (i: number): number =>
    Array.from({ length: 9 }).reduce<number>((h, _, j) => (Math.imul(h, 31) + j) | 0, i);
  const chain = 'for (int j = 0; j < 9; j++)';
  it.each<[string, string, string, (i: number) => number]>([
    ['a product', '', `h = i * ${factor} + 12345;`, (i) => (Math.imul(i, factor) + 12345) | 0],
    ['a sign', '', 'h = i * 0x7fffffff; if (h < 0) h = -h;', (i) => Math.abs(Math.imul(i, 0x7fffffff)) | 0],
    ['a remainder', '', `${chain} h = h * 31 + j; h %= 1000;`, (i) => (hash(i) % 1000) | 0],
    [
      'a count',
      '',
      'int c = 0; while (h >= 0 && c < 40) { h = h * 3 + 1; c++; } h = c;',
      (i) => {
        let [h, c] = [i, 0];
        for (; h >= 0 && c < 40; c++) h = (Math.imul(h, 3) + 1) | 0;
        return c;
      },
    ],
    [
      'comparisons of what was computed',
      '',
      `int a = i * 100000000; h = (a + 1000000000 > a) + 2 * (a * 2 / 2 == a);`,
      (i) => {
        const a = Math.imul(i, 100000000);
        return Number(((a + 1000000000) | 0) > a) + 2 * Number(((((a * 2) | 0) / 2) | 0) === a);
      },
    ],
    ['a function', '__device__ int mix(int h, int c) { return h * 31 + c; }', `${chain} h = mix(h, j);`, hash],
    ['a lambda', '', `auto mix = [](int h, int c) { return h * 31 + c; }; ${chain} h = mix(h, j);`, hash],
    ['a reference', '__device__ void mix(int& h, int c) { h = h * 31 + c; }', `${chain} mix(h, j);`, hash],
    ['a field', 'struct State { int h; };', `State s{i}; ${chain} s.h = s.h * 31 + j; h = s.h;`, hash],
    [
      'a method',
      'struct State { int h; __device__ void mix(int c) { h = h * 31 + c; } };',
      `State s{i}; ${chain} s.mix(j); h = s.h;`,
      hash,
    ],
    ['a vector', '', `int2 s = make_int2(0, i); ${chain} s.y = s.y * 31 + j; h = s.y;`, hash],
    ['an element', '', `int s[2] = {0, i}; ${chain} s[1] = s[1] * 31 + j; h = s[1];`, hash],
    ['a name of a type', 'typedef int word;', `word w = i; ${chain} w = w * 31 + j; h = w;`, hash],
    [
      'a template',
      'template <class T> __device__ T mix(T h, T c) { return h * 31 + c; }',
      `${chain} h = mix<int>(h, j);`,
      hash,
    ],
    ['a macro', '#define MIX(h, c) (h = (h) * 31 + (c))', `${chain} MIX(h, j);`, hash],
    [
      'recursion',
      '__device__ int mix(int h, int j) { return j == 9 ? h : mix(h * 31 + j, j + 1); }',
      'h = mix(h, 0);',
      hash,
    ],
    [
      "Horner's scheme",
      '',
      'h = ((((((((i * 31 + 0) * 31 + 1) * 31 + 2) * 31 + 3) * 31 + 4) * 31 + 5) * 31 + 6) * 31 + 7) * 31 + 8;',
      hash,
    ],
    [
      'powers',
      '',
      'int a = i * i, b = a * a; h = b * b * i;',
      (i) => {
        const a = Math.imul(i, i),
          b = Math.imul(a, a);
        return Math.imul(Math.imul(b, b), i);
      },
    ],
  ])('%s', async (_, declaration, body, value) => {
    const index = 'int i = blockIdx.x * blockDim.x + threadIdx.x, h = i;';
    // A guard around everything, and one around the store alone, are compiled into different loops.
    for (const kernel of [`${index} if (i < n) { ${body} x[i] = h; }`, `${index} ${body} if (i < n) x[i] = h;`]) {
      using module = await host.device.compile<string>(
        `${declaration}\n__global__ void k(int* x, int n) { ${kernel} }`,
      );
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 }), async (grid, block) => {
          const n = grid * block;
          using x = host.device.zeros('int32', n);
          module.kernel('k', { signature: 'int* x, int n' }).launch({ grid, block }, x, n);
          expect([...(await x.read())]).toEqual(Array.from({ length: n }, (_, i) => value(i)));
        }),
        { numRuns: 10 },
      );
    }
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

it.each([
  ['an instruction', '"add.u32 %0, %1, 1;" : "=r"(a) : "r"(a)'],
  ['a constraint', '"mov.b16 %0, %1;" : "=h"(a) : "h"(a)'],
])('tells that asm is not PTX: %s', async (_, statement) => {
  const source = `__global__ void k(unsigned* x) {\n  unsigned a = x[0];\n  asm(${statement});\n  x[0] = a;\n}`;
  await expect(host.device.compile<string>(source)).rejects.toMatchObject({
    code: 'COMPILE',
    message: expect.stringContaining('kernel.cu:3: '),
    excerpt: expect.stringContaining('> 3 |   asm('),
    hint: expect.stringContaining('__HEDDLE_HOST__'),
  });
});
