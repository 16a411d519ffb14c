import { join } from 'node:path';
import { numbersFromFloat16, type Device, type DType } from '@heddle/core';
import { load, loadz } from '../../src/algorithms/files';
import type { GpuArray } from '../../src/array/gpu-array';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

// Written by NumPy: fixtures/write_fixtures.py.
const fixture = (name: string): string => join(__dirname, 'fixtures', name);
const indices = Array.from({ length: 12 }, (_, i) => i);

const types: readonly [code: string, dtype: DType, values: readonly number[]][] = [
  ['bool', 'bool', indices.map((i) => (i % 3 === 0 ? 1 : 0))],
  ['i1', 'int8', indices.map((i) => i - 3)],
  ['u1', 'uint8', indices],
  ['i2', 'int16', indices.map((i) => i - 3)],
  ['u2', 'uint16', indices],
  ['i4', 'int32', indices.map((i) => i - 3)],
  ['u4', 'uint32', indices],
  ['i8', 'int64', indices.map((i) => i - 3)],
  ['u8', 'uint64', indices],
  ['f2', 'float16', indices.map((i) => (i - 3) / 4)],
  ['f4', 'float32', indices.map((i) => (i - 3) / 4)],
  ['f8', 'float64', indices.map((i) => (i - 3) / 4)],
  ['c8', 'complex64', indices.flatMap((i) => [i - 3, i])],
  ['c16', 'complex128', indices.flatMap((i) => [i - 3, i])],
];

async function numbers(array: GpuArray): Promise<number[]> {
  const values = (await array.get()) as ArrayLike<number | bigint>;
  return array.dtype === 'float16' ? [...numbersFromFloat16(values as Uint16Array)] : Array.from(values, Number);
}

describe.each(testBackends)("NumPy's files on %s", (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  it.each(types)('%s is %s', async (code, dtype, values) => {
    using array = await load(device, fixture(`${code}.npy`));
    expect([array.dtype, array.shape]).toEqual([dtype, [3, 4]]);
    expect(await numbers(array)).toEqual(values);
  });

  it.each(types.filter(([code]) => /^(i2|u4|i8|f2|f4|f8|c8|c16)$/.test(code)))(
    'big-endian %s is %s',
    async (code, dtype, values) => {
      using array = await load(device, fixture(`big_${code}.npy`));
      expect(array.dtype).toBe(dtype);
      expect(await numbers(array)).toEqual(values);
    },
  );

  it('Fortran order stays in memory and gives the same elements', async () => {
    using array = await load(device, fixture('fortran.npy'));
    expect([array.shape, array.strides]).toEqual([
      [2, 3, 4],
      [1, 2, 6],
    ]);
    expect(await numbers(array)).toEqual(Array.from({ length: 24 }, (_, i) => i));
  });

  it('an array without axes, and one without elements', async () => {
    using scalar = await load(device, fixture('scalar.npy'));
    expect([scalar.shape, await numbers(scalar)]).toEqual([[], [2.5]]);
    using empty = await load(device, fixture('empty.npy'));
    expect([empty.shape, await numbers(empty)]).toEqual([[0, 3], []]);
  });

  it.each([1, 2, 3])('format version %p', async (version) => {
    using array = await load(device, fixture(`version${version}.npy`));
    expect(await numbers(array)).toEqual([0, 1, 2, 3, 4]);
  });

  it('an archive, stored', async () => {
    const { weights, bias, ...others } = await loadz(device, fixture('stored.npz'));
    expect(others).toEqual({});
    expect([weights?.dtype, bias?.dtype]).toEqual(['float32', 'int64']);
    expect(await numbers(weights as GpuArray)).toEqual(indices.map((i) => (i - 3) / 4));
    expect(await numbers(bias as GpuArray)).toEqual(indices.map((i) => i - 3));
  });

  it('an archive, deflated', async () => {
    const arrays = await loadz(device, fixture('deflated.npz'));
    expect(Object.keys(arrays)).toEqual(['arr_0', 'arr_1']);
    expect(await numbers(arrays.arr_0 as GpuArray)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    expect(await numbers(arrays.arr_1 as GpuArray)).toEqual(indices.flatMap((i) => [i - 3, i]));
  });

  it.each([
    ['records.npy', /records with fields/],
    ['text.npy', /text \('<U6'\)/],
    ['objects.npy', /pickled Python objects/],
    ['times.npy', /dates/],
    ['stored.npz', /archive/],
    ['absent.npy', /cannot be read: there is no such file$/],
  ])('%s is refused with the reason', async (name, reason) => {
    const error = await load(device, fixture(name)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ARGUMENT' });
    expect((error as Error).message).toMatch(reason);
  });
});
