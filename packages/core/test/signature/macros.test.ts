/** Kernels that macros with parameters make. */
import { parseGlobals, parseKernels } from '../../src/signature';
import { kernelsOf, linux, parametersOf } from './summary';

describe('kernels made by macros', () => {
  it('are found under the names given', () => {
    const source = `
#define MAKE(name, operation) \\
  KERNEL void name(GLOBAL int* out, int a, int b) { out[0] = a operation b; }
MAKE(add, +)
MAKE(subtract, -)
`;
    const parameters = ['out: int32*', 'a: int32', 'b: int32'];
    expect(kernelsOf(source, { language: 'portable' })).toEqual({ add: parameters, subtract: parameters });
  });

  it('may have names put together', () => {
    const source = `
#define MAKE_KERNEL(T) __global__ void scale_##T(T* x, T factor) { *x *= factor; }
MAKE_KERNEL(float)
MAKE_KERNEL(int);`;
    expect(kernelsOf(source)).toEqual({
      scale_float: ['x: float32*', 'factor: float32'],
      scale_int: ['x: int32*', 'factor: int32'],
    });
  });

  it('stand on the line of the use, wherever the macro is', () => {
    const source =
      '#define MAKE(T) \\\n  __global__ void \\\n  k_##T(T* x) {}\n\nMAKE(\n  float\n)\n#define BOTH(A, B) MAKE(A) MAKE(B)\nBOTH(int, char)';
    const lines = parseKernels(source, { language: 'cuda' }).map(({ name, line }) => [name, line]);
    expect(lines).toEqual([
      ['k_float', 5],
      ['k_int', 9],
      ['k_char', 9],
    ]);
  });

  it('may get their bodies from elsewhere', () => {
    const source = `
#define KERNEL_OF(name, ...) __global__ void name(__VA_ARGS__)
KERNEL_OF(first, int n, float* x) { if (n) { *x = 1; } }
#define BODY(...) { __VA_ARGS__ }
__global__ void second(int n) BODY(int a[] = {1, 2}; use(a, n);)
__global__ void third() {}`;
    expect(kernelsOf(source)).toEqual({ first: ['n: int32', 'x: float32*'], second: ['n: int32'], third: [] });
  });

  it('may begin and end with a macro each', () => {
    const source = `
#define BEGIN(name) __global__ void name(int n) {
#define END }
#define FOR(i, n) for (int i = 0; i < n; i++) {
BEGIN(first) FOR(i, n) use(i); END END
BEGIN(second) END`;
    expect(kernelsOf(source)).toEqual({ first: ['n: int32'], second: ['n: int32'] });
  });

  it('come from lists of what to make', () => {
    const source = `
#define FOR_EACH_TYPE(DO) DO(float, f) DO(double, d) DO(unsigned char, b)
#define MAKE(T, suffix) extern "C" __global__ void copy_##suffix(const T* from, T* to) {}
FOR_EACH_TYPE(MAKE)`;
    expect(kernelsOf(source)).toEqual({
      copy_f: ['from: const float32*', 'to: float32*'],
      copy_d: ['from: const float64*', 'to: float64*'],
      copy_b: ['from: const uint8*', 'to: uint8*'],
    });
  });

  it('are made in headers, too', () => {
    const headers = { 'make.h': '#define MAKE(T) __global__ void k(T x) {}' };
    const source = '#include "make.h"\n\nMAKE(float)';
    expect(kernelsOf(source, { headers })).toEqual({ k: ['x: float32'] });
    expect(parseKernels(source, { language: 'cuda', headers })[0]?.line).toBe(3);
  });

  it('keep the memory that the launch sizes', () => {
    const source = `
#define MAKE(T) KERNEL void sum_##T(GLOBAL T* x, int n DYNAMIC_SHARED_PARAMETER(T, tile)) {}
MAKE(float)
KERNEL void plain(int n DYNAMIC_SHARED_PARAMETER(int, tile)) {}`;
    const kernels = parseKernels(source, { language: 'portable', dataModel: linux });
    expect(kernels.map(({ name, dynamicShared, parameters }) => [name, dynamicShared, parameters.length])).toEqual([
      ['sum_float', true, 2],
      ['plain', true, 1],
    ]);
  });

  it('are not those of a macro that nobody uses', () => {
    expect(kernelsOf('#define MAKE(name) __global__ void name() {}\n// MAKE(a)\nconst char* s = "MAKE(b)";')).toEqual(
      {},
    );
  });
});

describe('macros in parameter lists', () => {
  it.each([
    ['#define PTR(T) T* __restrict__', 'PTR(float) x', ['x: float32*']],
    ['#define IN(T, name) const T* name', 'IN(float, x), IN(int, y)', ['x: const float32*', 'y: const int32*']],
    ['#define ARGS(...) __VA_ARGS__, int n', 'ARGS(float* x, float* y)', ['x: float32*', 'y: float32*', 'n: int32']],
    ['#define WIDTH(n) float##n', 'WIDTH(4) v', ['v: float32x4 (16/16)']],
    ['#define NOTHING() ', 'int n NOTHING()', ['n: int32']],
    ['#define SQUARE(n) ((n) * (n))\nstruct S { int a[SQUARE(3)]; };', 'S s', ['s: struct (36/4) {a@0[9]: int32}']],
  ])('%s', (macro, list, parameters) => {
    expect(parametersOf(list, macro)).toEqual(parameters);
  });
});

describe('macros elsewhere', () => {
  it('may give the linkage as a string', () => {
    const source = '#define LINKAGE(language) extern #language\nLINKAGE(C) { void k(int n) {} }';
    expect(kernelsOf(source, { language: 'c++' })).toEqual({ k: ['n: int32'] });
  });

  it('may declare what the host can write', () => {
    const source = '#define TABLE(T, n) __constant__ T table_##T[n]\nTABLE(float, 16);\nTABLE(int, 4) = {1, 2};';
    expect(parseGlobals(source, { language: 'cuda' })).toEqual(['table_float', 'table_int']);
  });

  it('that are left open do no harm to what stands before', () => {
    expect(kernelsOf('#define F(a) a\n__global__ void k(int n) {}\nF(')).toEqual({ k: ['n: int32'] });
  });
});

describe('macros that explode', () => {
  const levels = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

  it.each([
    ['in their text', levels(40, (i) => `#define A${i}(x) A${i + 1}(x) A${i + 1}(x)`), 'A0(int)'],
    ['in their arguments', levels(40, (i) => `#define A${i}(x) A${i + 1}(x x)`), 'A0(int)'],
    ['in uses of uses', '#define D(x) x x\n', `${'D('.repeat(30)}int${')'.repeat(30)}`],
    ['in names', levels(40, (i) => `#define A${i}(x) A${i + 1}(x##x)`), 'A0(int)'],
  ])('%s leave the kernels that do without them', (_, macros, use) => {
    const source = `${macros}\n__global__ void before(int n) {}\n__global__ void k(${use} x) {}\n__global__ void after(int n) {}`;
    expect(kernelsOf(source)).toMatchObject({ before: ['n: int32'], after: ['n: int32'] });
  });
});
