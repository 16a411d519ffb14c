/** What only the compiler knows is never guessed. */
import { parseKernels, signatureFor, type KernelSignature } from '../../src/signature';
import { noReaderInputs } from '../../src/signature/reader-inputs';
import { areAlike } from '../../src/signature/merge-signatures';
import { kernelReadings } from '../../src/signature/parse-kernels';
import { kernelsOf, linux, summaries } from './summary';

const options = { language: 'cuda', dataModel: linux } as const;

function either(condition: string, first: string, second: string, rest = '__global__ void k(T x) {}'): string {
  return `#if ${condition}\n${first}\n#else\n${second}\n#endif\n${rest}`;
}

function isDecided(source: string, names: readonly string[] = []): boolean {
  const { all, isComplete } = kernelReadings(source, options);
  return isComplete && areAlike(all, names);
}

describe('an unsigned operand', () => {
  it.each([
    '-2 > 0u',
    'UNDEFINED - 2 > 0u',
    '(1 ? -1 : 0u) > 0',
    '-1 / 2u > 5',
    '-1 % 3u == 0',
    '18446744073709551615u == -1',
    '0xffffffffffffffff == -1',
    '~0u > 0',
    '-1 >> 1u < 0',
    '(0u - 1) >> 63 == 1',
    '0xffffffff > -1',
    '(-1 < 0u) == 0',
    '!(1 && -1 < 0u)',
  ])('makes the others of a condition unsigned: %s', (condition) => {
    expect(kernelsOf(either(condition, 'typedef int T;', 'typedef float T;'))).toEqual({ k: ['x: int32'] });
  });

  it('is not known in an array, if its width decides', () => {
    expect(kernelsOf('struct T { int a[1 - 2u > 0 ? 3 : 4]; };\n__global__ void k(T x) {}')).toEqual({
      k: ['x: bytes (?/?)'],
    });
    expect(kernelsOf('struct T { int a[5 - 2u]; };\n__global__ void k(T x) {}')).toEqual({
      k: ['x: struct (12/4) {a@0[3]: int32}'],
    });
  });
});

describe('a parameter that a macro of an unread header makes', () => {
  const why = 'is not declared, and Heddle has not read \'#include "unread.h"\'';

  it.each(['PARAMETER(int, x)', 'PARAMETER()', 'const PARAMETER(int) x', 'int POINTER x', 'PARAMETER', 'int x OF_TWO'])(
    'is not known: %s',
    (written) => {
      const [k] = parseKernels(`#include "unread.h"\n__global__ void k(${written}) {}`, options);
      expect(k?.parameters).toEqual([expect.objectContaining({ kind: 'bytes', unknown: why })]);
      expect(k?.parameters[0]).not.toHaveProperty('byteLength');
    },
  );

  it('leaves what is certain', () => {
    const source = '#include "unread.h"\n__global__ void k(int n = 3, float* RESTRICT p, int m) {}';
    expect(parseKernels(source, options)[0]?.parameters.map(({ kind }) => kind)).toEqual([
      'scalar',
      'pointer',
      'scalar',
    ]);
  });
});

