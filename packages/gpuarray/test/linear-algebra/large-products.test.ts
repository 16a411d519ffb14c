/** Products of 16-bit floats of sizes that reach every kernel for matrix units, on GPUs: elsewhere they take too long. */
import {
  bfloat16FromNumber,
  float16FromNumber,
  numbersFromBfloat16,
  numbersFromFloat16,
  onTrace,
  openDevice,
  type Device,
} from '@heddle/core';
import { uploadArray } from '../../src';
import type { GpuArray } from '../../src/array/gpu-array';
import { matmul } from '../../src/linear-algebra';
import { matrixUnitsOf } from '../../src/linear-algebra/matrix-units';
import { testBackends } from '../support/on-devices';

type Half = 'float16' | 'bfloat16';

/** In pairs: how both operands lie. */
const layouts = ['rows rows', 'rows columns', 'columns rows', 'columns columns'] as const;

const extents = [
  [512, 512, 512],
  // Tiles and slices that end beyond the matrix; narrow tiles.
  [1000, 776, 1032],
  // Wide tiles, on any device with up to 150 multiprocessors.
  [1544, 1000, 1560],
  // Lines that begin anywhere: copied first.
  [777, 1003, 515],
] as const;

/** Small whole numbers: every sum is exact in float32. */
function smallNumbers(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => ((Math.imul(i + seed * 7919, 2654435761) >>> 16) % 7) - 3);
}

async function matrixOf(
  device: Device,
  dtype: Half,
  shape: readonly number[],
  values: Float32Array,
): Promise<GpuArray> {
  const bits = Uint16Array.from(values, dtype === 'float16' ? float16FromNumber : bfloat16FromNumber);
  return await uploadArray(device, bits, { dtype, shape });
}

describe.each(testBackends)('large products on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  // An emulated one has no matrix units, whatever it says.
  const isGpu = (): boolean => device.properties.type === 'gpu' && !device.name.includes('emulated');

  it.each(
    (['float16', 'bfloat16'] as const).flatMap((dtype) =>
      extents.flatMap((size) => layouts.map((layout) => [dtype, size, layout] as const)),
    ),
  )('%s, %p, %s', async (dtype, [m, k, n], layout) => {
    if (!isGpu()) return;
    const [a, b] = [smallNumbers(m * k, 1), smallNumbers(k * n, 2)];
    using matrixA = await matrixOf(device, dtype, [m, k], a);
    using matrixB = await matrixOf(device, dtype, [k, n], b);
    const [layoutA, layoutB] = layout.split(' ');
    const lay = (array: GpuArray, order = ''): GpuArray => (order === 'rows' ? array : array.T.copy().T);
    const kernels: string[] = [];
    const stop = onTrace('heddle:launch', ({ kernel }) => kernels.push(kernel));
    using result = matmul(lay(matrixA, layoutA), lay(matrixB, layoutB));
    const words = (await result.get()) as Uint16Array;
    stop();
    if (matrixUnitsOf(device, dtype).length > 0) expect(kernels).toContain('matmul_units');
    const got = dtype === 'float16' ? numbersFromFloat16(words) : numbersFromBfloat16(words);
    expect(wrongElements(got, a, b, [m, k, n], dtype === 'float16' ? 2 ** -11 : 2 ** -8)).toEqual([]);
  });
});

/** The first elements that are wrong, in some rows of every tile. */
function wrongElements(
  got: ArrayLike<number>,
  a: Float32Array,
  b: Float32Array,
  [m, k, n]: readonly [number, number, number],
  tolerance: number,
): string[] {
  const wrong: string[] = [];
  for (let row = 0; row < m; row = row === m - 1 ? m : Math.min(row + 23, m - 1)) {
    const sums = new Float64Array(n);
    for (let q = 0; q < k; q++) {
      const factor = a[row * k + q] ?? NaN;
      for (let column = 0; column < n; column++)
        sums[column] = (sums[column] ?? 0) + factor * (b[q * n + column] ?? NaN);
    }
    sums.forEach((sum, column) => {
      const value = got[row * n + column] ?? NaN;
      if (!(Math.abs(value - sum) <= tolerance * Math.abs(sum)) && wrong.length < 5) {
        wrong.push(`${row}, ${column}: ${value}, not ${sum}`);
      }
    });
  }
  return wrong;
}
