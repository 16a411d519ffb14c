import type { Device, DType } from '@heddle/core';
import fc from 'fast-check';
import { gpuArrays } from '../../src/api/arrays';
import {
  all,
  any,
  argmax,
  argmin,
  countNonzero,
  max,
  mean,
  min,
  prod,
  sum,
  std,
  variance,
} from '../../src/algorithms/reduction';
import type { GpuArray } from '../../src/array/gpu-array';
import { decode, elementsOf, makeView, realDTypes, reduceReference, valuesOf, viewPlans, type Value } from './views';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

const add = (group: readonly Value[]): Value => group.reduce((total, value) => total + value, 0);

describe.each(testBackends)('reductions over random views on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function check(
    operation: (a: GpuArray, options: { axis: readonly number[] | null; keepdims: boolean }) => GpuArray,
    reference: (group: readonly Value[], dtype: DType) => Value,
    options: {
      dtypes?: readonly DType[];
      tolerance?: number;
      nonEmpty?: boolean;
      nans?: boolean;
      map?: (value: Value) => Value;
    } = {},
  ): Promise<void> {
    const { dtypes = realDTypes, tolerance = 0, nonEmpty = false, nans = false, map = (value) => value } = options;
    await fc.assert(
      fc.asyncProperty(viewPlans(dtypes), fc.nat(), fc.boolean(), fc.boolean(), async (plan, pick, none, keepdims) => {
        const values = valuesOf(plan, nans).map(map);
        const { base, view } = await makeView(device, plan, values);
        using owned = base;
        const rank = view.shape.length;
        const axes = none ? [...view.shape.keys()] : [...view.shape.keys()].filter((axis) => (pick >> axis) & 1);
        if (nonEmpty && owned.size === 0) return;
        using result = operation(view, { axis: none ? null : axes.map((axis) => axis - rank), keepdims });
        expect(result.shape).toEqual(
          keepdims
            ? view.shape.map((length, axis) => (axes.includes(axis) ? 1 : length))
            : view.shape.filter((_, axis) => !axes.includes(axis)),
        );
        const got = decode(result.dtype, await result.get());
        const want = reduceReference(elementsOf(view, values), view.shape, axes, (group) =>
          reference(group, plan.dtype),
        );
        expect(got.length).toBe(want.length);
        got.forEach((value, n) => {
          const expected = want[n] as Value;
          if (Number.isNaN(expected)) expect(value).toBeNaN();
          else expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected)));
        });
      }),
      { numRuns: 5 },
    );
  }

  // What the device compiles in seconds is drawn from fewer dtypes there; the host has them all.
  const some = (...dtypes: readonly DType[]): readonly DType[] => (backend === 'host' ? realDTypes : dtypes);
  const isHalf = (dtype: DType): boolean => dtype === 'float16' || dtype === 'bfloat16';
  const wide = some('int8', 'float32', 'uint64').filter((dtype) => !isHalf(dtype));
  const nan = (pick: (...values: readonly number[]) => number) => (group: readonly Value[]) =>
    group.some(Number.isNaN) ? NaN : pick(...group);

  it('sum', () => check(sum, add, { dtypes: wide }));
  it('sum of half precision', () => check(sum, add, { dtypes: some('float16').filter(isHalf), tolerance: 0.004 }));
  it('prod', () =>
    check(
      (a, options) => prod(a, { ...options, dtype: 'float64' }),
      (group) => group.reduce((product, value) => product * value, 1),
      {
        tolerance: 1e-12,
        dtypes: ['bool', 'float32'],
        // Powers of two near one: what overflows, or meets a zero after it did, depends on the order of the factors.
        map: (value) => Math.sign(value) * 2 ** ((Math.abs(value) % 3) - 1),
      },
    ));
  it('min', () => check(min, nan(Math.min), { nonEmpty: true, nans: true, dtypes: some('float32') }));
  it('max', () => check(max, nan(Math.max), { nonEmpty: true, nans: true, dtypes: some('bfloat16') }));
  it('argmin', () => check(argmin, (group) => firstIndex(group, Math.min), argOptions(some('float32'))));
  it('argmax', () => check(argmax, (group) => firstIndex(group, Math.max), argOptions(some('int32'))));
  it('any', () => check(any, (group) => (group.some((value) => value !== 0) ? 1 : 0), { dtypes: ['bool', 'float32'] }));
  it('all', () => check(all, (group) => (group.every((value) => value !== 0) ? 1 : 0), { dtypes: ['bool', 'int16'] }));
  it('countNonzero', () =>
    check(countNonzero, (group) => group.filter((value) => value !== 0).length, { dtypes: ['uint8'] }));
  it('mean', () => check(mean, (group) => add(group) / group.length, { tolerance: 0.01, dtypes: some('int32') }));
  it('var', () => check(variance, spread, { tolerance: 1e-5, dtypes: ['float32', 'float64'] }));
  it('var, with any part of an element taken from the count', async () => {
    using array = gpuArrays(device).array([1, 2, 4]);
    // The squared distances from 7/3 add up to 14/3.
    using result = variance(array, { ddof: 0.1 });
    expect(await result.item()).toBeCloseTo(14 / 3 / 2.9, 14);
  });
  it('of an array without axes, over axis 0 and -1, as NumPy 2.4.6 has it', async () => {
    using array = gpuArrays(device).array([7], { shape: [], dtype: 'int32' });
    for (const axis of [0, -1]) {
      using total = sum(array, { axis });
      using place = argmax(array, { axis, keepdims: true });
      expect([total.shape, await total.item(), place.shape, await place.item()]).toEqual([[], 7n, [], 0n]);
    }
    expect(() => sum(array, { axis: 1 })).toThrow('axis 1 is not among the 0 axes');
    expect(() => sum(array, { axis: [0] })).toThrow('axis 0 is not among the 0 axes');
  });
  it('std', () => check(std, (group) => Math.sqrt(spread(group)), { tolerance: 1e-5, dtypes: ['uint8'] }));
});

const argOptions = (dtypes: readonly DType[]) => ({ dtypes, nonEmpty: true, nans: true });

function firstIndex(group: readonly Value[], pick: (...values: readonly number[]) => number): number {
  const nan = group.findIndex(Number.isNaN);
  return nan >= 0 ? nan : group.indexOf(pick(...group));
}

function spread(group: readonly Value[]): number {
  const center = add(group) / group.length;
  return group.reduce((total, value) => total + (value - center) ** 2, 0) / group.length;
}
