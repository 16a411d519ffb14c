import { integerRanges, scalarProblem, type DType } from '../../src/dtype';

const integers = Object.keys(integerRanges) as (keyof typeof integerRanges)[];
const narrow = integers.filter((dtype) => !dtype.endsWith('64'));

describe('scalarProblem', () => {
  it.each(narrow)('%s takes its least and greatest number, and none beyond', (dtype) => {
    const [least, greatest] = integerRanges[dtype].map(Number) as [number, number];
    expect([least, greatest, 0].map((value) => scalarProblem(value, dtype))).toEqual([undefined, undefined, undefined]);
    expect(scalarProblem(greatest + 1, dtype)).toBe(`got ${greatest + 1}; ${dtype} holds ${least} to ${greatest}`);
    expect(scalarProblem(least - 1, dtype)).toContain('holds');
    expect(scalarProblem(0n, dtype)).toBe('got 0n');
  });

  it.each(['int64', 'uint64'] as const)('%s takes bigints of its range and safe integers', (dtype) => {
    const [least, greatest] = integerRanges[dtype];
    const accepted = [least, greatest, 0, 2 ** 53 - 1];
    expect(accepted.map((value) => scalarProblem(value, dtype))).toEqual(accepted.map(() => undefined));
    expect(scalarProblem(greatest + 1n, dtype)).toContain('holds');
    expect(scalarProblem(least - 1n, dtype)).toContain('holds');
    expect(scalarProblem(2 ** 53, dtype)).toContain('pass a bigint');
  });

  it('uint64 refuses negative numbers', () => {
    expect(scalarProblem(-1, 'uint64')).toBe('got -1; uint64 holds 0 to 18446744073709551615');
  });

  it.each(integers)('%s refuses what is not an integer', (dtype) => {
    for (const value of [0.5, NaN, Infinity, '1', null, undefined, true, {}]) {
      expect(scalarProblem(value, dtype)).toMatch(/^got /);
    }
  });

  it.each<[DType, number, number]>([
    ['float16', 65519, 65520],
    ['bfloat16', 3.39e38, 3.4e38],
    ['float32', 3.4028235e38, 3.4028236e38],
  ])('%s refuses a finite number that would become infinite', (dtype, fits, beyond) => {
    expect([fits, -fits, NaN, Infinity, -Infinity].map((value) => scalarProblem(value, dtype))).toEqual(
      Array(5).fill(undefined),
    );
    expect(scalarProblem(beyond, dtype)).toContain(`beyond the range of ${dtype}`);
    expect(scalarProblem(-beyond, dtype)).toContain(`beyond the range of ${dtype}`);
  });

  it('float64 takes every number', () => {
    expect(scalarProblem(Number.MAX_VALUE, 'float64')).toBeUndefined();
    expect(scalarProblem(1n, 'float64')).toBe('got 1n');
  });

  it('complex takes both parts, or a real number', () => {
    expect(scalarProblem({ re: 1, im: -1 }, 'complex64')).toBeUndefined();
    expect(scalarProblem(3, 'complex128')).toBeUndefined();
    expect(scalarProblem({ re: 1 }, 'complex64')).toContain('without re and im');
    expect(scalarProblem({ re: 1, im: 1e39 }, 'complex64')).toContain('(im)');
    expect(scalarProblem({ re: '1', im: 1 }, 'complex64')).toContain('(re)');
    expect(scalarProblem({ re: 1, im: 1e39 }, 'complex128')).toBeUndefined();
  });

  it('bool takes booleans, 0 and 1', () => {
    expect([true, false, 0, 1].map((value) => scalarProblem(value, 'bool'))).toEqual(Array(4).fill(undefined));
    expect(scalarProblem(2, 'bool')).toBe('got 2');
    expect(scalarProblem('true', 'bool')).toBe('got "true"');
  });
});
