/**
 * The kernel for matrix units, on the host: its instructions are replaced by what the PTX ISA says they do, written
 * with shuffles. Shows that every element reaches its place; that the instructions do as said only a GPU can show.
 */
import {
  bfloat16FromNumber,
  float16FromNumber,
  numbersFromBfloat16,
  numbersFromFloat16,
  openDevice,
  type Device,
} from '@heddle/core';
import { kernelHeader } from '../../src/kernels/kernel-header';
import { matrixArithmetic } from '../../src/linear-algebra/matrix-arithmetic';
import {
  matrixUnitKernelName,
  matrixUnitRows,
  matrixUnitSharedBytes,
  matrixUnitSource,
  matrixUnitThreads,
} from '../../src/linear-algebra/matrix-unit-source';
import { testBackends } from '../support/on-devices';

const emulation = (element: string, toFloat: string): string => `
#define MATMUL_UNITS_EMULATED
typedef struct { unsigned int x, y, z, w; } matmul_quad;
static __device__ float matmul_value(unsigned int bits) {
  const unsigned short word = (unsigned short)bits;
  const ${element} value = *(const ${element}*)&word;
  return ${toFloat};
}
// cp.async: so many bytes, the rest zero.
static __device__ void matmul_copy(void* shared, const void* global, int bytes) {
  for (int i = 0; i < 16; ++i) ((unsigned char*)shared)[i] = i < bytes ? ((const unsigned char*)global)[i] : 0;
}
static __device__ void matmul_commit() {}
static __device__ void matmul_wait_0() {}
static __device__ void matmul_wait_2() {}
// ldmatrix: part q has its lines' addresses in lanes 8 q to 8 q + 7; lane l gets elements 2 (l mod 4) and the next of
// line l / 4, or transposed.
static __device__ unsigned int matmul_part(const void* pointer, int q, bool transposed) {
  const int lane = (int)threadIdx.x % 32;
  const unsigned long long address = (unsigned long long)pointer;
  const int line = transposed ? lane % 4 * 2 : lane / 4;
  const int column = transposed ? lane / 4 : lane % 4 * 2;
  const unsigned short* first = (const unsigned short*)__shfl_sync(0xffffffffu, address, 8 * q + line);
  const unsigned short* second = (const unsigned short*)__shfl_sync(0xffffffffu, address, 8 * q + line + (transposed ? 1 : 0));
  return first[column] | (unsigned int)second[column + (transposed ? 0 : 1)] << 16;
}
static __device__ matmul_quad matmul_load(const void* p) {
  matmul_quad r;
  r.x = matmul_part(p, 0, false); r.y = matmul_part(p, 1, false); r.z = matmul_part(p, 2, false); r.w = matmul_part(p, 3, false);
  return r;
}
static __device__ matmul_quad matmul_load_transposed(const void* p) {
  matmul_quad r;
  r.x = matmul_part(p, 0, true); r.y = matmul_part(p, 1, true); r.z = matmul_part(p, 2, true); r.w = matmul_part(p, 3, true);
  return r;
}
// mma.m16n8k16: groups of four lanes have a row of A and a column of B; registers by halves of rows, then of k.
static __device__ void matmul_multiply(float* sum, matmul_quad a, unsigned int b0, unsigned int b1) {
  const int lane = (int)threadIdx.x % 32;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + (i < 2 ? 0 : 8), column = lane % 4 * 2 + i % 2;
    for (int k = 0; k < 16; ++k) {
      const int ownerA = row % 8 * 4 + k % 8 / 2, ownerB = column * 4 + k % 8 / 2;
      const unsigned int low = __shfl_sync(0xffffffffu, k < 8 ? a.x : a.z, ownerA);
      const unsigned int high = __shfl_sync(0xffffffffu, k < 8 ? a.y : a.w, ownerA);
      const unsigned int wordA = row < 8 ? low : high;
      const unsigned int wordB = __shfl_sync(0xffffffffu, k < 8 ? b0 : b1, ownerB);
      sum[i] += matmul_value(wordA >> k % 2 * 16) * matmul_value(wordB >> k % 2 * 16);
    }
  }
}
`;

describe('the kernel for matrix units', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(testBackends[0] ?? 'host');
  });
  afterAll(async () => {
    await device.dispose();
  });

  it.each([
    ['float16', 'rows', 'rows', 128, [70, 40, 72]],
    ['float16', 'columns', 'columns', 128, [136, 56, 24]],
    ['bfloat16', 'rows', 'columns', 256, [20, 160, 40]],
    ['bfloat16', 'columns', 'rows', 256, [24, 24, 264]],
  ] as const)('%s, A by %s, B by %s, tiles of %p columns', async (dtype, orderA, orderB, columns, [m, k, n]) => {
    const variant = { arithmetic: matrixArithmetic(dtype), orderA, orderB, columns };
    const toFloat = dtype === 'float16' ? '__half2float(value)' : 'heddle_bfloat16_to_float(value)';
    const source = `${kernelHeader()}${emulation(dtype === 'float16' ? '__half' : 'unsigned short', toFloat)}
${matrixUnitSource(variant)}`;
    const module = await device.compile(source, { language: 'portable' });
    const a = Array.from({ length: m * k }, (_, i) => (i % 7) - 3);
    const b = Array.from({ length: k * n }, (_, i) => (i % 5) - 2);
    const bits = (values: number[]): Uint16Array =>
      Uint16Array.from(values, dtype === 'float16' ? float16FromNumber : bfloat16FromNumber);
    const flip = (values: number[], rows: number, width: number): number[] =>
      Array.from({ length: rows * width }, (_, i) => values[(i % rows) * width + Math.floor(i / rows)] ?? 0);
    using bufferA = device.allocate(2 * m * k);
    using bufferB = device.allocate(2 * k * n);
    await bufferA.write(bits(orderA === 'rows' ? a : flip(a, m, k)));
    await bufferB.write(bits(orderB === 'rows' ? b : flip(b, k, n)));
    using out = device.allocate(2 * m * n);
    const tiles = Math.ceil(m / matrixUnitRows) * Math.ceil(n / columns);
    module
      .kernel(matrixUnitKernelName)
      .launch(
        { grid: [tiles, 1, 1], block: matrixUnitThreads, sharedBytes: matrixUnitSharedBytes(variant) },
        ...[bufferA, 0, orderA === 'rows' ? k : m, 0],
        ...[bufferB, 0, orderB === 'rows' ? n : k, 0],
        ...[out, 0, m, n, k, 1],
      );
    const words = await out.read(Uint16Array);
    const got = [...(dtype === 'float16' ? numbersFromFloat16(words) : numbersFromBfloat16(words))];
    const round = (value: number): number =>
      dtype === 'float16' ? value : (numbersFromBfloat16([bfloat16FromNumber(value)])[0] ?? NaN);
    const wanted = got.map((_, at) => {
      const [row, column] = [Math.floor(at / n), at % n];
      let sum = 0;
      for (let q = 0; q < k; q++) sum += (a[row * k + q] ?? 0) * (b[q * n + column] ?? 0);
      return round(sum);
    });
    expect(got.map((value) => value + 0)).toEqual(wanted.map((value) => value + 0));
  });
});
