/** Arrays without elements and arrays without axes, through every operation, as NumPy has them. */
import {
  histogram,
  searchsorted,
  segmentedSort,
  sortByKey,
  uniqueAll,
  compress,
  type GpuArray,
} from '@heddle/gpuarray';
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';
import { combine, sizeOf } from '../support/reference';

// Compilers take seconds where the machine is busy.
jest.setTimeout(600_000);

/** Shapes of which one length is 0 at least. */
const emptyShape = fc
  .tuple(fc.array(fc.nat(3), { maxLength: 3 }), fc.nat(3))
  .map(([lengths, at]) => [...lengths.slice(0, at), 0, ...lengths.slice(at)]);

onDevices('arrays', (test) => {
  it('without elements keep their shapes, and reductions give what is reduced of nothing', async () => {
    await fc.assert(
      fc.asyncProperty(emptyShape, fc.nat(), fc.boolean(), async (shape, seed, keepdims) => {
        const { ga } = test;
        using a = ga.zeros(shape, 'float32');
        const loose = a as unknown as GpuArray;
        const axis = seed % shape.length;
        const reduced = shape.flatMap((length, k) => (k !== axis ? [length] : keepdims ? [1] : []));
        const all = async (array: GpuArray, value: number) => {
          expect(array.shape).toEqual(reduced);
          expect(Array.from(await array.get(), Number)).toEqual(new Array<number>(sizeOf(reduced)).fill(value));
        };
        await all(a.sum({ axis, keepdims }), 0);
        await all(a.prod({ axis, keepdims }), 1);
        await all(a.mean({ axis, keepdims }), NaN);
        await all(a.std({ axis, keepdims }), NaN);
        await all(a.any({ axis, keepdims }), 0);
        await all(a.all({ axis, keepdims }), 1);
        await all(a.countNonzero({ axis, keepdims }), 0);
        await all(a.max({ axis, keepdims, initial: 5 }), 5);
        for (const name of ['min', 'max', 'argmin', 'argmax'] as const) {
          expect(() => a[name]()).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
          // As NumPy 2.4.6: an axis of length 0 has no extreme, even if there is no result; another one may have none.
          const along = () => a[name]({ axis, keepdims }).shape;
          if (shape[axis] === 0) expect(along).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
          else expect(along()).toEqual(reduced);
        }
        const along = [...shape];
        along[axis] = (along[axis] as number) * 2;
        const shapes: readonly [GpuArray, readonly number[]][] = [
          [a.cumsum({ axis }), shape],
          [a.cumprod(), [0]],
          [a.sort({ axis }), shape],
          [a.argsort({ axis }), shape],
          [a.flip(axis), shape],
          [a.T, [...shape].reverse()],
          [a.slice('..., ::-1'), shape],
          [a.reshape(0, 7), [0, 7]],
          [ga.roll(loose, 3, axis), shape],
          [ga.roll(loose, -1), shape],
          [ga.tile(loose, [2, ...shape.map(() => 1)]), [2, ...shape]],
          [ga.repeat(loose, 2, axis), along],
          [ga.concatenate([a, a], axis), along],
          [ga.stack([a, a], axis), [...shape.slice(0, axis), 2, ...shape.slice(axis)]],
          [ga.take(loose, [], { axis }), shape.map((length, k) => (k === axis ? 0 : length))],
          [ga.where(a, a, 1), shape],
          [a.clip(0, 1), shape],
          [a.astype('int32'), shape],
          [searchsorted(ga.zeros(0, 'float32'), loose), shape],
          [ga.evaluate`${a} * 2 + sqrt(${a})`, shape],
          [await a.unique(), [0]],
          [(await uniqueAll(a)).inverse, shape],
          [await compress(a.equal(0) as unknown as GpuArray, loose), [0]],
        ];
        for (const [array, expected] of shapes) expect(array.shape).toEqual(expected);
        expect((await a.nonzero()).map((places) => places.shape)).toEqual(shape.map(() => [0]));
        expect(Array.from(await (await histogram(loose, { bins: 2 })).counts.get(), Number)).toEqual([0, 0]);
        expect(() => ga.take(loose.ravel(), [0])).toThrow('take: index 0 is out of range for an axis of length 0');
        for (const array of [...shapes.map(([each]) => each)]) array.dispose();
      }),
      { numRuns: 25 },
    ); // prettier-ignore
  });

  it('without elements broadcast with lengths of 1, and with no other', async () => {
    const pair = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 2)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(pair, async (lengths) => {
        const [left, right] = [lengths.map(([length]) => length), lengths.map(([, length]) => length)];
        using a = test.ga.ones(left, 'float32');
        using b = test.ga.ones(right, 'float32');
        if (lengths.some(([x, y]) => x !== y && x !== 1 && y !== 1)) {
          expect(() => a.add(b)).toThrow('do not broadcast');
          return;
        }
        const ones = (shape: readonly number[]) => ({ shape, values: new Array<number>(sizeOf(shape)).fill(1) });
        const expected = combine(ones(left), ones(right), (x, y) => x + y);
        using sum = a.add(b);
        expect(sum.shape).toEqual(expected.shape);
        expect([...(await sum.get())]).toEqual(expected.values);
      }),
      { numRuns: 40 },
    );
  });

  it('products over no elements are zeros', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(2), async (batch, rows, depth, columns) => {
        using a = test.ga.ones([batch, rows, depth], 'float32');
        using b = test.ga.ones([depth, columns], 'float32');
        using product = test.ga.matmul(a, b);
        expect(product.shape).toEqual([batch, rows, columns]);
        expect(Array.from(await product.get(), Number)).toEqual(new Array<number>(batch * rows * columns).fill(depth));
      }),
      { numRuns: 25 },
    );
  });

  it('without axes hold one element', async () => {
    const { ga } = test;
    const a = ga.array(2.5, 'float32') as unknown as GpuArray;
    const same: readonly [GpuArray, readonly number[]][] = [
      [a.sum(), []], [a.prod({ keepdims: true }), []], [a.mean(), []], [a.min(), []], [a.max({ axis: [] }), []],
      [a.cumsum(), [1]], [a.cumprod(), [1]], [a.sort({ axis: null }), [1]], [await a.unique(), [1]], [a.flip(), []],
      [a.ravel(), [1]], [a.reshape(1, 1), [1, 1]], [a.slice('...', null), [1]], [a.broadcastTo([1, 1]), [1, 1]],
      [ga.roll(a, 1), []], [ga.tile(a, []), []], [ga.tile(a, [1, 1]), [1, 1]], [ga.repeat(a, 1), [1]],
      [ga.concatenate([a], null), [1]], [ga.stack([a]), [1]], [ga.take(a, 0), []], [ga.take(a, [0]), [1]],
      [ga.where(true, a, a), []], [ga.evaluate`${a} + 0`, []], [await compress(ga.array(true), a), [1]],
    ]; // prettier-ignore
    for (const [array, shape] of same) {
      expect(array.shape).toEqual(shape);
      expect([...((await array.get()) as Float32Array)]).toEqual([2.5]);
    }
    expect(await a.toArray()).toBe(2.5);
    expect(String(a)).toBe('2.5');
    expect(await a.argmax().item()).toBe(0n);
    expect(await a.std().item()).toBe(0);
    ga.put(a, [-1], 4);
    expect(await a.item()).toBe(4);
    for (const call of [() => a.sort(), () => ga.concatenate([a, a]), () => ga.matmul(a, a), () => ga.diff(a)]) {
      expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
    }
  });

  it('of one axis without elements are sorted', async () => {
    const none = test.ga.zeros(0, 'float32') as unknown as GpuArray;
    const starts = test.ga.zeros(0, 'int32') as unknown as GpuArray;
    expect(sortByKey(none, none).values.shape).toEqual([0]);
    expect(segmentedSort(none, starts).shape).toEqual([0]);
    const some = test.ga.array([3, 1, 2], 'float32') as unknown as GpuArray;
    expect([...((await segmentedSort(some, starts).get()) as Float32Array)]).toEqual([1, 2, 3]);
  });
});