describe('a condition on what only the compiler knows', () => {
  it.each([
    ['numbers of one size', 'typedef int T;', 'typedef float T;', 'x: bytes (4/4)'],
    ['numbers of two sizes', 'typedef int T;', 'typedef double T;', 'x: bytes (?/?)'],
    ['the order of fields', 'struct T { int a, b; };', 'struct T { int b, a; };', 'x: bytes (8/4)'],
    ['what a pointer points to', 'typedef int* T;', 'typedef float* T;', 'x: void*'],
    ['a macro', '#define T int', '#define T float', 'x: bytes (4/4)'],
    ['a macro in the branch that is not taken', '', '#define T int', 'x: bytes (?/?)'],
  ])('leaves %s open', (_, first, second, parameter) => {
    expect(kernelsOf(either('__X', first, second))).toEqual({ k: [parameter] });
    expect(isDecided(either('__X', first, second))).toBe(false);
  });

  it('says why', () => {
    const [k] = parseKernels(either('__X >= 3', 'typedef int T;', 'typedef float T;'), options);
    expect(k?.parameters[0]?.unknown).toBe("depends on '#if __X >= 3' (line 1), which Heddle cannot decide");
    const headers = { 'types.h': `\n${either('defined(__X)', 'typedef int T;', 'typedef float T;', '')}` };
    const [l] = parseKernels('#include "types.h"\n__global__ void l(T x) {}', { ...options, headers });
    expect(l?.parameters[0]?.unknown).toContain("'#if defined(__X)' (types.h:2)");
  });

  it('names the condition that decides, of several', () => {
    const [k] = parseKernels(
      `#ifdef __A\n#define NOTHING\n#endif\n${either('__B', 'typedef int T;', 'typedef float T;')}`,
      options,
    );
    expect(k?.parameters[0]?.unknown).toContain("'#if __B'");
  });

  it.each([
    ['both branches declare the same', either('__X', 'typedef int T;', 'typedef signed T;')],
    [
      'it decides on another declaration',
      either('__X', 'typedef int U;', 'typedef float U;', '__global__ void k(int x) {}'),
    ],
    ['it stands in a body', '__global__ void k(int x) {\n#if __CUDA_ARCH__ >= 700\n{ }\n#else\n#endif\n}'],
    ['the other branch does not compile', either('__X', 'typedef int T;', '#error "no"')],
    ['the first branch does not compile', either('__X', '#error "no"', 'typedef int T;')],
    ['the language decides it', either('defined(__OPENCL_VERSION__)', 'typedef float T;', 'typedef int T;')],
    ['its other operand decides it', either('0 && __X', 'typedef float T;', 'typedef int T;')],
    [
      'the same was asked before',
      either('__X', '#define Y', '', either('!defined(Y) && 0', 'typedef float T;', 'typedef int T;')),
    ],
  ])('does no harm if %s', (_, source) => {
    expect(isDecided(source)).toBe(true);
    expect(kernelsOf(source)).toEqual({ k: ['x: int32'] });
  });

  it('goes one way for all conditions of the same text', () => {
    const source = `${either('__X', 'typedef int A;', 'typedef float A;', '')}
#if __X
typedef A T;
#else
typedef int T;
#endif
__global__ void k(T x) {}`;
    expect(kernelsOf(source)).toEqual({ k: ['x: int32'] });
  });

  it('is decided where a kernel exists in one branch alone', () => {
    expect(isDecided(either('__X', '__global__ void k() {}', '', ''))).toBe(false);
  });

  it('is undone by an #undef and by a #define', () => {
    expect(isDecided(`#undef __X\n${either('defined(__X)', 'typedef float T;', 'typedef int T;')}`)).toBe(true);
    expect(isDecided(`#define __X 1\n${either('__X', 'typedef float T;', 'typedef int T;')}`)).toBe(true);
  });

  it('is gone through in every way, and given outcomes are taken', () => {
    const source = `#if __A
typedef char T;
#elif __B
typedef short T;
#else
typedef int T;
#endif
__global__ void k(T x) {}`;
    const dtype = (branches: readonly boolean[]) =>
      parseKernels(source, { ...options, branches })[0]?.parameters[0]?.dtype;
    expect(dtype([true])).toBe('int8');
    expect(dtype([false, true])).toBe('int16');
    expect(dtype([false, false])).toBe('int32');
    expect(kernelReadings(source, options).all).toHaveLength(3);
  });

  it('leaves everything open if there are too many', () => {
    const many = Array.from({ length: 300 }, (_, i) => `#if __X${i}\n#define Y${i}\n#endif`).join('\n');
    expect(isDecided(`${many}\n__global__ void k(int x) {}`)).toBe(false);
  });

  it('is told apart for each instance of a template', () => {
    const source = either(
      '__X',
      'template <class T> struct pick { typedef T type; };',
      'template <class T> struct pick { typedef float type; };',
      'template <class T> __global__ void k(typename pick<T>::type x) {}',
    );
    const kernels = parseKernels(source, options);
    const instance = (name: string): KernelSignature => signatureFor(kernels, name);
    expect(summaries(instance('k<float>'))).toEqual(['x: float32']);
    expect(summaries(instance('k<int>'))).toEqual(['x: bytes (4/4)']);
    expect(isDecided(source, ['k<float>'])).toBe(true);
    expect(isDecided(source, ['k<int>'])).toBe(false);
  });
});

describe('a header that was not found', () => {
  const choose = either('defined(MINE)', 'typedef int T;', 'typedef float T;');

  it('of a standard library defines no names of the user', () => {
    expect(kernelsOf(`#include <cuda_fp16.h>\n#include <cstdint>\n${choose}`)).toEqual({ k: ['x: float32'] });
    expect(isDecided(`#include <limits.h>\n${either('INT_MAX > 3', 'typedef int T;', 'typedef float T;')}`)).toBe(
      false,
    );
  });

  it('of another library may define any', () => {
    expect(kernelsOf(`#include <mine.h>\n${choose}`)).toEqual({ k: ['x: bytes (4/4)'] });
    expect(kernelsOf(choose, { inputs: { ...noReaderInputs, unreadable: '@options' } })).toEqual({
      k: ['x: bytes (4/4)'],
    });
  });

  it('is named where a type is out of sight', () => {
    const [k] = parseKernels('#include <mine.h>\n__global__ void k(mine x) {}', options);
    expect(k?.parameters[0]?.unknown).toContain('#include <mine.h>');
  });
});
