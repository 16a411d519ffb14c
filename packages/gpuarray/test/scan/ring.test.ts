/** Scans whose tiles go round in a ring. The host runs them with plain copies in place of bulk copies. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { parallelTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import { ScanKernel } from '../../src/algorithms/scan';
import { planScan } from '../../src/algorithms/scan/plan-scan';
import { runScan } from '../../src/algorithms/scan/run-scan';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

jest.setTimeout(600_000);

const tile = 9216;
const blocks = 3;

const kernelOf = (dtype: string, type: string, scan: string): ScanKernel =>
  new ScanKernel({ dtype, arguments: `const ${type} *x, ${type} *y`, input: 'x[i]', scan, output: 'y[i] = item' });

// An item is a map `factor * x + term` modulo 256, as `factor * 256 + term`: not commutative.
const affine = kernelOf(
  'int32',
  'int',
  '((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255)',
);
const joined = (a: number, b: number): number =>
  ((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255);

(testBackends.includes('host') ? describe : describe.skip)('scans in a ring of tiles', () => {
  let device: Device;
  let tuning: DeviceTuning;
  beforeAll(async () => {
    device = await openTestDevice('host');
    tuning = { ...parallelTuning(device), warp: 32, lookBack: true, blocks: 8 * blocks };
  });
  afterAll(async () => {
    await device.dispose();
  });

  function call(kernel: ScanKernel, x: GpuArray, y: GpuArray) {
    const { spec } = kernel;
    const [key, extras, length] = [JSON.stringify(spec), [x, y], x.size];
    return { operation: 'scan', key, spec, extras, length, rows: 1, wide: false, tuning, bulkCopies: true };
  }
  const kernelsOf = (...scan: Parameters<typeof call>): readonly string[] =>
    planScan(device, call(...scan), tuning).launches.map(({ kernel }) => kernel);
  async function upload(values: Int32Array): Promise<GpuArray> {
    const array = emptyArray(device, 'int32', [values.length]);
    await array.set(values);
    return array;
  }
  const valuesOf = (size: number): Int32Array => Int32Array.from({ length: size }, (_, i) => (i * 7919) % 65_536);
  function composed(values: Int32Array): Int32Array {
    let item = 0;
    return values.map((b, i) => (item = i === 0 ? b : joined(item, b)));
  }

  // From one call to the next the epoch goes on, and the tickets begin again.
  it.each([
    2 * tile + 1,
    3 * tile,
    4 * tile + 9,
    12 * tile,
    12 * tile + 1,
    13 * tile - 1,
    14 * tile + 5,
    40 * tile + 1000,
  ])('%d elements, again and again, and in place', async (size) => {
    const values = valuesOf(size);
    const expected = composed(values);
    using x = await upload(values);
    using y = await upload(new Int32Array(size + 7).fill(-1));
    using head = y.slice(`:${size}`);
    expect(kernelsOf(affine, x, head)).toEqual(['heddle_scan_ring']);
    for (let time = 0; time < 3; time++) {
      runScan(device, call(affine, x, head));
      const found = (await y.get()) as Int32Array;
      expect(Buffer.from(found.buffer, 0, 4 * size).equals(Buffer.from(expected.buffer))).toBe(true);
      expect(found.slice(size)).toEqual(new Int32Array(7).fill(-1));
      head.fill(-1);
    }
    runScan(device, call(affine, x, x));
    expect(Buffer.from(((await x.get()) as Int32Array).buffer).equals(Buffer.from(expected.buffer))).toBe(true);
  });

  it('takes turns with other scans on the same status words', async () => {
    const values = valuesOf(20 * tile + 77);
    const expected = composed(values);
    using x = await upload(values);
    using y = await upload(new Int32Array(values.length));
    for (const bulkCopies of [true, false, true, true, false, false, true]) {
      const scan = { ...call(affine, x, y), bulkCopies };
      const kernels = planScan(device, scan, tuning).launches.map(({ kernel }) => kernel);
      expect(kernels).toEqual([bulkCopies ? 'heddle_scan_ring' : 'heddle_scan_held']);
      runScan(device, scan);
      expect(Buffer.from(((await y.get()) as Int32Array).buffer).equals(Buffer.from(expected.buffer))).toBe(true);
      y.fill(-1);
    }
  });

  it('NaN stays at its right', async () => {
    const size = 13 * tile + 3;
    const values = Float32Array.from({ length: size }, (_, i) => (i === 7 * tile + 100 ? NaN : (i % 7) - 3));
    const x = emptyArray(device, 'float32', [size]);
    const y = emptyArray(device, 'float32', [size]);
    await x.set(values);
    runScan(device, call(kernelOf('float32', 'float', 'a + b'), x, y));
    let total = 0;
    const expected = values.map((value) => (total += value));
    const found = await y.get();
    expect(found.findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1);
    x.dispose();
    y.dispose();
  });

  it('leaves short rows, arrays that no pack begins and other outputs to other plans', async () => {
    using x = await upload(valuesOf(12 * tile + 4));
    using y = await upload(new Int32Array(12 * tile + 4));
    using fewer = x.slice(`:${2 * tile}`);
    using fourth = x.slice('4:');
    using second = x.slice('1:');
    using others = y.slice('1:');
    expect(kernelsOf(affine, fourth, y)).toEqual(['heddle_scan_ring']);
    expect(kernelsOf(affine, fewer, y)).toEqual(['heddle_scan_held']);
    expect(kernelsOf(affine, second, y)).toEqual(['heddle_scan_held']);
    expect(kernelsOf(affine, x, others)).toEqual(['heddle_scan_held']);
    const doubling = new ScanKernel({
      dtype: 'int32',
      arguments: 'const int *x, int *y',
      input: 'x[i]',
      scan: 'a + b',
      output: 'y[i] = 2 * item',
    });
    expect(kernelsOf(doubling, x, y)).toEqual(['heddle_scan_held']);
  });
});
