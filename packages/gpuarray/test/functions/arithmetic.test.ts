import type { DType } from '@heddle/core';
import fc from 'fast-check';
import type { GpuArray } from '@heddle/gpuarray';
import { broadcastPair, build, viewStep, type RandomArray } from '../support/arbitraries';
import { onDevices } from '../support/on-devices';
import { combine } from '../support/reference';

/** Arithmetic of each operator on whole numbers, as float64 computes it exactly. */
const operators = {
  add: (x: number, y: number) => x + y,
  multiply: (x: number, y: number) => x * y,
  less: (x: number, y: number) => Number(x < y),
} as const;

/** What an integer dtype makes of a whole number. */
const wrap: Partial<Record<DType, (x: number) => number>> = {
  int8: (x) => (x << 24) >> 24,
  uint16: (x) => x & 0xffff,
};

onDevices('arithmetic', (test) => {
  const dtypes = ['int8', 'uint16', 'float32'] as const;
  it.each(dtypes)('broadcasts %s of any strides as plain JavaScript does', async (dtype) => {
    const name = fc.constantFrom(...(Object.keys(operators) as (keyof typeof operators)[]));
    const views = fc.tuple(fc.array(viewStep, { maxLength: 2 }), fc.nat(), fc.nat());
    await fc.assert(
      fc.asyncProperty(broadcastPair, views, name, async ([left, right], [steps, seedA, seedB], operator) => {
        const { ga } = test;
        const keep = wrap[dtype] ?? ((x: number) => x);
        const make = (shape: number[], viewSteps: RandomArray['steps'], seed: number) =>
          build(
            ga,
            dtype,
            { shape, steps: viewSteps.filter(({ kind }) => kind === 'flip'), seed },
            dtype === 'uint16' ? Math.abs : keep,
          );
        const a = make(left, steps, seedA);
        const b = make(right, [], seedB);
        const result = ga[operator](a.array, b.array) as GpuArray;
        const expected = combine(a.reference, b.reference, operators[operator]);
        expect(result.shape).toEqual(expected.shape);
        const values = (await result.get()) as ArrayLike<number>;
        const kept = operator === 'less' ? expected.values : expected.values.map(keep);
        // Zeros of either sign count as equal: -0 + 0 is 0.
        expect(Array.from(values, (x) => x + 0)).toEqual(kept.map((x) => x + 0));
      }),
      { numRuns: 40 },
    );
  });

  it('has NumPy 2 scalars: they do not widen what can hold them', async () => {
    const { ga } = test;
    const dtypeOf = (array: GpuArray): DType => array.dtype;
    expect(dtypeOf(ga.ones(2, 'float32').add(0.1))).toBe('float32');
    expect(dtypeOf(ga.ones(2, 'int8').add(1))).toBe('int8');
    expect(dtypeOf(ga.ones(2, 'int8').add(1.5))).toBe('float64');
    expect(dtypeOf(ga.ones(2, 'bool').add(1))).toBe('int64');
    expect(dtypeOf(ga.ones(2, 'float32').multiply({ re: 0, im: 1 }))).toBe('complex64');
    expect(dtypeOf(ga.ones(2, 'int32').divide(2))).toBe('float64');
    expect(dtypeOf(ga.ones(2, 'int8').sqrt())).toBe('float16');
    expect(() => ga.ones(2, 'uint8').add(300)).toThrow('300 does not fit uint8');
    expect(() => ga.ones(2, 'uint8').add(-1)).toThrow('uint8');
    expect(await ga.array(Uint8Array.of(1, 200)).less(300).toArray()).toEqual([true, true]);
    expect(await ga.array(Uint8Array.of(0, 200)).greater(-1).toArray()).toEqual([true, true]);
  });

  it('divides as NumPy does: by sign, by zero, at the ends of the range', async () => {
    const { ga } = test;
    const a = ga.array(Int32Array.of(7, -7, 7, -7, 5, -2147483648));
    const b = ga.array(Int32Array.of(2, 2, -2, -2, 0, -1));
    expect([...(await a.floorDivide(b).get())]).toEqual([3, -4, -4, 3, 0, -2147483648]);
    expect([...(await a.remainder(b).get())]).toEqual([1, 1, -1, -1, 0, 0]);
    const x = ga.array([7.5, -7.5, 7.5, -0.5, 1]);
    const y = ga.array([2, 2, -2, 1, 0]);
    expect([...(await x.floorDivide(y).get())]).toEqual([3, -4, -4, -1, Infinity]);
    expect([...(await x.remainder(y).get())]).toEqual([1.5, 0.5, -0.5, 0.5, NaN]);
    expect([...(await a.divide(b).get())]).toEqual([3.5, -3.5, -3.5, 3.5, Infinity, 2147483648]);
  });

  it('raises integers to powers without leaving them', async () => {
    const { ga } = test;
    expect([
      ...(await ga
        .array(Int32Array.of(3, -2, 2, 0))
        .power(3)
        .get()),
    ]).toEqual([27, -8, 8, 0]);
    expect([...(await ga.array(BigInt64Array.of(3n)).power(39n).get())]).toEqual([3n ** 39n]);
    const roots = await ga.array([2, 9]).power(0.5).get();
    expect(roots[0]).toBeCloseTo(Math.SQRT2, 14);
    expect(roots[1]).toBeCloseTo(3, 14);
  });

  it('raises real numbers to whole powers without an error where the result can be held', async () => {
    const { ga } = test;
    const bases = Float32Array.from({ length: 181 }, (_, k) => k - 90);
    const values = async (array: GpuArray): Promise<number[]> => Array.from(await array.get(), Number);
    for (const dtype of ['float32', 'float64'] as const) {
      if (dtype === 'float64' && !test.device.has('float64')) continue;
      const x = ga.array(bases).astype(dtype);
      for (const n of [0, 1, 2, 3]) {
        const powers = Array.from(bases, (base) => base ** n);
        expect(await values(x.power(n))).toEqual(powers);
        expect(await values(ga.evaluate`${x} ** ${n}`)).toEqual(powers);
      }
    }
    const odd = ga.array(Float32Array.of(NaN, Infinity, -Infinity, 0)).power(3);
    expect(await values(odd)).toEqual([NaN, Infinity, -Infinity, 0]);
    const one = ga.array(Float32Array.of(NaN, 2)).power(ga.array(Float32Array.of(0, -1)));
    expect(await values(one)).toEqual([1, 0.5]);
  });

  it('lets NaN through where NumPy does', async () => {
    const { ga } = test;
    const a = ga.array([1, NaN, 3]);
    const b = ga.array([2, 2, NaN]);
    expect(await ga.maximum(a, b).toArray()).toEqual([2, NaN, NaN]);
    expect(await ga.minimum(a, b).toArray()).toEqual([1, NaN, NaN]);
    expect(await ga.fmax(a, b).toArray()).toEqual([2, 2, 3]);
    expect(await ga.clip(ga.array([NaN, -1, 5]), 0, 2).toArray()).toEqual([NaN, 0, 2]);
    expect(await ga.isnan(a).toArray()).toEqual([false, true, false]);
    expect(await ga.sign(ga.array([-2, 0, NaN])).toArray()).toEqual([-1, 0, NaN]);
  });

  it('has bits, logic and shifts', async () => {
    const { ga } = test;
    const a = ga.array(Uint8Array.of(0b1100, 0b1010));
    expect([...(await a.bitwiseAnd(6).get())]).toEqual([0b0100, 0b0010]);
    expect([...(await a.bitwiseXor(0xff).get())]).toEqual([0xf3, 0xf5]);
    expect([...(await a.invert().get())]).toEqual([0xf3, 0xf5]);
    expect([...(await a.leftShift(5).get())]).toEqual([0x80, 0x40]);
    expect([...(await a.leftShift(9).get())]).toEqual([0, 0]);
    expect([
      ...(await ga
        .array(Int8Array.of(-8, 8))
        .rightShift(ga.array(Int8Array.of(1, 99)))
        .get()),
    ]).toEqual([-4, 0]);
    expect(await a.logicalAnd(ga.array([true, false])).toArray()).toEqual([true, false]);
    expect(await a.logicalNot().toArray()).toEqual([false, false]);
    expect(() => ga.ones(2).bitwiseAnd(1)).toThrow('bitwiseAnd is not defined for float64');
    expect(() => ga.ones(2, 'bool').subtract(ga.ones(2, 'bool'))).toThrow('subtract is not defined for bool');
  });

  it('writes in place, also where the operands overlap', async () => {
    const { ga } = test;
    const a = ga.arange(8, { dtype: 'int32' });
    a.slice([1, null]).addAssign(a.slice([null, -1]));
    expect([...(await a.get())]).toEqual([0, 1, 3, 5, 7, 9, 11, 13]);
    a.addAssign(a.slice('::-1'));
    expect([...(await a.get())]).toEqual([13, 12, 12, 12, 12, 12, 12, 13]);
    a.multiplyAssign(2);
    expect((await a.get())[0]).toBe(26);
    expect(() => a.divideAssign(2)).toThrow('the result is float64');
    const out = ga.zeros(8, 'float64');
    expect(ga.add(a, 1, { out })).toBe(out);
    expect((await out.get())[0]).toBe(27);
    expect(() => ga.add(a, a, { out: ga.zeros(7) })).toThrow('shape (8,)');
  });

  it('handles arrays without elements and without axes', async () => {
    const { ga } = test;
    expect((await ga.zeros([0, 3]).add(ga.zeros(3)).get()).length).toBe(0);
    const scalar = ga.array(3);
    expect(scalar.shape).toEqual([]);
    expect(await scalar.multiply(scalar).item()).toBe(9n);
    expect(await scalar.add(ga.ones(2, 'float32')).toArray()).toEqual([4, 4]);
  });

  it('computes with complex numbers', async () => {
    const { ga } = test;
    const a = ga.array([{ re: 1, im: 2 }, { re: -3, im: 0.5 }]); // prettier-ignore
    const b = ga.array([{ re: 2, im: -1 }, { re: 0, im: 4 }]); // prettier-ignore
    expect(await a.multiply(b).toArray()).toEqual([{ re: 4, im: 3 }, { re: -2, im: -12 }]); // prettier-ignore
    expect(await a.divide(b).toArray()).toEqual([{ re: 0, im: 1 }, { re: 0.125, im: 0.75 }]); // prettier-ignore
    const [first, second] = (await a.absolute().toArray()) as number[];
    expect(first).toBeCloseTo(Math.sqrt(5), 14);
    expect(second).toBeCloseTo(Math.sqrt(9.25), 14);
    expect(await a.equal(a).toArray()).toEqual([true, true]);
    expect(a.absolute().dtype).toBe('float64');
    expect(() => a.floorDivide(b)).toThrow('floorDivide is not defined for complex128');
  });

  it('names what cannot be operands', () => {
    const { ga } = test;
    expect(() => ga.zeros([2, 3]).add(ga.zeros(4))).toThrow('add: the shapes (2, 3) and (4,) do not broadcast');
    expect(() => ga.add(ga.zeros(2), 'x' as never)).toThrow('add takes arrays and numbers, not "x"');
    const gone = ga.zeros(2);
    gone.dispose();
    expect(() => gone.add(1)).toThrow('add: the array has been disposed');
    expect(() => ga.add(1, 2)).toThrow('add needs at least one array');
  });
});
