/** Whatever the text, the parser ends, soon, and throws nothing but its own error. */
import fc from 'fast-check';
import { isHeddleError } from '../../src/errors';
import { layoutOf } from '../../src/arguments';
import { parseKernels, parseSignature, signatureFor, type SourceLanguage } from '../../src/signature';

const languages: readonly SourceLanguage[] = ['cuda', 'hip', 'opencl', 'portable', 'c', 'c++', 'fortran'];

const sources = [
  `#define REAL float
   #include "types.h"
   #pragma pack(push, 1)
   namespace ns { template <class T, int N = 3> struct P { T a[N]; union { int u; } v; enum { E = N << 1 }; }; }
   #pragma pack(pop)
   template <typename T, int N = 4> __global__ void __launch_bounds__(256) k(const T* __restrict__ x, ns::P<T, N> p, T (*m)[N], int n = 3) {
     if (n > 0) { printf("}%d\\n", n); }
   }
   extern "C" { __global__ void l(float4 v, REAL* y, size_t n, void (*f)(int)); }`,
  `typedef struct { float x, y[3]; } point; #if defined(A) && (B > 3 || !C)
   __kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(__global const float4* a, __local int *b, point p, image2d_t i) {}
   #else
   kernel void l(constant uchar* a) {}
   #endif`,
  `#define MAKE(T, ...) KERNEL void k_##T(GLOBAL T* x __VA_OPT__(,) __VA_ARGS__) { const char* s = #T; }
   #define BOTH(DO, ...) DO(int, ##__VA_ARGS__) DO(float)
   BOTH(MAKE, F(F(int)) n)
   #define F(a) a
   #if F(1) + F (2) == 3
   MAKE(char, BOTH(F, int n))
   #endif`,
  'KERNEL void k(GLOBAL const float* x, INT64 n DYNAMIC_SHARED_PARAMETER(float, tile)) { DYNAMIC_SHARED(float, tile); }',
  'extern "C" double f(const double* x, unsigned long long n, struct s { int a : 3; } t) { return 0; } template <> void g<int>(int&&) {}',
  'subroutine f(n, x) bind(C, name="g")\n integer(c_int), value :: n\n real(c_float), dimension(:) :: x ! y\nend subroutine\n',
];
const headers = { 'types.h': '#ifndef T\n#define T\n#include "types.h"\ntypedef unsigned int word;\n#endif' };

/** What a caller does with a source: all of it must be safe. */
function useAll(source: string, language: SourceLanguage): void {
  try {
    const kernels = parseKernels(source, {
      language,
      headers,
      defines: { C: '1', N: source.slice(0, 20) },
      names: ['g', 'f'],
    });
    for (const { name, templateParameters } of kernels.slice(0, 8)) {
      try {
        layoutOf(signatureFor(kernels, templateParameters.length > 0 ? `${name}<float, 3>` : name));
      } catch (error) {
        if (!isHeddleError(error, 'ARGUMENT')) throw error;
      }
    }
  } catch (error) {
    if (!isHeddleError(error, 'COMPILE')) throw error;
  }
}

function mustBeArgumentErrors(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT')) throw error;
  }
}

const language = fc.constantFrom(...languages);
const fragment = fc.constantFrom(
  ...[
    '__global__',
    'void',
    'k',
    '(',
    ')',
    '<',
    '>',
    '{',
    '}',
    '[',
    ']',
    ',',
    ';',
    '*',
    '&',
    '::',
    '...',
    '=',
    ':',
    '#',
    '\n',
    '\\\n',
  ],
  ...[
    'template',
    'typename',
    'struct',
    'enum',
    'union',
    'typedef',
    'using',
    'namespace',
    'extern',
    '"C"',
    'const',
    'float',
    'T',
    'S',
    'N',
    '3',
  ],
  ...[
    '#if',
    '#else',
    '#endif',
    '#define',
    '#define F(x, ...)',
    'F(',
    'x',
    '##',
    '__VA_ARGS__',
    '__VA_OPT__(',
    '#include',
    '"types.h"',
    'defined',
    '/*',
    '*/',
    '//',
    '"',
    "'",
    'R"(',
    'alignas',
    '__attribute__',
  ],
  ...[
    'operator',
    'sizeof',
    '~',
    '#pragma pack(',
    'push',
    '__kernel',
    'KERNEL',
    'bind(c)',
    'subroutine',
    '?',
    '<<',
    '__local',
    'float4',
    'decltype',
  ],
);

