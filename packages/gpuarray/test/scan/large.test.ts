/** Scans and selections of several tiles: what runs as one pass on GPUs, at the edges of tiles and misaligned. */
import { openDevice, type Device } from '@heddle/core';
import { gpuArrays } from '@heddle/gpuarray';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { copyIf, cumsum, exclusiveScanKernel, partition, removeIf, uniqueConsecutive } from '../../src/algorithms/scan';
import { testBackends } from '../support/on-devices';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

type Elements = Float32Array | Int32Array | Uint8Array;

/** Tiles of scans have 27,648, 18,432 or 9,216 elements, those of selections 16,384. */
const tileSizes = [9216, 16_383, 16_384, 16_385, 27_647, 27_648, 27_649, 83_001];

/** So many that every multiprocessor of a GPU has tiles. */
const many = 27_648 * 150;

/** Tiles of a ring, of which each multiprocessor takes at least one. */
const ringTile = 9216;

describe.each(testBackends)('large scans on %s', (backend) => {
  let device: Device;
  let sizes: readonly number[];
  beforeAll(async () => {
    device = await openDevice(backend);
    // The emulated GPU has few multiprocessors, and little time.
    const { multiprocessors } = device.properties;
    const ring = ringTile * multiprocessors;
    sizes =
      multiprocessors > 16
        ? [...tileSizes, many, many + 1, ring - ringTile, ring - 1, ring, ring + 1, 4 * ring + 5 * ringTile + 3]
        : tileSizes;
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function upload(values: Elements): Promise<GpuArray> {
    const dtype = values instanceof Float32Array ? 'float32' : values instanceof Int32Array ? 'int32' : 'uint8';
    const array = emptyArray(device, dtype, [values.length]) as unknown as GpuArray;
    await array.set(values);
    return array;
  }
  const valuesOf = (size: number): Float32Array => Float32Array.from({ length: size }, (_, i) => ((i * 7919) % 15) - 7);
  function summed<T extends Elements>(values: T): T {
    let total = 0;
    return values.map((value) => (total += value)) as T;
  }
  // Element by element `toEqual` would take seconds for millions.
  function expectSame(actual: unknown, expected: Elements): void {
    const bytes = ({ buffer, byteOffset, byteLength }: Elements): Buffer => Buffer.from(buffer, byteOffset, byteLength);
    const found = actual as Elements;
    if (found.length === expected.length && bytes(found).equals(bytes(expected))) return;
    const at = expected.findIndex((value, i) => found[i] !== value);
    expect([found.length, at, found[at]]).toEqual([expected.length, at, expected[at]]);
  }
  const elements = async (array: GpuArray, count: GpuArray<'int64'>): Promise<unknown> =>
    ((await array.get()) as Float32Array).slice(0, Number((await count.get())[0]));

  it('cumsum, aligned and from an odd offset', async () => {
    for (const size of sizes) {
      const values = valuesOf(size + 1);
      using x = await upload(values);
      using whole = cumsum(x);
      expectSame(await whole.get(), summed(values));
      using view = x.slice('1:');
      using part = cumsum(view);
      expectSame(await part.get(), summed(values.slice(1)));
    }
  });

  it('cumsum of float32 from a pack on, again and again, and on streams in turns', async () => {
    const values = valuesOf(sizes.at(-1) ?? 0);
    const expected = [values.slice(4), values.slice(8, -3)].map(summed);
    using x = await upload(values);
    using first = x.slice('4:');
    using second = x.slice('8:-3');
    const ga = gpuArrays(device);
    const streams = [device.createStream(), device.createStream()];
    const on = streams.map((stream) => ga.on(stream));
    const sums = Array.from({ length: 12 }, (_, call) =>
      on[call % 2]?.run(() => cumsum(call % 4 < 2 ? first : second)),
    );
    for (const [call, each] of sums.entries()) {
      expectSame(await each?.get(), expected[call % 4 < 2 ? 0 : 1] ?? values);
      each?.dispose();
    }
    for (const each of [...on, ga]) each.dispose();
    for (const stream of streams) stream.dispose();
  });

  it('cumsum along contiguous rows', async () => {
    for (const [rows, length] of [
      [700, 32],
      [300, 1000],
      [300, 1001],
      [150, 8192],
      [1100, 9001],
    ] as const) {
      if (device.properties.multiprocessors <= 16 && rows * length > 400_000) continue;
      const values = valuesOf(rows * length);
      let total = 0;
      const expected = values.map((value, i) => (total = i % length === 0 ? value : total + value));
      using x = await upload(values);
      using sums = cumsum(x.reshape(rows, length), { axis: 1 });
      expectSame(await sums.get(), expected);
      using whole = await upload(Int32Array.from(values));
      using wide = cumsum(whole.reshape(rows, length), { axis: 1 });
      expect(Array.from((await wide.get()) as unknown as BigInt64Array, Number)).toEqual(Array.from(expected));
    }
  });

  it('cumsum of int32 into itself, and of uint8 within uint8', async () => {
    const values = Int32Array.from(valuesOf(sizes.at(-1) ?? 0));
    using x = await upload(values);
    cumsum(x, { dtype: 'int32', out: x });
    expectSame(await x.get(), summed(values));
    const bytes = Uint8Array.from(values.map(Math.abs));
    using b = await upload(bytes);
    using sums = cumsum(b, { dtype: 'uint8' });
    expectSame(await sums.get(), summed(bytes));
  });

  it('cumsum along the first axis', async () => {
    for (const [rows, columns] of [
      [1, 100],
      [255, 64],
      [257, 97],
      [700, 130],
    ] as const) {
      const values = valuesOf(rows * columns);
      using flat = await upload(values);
      using sums = cumsum(flat.reshape(rows, columns), { axis: 0 });
      const totals = new Float32Array(columns);
      expectSame(
        await sums.get(),
        values.map((value, i) => (totals[i % columns] = (totals[i % columns] ?? 0) + value)),
      );
    }
  });

  it('an exclusive scan of maxima', async () => {
    const kernel = exclusiveScanKernel({ dtype: 'int32', scan: 'a > b ? a : b', neutral: '-1' });
    const values = Int32Array.from({ length: sizes.at(-1) ?? 0 }, (_, i) => (i % 1000 === 7 ? i : 0));
    using x = await upload(values);
    using y = await upload(new Int32Array(values.length));
    kernel.call(x, y);
    let most = -1;
    const expected = values.map((value) => {
      const before = most;
      most = Math.max(most, value);
      return before;
    });
    expectSame(await y.get(), expected);
  });

  it('selects none, all and about half, aligned and from an odd offset', async () => {
    for (const size of sizes) {
      const values = valuesOf(size + 1);
      using x = await upload(values);
      for (const [condition, holds] of [
        ['x[i] > 9', () => false],
        ['x[i] < 9', () => true],
        ['x[i] > limit', (value: number) => value > 0],
      ] as const) {
        const options = { arguments: 'float limit', values: [0] };
        const { out, count } = copyIf(x, condition, options);
        expectSame(await elements(out, count), values.filter(holds));
        const tail = x.slice('1:');
        const others = removeIf(tail, condition, options);
        expectSame(
          await elements(others.out, others.count),
          values.slice(1).filter((value) => !holds(value)),
        );
        for (const array of [out, count, tail, others.out, others.count]) array.dispose();
      }
    }
  });

  it('partitions, and finds changes', async () => {
    for (const size of sizes) {
      const values = valuesOf(size).map((value, i) => (i % 100 < 50 ? 3 : value));
      using x = await upload(values);
      const { outTrue, outFalse, count } = partition(x, '(i & 3) == 1 || x[i] == 3');
      const holds = (value: number, i: number): boolean => (i & 3) === 1 || value === 3;
      expectSame(await elements(outTrue, count), values.filter(holds));
      const rest = values.filter((value, i) => !holds(value, i));
      expectSame(((await outFalse.get()) as Float32Array).slice(0, rest.length), rest);
      const unique = uniqueConsecutive(x);
      expectSame(
        await elements(unique.out, unique.count),
        values.filter((value, i) => i === 0 || value !== values[i - 1]),
      );
      for (const array of [outTrue, outFalse, count, unique.out, unique.count]) array.dispose();
    }
  });

  it('selects bytes, and repeats on words that earlier calls left', async () => {
    const bytes = Uint8Array.from({ length: sizes.at(-1) ?? 0 }, (_, i) => (i * 31) % 251);
    using x = await upload(bytes);
    for (let limit = 1; limit < 6; limit++) {
      const { out, count } = copyIf(x, 'x[i] % limit == 0', { arguments: 'int limit', values: [limit] });
      expectSame(
        await elements(out, count),
        bytes.filter((value) => value % limit === 0),
      );
      out.dispose();
      count.dispose();
    }
  });
});
