/** What is refused in a program's marks, with its line. */
import { directiveArguments, directiveFunction, directiveFunctions } from '@heddle/tuner';

const region = (head: string): string => `int x;\n#pragma tuner ${head}\nf();\n#pragma tuner stop\n`;

it.each([
  ['a stop without a region', '\n#pragma tuner stop', /line 2: .*stop without a region/],
  [
    'a region in a region',
    '#pragma tuner start a\n#pragma tuner start b',
    /line 2: .*start inside the region of line 1/,
  ],
  ['a region that never ends', 'int x;\n!$tuner start a\n', /line 2: .*never ends/],
  ['an unknown mark', '#pragma tuner strat a', /line 1: .*no directive strat[\s\S]*Did you mean 'start'/],
  ['no mark at all', 'int main() { }', /marks no region[\s\S]*#pragma tuner start/],
  ['no name', region('start'), /line 2: start has no name/],
  ['no name before the arguments', region('start a(float*:3)'), /line 2: start has no name/],
  ['a name twice', region('start f') + region('start f'), /line 6: f was begun in line 2/],
  ['what is not an argument', region('start f a float*'), /line 2: no argument: a float\*/],
  ['an argument twice', region('start f a(int:1) a(int:2)'), /line 2: a twice/],
  ['a type that is none', region('start f a(float**:3)'), /line 2: a has the type "float\*\*"/],
  ['an array without a size', region('start f a(float*)'), /line 2: the array a has no size[\s\S]*a\(float\*:1024\)/],
  ['a size without a value', region('start f a(float*:M)'), /line 2: .*reads M, which .* not define[\s\S]*{ M: 1024 }/],
  ['a size that means itself', `#define M M\n${region('start f a(float*:M)')}`, /line 3: .*reads M/],
  ['a size that is not an integer', region('start f a(float*:1/2)'), /line 2: a has the size 0.5/],
  ['a size that cannot be read', region('start f a(float*:2 +)'), /line 2: the size 2 \+ of a cannot be read/],
  [
    'a type that Fortran lacks',
    '!$tuner start f a(size_t:1)\n!$tuner stop',
    /line 1: a has the type size_t, which Fort/,
  ],
])('refuses %s', (_, source, message) => {
  expect(() => directiveFunctions(source)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  expect(() => directiveFunctions(source)).toThrow(message);
});

it('knows regions by name, and sizes by definitions and by what is given', () => {
  const source = `#define N 1024UL\n#define M (2 \\\n * N) // both\n${region('start f a(const double*:M,N) n(int:M+1) w(thing:1)')}`;
  expect(() => directiveFunction(source, 'g')).toThrow(/no region g[\s\S]*f/);
  const [a, n] = directiveFunction(source, 'f').parameters;
  expect(a).toEqual({ name: 'a', type: 'const double', isArray: true, dtype: 'float64', dimensions: [2048, 1024] });
  expect(n?.dimensions).toEqual([2049]);
  const given = directiveFunction(source, 'f', { dimensions: { N: 5 } });
  expect(given.parameters[0]?.dimensions).toEqual([10, 5]);
  expect(given.source).toMatch(/#define N 5\n[\s\S]*#ifndef N\n#define N 1024UL\n#endif/);
  expect(() => directiveArguments(given)).toThrow(/argument w .*type of the program's own/);
});

it('makes arguments of every type, the same for the same seed', () => {
  const source = region('start f a(float*:9) b(long*:9) c(char*:9) d(bool*:9) e(double:0.5) g(long:7) h(bool:1)');
  const [a, b, c, d, ...scalars] = directiveArguments(directiveFunction(source, 'f'), 3);
  expect([a, b, c, d].map((array) => (array as object).constructor)).toEqual([
    Float32Array,
    BigInt64Array,
    Int8Array,
    Uint8Array,
  ]);
  expect(scalars).toEqual([0.5, 7n, true]);
  expect(directiveArguments(directiveFunction(source, 'f'), 3)[0]).toEqual(a);
  expect(directiveArguments(directiveFunction(source, 'f'), 4)[0]).not.toEqual(a);
  const silent = directiveFunction(region('start f n(int)'), 'f');
  expect(() => directiveArguments(silent)).toThrow(/argument n .*no value/);
});
