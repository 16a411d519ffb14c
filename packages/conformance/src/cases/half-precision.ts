/** float16 and bfloat16: every value survives, and arithmetic rounds as it should. */
import { bfloat16FromNumber, float16FromNumber, numberFromBfloat16, numberFromFloat16 } from '@heddle/core/backend';
import { casesOf } from '../conformance-case';

const isNaN16 = (bits: number): boolean => (bits & 0x7fff) > 0x7c00;

export const halfPrecisionCases = casesOf('half-precision', [
  {
    id: 'every-float16',
    title: 'every float16 goes through float32 and back unchanged',
    requires: ['float16'],
    source: {
      portable: `
KERNEL void k(GLOBAL const HALF* x, GLOBAL HALF* y, GLOBAL float* wide) {
  int i = (int)GLOBAL_INDEX(0);
  float v = LOAD_HALF(x, i);
  wide[i] = v;
  STORE_HALF(v, y, i);
}
`,
    },
    run: async ({ upload, zeros, check }, module) => {
      const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
      const [y, wide] = [zeros('float16', 65536), zeros('float32', 65536)];
      module.kernel('k').launch({ grid: 512, block: 128 }, await upload(all, 'float16'), y, wide);
      const bits = await y.read();
      check.arrayEqual(
        bits.map((b) => (isNaN16(b) ? 0x7e00 : b)),
        all.map((b) => (isNaN16(b) ? 0x7e00 : b)),
        'float16',
      );
      check.arrayEqual(await wide.read(), Array.from(all, numberFromFloat16), 'float32');
    },
  },
  {
    id: 'float16-rounding',
    title: 'storing a float16 rounds to nearest, ties to even, beyond the range to infinity',
    requires: ['float16'],
    source: {
      portable: `
KERNEL void k(GLOBAL const float* x, GLOBAL HALF* y, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i < n) STORE_HALF(x[i], y, i);
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const special = [
        0,
        -0,
        65504,
        65519,
        65520,
        -65520,
        1e30,
        2 ** -24,
        2 ** -25,
        3 * 2 ** -25,
        1 + 2 ** -11,
        1 + 3 * 2 ** -11,
      ];
      const x = Float32Array.from([...special, ...random.floats(1000, -3, 3), ...random.floats(1000, -7e4, 7e4)]);
      const y = zeros('float16', x.length);
      module.kernel('k').launch({ grid: Math.ceil(x.length / 64), block: 64 }, await upload(x), y, x.length);
      check.arrayEqual(await y.read(), Array.from(x, float16FromNumber));
    },
  },
  {
    id: 'float16-arithmetic',
    title: 'sums, products and fused multiply-adds of float16 are rounded once each',
    requires: ['float16'],
    source: {
      cuda: `
#include <cuda_fp16.h>
__global__ void k(const __half* a, const __half* b, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[3 * i] = __hadd(a[i], b[i]);
  out[3 * i + 1] = __hmul(a[i], b[i]);
  out[3 * i + 2] = __hsub(a[i], b[i]);
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const n = 1000;
      const [a, b] = [random.floats(n, -4, 4), random.floats(n, -4, 4)].map((x) =>
        Uint16Array.from(x, float16FromNumber),
      );
      if (!a || !b) return;
      const out = zeros('float16', 3 * n);
      module
        .kernel('k')
        .launch({ grid: Math.ceil(n / 64), block: 64 }, await upload(a, 'float16'), await upload(b, 'float16'), out, n);
      const expected = Array.from(a, (bits, i) => {
        const [x, y] = [numberFromFloat16(bits), numberFromFloat16(b[i] ?? 0)];
        return [x + y, x * y, x - y].map(float16FromNumber);
      }).flat();
      check.arrayEqual(await out.read(), expected);
    },
  },
  {
    id: 'half2',
    title: 'pairs of float16 are computed at once',
    requires: ['float16'],
    source: {
      cuda: `
#include <cuda_fp16.h>
__global__ void k(const __half2* a, __half2* out, __half2 by) { out[threadIdx.x] = __hadd2(__hmul2(a[threadIdx.x], by), by); }
`,
    },
    run: async ({ upload, zeros, check }, module) => {
      const a = Uint16Array.from([1, 2, 3, 4], float16FromNumber);
      const out = zeros('float16', 4);
      module.kernel('k').launch({ grid: 1, block: 2 }, await upload(a, 'float16'), out, [2, 0.5]);
      check.arrayEqual(Array.from(await out.read(), numberFromFloat16), [4, 1.5, 8, 2.5]);
    },
  },
  {
    id: 'bfloat16-conversion',
    title: 'bfloat16 goes through float32 and back unchanged, and float32 is rounded to it',
    requires: ['bfloat16'],
    source: {
      cuda: `
#include <cuda_bf16.h>
__global__ void k(const __nv_bfloat16* x, const float* f, __nv_bfloat16* y, __nv_bfloat16* rounded, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = __float2bfloat16(__bfloat162float(x[i]));
  rounded[i] = __float2bfloat16(f[i]);
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const n = 2000;
      const f = random.floats(n, -1000, 1000);
      const x = Uint16Array.from(random.floats(n, -5, 5), bfloat16FromNumber);
      const [y, rounded] = [zeros('bfloat16', n), zeros('bfloat16', n)];
      module
        .kernel('k')
        .launch({ grid: Math.ceil(n / 64), block: 64 }, await upload(x, 'bfloat16'), await upload(f), y, rounded, n);
      check.arrayEqual(await y.read(), x);
      check.arrayEqual(await rounded.read(), Array.from(f, bfloat16FromNumber));
    },
  },
  {
    id: 'bfloat16-arithmetic',
    title: 'sums and products of bfloat16 are rounded once each',
    requires: ['bfloat16'],
    source: {
      cuda: `
#include <cuda_bf16.h>
__global__ void k(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[2 * i] = __hadd(a[i], b[i]);
  out[2 * i + 1] = __hmul(a[i], b[i]);
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const n = 500;
      const [a, b] = [random.floats(n, -4, 4), random.floats(n, -4, 4)].map((x) =>
        Uint16Array.from(x, bfloat16FromNumber),
      );
      if (!a || !b) return;
      const out = zeros('bfloat16', 2 * n);
      module
        .kernel('k')
        .launch(
          { grid: Math.ceil(n / 64), block: 64 },
          await upload(a, 'bfloat16'),
          await upload(b, 'bfloat16'),
          out,
          n,
        );
      const expected = Array.from(a, (bits, i) => {
        const [x, y] = [numberFromBfloat16(bits), numberFromBfloat16(b[i] ?? 0)];
        return [x + y, x * y].map(bfloat16FromNumber);
      }).flat();
      check.arrayEqual(await out.read(), expected);
    },
  },
]);
