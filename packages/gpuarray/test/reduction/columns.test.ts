/** Reductions along the first axis on devices with many threads: packs of columns where rows allow them. */
import { openDevice, type Device, type DType } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/creation/empty';
import { parallelTuning, type DeviceTuning } from '../../src/reduction/device-tuning';
import { extremeSpec, sumSpec } from '../../src/reduction/number-operations';
import { reductionLayout } from '../../src/reduction/reduction-layout';
import type { ReductionSpec } from '../../src/reduction/reduction-spec';
import { runReduction } from '../../src/reduction/run-reduction';
import { testBackends } from '../support/on-devices';

jest.setTimeout(600_000);

type TypedArray = Int8Array | Float32Array;

const plain = { initial: false, masked: false };

/** Whether a matrix is summed by packs of columns. */
function isPacked(matrix: GpuArray, tuning: DeviceTuning): boolean {
  const { shape } = matrix;
  const request = { operands: [matrix], shape, axes: [0], ordered: false, accumulatorBytes: 4 };
  const { access } = reductionLayout(request, tuning);
  return access.mapping === 'columns' && access.packed;
}

describe.each(testBackends)('sums along the first axis on %s', (backend) => {
  let device: Device;
  let tuning: DeviceTuning;
  beforeAll(async () => {
    device = await openDevice(backend);
    // As on a GPU, but one so small that few elements give all its threads work.
    tuning = { ...parallelTuning(device), blocks: 8 };
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function matrixOf(dtype: DType, values: TypedArray, columns: number): Promise<GpuArray> {
    const matrix = emptyArray(device, dtype, [values.length / columns, columns]);
    await matrix.set(values);
    return matrix;
  }

  async function reduced(spec: ReductionSpec, matrix: GpuArray, dtype: DType): Promise<number[]> {
    using result = emptyArray(device, dtype, [matrix.shape[1] ?? 0]);
    runReduction(device, {
      operation: spec.name,
      key: `columns test ${spec.name} ${matrix.dtype} ${dtype}`,
      spec,
      operands: [matrix],
      axes: [0],
      extras: [],
      outputs: [result],
      tuning,
    });
    return Array.from(await result.get(), Number);
  }

  /** Whole numbers, whose sums are exact in any order. */
  const numberAt = (i: number): number => ((i * 7919) % 23) - 11;
  const numbers = (size: number): number[] => Array.from({ length: size }, (_, i) => numberAt(i));

  async function check(view: GpuArray, values: readonly number[], packed: boolean): Promise<void> {
    expect(isPacked(view, tuning)).toBe(packed);
    const { shape, strides, offset } = view;
    const [rows = 0, columns = 0] = shape;
    const at = (r: number, c: number): number => values[offset + r * (strides[0] ?? 0) + c * (strides[1] ?? 0)] ?? NaN;
    const column = (c: number): number[] => Array.from({ length: rows }, (_, r) => at(r, c));
    const all = Array.from({ length: columns }, (_, c) => column(c));
    const sum = sumSpec('sum', 'float32', 'float32', plain);
    expect(await reduced(sum, view, 'float32')).toEqual(all.map((list) => list.reduce((a, b) => a + b, 0)));
  }

  it.each([
    ['whole blocks of columns, several parts', 1024, 256, true],
    ['part of a block of columns', 1500, 132, true],
    ['an odd number of rows', 1021, 140, true],
    ['one part', 70, 1024, true],
    ['rows that end within a pack', 1024, 254, false],
    ['so little that threads would be idle', 64, 64, false],
  ] as const)('%s', async (_, rows, columns, packed) => {
    const values = numbers(rows * columns);
    using matrix = await matrixOf('float32', Float32Array.from(values), columns);
    await check(matrix, values, packed);
  });

  it('views: rows apart, backwards and off a pack', async () => {
    const [rows, columns] = [700, 256];
    const values = numbers(rows * columns);
    using matrix = await matrixOf('float32', Float32Array.from(values), columns);
    await check(matrix.slice('::2', ':'), values, true);
    await check(matrix.slice('::-1', '4:'), values, true);
    await check(matrix.slice(':', '4:248'), values, true);
    await check(matrix.slice(':', '2:250'), values, false);
    await check(matrix.slice(':', '::2'), values, false);
  });

  it('elements of a byte, and greatest elements', async () => {
    const [rows, columns] = [1000, 160];
    const values = numbers(rows * columns);
    const want = Array.from({ length: columns }, (_, c) => {
      return Array.from({ length: rows }, (_unused, r) => values[r * columns + c] ?? NaN).reduce((a, b) => a + b, 0);
    });
    using matrix = await matrixOf('float32', Float32Array.from(values), columns);
    const greatest = await reduced(extremeSpec('max', 'float32', plain), matrix, 'float32');
    expect(greatest).toEqual(new Array<number>(columns).fill(11));
    using small = await matrixOf('int8', Int8Array.from(values), columns);
    expect(isPacked(small, tuning)).toBe(true);
    expect(await reduced(sumSpec('sum', 'int8', 'int64', plain), small, 'int64')).toEqual(want);
  });
});
