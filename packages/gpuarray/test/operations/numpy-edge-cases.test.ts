/** Rare operands, as NumPy 2.4.6 treats them. */
import type { DType } from '@heddle/core';
import type { GpuArray } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';

const argument = (message: string): Error =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message) as string }) as Error;

onDevices('as in NumPy', (test) => {
  it('rint gives integers the float that holds them; floor, ceil and trunc keep them', async () => {
    const { ga } = test;
    const dtypes = [
      ['bool', 'float16'], ['int8', 'float16'], ['uint8', 'float16'], ['int16', 'float32'], ['uint16', 'float32'],
      ['int32', 'float64'], ['uint32', 'float64'], ['int64', 'float64'], ['uint64', 'float64'],
      ['float16', 'float16'], ['float32', 'float32'], ['float64', 'float64'],
    ] as const; // prettier-ignore
    for (const [dtype, rounded] of dtypes) {
      const x = ga.ones(2, dtype) as unknown as GpuArray;
      expect(ga.rint(x).dtype).toBe(rounded);
      for (const name of ['floor', 'ceil', 'trunc'] as const) expect(ga[name](x).dtype).toBe(dtype);
    }
    expect(await ga.rint(ga.array(Int32Array.of(-7, 2147483647))).toArray()).toEqual([-7, 2147483647]);
    expect(await ga.rint(ga.array([0.5, 1.5, -2.5])).toArray()).toEqual([0, 2, -2]);
    expect(await ga.rint(ga.array([{ re: 0.5, im: -1.7 }])).toArray()).toEqual([{ re: 0, im: -2 }]);
  });

  it('the sign of either zero is 0', async () => {
    const { ga } = test;
    for (const dtype of ['float16', 'float32', 'float64'] as const) {
      expect(await ga.sign(ga.array([-0, 0, -3, NaN], { dtype })).toArray()).toEqual([0, 0, -1, NaN]);
    }
    expect(await ga.sign(ga.array([{ re: -0, im: -0 }])).toArray()).toEqual([{ re: 0, im: 0 }]);
  });

  it('there is no extreme along an axis of length 0, even if there is no result', () => {
    const { ga } = test;
    const empty: readonly (readonly [number[], number | number[] | undefined])[] = [
      [[0, 0], 0],
      [[0, 3], 0],
      [[3, 0, 0], 1],
      [[0, 0], undefined],
      [
        [0, 2, 0],
        [0, 1],
      ],
    ];
    for (const [shape, axis] of empty) {
      for (const name of ['min', 'max', 'argmin', 'argmax'] as const) {
        expect(() => ga.zeros(shape)[name](axis === undefined ? {} : { axis })).toThrow(argument('elements'));
      }
    }
    expect(ga.zeros([0, 3]).max({ axis: 1 }).shape).toEqual([0]);
    expect(ga.zeros([0, 0]).max({ axis: 0, initial: 1 }).shape).toEqual([0]);
  });

  it('refuses negative powers of integers', async () => {
    const { ga } = test;
    for (const dtype of ['int8', 'int32', 'int64'] as const) {
      const x = ga.ones(2, dtype) as unknown as GpuArray;
      expect(() => x.power(-1)).toThrow(argument('integers to the power -1'));
      expect(() => ga.power(x, -2n)).toThrow(argument('integers to the power -2'));
      expect(() => x.powerAssign(-1)).toThrow(argument('integers to the power -1'));
      expect(() => ga.evaluate`${x} ** ${-3}`).toThrow(argument('integers to the power -3'));
      expect(() => ga.evaluate`${x} ** -1`).toThrow(argument('integers to the power -1'));
    }
    const x = ga.array(Int32Array.of(2, 4));
    expect(await x.power(-0.5).toArray()).toEqual([Math.SQRT1_2, 0.5].map((value) => expect.closeTo(value, 15)));
    expect(await ga.power(-1, x).toArray()).toEqual([1, 1]);
    expect(await ga.array(Float64Array.of(2, 4)).power(-1).toArray()).toEqual([0.5, 0.25]);
    const square = (n: number) => ga.evaluate`${x} ** ${n}`.toArray();
    expect(await square(2)).toEqual([4, 16]);
    await expect(async () => await square(-2)).rejects.toEqual(argument('integers to the power -2'));
  });

  it('numbers beside integers keep them if whole and safe; others make float64', async () => {
    const { ga } = test;
    const of = (dtype: DType) => ga.ones(2, dtype) as unknown as GpuArray;
    for (const dtype of ['int8', 'uint16', 'int32', 'int64', 'uint64'] as const) {
      expect(of(dtype).add(3).dtype).toBe(dtype);
      for (const value of [0.5, 2 ** 53, -(2 ** 53), 1e30, Infinity, NaN]) {
        expect(of(dtype).add(value).dtype).toBe('float64');
        expect(ga.evaluate`${of(dtype)} + ${value}`.dtype).toBe('float64');
      }
    }
    expect(of('int64').add(2 ** 53 - 1).dtype).toBe('int64');
    expect(of('bool').add(1e30).dtype).toBe('float64');
    expect(of('float32').add(1e30).dtype).toBe('float32');
    expect(() => of('int8').add(300)).toThrow(argument('300'));
    expect(() => of('uint32').add(-1)).toThrow(argument('-1'));
    expect(() => of('int32').add(2 ** 40)).toThrow(argument('int32'));
    expect(() => of('int64').add(2n ** 64n)).toThrow(argument('int64'));
    expect(await ga.array(BigInt64Array.of(5n)).add(1e30).toArray()).toEqual([1e30]);
    expect(await ga.array(BigInt64Array.of(5n)).less(1e30).toArray()).toEqual([true]);
    expect(await ga.array(BigInt64Array.of(5n)).greater(-1e30).toArray()).toEqual([true]);
    expect(await ga.array(BigInt64Array.of(5n)).equal(Infinity).toArray()).toEqual([false]);
  });

  it('repeats an array without axes', async () => {
    const { ga } = test;
    const five = ga.array(5, { dtype: 'int32' });
    expect(await ga.repeat(five, 3, 0).toArray()).toEqual([5, 5, 5]);
    expect(await ga.repeat(five, 3, -1).toArray()).toEqual([5, 5, 5]);
    expect(await ga.repeat(five, 3).toArray()).toEqual([5, 5, 5]);
    expect(await ga.repeat(five, [2], 0).toArray()).toEqual([5, 5]);
    expect(() => ga.repeat(five, 3, 1)).toThrow(argument('axis 1'));
  });

  it('assigns arrays with more axes of length 1 in front', async () => {
    const { ga } = test;
    const row = ga.array(Int32Array.of(1, 2, 3));
    const target = ga.zeros([2, 3], 'int32');
    target.assign(row.reshape(1, 1, 1, 3));
    expect(await target.toArray()).toEqual([[1, 2, 3], [1, 2, 3]]); // prettier-ignore
    target.slice(0).assign(target.slice('1:', '::-1').reshape(1, 3));
    expect(await target.toArray()).toEqual([[3, 2, 1], [1, 2, 3]]); // prettier-ignore
    const scalar = ga.zeros([], 'int32');
    scalar.assign(ga.array(Int32Array.of(7)).reshape(1, 1));
    expect(await scalar.item()).toBe(7);
    expect(() => row.assign(ga.zeros([2, 1, 3], 'int32'))).toThrow(argument('does not broadcast'));
    expect(() => row.assign(ga.zeros([1, 4], 'int32'))).toThrow(argument('broadcast'));
  });
});
