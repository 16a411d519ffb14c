/** Scans of many rows, each within a block: of every class of lengths, aligned or not. The host runs GPUs' kernels too. */
import type { Device, DType } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { ScanKernel, type ScanKernelOptions } from '../../src/algorithms/scan';
import { parallelTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import { planScan } from '../../src/algorithms/scan/plan-scan';
import { runScan } from '../../src/algorithms/scan/run-scan';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

jest.setTimeout(600_000);

type Values = Int32Array | Float32Array | Float64Array | BigInt64Array | Uint8Array;

const rowOf = (array: string): string => `${array}[heddle_row * (INDEX)${array}_step + i]`;

/** A scan of rows that are `x_step` and `y_step` apart. */
function rowKernel(
  x: string,
  y: string,
  options: Partial<ScanKernelOptions> & { readonly dtype: string; readonly scan: string },
): ScanKernel {
  return new ScanKernel({
    input: rowOf('x'),
    output: `${rowOf('y')} = item`,
    ...options,
    arguments: `const ${x} *x, ${y} *y, long long x_step, long long y_step`,
  });
}

// An item is a map `factor * x + term` modulo 256, as `factor * 256 + term`: not commutative.
const affine = '((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255)';
const joined = (a: number, b: number): number =>
  ((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255);
const sum = (a: number, b: number): number => a + b;

(testBackends.includes('host') ? describe : describe.skip)('scans of rows within blocks', () => {
  let device: Device;
  let tuning: DeviceTuning;
  beforeAll(async () => {
    device = await openTestDevice('host');
    tuning = { ...parallelTuning(device), warp: 32, blocks: 1 };
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function upload(dtype: DType, values: Values): Promise<GpuArray> {
    const array: GpuArray = emptyArray<DType>(device, dtype, [values.length]);
    await array.set(values);
    return array;
  }

  function scan(kernel: ScanKernel, x: GpuArray, y: GpuArray, length: number, rows: number, steps = [length, length]) {
    const key = JSON.stringify(kernel.spec);
    const extras = [x, y, ...steps];
    const call = { operation: 'scan', key, spec: kernel.spec, extras, length, rows, wide: false, tuning };
    expect(planScan(device, call, tuning).launches).toMatchObject([{ kernel: 'heddle_scan_rows' }]);
    runScan(device, call);
  }

  /** Rows scanned one by one. */
  function scanned(values: readonly number[], length: number, join: (a: number, b: number) => number): number[] {
    const items: number[] = [];
    values.forEach((b, i) => items.push(i % length === 0 ? b : join(items[i - 1] ?? 0, b)));
    return items;
  }
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => (i * 7919) % 65_536);
  const read = async (array: GpuArray): Promise<number[]> => Array.from((await array.get()) as ArrayLike<number>);

  // Lanes of a warp, warps, and passes over rows that a block does not hold.
  it.each([1, 3, 8, 31, 32, 33, 100, 128, 129, 1000, 1023, 1024, 1025, 4096, 8191, 8192, 8193, 20_000])(
    'rows of %d, aligned and not, in the order of the operands, and in place',
    async (length) => {
      const kernel = rowKernel('int', 'int', { dtype: 'int32', scan: affine });
      for (const [rows, from, to] of [
        [5, 0, 0],
        [18, 4, 0],
        [2, 1, 1],
        [3, 0, 2],
      ] as const) {
        const values = numbers(rows * length + from);
        using x = await upload('int32', Int32Array.from(values));
        using y = await upload('int32', new Int32Array(rows * length + to + 5).fill(-1));
        using inner = x.slice(`${from}:`);
        using outer = y.slice(`${to}:`);
        scan(kernel, inner, outer, length, rows);
        const expected = scanned(values.slice(from), length, joined);
        const found = await read(y);
        expect(found.slice(to, -5)).toEqual(expected);
        // Nothing is written beside the rows.
        expect([...found.slice(0, to), ...found.slice(-5)]).toEqual(new Array(to + 5).fill(-1));
        scan(kernel, inner, inner, length, rows);
        expect((await read(x)).slice(from)).toEqual(expected);
      }
    },
  );

  it.each([1, 33, 1000, 8193])('rows of %d that know the item before, and rows that lie apart', async (length) => {
    const kernel = rowKernel('int', 'int', {
      dtype: 'int32',
      scan: affine,
      neutral: '256',
      output: `${rowOf('y')} = (item << 15) ^ prevItem`,
    });
    const [rows, step] = [7, length + 3];
    const values = numbers(rows * step);
    using x = await upload('int32', Int32Array.from(values));
    using y = await upload('int32', new Int32Array(rows * step).fill(-1));
    scan(kernel, x, y, length, rows, [step, step]);
    const expected = values.map(() => -1);
    for (let row = 0; row < rows; row++) {
      const items = scanned(values.slice(row * step, row * step + length), length, joined);
      items.forEach((item, i) => (expected[row * step + i] = (item << 15) ^ (items[i - 1] ?? 256)));
    }
    expect(await read(y)).toEqual(expected);
  });

  it('float32 maxima of rows with and without NaN, which stays within its row and its right', async () => {
    const kernel = rowKernel('float', 'float', { dtype: 'float32', scan: '(a != a || a > b) ? a : b' });
    const [rows, length] = [6, 2000];
    const values = numbers(rows * length).map((value, i) => (i === 2 * length + 700 ? NaN : value));
    using x = await upload('float32', Float32Array.from(values));
    using y = await upload('float32', new Float32Array(rows * length));
    scan(kernel, x, y, length, rows);
    const most = (a: number, b: number): number => (Number.isNaN(a) || a > b ? a : b);
    expect(await read(y)).toEqual(scanned(values, length, most));
  });

  it.each([2, 1000, 5001])('items of eight bytes: rows of %d', async (length) => {
    const rows = 5;
    const values = numbers(rows * length).map((value) => value - 30_000);
    const expected = scanned(values, length, sum);
    using doubles = await upload('float64', Float64Array.from(values));
    using sums = await upload('float64', new Float64Array(rows * length));
    scan(rowKernel('double', 'double', { dtype: 'float64', scan: 'a + b' }), doubles, sums, length, rows);
    expect(await read(sums)).toEqual(expected);
    using ints = await upload('int32', Int32Array.from(values));
    using wide = await upload('int64', new BigInt64Array(rows * length));
    scan(rowKernel('int', 'long long', { dtype: 'int64', scan: 'a + b' }), ints, wide, length, rows);
    expect(Array.from((await wide.get()) as unknown as BigInt64Array, Number)).toEqual(expected);
  });

  it('items of a byte', async () => {
    const [rows, length] = [9, 260];
    const values = numbers(rows * length).map((value) => value % 200);
    using x = await upload('uint8', Uint8Array.from(values));
    using y = await upload('uint8', new Uint8Array(rows * length));
    const kernel = rowKernel('unsigned char', 'unsigned char', { dtype: 'uint8', scan: 'a + b' });
    scan(kernel, x, y, length, rows);
    expect(await read(y)).toEqual(scanned(values, length, (a, b) => (a + b) % 256));
  });

  it('leaves few rows to plans that divide rows', async () => {
    const { spec } = rowKernel('int', 'int', { dtype: 'int32', scan: affine });
    const kernels = (length: number, rows: number): readonly string[] => {
      const call = { operation: 'scan', spec, length, rows };
      return planScan(device, call, { ...tuning, lookBack: true, blocks: 80 }).launches.map(({ kernel }) => kernel);
    };
    for (const length of [1000, 10_000]) {
      expect(kernels(length, 7)).toEqual(['heddle_scan_tiles']);
      expect(kernels(length, 8)).toEqual(['heddle_scan_rows']);
    }
    await device.synchronize();
  });

  it('walks columns that are many and short, and divides the others', async () => {
    const { spec } = rowKernel('int', 'int', { dtype: 'int32', scan: affine });
    const kind = (length: number, rows: number): string => {
      const call = { operation: 'scan', spec, length, rows, columns: true };
      return planScan(device, call, { ...tuning, lookBack: true, threads: 256, blocks: 80 }).kind;
    };
    expect(kind(16, 1_048_576)).toBe('columns-parallel');
    expect(kind(16, 2560)).toBe('columns-parallel');
    expect(kind(16, 2559)).toBe('columns-look-back');
    expect(kind(1000, 1_048_576)).toBe('columns-look-back');
    await device.synchronize();
  });
});