describe('on any text', () => {
  it('random characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), language, useAll), { numRuns: 3000 });
  });

  it('random pieces of the language', () => {
    const text = fc.array(fragment, { maxLength: 80 }).map((parts) => parts.join(' '));
    fc.assert(fc.property(text, language, useAll), { numRuns: 5000 });
  });

  it('real sources with pieces cut out, doubled and put in', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(30),
      put: fc.oneof(fragment, fc.string({ maxLength: 5 })),
    });
    const mutated = fc
      .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 6 }))
      .map(([source, edits]) =>
        edits.reduce((text, { at, cut, put }) => {
          const position = Math.floor(at * text.length);
          return text.slice(0, position) + put + text.slice(position + cut);
        }, source),
      );
    fc.assert(fc.property(mutated, language, useAll), { numRuns: 5000 });
  });

  it('random name expressions and explicit signatures', () => {
    const kernels = parseKernels(sources[0] ?? '', { language: 'cuda', headers });
    const text = fc.oneof(
      fc.string(),
      fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (name) => {
        mustBeArgumentErrors(() => signatureFor(kernels, name));
        mustBeArgumentErrors(() => signatureFor(kernels, `k<${name}>`));
        mustBeArgumentErrors(() => parseSignature(name));
        mustBeArgumentErrors(() => parseSignature([name, name]));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('on text made to take for ever', () => {
  // So long that work which grows with the square of it takes longer than a test may.
  const megabytes = (text: string, count: number) => text.repeat(Math.ceil((count * 2 ** 20) / text.length));
  const halfMegabyte = (text: string) => megabytes(text, 0.5);

  it.each([
    ...[
      '(',
      '[',
      '{',
      '<',
      '}',
      '/*',
      '//',
      '/**/',
      '"',
      "'",
      'R"',
      'R"(',
      'R"x(',
      '\\\n',
      '\\',
      '#',
      '#if\n',
      '#if 1\n',
      '#else\n',
      '::',
      '*',
    ],
    ...[
      'a',
      'a ',
      'a<',
      '0',
      "0'",
      '-',
      '#if (',
      '#if 1+',
      '#define a ',
      '#pragma pack(',
      '#include "types.h"\n',
      '\n',
      ' ',
      '/',
      '\0',
      '\ud800',
    ],
    ...[
      'namespace a{',
      'struct a{',
      'struct{',
      'enum{',
      'extern "C"{',
      'template<',
      'template<class T>',
      'using a=',
      'typedef ',
      'operator=',
      '&&',
      '#define F(x) F(x)\n',
      '#define F(x)\nF(',
      '#define F(x, x...) # ## x\nF(F, F)',
      '#define F(F) #F##F F(F(\n',
      '#define F(...) __VA_OPT__(__VA_OPT__(\n',
      '#define F(a,',
    ],
    ...[
      '__global__ ',
      '__global__ k(',
      '__global__ void k(a<',
      '__global__ void k(a<b<',
      'const int a=',
      '[[',
      '__attribute__(',
      'alignas(',
      '->*',
    ],
    ...['__global__ void k(float (*', 'subroutine f(', 'bind(c)', '&\n', '! \n', 'f(x) bind(c)\n'],
  ])('%p repeated', (text) => {
    useAll(halfMegabyte(text), 'cuda');
    useAll(halfMegabyte(text), 'fortran');
    useAll(`__global__ void k(${halfMegabyte(text)}) {}`, 'cuda');
  });

  const numbered = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const kernel = '\n__global__ void k(T x, T* y) {}';
  const doubling: Record<string, (i: number) => string> = {
    calls: (i) => `#define A${i}(x) A${i + 1}(x) A${i + 1}(x)`,
    arguments: (i) => `#define A${i}(x) A${i + 1}(x x)`,
    'arguments of calls': (i) => `#define A${i}(x) A${i + 1}(A${i + 1}(x))`,
    names: (i) => `#define A${i}(x) A${i + 1}(x##x)`,
    strings: (i) => `#define A${i}(x) A${i + 1}(#x x)`,
    'open parentheses': (i) => `#define A${i}(x) A${i + 1}( A${i + 1}(`,
    'other macros': (i) => `#define A${i}(x) A${(i * 7) % 40}(A${(i * 3) % 40}) (x) A${i + 1}`,
  };

  it.each([
    [
      'macros that double',
      numbered(1000, (i) => `#define A${i} A${i + 1} A${i + 1}`) + '\n__global__ void k(A0 x) {}\n'.repeat(100),
    ],
    [
      'conditions on macros that double',
      numbered(1000, (i) => `#define A${i} A${i + 1}+A${i + 1}`) + '\n#if A0\n#endif'.repeat(1000),
    ],
    ...Object.entries(doubling).map(([what, line]) => [
      `macros that double ${what}`,
      numbered(40, line) + '\n__global__ void k(A0(int) x) {}\n#if A0(1)\n#endif\nA0(A0(A0(x)))\n'.repeat(100),
    ]),
    ['an argument used often', `#define F(x) ${'x '.repeat(9000)}\n` + `F(${'y '.repeat(40_000)})\n`.repeat(20)],
    [
      'thousands of arguments',
      `#define F(...) G(__VA_ARGS__)\n#define G(a, ...) a\n` + `F(${'x,'.repeat(40_000)})\n`.repeat(20),
    ],
    ['uses in each other', '#define F(x) x x\n' + `${'F('.repeat(20_000)}int${')'.repeat(20_000)}\n`.repeat(20)],
    ['uses that never close', '#define F(x) x\n' + 'F('.repeat(1_000_000)],
    ['names without their parentheses', '#define F(x) x\n' + 'F '.repeat(1_000_000)],
    ['macros that open braces', '#define F(x) {{ x\n' + '__global__ void k() F(F(1))\n'.repeat(100_000)],
    [
      'many macros in each other',
      numbered(100_000, (i) => `#define A${i}(x) A${i + 1}(x)`) + '\nA0(int)'.repeat(10_000),
    ],
    ['conditions full of angles', `#if ${'a<'.repeat(4900)}\n#endif\n`.repeat(25)],
    [
      'a chain of typedefs',
      'typedef int T0;' + numbered(50_000, (i) => `typedef T${i} T${i + 1};`) + 'typedef T50000 T;' + kernel,
    ],
    [
      'types that nest twice in each other',
      'struct S0 { int a; };' +
        numbered(1000, (i) => `struct S${i + 1} { S${i} a, b; };`) +
        'typedef S1000 T;' +
        kernel,
    ],
    [
      'templates that double',
      'template<class A, class B> struct P { A a; B b; };' +
        numbered(100, (i) => `template<class X> using Q${i} = Q${i + 1}<P<X, X>>;`) +
        'typedef Q0<int> T;' +
        kernel,
    ],
    [
      'aliases of themselves',
      'template<class X> using T = P<T<X>, T<X>>; template<class A, class B> struct P { A a; B b; };\n__global__ void k(T<int> x) {}\n'.repeat(
        50,
      ),
    ],
    ['thousands of namespaces in each other', numbered(100_000, (i) => `namespace n${i} {`) + kernel.repeat(10_000)],
    ['thousands of overloads', numbered(20_000, (i) => `__global__ void k(S${i} x);`)],
    [
      'thousands of kernels',
      numbered(20_000, (i) => `__global__ void k${i}(const float* __restrict__ x, float* y, int n) {}`),
    ],
    ['thousands of parameters', `__global__ void k(${'int a, '.repeat(100_000)}int b) {}`],
    ['struct in struct', 'struct S { '.repeat(100_000) + kernel],
    [
      'constants that double',
      'constexpr int N0 = 1;' +
        numbered(1000, (i) => `constexpr int N${i + 1} = N${i} + N${i};`) +
        'struct T { int a[N1000]; };' +
        kernel,
    ],
  ])('%s', (_, source) => {
    useAll(source, 'cuda');
    useAll(source, 'opencl');
  });

  it('megabytes of open parentheses and comments', () => {
    for (const text of ['(', '/*', '{', '#if (', '"']) useAll(megabytes(text, 2), 'cuda');
  });
});
