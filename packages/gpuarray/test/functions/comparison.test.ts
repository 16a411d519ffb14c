import fc from 'fast-check';
import type { Arrays, GpuArray } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';

/** What comparisons are for whole numbers of any size: three of the six, which are one but for their operators. */
const comparisons = {
  equal: (x: bigint, y: bigint) => x === y,
  less: (x: bigint, y: bigint) => x < y,
  greaterEqual: (x: bigint, y: bigint) => x >= y,
} as const;
const names = Object.keys(comparisons) as (keyof typeof comparisons)[];

/** A comparison as a fused expression. */
const expressions = {
  equal: (ga: Arrays, a: GpuArray, b: GpuArray | bigint) => ga.evaluate`${a} == ${b}`,
  less: (ga: Arrays, a: GpuArray, b: GpuArray | bigint) => ga.evaluate`${a} < ${b}`,
  greaterEqual: (ga: Arrays, a: GpuArray, b: GpuArray | bigint) => ga.evaluate`${a} >= ${b}`,
} as const;

/** Whole numbers near where float64 and the 64-bit integers end. */
const edges = [0n, 2n ** 53n, 2n ** 63n, 2n ** 64n].flatMap((edge) => [-1n, 0n, 1n].map((near) => edge + near));
const whole = fc.constantFrom(...edges, ...edges.map((edge) => -edge));
const within = (dtype: 'int64' | 'uint64') =>
  whole.filter((value) => (dtype === 'int64' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) === value);

onDevices('comparisons', (test) => {
  it('compares int64 with uint64 as the whole numbers they are', async () => {
    const lists = fc.array(fc.tuple(within('int64'), within('uint64')), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lists, fc.constantFrom(...names), async (pairs, name) => {
        const { ga } = test;
        const signed = ga.array(pairs.map(([x]) => x), { dtype: 'int64' }); // prettier-ignore
        const unsigned = ga.array(pairs.map(([, y]) => y), { dtype: 'uint64' }); // prettier-ignore
        const forwards = pairs.map(([x, y]) => comparisons[name](x, y));
        const backwards = pairs.map(([x, y]) => comparisons[name](y, x));
        expect(await ga[name](signed, unsigned).toArray()).toEqual(forwards);
        expect(await ga[name](unsigned, signed).toArray()).toEqual(backwards);
        expect(await expressions[name](ga, signed, unsigned).toArray()).toEqual(forwards);
        expect(await expressions[name](ga, unsigned, signed).toArray()).toEqual(backwards);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['int64', 'uint64'] as const)('compares %s with a bigint of any size, in whatever order', async (dtype) => {
    const lists = fc.array(within(dtype), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lists, whole, fc.constantFrom(...names), async (values, scalar, name) => {
        const { ga } = test;
        const a = ga.array(values, { dtype });
        const forwards = values.map((value) => comparisons[name](value, scalar));
        const backwards = values.map((value) => comparisons[name](scalar, value));
        expect(await ga[name](a, scalar).toArray()).toEqual(forwards);
        expect(await ga[name](scalar, a).toArray()).toEqual(backwards);
        expect(await expressions[name](ga, a, scalar).toArray()).toEqual(forwards);
      }),
      { numRuns: 100 },
    );
  });

  it('compares small integers and bool with numbers beyond them', async () => {
    const { ga } = test;
    const small = ga.array(Int8Array.of(-128, 127));
    expect(await small.less(1e300).toArray()).toEqual([true, true]);
    expect(await small.greater(-129).toArray()).toEqual([true, true]);
    expect(await small.equal(128).toArray()).toEqual([false, false]);
    expect(await small.equal(127).toArray()).toEqual([false, true]);
    expect(await ga.array([false, true]).less(2n ** 70n).toArray()).toEqual([true, true]); // prettier-ignore
  });
});
