import fc from 'fast-check';
import { compileExpression } from '../../src';
import { generate, generatedOperations, generatedVariable, operationsVariable } from '../../src/expression/generate';
import { interpret } from '../../src/expression/interpret';
import { parseExpression } from '../../src/expression/parse';

const value = (text: string, values: Record<string, unknown> = {}) => compileExpression(text).evaluate(values);

describe('expressions', () => {
  it.each([
    // What Python's language reference says of its operators.
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['7 / 2', 3.5],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['-2 ** 2', -4],
    ['2 ** 3 ** 2', 512],
    ['2 ** -1', 0.5],
    ['1 < 2 < 3', true],
    ['1 < 3 < 2', false],
    ['3 > 2 == 2', true],
    ['not 1 == 2', true],
    ['1 | 2 == 3', true],
    ['3 in [1, 2, 3]', true],
    ['3 not in (1, 2)', true],
    ['True == 1', true],
    ['int(-3.7)', -3],
    ['round(2.5)', 2],
    ['max(1, 2.5) + min([4, 3]) + abs(-1)', 6.5],
    ['1 if 0 else 2 if 1 else 3', 2],
    ['1 << 40', 2 ** 40],
    ["'a' + 'b' == 'ab'", true],
    ['0 or 5', 5],
    ['0 and 5', 0],
    ['1 // 0.1', 9],
    ['-1 // 0.1', -10],
    ['0.3 // -0.1', -3],
    ['7.5 // 2', 3],
    ['4503599627370497 // 3', 1501199875790165],
    ['1 < 2 in [2, 3]', true],
    ['(2 in [1, 2]) == True', true],
    ['1 >> 2000', 0],
    ['-1 >> 2000', -1],
    ['0 << 2000', 0],
    ['~True', -2],
    ['round(2.675, 2)', 2.67],
    ['round(0.125, 2)', 0.12],
    ['round(-0.375, 2)', -0.38],
    ['round(0.5, 0)', 0],
    ['round(1234, -2)', 1200],
    ['round(1250, -2)', 1200],
    ['round(-1350, -2)', -1400],
    ['round(1e300, 2)', 1e300],
    ["int(' -1_0 ')", -10],
    ["float('.5e1')", 5],
    ['0x_ff + 1_000', 1255],
    ['00', 0],
    [String.raw`'\x41\t\\'`, 'A\t\\'],
  ])('%s is %p, as in Python', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    ['true && -7 % 3', -1],
    ['!0', true],
    ['!(1 & 3 == 3)', false],
    ['true ? 1 : 2', 1],
    ['0 ? 1 : false ? 2 : 3', 3],
    ['1 === 1 && 2 !== 3', true],
    ['true === 1', false],
    ['Math.floor(2.5) + Math.max(1, 2)', 4],
    ['Math.round(2.5)', 3],
    ['[1, 2].includes(2)', true],
    ['true && 1 / 0', Infinity],
  ])('%s is %p, as in JavaScript', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('reads parameters', () => {
    const expression = compileExpression('use_padding == 0 or block_size_x % 32 != 0', {
      names: ['use_padding', 'block_size_x'],
    });
    expect(expression.names).toEqual(['use_padding', 'block_size_x']);
    expect(expression.evaluate({ use_padding: 1, block_size_x: 48 })).toBe(true);
    expect(expression.evaluate({ use_padding: 1, block_size_x: 64 })).toBe(false);
    expect(expression.evaluate({ use_padding: false, block_size_x: 64 })).toBe(true);
  });

  it('suggests the nearest name for one that is not known', () => {
    expect(() => compileExpression('blok_size_x > 1', { names: ['block_size_x', 'tile'] })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', parameter: 'blok_size_x', hint: "Did you mean 'block_size_x'?" }),
    );
  });

  it.each([
    'a +',
    '(a',
    'a b',
    '',
    'a = 1',
    'f(a)',
    'a if b',
    '[1, 2]',
    'a < [1]',
    'a is b',
    '1 in a',
    'min()',
    '#',
    'a.b',
    'a in [1, 2] == True',
    'a in [1] in [2]',
    '1_',
    '1__0',
    '0x_',
    '012',
    String.raw`'\d'`,
    String.raw`'\x4'`,
    "'a\nb'",
  ])('refuses %p, and marks where', (text) => {
    expect(() => compileExpression(text)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', excerpt: expect.stringContaining('^') }),
    );
  });

  it.each([
    'process.exit()',
    'constructor.constructor("return 1")()',
    '(() => 1)()',
    'this["x"]',
    'a`b`',
    'globalThis',
    '__proto__',
  ])('reaches nothing but the values it is given: %s', (text) => {
    expect(() => compileExpression(text, { names: ['a'] })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('does not find names on prototypes', () => {
    expect(() => compileExpression('toString').evaluate({})).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('quotes the expression and the values where it fails', () => {
    expect(() => value('32 % tile == 0', { tile: 0 })).toThrow(
      /"32 % tile == 0" failed for \{"tile":0\}: a division by zero/,
    );
    expect(() => value("'a' * 2 > 1")).toThrow(/"a" is not a number/);
  });

  it.each([
    '1 << -1',
    '1 >> -1',
    '1 << 0.5',
    '2.5 >> 1',
    '2.5 & 1',
    '~2.5',
    '0 ** -1',
    '(-8) ** 0.5',
    'pow(0, -1)',
    'log2(0)',
    'log(-1)',
    'sqrt(-1)',
    'exp(1000)',
    'int(1e308 * 10)',
    "int('0x2')",
    "int('2.0')",
    "float('0x2')",
    'round(1.5, 0.5)',
    '1 in [1, 1 // 0]',
  ])('has no value for %s, as Python', (text) => {
    expect(() => value(text)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('evaluates only as far as it must', () => {
    expect(value('tile == 0 or 32 % tile == 0', { tile: 0 })).toBe(true);
    expect(value('tile != 0 and 32 % tile == 0', { tile: 0 })).toBe(false);
  });

  it('survives nesting that is too deep', () => {
    expect(() => compileExpression('('.repeat(5000) + '1' + ')'.repeat(5000))).toThrow(/nested too deeply/);
  });
});

describe('generated code', () => {
  const names = {
    a: [-7, -2, 0, 1, 3, 8],
    b: [1, 2, 5, 16],
    c: [0.5, 1.25, 4],
    flag: [true, false],
    word: ['x', 'yy'],
  };
  const leaf = fc.oneof(fc.constantFrom('a', 'b', 'c', 'flag', '0', '1', '2', '3.5', 'True'));
  const numeric = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '<', '<=', '==', '!=', 'and', 'or'),
          tie('expression'),
        )
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie('expression').map((operand) => `(not ${operand})`),
      tie('expression').map((operand) => `(-${operand})`),
      fc
        .tuple(fc.constantFrom('int', 'round', 'abs', 'sqrt', 'log2', 'exp', '~', '-'), tie('expression'))
        .map(([callee, operand]) => `${callee}(${operand})`),
      fc.tuple(tie('expression'), fc.integer({ min: -2, max: 3 })).map(([a, digits]) => `round(${a}, ${digits})`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `max(${a}, ${b})`),
      fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} if ${b} else ${c})`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} in [0, 1, 'x', ${b}])`),
    ),
  })).expression;

  it.each(['python', 'javascript'] as const)('does what the interpreter does, by the rules of %s', (syntax) => {
    fc.assert(
      fc.property(numeric, fc.nat(), (text, seed) => {
        const { root } = parseExpression(text, syntax);
        const values = Object.fromEntries(
          Object.entries(names).map(([name, all], i) => [name, all[(seed >> i) % all.length]]),
        );
        const scope = {
          syntax,
          variable: (name: string) => generatedVariable(name, names[name as 'a'], 0),
          hoist: <T>(generated: T) => generated,
        };
        const generated = generate(root, scope);
        const keys = Object.keys(names);
        // eslint-disable-next-line @typescript-eslint/no-implied-eval
        const run = new Function(operationsVariable, ...keys, `return ${generated.code}`) as (
          ...all: unknown[]
        ) => unknown;
        const outcome = (work: () => unknown): unknown => {
          try {
            return work();
          } catch (error) {
            return (error as Error).name;
          }
        };
        const expected = outcome(() => interpret(root, syntax, (name) => values[name] ?? null));
        const actual = outcome(() => run(generatedOperations, ...keys.map((key) => values[key])));
        expect(actual).toEqual(expected);
        if (generated.safe) expect(expected).not.toBe('EvaluationFault');
        // A range that is claimed holds.
        if (typeof expected === 'number' && !Number.isNaN(expected)) {
          expect(expected).toBeGreaterThanOrEqual(generated.low);
          expect(expected).toBeLessThanOrEqual(generated.high);
        }
      }),
      { numRuns: 500 },
    );
  });
});
