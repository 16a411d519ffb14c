/** Reductions that users write: the tutorial's listing, CuPy's forms, structs, bad input. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { ReductionKernel } from '../../src/algorithms/reduction';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

jest.setTimeout(600_000);

describe.each(testBackends)('ReductionKernel on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function floats(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Promise<GpuArray> {
    const array = emptyArray(device, 'float32', shape);
    await array.set(Float32Array.from(values));
    return array;
  }
  const numbers = async (array: GpuArray): Promise<number[]> => Array.from(await array.get(), Number);

  it('the dot product of the PyCUDA chapter (A. Klöckner et al., listing 3b)', async () => {
    const kernel = new ReductionKernel({
      dtypeOut: 'float32',
      arguments: 'float *x, float *y',
      mapExpr: 'x[i]*y[i]',
      reduceExpr: 'a+b',
      neutral: '0',
    });
    const counted = Float32Array.from({ length: 400 }, (_, i) => i);
    const [a, b] = [await floats(counted), await floats(counted)];
    // 0² + 1² + … + 399² = 399 · 400 · 799 / 6
    const near = async (result: GpuArray, value: number): Promise<void> => {
      expect(Math.abs(((await numbers(result))[0] ?? NaN) / value - 1)).toBeLessThan(1e-6);
    };
    await near(kernel.call(a, b), 21_253_400);
    // PyCUDA gives 0 for a reversed slice.
    const ends = Array.from(counted, (value, i) => value * (399 - i)).reduce((sum, value) => sum + value, 0);
    await near(kernel.call(a, b.slice('::-1')), ends);
  });

  it('ranges of C arguments, with i beside the elements', async () => {
    const kernel = new ReductionKernel({
      dtypeOut: 'float64',
      arguments: 'const float *x, float scale',
      mapExpr: 'scale * x[i] + i',
      reduceExpr: 'a + b',
      neutral: 0,
    });
    const x = await floats([10, 20, 30, 40, 50]);
    expect(await numbers(kernel.call(x, 2))).toEqual([310]);
    expect(await numbers(kernel.call(x, 2, { range: { start: 1, stop: 5, step: 2 } }))).toEqual([2 * 60 + 4]);
    expect(await numbers(kernel.call(x, 2, { range: { start: 4, stop: -1, step: -2 } }))).toEqual([2 * 90 + 6]);
    expect(await numbers(kernel.call(x, 2, { range: { start: 3, stop: 3 } }))).toEqual([0]);
  });

  it('the norm of the CuPy documentation, along axes', async () => {
    const norm = new ReductionKernel({
      in: 'T x',
      out: 'T y',
      map: 'x * x',
      reduce: 'a + b',
      postMap: 'y = sqrt(a)',
      identity: '0',
      name: 'l2norm',
    });
    const x = await floats([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 5]);
    const rows = await numbers(norm.call(x, { axis: 1 }));
    expect(rows[0]).toBeCloseTo(5.477226, 5);
    expect(rows[1]).toBeCloseTo(15.9687195, 5);
    expect(norm.call(x, { axis: 1, keepdims: true }).shape).toEqual([2, 1]);
    const out = await floats([0, 0, 0, 0, 0]);
    expect(norm.call(x, { axis: 0, out })).toBe(out);
    expect((await numbers(out))[4]).toBeCloseTo(Math.hypot(4, 9), 5);
  });

  it('several inputs that broadcast, numbers among them, and the counts of elements', async () => {
    const kernel = new ReductionKernel({
      in: 'T x, T w, T offset',
      out: 'T y',
      map: 'x * w + offset',
      reduce: 'a + b',
      postMap: 'y = a / (_in_ind.size() / _out_ind.size())',
      identity: 0,
    });
    const x = await floats([1, 2, 3, 4, 5, 6], [2, 3]);
    const w = await floats([1, 10, 100]);
    expect(await numbers(kernel.call(x, w, 3, { axis: 1 }))).toEqual([(1 + 20 + 300 + 9) / 3, (4 + 50 + 600 + 9) / 3]);
  });

  it('structs: the least value and its index, in two outputs', async () => {
    const kernel = new ReductionKernel({
      in: 'float32 x',
      out: 'float32 value, int32 index',
      preamble: `
        typedef struct { float value; int index; } place_t;
        DEVICE place_t place_of(float value, int index) { place_t p; p.value = value; p.index = index; return p; }
        DEVICE place_t least(place_t a, place_t b) {
          return a.value < b.value || (a.value == b.value && a.index < b.index) ? a : b;
        }`,
      reduceType: 'place_t',
      map: 'place_of(x, i)',
      reduce: 'least(a, b)',
      postMap: 'value = a.value; index = a.index',
    });
    const values = Float32Array.from({ length: 100_000 }, (_, i) => Math.abs(i - 77_777) + 0.5);
    const [value, index] = kernel.callAll(await floats(values));
    expect(await numbers(value as GpuArray)).toEqual([0.5]);
    expect(await numbers(index as GpuArray)).toEqual([77_777]);
  });

  it('raw arrays are indexed by the expression', async () => {
    const kernel = new ReductionKernel({
      in: 'int32 place, raw float32 table',
      out: 'float32 y',
      map: 'table[place]',
      reduce: 'a + b',
      identity: 0,
    });
    const places = emptyArray(device, 'int32', [3]);
    await places.set(Int32Array.of(2, 0, 2));
    expect(await numbers(kernel.call(places as unknown as GpuArray, await floats([1, 10, 100])))).toEqual([201]);
  });

  it('quotes the expression that does not compile', async () => {
    const kernel = new ReductionKernel({
      in: 'T x',
      out: 'T y',
      map: 'x * unknown_name',
      reduce: 'a + b',
      identity: 0,
      name: 'broken',
    });
    await expect(kernel.call(await floats([1, 2])).get()).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining('x * unknown_name') as unknown,
    });
  });

  it('refuses what cannot be, and writes nothing', async () => {
    const noIdentity = new ReductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a > b ? a : b' });
    const out = await floats([42], []);
    const refused = (call: () => unknown): void => {
      expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
    };
    const [empty, x] = [await floats([]), await floats([1, 2, 3])];
    refused(() => noIdentity.call(empty, { out }));
    refused(() => noIdentity.call(x, { axis: 1, out }));
    refused(() => noIdentity.call(x, { axis: [0, 0], out }));
    refused(() => noIdentity.call(1));
    refused(() => noIdentity.call());
    refused(() => noIdentity.call(x, x, x));
    refused(() => noIdentity.call(x, { out: x }));
    refused(() => new ReductionKernel({ in: 'T', out: 'T y', map: 'x', reduce: 'a' }));
    refused(() => new ReductionKernel({ dtypeOut: 'float32', arguments: 'float **x', reduceExpr: 'a+b', neutral: 0 }));
    const disposed = await floats([1]);
    disposed.dispose();
    refused(() => noIdentity.call(disposed, { out }));
    expect(await numbers(out)).toEqual([42]);
    expect(await numbers(noIdentity.call(x, { out }))).toEqual([3]);
  });
});
