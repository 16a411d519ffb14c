/** CUDA's matrices of a warp (mma.h): what tensor cores multiply. */
import fc from 'fast-check';
import type { Device } from '@heddle/core';
import { numberFromFloat16 } from '@heddle/core/backend';
import { cudaBackend, openCudaDevice } from './open-cuda-device';

let device: Device;
beforeAll(async () => {
  device = await openCudaDevice();
});
afterAll(() => device.dispose());

/**
 * Two warps, each with factors of its own, which lie in shared memory with `gap` unused elements after each row (or
 * column): d = 2 a b + c, where the doubling is done element by element.
 */
const source = `
#include <mma.h>
using namespace nvcuda;
template <class T> struct in_memory { typedef T type; };
template <> struct in_memory<wmma::precision::tf32> { typedef float type; };
template <class Layout> struct is_by_rows { static const bool value = false; };
template <> struct is_by_rows<wmma::row_major> { static const bool value = true; };

template <int M, int N, int K, class T, class S, class LA, class LB>
__global__ void product(const float* a, const float* b, const float* c, float* d, int gap) {
  typedef typename in_memory<T>::type E;
  const int most_a = M > K ? M : K, most_b = K > N ? K : N;
  __shared__ __align__(32) E as[2][most_a * (most_a + 32)], bs[2][most_b * (most_b + 32)];
  __shared__ __align__(32) S cs[2][M * N];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool rows_a = is_by_rows<LA>::value, rows_b = is_by_rows<LB>::value;
  // Strides and where matrices begin are multiples of 16 and of 32 bytes.
  const int stride_a = ((rows_a ? K : M) + 15) / 16 * 16 + gap, stride_b = ((rows_b ? N : K) + 15) / 16 * 16 + gap;
  for (int i = lane; i < M * K; i += 32)
    as[warp][rows_a ? i / K * stride_a + i % K : i % K * stride_a + i / K] = E(a[warp * M * K + i]);
  for (int i = lane; i < K * N; i += 32)
    bs[warp][rows_b ? i / N * stride_b + i % N : i % N * stride_b + i / N] = E(b[warp * K * N + i]);
  for (int i = lane; i < M * N; i += 32) cs[warp][i] = S(c[warp * M * N + i]);
  __syncthreads();
  wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, S> fc, sum;
  wmma::fill_fragment(sum, S(0.0f));
  wmma::load_matrix_sync(fa, as[warp], stride_a);
  wmma::load_matrix_sync(fb, bs[warp], stride_b);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::load_matrix_sync(fc, cs[warp], N, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] = S(float(sum.x[i]) + float(fc.x[i]));
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(cs[warp], sum, M, wmma::mem_col_major);
  __syncthreads();
  for (int i = lane; i < M * N; i += 32) d[warp * M * N + i] = float(cs[warp][i % N * M + i / N]);
}`;

interface Kind {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly type: string;
  readonly sum: string;
  readonly least: number;
}

const wide = [
  [16, 16],
  [32, 8],
  [8, 32],
] as const;
const kinds: Kind[] = [
  ...wide.flatMap(([m, n]) =>
    [
      ['__half', 'float', -9],
      ['__half', '__half', -3],
      ['__nv_bfloat16', 'float', -9],
      ['signed char', 'int', -128],
      ['unsigned char', 'int', 0],
    ].map(([type, sum, least]) => ({ m, n, k: 16, type, sum, least }) as Kind),
  ),
  { m: 16, n: 16, k: 8, type: 'wmma::precision::tf32', sum: 'float', least: -9 },
  { m: 8, n: 8, k: 4, type: 'double', sum: 'double', least: -9 },
];

function doubledProduct({ m, n, k }: Kind, a: Float32Array, b: Float32Array, c: Float32Array): number[] {
  return Array.from(c, (start, place) => {
    const [warp, row, column] = [Math.floor(place / (m * n)), Math.floor((place % (m * n)) / n), place % n];
    let sum = 0;
    for (let i = 0; i < k; i++) {
      sum += (a[warp * m * k + row * k + i] ?? NaN) * (b[warp * k * n + i * n + column] ?? NaN);
    }
    return start + 2 * sum;
  });
}

