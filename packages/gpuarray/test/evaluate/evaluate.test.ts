import fc from 'fast-check';
import { build, randomArray } from '../support/arbitraries';
import { onDevices } from '../support/on-devices';

onDevices('evaluate', (test) => {
  it('fuses an expression over arrays of any strides', async () => {
    await fc.assert(
      fc.asyncProperty(randomArray, fc.integer({ min: -9, max: 9 }), async (random, factor) => {
        const { array: a, reference } = build(test.ga, 'float32', random);
        const result = test.ga.evaluate`${factor} * ${a} - (${a} > 3 ? ${a} ** 2 : 1) // 2`;
        expect(result.shape).toEqual(reference.shape);
        expect(result.dtype).toBe('float32');
        const expected = reference.values.map((x) => factor * x - Math.floor((x > 3 ? x * x : 1) / 2));
        const values = Array.from((await result.get()) as Float32Array, (x) => x + 0);
        expect(values).toEqual(expected.map((x) => x + 0));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the precedence of operators', async () => {
    const { ga } = test;
    const a = ga.array(Int32Array.of(3));
    const value = async (array: ReturnType<typeof ga.evaluate>) => Number(await array.item());
    expect(await value(ga.evaluate`-${a} ** 2`)).toBe(-9);
    expect(await value(ga.evaluate`2 ** 3 ** 2 * ${a}`)).toBe(1536);
    expect(await value(ga.evaluate`1 + ${a} * 2 % 4`)).toBe(3);
    expect(await value(ga.evaluate`${a} << 1 | 1`)).toBe(7);
    expect(await value(ga.evaluate`${a} > 2 && !(${a} == 4) ? 10 : 20`)).toBe(10);
    expect(await value(ga.evaluate`10 - ${a} - 2`)).toBe(5);
    expect(await value(ga.evaluate`~${a} & 0xff`)).toBe(252);
  });

  it('computes whole numbers beyond 2^53 exactly', async () => {
    const { ga } = test;
    const a = ga.zeros(1, 'int64');
    const value = async (array: ReturnType<typeof ga.evaluate>) => await array.item();
    expect(await value(ga.evaluate`${a} + 9007199254740993`)).toBe(9007199254740993n);
    expect(await value(ga.evaluate`${a} + -9007199254740993`)).toBe(-9007199254740993n);
    expect(await value(ga.evaluate`${a} + -9223372036854775808`)).toBe(-(2n ** 63n));
    expect(await value(ga.evaluate`${a} + (2 ** 63 - 1)`)).toBe(2n ** 63n - 1n);
    expect(await value(ga.evaluate`${a} + ${2n ** 62n} // 3`)).toBe(2n ** 62n / 3n);
    expect(await value(ga.evaluate`${a} + -(2 ** 62 + 1) // 3`)).toBe(-((2n ** 62n + 1n) / 3n) - 1n);
    expect(await value(ga.evaluate`${a} + -(2 ** 62) % 1000`)).toBe(((-(2n ** 62n) % 1000n) + 1000n) % 1000n);
    expect(await value(ga.evaluate`${a} + max(0x7fffffffffffffff, 3)`)).toBe(2n ** 63n - 1n);
    expect(ga.evaluate`${a} * 2 ** -1`.dtype).toBe('float64');
    expect(ga.evaluate`${a} * (1 // 0)`.dtype).toBe('float64');
    expect(await value(ga.evaluate`${ga.ones(1)} * 10 ** 400`)).toBe(Infinity);
    expect(await value(ga.evaluate`${a} + (-1) ** -3`)).toBe(-1n);
    expect(await value(ga.evaluate`${a} + 10 ** -400`)).toBe(0n);
    expect(await value(ga.evaluate`${a} + 0x10n`)).toBe(16n);
    expect(await value(ga.evaluate`${a} + 0x10j`)).toEqual({ re: 0, im: 16 });
  });

  it('promotes as NumPy does; numbers alone do not widen', () => {
    const { ga } = test;
    const a = ga.ones(2, 'float32');
    expect(ga.evaluate`${a} * (2 * pi / 4)`.dtype).toBe('float32');
    expect(ga.evaluate`${ga.ones(2, 'int8')} * 2.0`.dtype).toBe('float64');
    expect(ga.evaluate`${ga.ones(2, 'int8')} * 2`.dtype).toBe('int8');
    expect(ga.evaluate`${a} + ${ga.ones(2, 'int32')}`.dtype).toBe('float64');
    expect(ga.evaluate`float16(${a}) + 1`.dtype).toBe('float16');
    expect(ga.evaluate`${a} < 1`.dtype).toBe('bool');
    expect(ga.evaluate`${a} * 2j`.dtype).toBe('complex64');
  });

  it('writes into an array, that of an operand too', async () => {
    const { ga } = test;
    const a = ga.arange(4, { dtype: 'float32' });
    expect(ga.evaluateInto(a)`${a.slice('::-1')} * 2`).toBe(a);
    expect(await a.toArray()).toEqual([6, 4, 2, 0]);
    expect(() => ga.evaluateInto(ga.zeros(4, 'int32'))`${a} / 2`).toThrow('an array of int32 does not hold');
  });

  it('divides numbers among themselves as it divides arrays', async () => {
    const { ga } = test;
    const value = fc.oneof(
      fc.constantFrom(0, 0.1, -0.1, 3, -3, 1e17, 5.5, 7.5, 0.3, Infinity, -Infinity, NaN),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    );
    const zero = ga.zeros(1, 'float64');
    const both = async (x: number, y: number): Promise<readonly (number | undefined)[]> => {
      const [a, b] = [ga.array([x], 'float64'), ga.array([y], 'float64')];
      const found = [
        [ga.evaluate`${zero} + ${x} % ${y}`, ga.evaluate`${zero} + ${a} % ${b}`],
        [ga.evaluate`${zero} + ${x} // ${y}`, ga.evaluate`${zero} + ${a} // ${b}`],
      ].flat();
      return await Promise.all(found.map(async (array) => ((await array.get()) as Float64Array)[0]));
    };
    // What Python and NumPy give.
    expect(await both(5.5, 0.1)).toEqual([0.0999999999999997, 0.0999999999999997, 54, 54]);
    expect(await both(7.5, 0.1)).toEqual([0.09999999999999959, 0.09999999999999959, 74, 74]);
    expect(await both(-1, Infinity)).toEqual([Infinity, Infinity, -1, -1]);
    // A whole number beyond 2^53 is a float; a bigint is Python's integer, and its quotient becomes the nearest float64.
    expect(await both(1e17, -3)).toEqual([-2, -2, -33333333333333332, -33333333333333332]);
    expect(await ga.evaluate`${zero} + ${10n ** 17n} // -3`.toArray()).toEqual([-33333333333333336]);
    await fc.assert(
      fc.asyncProperty(value, value, async (x, y) => {
        const [remainder, wanted, quotient, floor] = await both(x, y);
        expect([remainder, quotient]).toEqual([wanted, floor]);
      }),
      { numRuns: 60 },
    );
  });

  it('quotes the expression and marks the place of a syntax error', () => {
    const { ga } = test;
    const a = ga.ones(2, 'float32');
    expect(() => ga.evaluate`2 * ${a} + sinn(${a})`).toThrow(
      /no function 'sinn'[\s\S]*2 \* \$\{1\} \+ sinn\(\$\{2\}\)\n {13}\^/,
    );
    expect(() => ga.evaluate`sinn(${a})`).toThrow(/Did you mean .*'sin'.*\?/);
    expect(() => ga.evaluate`flaot32(${a})`).toThrow("Did you mean 'float32'?");
    expect(() => ga.evaluate`frobnicate(${a})`).toThrow('The functions are absolute,');
    expect(() => ga.evaluate`${a} * pii`).toThrow("Did you mean 'pi'?");
    expect(() => ga.evaluate`${a} * constructor`).toThrow("'constructor' is not a constant");
    expect(() => ga.evaluate`(${a} + 1`).toThrow("')' is expected here, not the end");
    expect(() => ga.evaluate`${a} ${a}`).toThrow('${2} is not expected here');
    expect(() => ga.evaluate`${a} # 2`).toThrow("'#' has no meaning");
    expect(() => ga.evaluate`sin(${a}, 2)`).toThrow('sin takes 1 operand, not 2');
    expect(() => ga.evaluate`1 < ${a} < 2`).toThrow('comparisons do not chain');
    expect(() => ga.evaluate`~${a} + 1`).toThrow(/invert is not defined for float32[\s\S]*~\$\{1\} \+ 1/);
    expect(() => ga.evaluate`x + ${a}`).toThrow("'x' is not a constant");
    expect(() => ga.evaluate`${a} + ${ga.ones(3)}`).toThrow('do not broadcast');
    expect(() => ga.evaluate`${a} + ${'1' as never}`).toThrow('operand 2');
    expect(() => ga.evaluate`${1} + 2`).toThrow('at least one array');
  });
});
