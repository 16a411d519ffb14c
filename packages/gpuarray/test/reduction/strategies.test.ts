/** The same reductions by every strategy. The host runs those of GPUs too: slowly, but with blocks that run at once. */
import type { Device, DType } from '@heddle/core';
import { gpuArrays, type Arrays } from '@heddle/gpuarray';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { deviceTuning, parallelTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import { sumSpec } from '../../src/algorithms/reduction/number-operations';
import type { ReductionSpec } from '../../src/algorithms/reduction/reduction-spec';
import { runReduction } from '../../src/algorithms/reduction/run-reduction';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

jest.setTimeout(600_000);

/** Small blocks, so that few elements are many parts. */
const strategies = (device: Device): Record<string, DeviceTuning> => {
  const parallel = { ...parallelTuning(device), threads: 64, splitThreads: 64, blocks: 24, lookBack: false };
  return {
    'the device’s own': deviceTuning(device),
    'two launches': parallel,
    'the last block': { ...parallel, lookBack: true, splitThreads: 128 },
  };
};
// Fences between blocks are written for CUDA's dialect.
const names = (backend: string): readonly string[] =>
  Object.keys(strategies({ has: () => false, properties: { limits: {} } } as unknown as Device)).filter(
    (name) => backend !== 'opencl' || name !== 'the last block',
  );

type Values = Int32Array | Float32Array | Uint8Array | Float64Array;

const dtypeOf = (values: Values): DType =>
  values instanceof Int32Array
    ? 'int32'
    : values instanceof Float32Array
      ? 'float32'
      : values instanceof Uint8Array
        ? 'uint8'
        : 'float64';

/** The greatest element and the first place where it is, in two outputs; without an identity. */
const greatest: ReductionSpec = {
  name: 'greatest',
  operands: [{ name: 'x', dtype: 'int32' }],
  extras: [],
  outputs: [
    { name: 'value', dtype: 'int32' },
    { name: 'index', dtype: 'int32' },
  ],
  preamble: `
typedef struct { int value; int index; } place_t;
DEVICE place_t place_of(int value, int index) { place_t p; p.value = value; p.index = index; return p; }
DEVICE place_t first_of(place_t a, place_t b) {
  return a.value > b.value || (a.value == b.value && a.index < b.index) ? a : b;
}`,
  reduceType: 'place_t',
  identity: undefined,
  map: 'place_of(x, (int)i)',
  reduce: 'first_of(a, b)',
  postMap: 'value = a.value; index = a.index',
  header: false,
};

const product: ReductionSpec = {
  name: 'product',
  operands: [
    { name: 'x', dtype: 'float32' },
    { name: 'w', dtype: 'int32' },
  ],
  extras: [{ name: 'scale', kind: 'scalar', type: 'float', dtype: 'float32' }],
  outputs: [{ name: 'y', dtype: 'float32' }],
  preamble: '',
  reduceType: 'float',
  identity: '0.0f',
  map: 'x * (float)w',
  reduce: 'a + b',
  postMap: 'y = a * scale',
  header: false,
};

describe.each(testBackends.flatMap((backend) => names(backend).map((name) => [name, backend] as const)))(
  'reductions by %s on %s',
  (name, backend) => {
    let device: Device;
    let tuning: DeviceTuning;
    beforeAll(async () => {
      device = await openTestDevice(backend);
      tuning = strategies(device)[name] ?? deviceTuning(device);
    });
    afterAll(async () => {
      await device.dispose();
    });

    async function upload(values: Values, shape: readonly number[] = [values.length]): Promise<GpuArray> {
      const array = emptyArray(device, dtypeOf(values), shape);
      await array.set(values);
      return array;
    }
    const valuesOf = (size: number): Int32Array => Int32Array.from({ length: size }, (_, i) => ((i * 7919) % 23) - 11);

    function reduce(
      spec: ReductionSpec,
      operands: readonly GpuArray[],
      axes: readonly number[],
      shape: readonly number[] = [],
      extras: readonly unknown[] = [],
    ): readonly GpuArray[] {
      const outputs = spec.outputs.map(({ dtype }) => emptyArray(device, dtype, shape));
      const key = JSON.stringify(spec);
      runReduction(device, { operation: spec.name, key, spec, operands, axes, extras, outputs, tuning });
      return outputs;
    }
    const numbers = async (array: GpuArray | undefined): Promise<number[]> =>
      Array.from((await array?.get()) ?? [], Number);
    const total = (values: Iterable<number>): number => {
      let sum = 0;
      for (const value of values) sum += value;
      return sum;
    };
    const downTotals = (values: Int32Array, columns: number): number[] => {
      const sums = new Array<number>(columns).fill(0);
      values.forEach((value, i) => (sums[i % columns] = (sums[i % columns] ?? 0) + value));
      return sums;
    };
    const plain = { initial: false, masked: false };

    it('sums of all lengths, aligned and from an odd offset, again and again', async () => {
      const spec = sumSpec('sum', 'int32', 'int64', plain);
      for (const size of [1, 63, 1000, 4095, 4096, 4097, 8191, 12_287, 30_001, 200_003]) {
        const values = valuesOf(size + 1);
        using x = await upload(values);
        using view = x.slice('1:');
        const got: number[] = [];
        for (let round = 0; round < 3; round++) {
          got.push(...(await numbers(reduce(spec, [x], [0])[0])), ...(await numbers(reduce(spec, [view], [0])[0])));
        }
        const [whole, part] = [total(values), total(values.subarray(1))];
        expect([size, ...got]).toEqual([size, whole, part, whole, part, whole, part]);
      }
    });

    it('sums of elements of one byte and of eight, and of every third', async () => {
      const bytes = Uint8Array.from(valuesOf(100_001), (value) => value + 11);
      using x = await upload(bytes);
      expect(await numbers(reduce(sumSpec('sum', 'uint8', 'uint64', plain), [x], [0])[0])).toEqual([total(bytes)]);
      const doubles = Float64Array.from(valuesOf(50_001));
      using y = await upload(doubles);
      const spec = sumSpec('sum', 'float64', 'float64', plain);
      expect(await numbers(reduce(spec, [y], [0])[0])).toEqual([total(doubles)]);
      using third = y.slice('::3');
      const thirds = total(doubles.filter((_, i) => i % 3 === 0));
      expect(await numbers(reduce(spec, [third], [0])[0])).toEqual([thirds]);
    });

    it.each([
      [5000, 3],
      [3000, 40],
      [2049, 64],
      [700, 1000],
      [3, 20_000],
      [40, 1024],
    ])('sums of the columns and the rows of %s x %s', async (rows, columns) => {
      const values = valuesOf(rows * columns);
      using x = await upload(values, [rows, columns]);
      const spec = sumSpec('sum', 'int32', 'int64', plain);
      const down = downTotals(values, columns);
      const across = Array.from({ length: rows }, (_, r) => total(values.subarray(r * columns, (r + 1) * columns)));
      for (let round = 0; round < 2; round++) {
        expect(await numbers(reduce(spec, [x], [0], [columns])[0])).toEqual(down);
        expect(await numbers(reduce(spec, [x], [1], [rows])[0])).toEqual(across);
      }
    });

    it('columns in pairs, of views that begin in the middle of one, of other widths and of every other row', async () => {
      const [rows, columns] = [331, 404];
      const values = valuesOf(rows * columns);
      const expected = (first: number, every: number): number[] =>
        Array.from({ length: columns - first }, (_, c) => {
          let sum = 0;
          for (let r = 0; r < rows; r += every) sum += values[r * columns + first + c] ?? 0;
          return sum;
        });
      for (const dtype of ['int32', 'int8', 'float64', 'float16'] as const) {
        using x = await upload(values, [rows, columns]);
        using typed = x.astype(dtype);
        const result = dtype === 'float16' || dtype === 'float64' ? 'float64' : 'int64';
        const spec = sumSpec('sum', dtype, result, plain);
        for (const first of [0, 1, 2, 3, 132]) {
          using view = typed.slice(':', `${first}:`);
          using sparse = typed.slice('::2', `${first}:`);
          const shape = [columns - first];
          expect([dtype, ...(await numbers(reduce(spec, [view], [0], shape)[0]))]).toEqual([
            dtype,
            ...expected(first, 1),
          ]);
          expect(await numbers(reduce(spec, [sparse], [0], shape)[0])).toEqual(expected(first, 2));
        }
      }
    });

    it('two operands and structs down the columns', async () => {
      const [rows, columns] = [517, 130];
      const values = valuesOf(rows * columns);
      using a = await upload(Float32Array.from(values), [rows, columns]);
      using b = await upload(values, [rows, columns]);
      const column = (c: number): number[] => Array.from({ length: rows }, (_, r) => values[r * columns + c] ?? 0);
      const all = Array.from({ length: columns }, (_, c) => column(c));
      const squares = all.map((of) => of.reduce((sum, value) => sum + value * value, 0) / 2);
      expect(await numbers(reduce(product, [a, b], [0], [columns], [0.5])[0])).toEqual(squares);
      const [value, index] = reduce(greatest, [b], [0], [columns]);
      expect(await numbers(value)).toEqual(all.map((of) => Math.max(...of)));
      expect(await numbers(index)).toEqual(all.map((of) => of.indexOf(Math.max(...of))));
    });

    it('structs without an identity, in two outputs', async () => {
      for (const size of [5, 4097, 70_001]) {
        const values = Int32Array.from({ length: size }, (_, i) => (i * 7919) % 40_009);
        using x = await upload(values);
        const most = Math.max(...values);
        const [value, index] = reduce(greatest, [x], [0]);
        expect([...(await numbers(value)), ...(await numbers(index))]).toEqual([most, values.indexOf(most)]);
      }
    });

    it('several operands of other alignments, and a scalar', async () => {
      const [x, w] = [Float32Array.from(valuesOf(40_002)), valuesOf(40_002).reverse()];
      using a = await upload(x);
      using b = await upload(w);
      using tail = b.slice('1:');
      using head = a.slice(':-1');
      const dot = (second: Int32Array): number => second.reduce((sum, value, i) => sum + value * (x[i] ?? 0), 0);
      expect(await numbers(reduce(product, [a, b], [0], [], [0.5])[0])).toEqual([dot(w) / 2]);
      expect(await numbers(reduce(product, [head, tail], [0], [], [2])[0])).toEqual([dot(w.subarray(1)) * 2]);
    });

    it('the same bits every time, whichever block is last', async () => {
      const values = Float32Array.from(valuesOf(150_000), (value, i) => value / (1 + (i % 97)));
      using line = await upload(values);
      using matrix = await upload(values, [3000, 50]);
      const spec = sumSpec('sum', 'float32', 'float32', plain);
      const first = [await numbers(reduce(spec, [line], [0])[0]), await numbers(reduce(spec, [matrix], [0], [50])[0])];
      expect(Math.abs((first[0]?.[0] ?? NaN) - total(values))).toBeLessThan(0.1);
      for (let round = 0; round < 5; round++) {
        expect(await numbers(reduce(spec, [line], [0])[0])).toEqual(first[0]);
        expect(await numbers(reduce(spec, [matrix], [0], [50])[0])).toEqual(first[1]);
      }
    });

    it('on two streams at once, and on one that is disposed', async () => {
      const ga = gpuArrays(device);
      const values = valuesOf(60_000);
      using x = await upload(values, [1500, 40]);
      const spec = sumSpec('sum', 'int32', 'int64', plain);
      const down = downTotals(values, 40);
      const work = (on: Arrays): GpuArray[] =>
        on.run(() => [reduce(spec, [x], [0, 1])[0], reduce(spec, [x], [0], [40])[0]] as GpuArray[]);
      for (let round = 0; round < 3; round++) {
        using stream = device.createStream();
        const other = ga.on(stream);
        const results = [...work(ga), ...work(other), ...work(ga), ...work(other)];
        for (const [n, result] of results.entries()) {
          expect(await numbers(result)).toEqual(n % 2 === 0 ? [total(values)] : down);
        }
      }
    });
  },
);