describe('matrices of a warp', () => {
  it.each(kinds)('$m x $n x $k: $type, summed up in $sum', async (kind) => {
    const { m, n, k, type, sum, least } = kind;
    // Both of a factor's, with either of the other's as the kinds go by.
    const layouts =
      kinds.indexOf(kind) % 2 === 0
        ? [['row', 'col'] as const, ['col', 'row'] as const]
        : [['row', 'row'] as const, ['col', 'col'] as const];
    const nameOf = ([a, b]: readonly [string, string]): string =>
      `product<${m}, ${n}, ${k}, ${type}, ${sum}, wmma::${a}_major, wmma::${b}_major>`;
    using module = await device.compile<string>(source, { names: layouts.map(nameOf) });
    const values = (count: number): fc.Arbitrary<Float32Array> =>
      fc
        .array(fc.integer({ min: least, max: Math.min(255, least === 0 ? 255 : -least - 1) }), {
          minLength: count,
          maxLength: count,
        })
        .map((numbers) => Float32Array.from(numbers));
    const factors = fc.tuple(values(2 * m * k), values(2 * k * n), values(2 * m * n));
    const gaps = fc.constantFrom(0, 16);
    const signature = 'const float* a, const float* b, const float* c, float* d, int gap';
    await fc.assert(
      fc.asyncProperty(factors, gaps, fc.constantFrom(...layouts), async ([a, b, c], gap, layout) => {
        const arrays = await Promise.all([a, b, c].map((array) => device.upload(array)));
        const d = device.zeros('float32', c.length);
        module
          .kernel(nameOf(layout), { signature })
          .launch({ grid: 1, block: 64 }, ...(arrays as [never, never, never]), d, gap);
        expect([...(await d.read())]).toEqual(doubledProduct(kind, a, b, c));
        for (const array of [...arrays, d]) array.dispose();
      }),
      { numRuns: 12 },
    );
  });

  it('multiplies large matrices in tiles', async () => {
    const [m, n, k] = [64, 48, 80];
    using module = await device.compile<string>(`
      #include <mma.h>
      using namespace nvcuda::wmma;
      __global__ void gemm(const __half* a, const __half* b, float* c, int m, int n, int k) {
        int row = blockIdx.y * 16, column = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
        if (column >= n) return;
        fragment<accumulator, 16, 16, 16, float> sum;
        fill_fragment(sum, 0.0f);
        for (int i = 0; i < k; i += 16) {
          fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
          fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
          load_matrix_sync(fa, a + row * k + i, k);
          load_matrix_sync(fb, b + i * n + column, n);
          mma_sync(sum, fa, fb, sum);
        }
        store_matrix_sync(c + row * n + column, sum, n, mem_row_major);
      }`);
    const halves = (count: number, seed: number): Uint16Array =>
      Uint16Array.from({ length: count }, (_, i) => 0x3000 + ((i * seed) % 0x1000) + (i % 3 === 0 ? 0x8000 : 0));
    const [a, b] = [halves(m * k, 7919), halves(k * n, 104729)];
    using left = await device.upload(a, 'float16');
    using right = await device.upload(b, 'float16');
    using out = device.zeros('float32', m * n);
    module.kernel('gemm').launch({ grid: [1, m / 16], block: 128 }, left, right, out, m, n, k);
    const result = await out.read();
    for (const [place, value] of result.entries()) {
      let sum = 0;
      let size = 0;
      for (let i = 0; i < k; i++) {
        const x = numberFromFloat16(a[Math.floor(place / n) * k + i] ?? 0);
        const term = x * numberFromFloat16(b[i * n + (place % n)] ?? 0);
        sum += term;
        size += Math.abs(term);
      }
      // As many roundings as there are sums (Higham 2002, section 3.1).
      expect(Math.abs(value - sum)).toBeLessThanOrEqual(k * 2 ** -24 * size);
    }
  });

  it('keeps sums within their range where it is asked to', async () => {
    using module = await device.compile<string>(`
      #include <mma.h>
      using namespace nvcuda::wmma;
      __device__ int one(signed char x, signed char y, int start, bool bounded) {
        fragment<matrix_a, 16, 16, 16, signed char, row_major> a;
        fragment<matrix_b, 16, 16, 16, signed char, col_major> b;
        fragment<accumulator, 16, 16, 16, int> c;
        fill_fragment(a, x);
        fill_fragment(b, y);
        fill_fragment(c, start);
        mma_sync(c, a, b, c, bounded);
        return c.x[0];
      }
      __global__ void k(int* out) {
        int values[] = {one(127, 127, 0x7ffffff0, true), one(-128, 127, 5 - 0x7fffffff, true),
                        one(127, 127, 0x7ffffff0, false), one(-1, 2, 40, true)};
        if (threadIdx.x < 4) out[threadIdx.x] = values[threadIdx.x];
      }`);
    using out = device.zeros('int32', 4);
    module.kernel('k').launch({ grid: 1, block: 32 }, out);
    expect([...(await out.read())]).toEqual([0x7fffffff, -0x80000000, (0x7ffffff0 + 16 * 127 * 127) | 0, 8]);
  });

  it('has the floats of 10 bits that tensor cores read', async () => {
    using module = await device.compile<string>(`
      #include <mma.h>
      using namespace nvcuda::wmma;
      __global__ void k(const float* x, float* to, float* product) {
        to[threadIdx.x] = __float_to_tf32(x[threadIdx.x]);
        fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> a;
        fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> b;
        fragment<accumulator, 16, 16, 8, float> c;
        fill_fragment(a, __float_to_tf32(x[0]));
        fill_fragment(b, 1.0f);
        fill_fragment(c, 0.0f);
        mma_sync(c, a, b, c);
        product[threadIdx.x] = c.x[0];
      }`);
    const x = Float32Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + i * 2 ** -12));
    x.set([1 + 3 * 2 ** -11, Infinity, NaN, 3e38]);
    using given = await device.upload(x);
    using to = device.zeros('float32', 32);
    using product = device.zeros('float32', 32);
    module.kernel('k').launch({ grid: 1, block: 32 }, given, to, product);
    const nearest = Array.from(x, (value) => {
      if (!Number.isFinite(value)) return value;
      const step = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
      return Math.sign(value) * Math.floor(Math.abs(value) / step + 0.5) * step;
    });
    expect([...(await to.read())]).toEqual(nearest);
    expect([...(await product.read())]).toEqual(Array.from({ length: 32 }, () => 8 * (1 + 2 ** -9)));
  });

  it.each([
    ['a shape', 'matrix_a, 16, 16, 8, __half, row_major', 'tensor cores multiply no matrices of this shape and type'],
    ['a type', 'matrix_b, 16, 16, 16, short, row_major', 'tensor cores multiply no matrices of this shape and type'],
    ['a factor without a layout', 'matrix_a, 16, 16, 16, __half', 'row_major or col_major'],
  ])('refuses what tensor cores have not: %s', async (_, fragment, message) => {
    const wrong = `#include <mma.h>
      using namespace nvcuda::wmma;
      __global__ void k(float* out) { fragment<${fragment}> f; out[0] = f.num_elements; }`;
    await expect(device.compile(wrong)).rejects.toMatchObject({
      code: 'COMPILE',
      log: expect.stringContaining(cudaBackend === 'host' ? message : 'incomplete') as string,
    });
  });
});
