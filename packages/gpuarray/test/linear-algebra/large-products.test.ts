/** Products of sizes that reach every kernel for matrix units, on GPUs: elsewhere they take too long. */
import { numbersFromBfloat16, numbersFromFloat16, onTrace, openDevice, type Device } from '@heddle/core';
import { bfloat16FromNumber, float16FromNumber } from '@heddle/core/backend';
import { uploadArray } from '../../src';
import { RandomGenerator } from '../../src/algorithms/random';
import type { GpuArray } from '../../src/array/gpu-array';
import { matmul } from '../../src/algorithms/linear-algebra';
import { matrixUnitsOf } from '../../src/algorithms/linear-algebra/matrix-units';
import { testBackends } from '../support/on-devices';

type Dtype = 'float16' | 'bfloat16' | 'float64';

/** In pairs: how both operands lie. */
const layouts = ['rows rows', 'rows columns', 'columns rows', 'columns columns'] as const;

const halfExtents = [
  [512, 512, 512],
  // Tiles and slices that end beyond the matrix; narrow tiles.
  [1000, 776, 1032],
  // Wide tiles, on any device with up to 150 multiprocessors.
  [1544, 1000, 1560],
  // Lines that begin anywhere: copied first.
  [777, 1003, 515],
] as const;

// Each tile, and lines that are copied first.
const float64Extents = [
  [254, 300, 258],
  [1000, 776, 1032],
  [4090, 70, 2040],
  [1101, 1003, 515],
] as const;

const cases = [
  ...(['float16', 'bfloat16'] as const).flatMap((dtype) => halfExtents.map((size) => [dtype, size] as const)),
  ...float64Extents.map((size) => ['float64', size] as const),
].flatMap(([dtype, size]) => layouts.map((layout) => [dtype, size, layout] as const));

/** Small whole numbers: every sum is exact in float32. */
function smallNumbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => ((Math.imul(i + seed * 7919, 2654435761) >>> 16) % 7) - 3);
}

async function matrixOf(
  device: Device,
  dtype: Dtype,
  shape: readonly number[],
  values: Float64Array,
): Promise<GpuArray> {
  if (dtype === 'float64') return await uploadArray(device, values, { shape });
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

  it.each(cases)('%s, %p, %s', async (dtype, [m, k, n], layout) => {
    if (!isGpu()) return;
    const [a, b] = [smallNumbers(m * k, 1), smallNumbers(k * n, 2)];
    using matrixA = await matrixOf(device, dtype, [m, k], a);
    using matrixB = await matrixOf(device, dtype, [k, n], b);
    const [layoutA, layoutB] = layout.split(' ');
    const lay = (array: GpuArray, order = ''): GpuArray => (order === 'rows' ? array : array.T.copy().T);
    const kernels: string[] = [];
    const stop = onTrace('heddle:launch', ({ kernel }) => kernels.push(kernel));
    using result = matmul(lay(matrixA, layoutA), lay(matrixB, layoutB));
    const words = (await result.get()) as Uint16Array | Float64Array;
    stop();
    if (matrixUnitsOf(device, dtype).length > 0) expect(kernels).toContain('matmul_units');
    expect(wrongElements(numbersOf(dtype, words), a, b, [m, k, n], tolerances[dtype])).toEqual([]);
  });

  // Each product rounds, and each sum: far more than the units may lose if they do it in another precision.
  it('float64 sums are as exact as float64 allows', async () => {
    if (!isGpu()) return;
    const [m, k, n] = [129, 2000, 130];
    const random = new RandomGenerator(device, 5);
    using a = random.normal([m, k], { dtype: 'float64' });
    using b = random.normal([k, n], { dtype: 'float64' });
    using result = matmul(a, b);
    const [x, y, got] = [await a.get(), await b.get(), await result.get()];
    for (let row = 0; row < m; row += 16) {
      for (let column = 0; column < n; column++) {
        let [sum, size] = [0, 0];
        for (let q = 0; q < k; q++) {
          const term = (x[row * k + q] ?? NaN) * (y[q * n + column] ?? NaN);
          sum += term;
          size += Math.abs(term);
        }
        expect(Math.abs((got[row * n + column] ?? NaN) - sum)).toBeLessThanOrEqual(k * 2 ** -53 * size);
      }
    }
  });
});

/** Of results, relative. */
const tolerances: Readonly<Record<Dtype, number>> = { float16: 2 ** -11, bfloat16: 2 ** -8, float64: 0 };

function numbersOf(dtype: Dtype, words: Uint16Array | Float64Array): ArrayLike<number> {
  if (words instanceof Float64Array) return words;
  return dtype === 'float16' ? numbersFromFloat16(words) : numbersFromBfloat16(words);
}

/** The first elements that are wrong, in some rows of every tile. */
function wrongElements(
  got: ArrayLike<number>,
  a: Float64Array,
  b: Float64Array,
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
