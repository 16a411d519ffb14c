import { parseKernels, signatureFor } from '../../src/signature';
import { linux, summaries } from './summary';

const source = `
  template <typename T> __global__ void saxpy(T a, const T* x, T* y, int n) {}
  namespace ns {
    template <class T> struct pair { T first, second; };
    template <class T, int N = 3> __global__ void poly(pair<T> p, const T (*x)[N], T (&&)[N]);
    template <class T, int N = 3> struct table { T entries[N * 2]; };
    typedef double real;
  }
  template <class T, int N = 3> __global__ void tabled(ns::table<T, N> t) {}
  template <class T, class U = T> __global__ void convert(const T* x, U* y) {}
  template <class T> __global__ void add(T* x) {}
  template <int N, bool B> __global__ void values(float* x) {}
  template <typename... Ts> __global__ void pack(int n, Ts... values) {}
  template <class T> __global__ void special(T* x) {}
  template <> __global__ void special<float>(float* x) {}
  template __global__ void add<int>(int*);
  template <typename> __global__ void unnamed(int n) {}
  namespace geometry { __global__ void rotate(int n) {} }
  __global__ void plain(int n) {}
  __global__ void twice(int n) {}
  __global__ void twice(float x) {}
`.replace(', T (&&)[N]', '');
const kernels = parseKernels(source, { language: 'cuda', dataModel: linux });
const argumentsOf = (name: string) => summaries(signatureFor(kernels, name));
const failure = (name: string): unknown => {
  try {
    return signatureFor(kernels, name);
  } catch (error) {
    return error;
  }
};

describe('signatureFor', () => {
  it('finds plain kernels', () => {
    expect(argumentsOf('plain')).toEqual(['n: int32']);
    expect(argumentsOf('::geometry::rotate')).toEqual(['n: int32']);
    expect(argumentsOf(' geometry :: rotate ')).toEqual(['n: int32']);
  });

  it.each([
    ['saxpy<float>', ['a: float32', 'x: const float32*', 'y: float32*', 'n: int32']],
    ['saxpy< unsigned long long >', ['a: uint64', 'x: const uint64*', 'y: uint64*', 'n: int32']],
    ['saxpy<ns::real>', ['a: float64', 'x: const float64*', 'y: float64*', 'n: int32']],
    ['saxpy<thrust::complex<float>>', ['a: complex64', 'x: const complex64*', 'y: complex64*', 'n: int32']],
    ['saxpy<const float*>', ['a: const float32*', 'x: const uint64*', 'y: uint64*', 'n: int32']],
    ['ns::poly<double, 4>', ['p: struct (16/8) {first@0: float64, second@8: float64}', 'x: const float64*']],
    ['ns::poly<double>', ['p: struct (16/8) {first@0: float64, second@8: float64}', 'x: const float64*']],
    ['tabled<short, 2 + 2>', ['t: struct (16/2) {entries@0[8]: int16}']],
    ['tabled<char>', ['t: struct (6/1) {entries@0[6]: int8}']],
    ['convert<float>', ['x: const float32*', 'y: float32*']],
    ['convert<float, __half>', ['x: const float32*', 'y: float16*']],
    ['add<ns::pair<int>>', ['x: void*']],
    ['values<(3 > 2), true>', ['x: float32*']],
    ['pack<>', ['n: int32']],
    [
      'pack<float, ns::pair<char>*, int2>',
      ['n: int32', 'values0: float32', 'values1: void*', 'values2: int32x2 (8/8)'],
    ],
    ['special<double>', ['x: float64*']],
    ['special<float>', ['x: float32*']],
    ['unnamed<int>', ['n: int32']],
  ])('%s', (name, expected) => {
    expect(argumentsOf(name)).toEqual(expected);
  });

  it('keeps the name it was asked by, and is not a template any more', () => {
    expect(signatureFor(kernels, 'ns::poly< double,3 >')).toMatchObject({
      name: 'ns::poly<double, 3>',
      templateParameters: [],
    });
  });

  it('shows templates without their arguments as unknown', () => {
    const template = kernels.find(({ name }) => name === 'saxpy');
    expect(template?.templateParameters).toEqual(['T']);
    expect(template && summaries(template)).toEqual(['a: bytes (?/?)', 'x: const void*', 'y: void*', 'n: int32']);
    expect(JSON.parse(JSON.stringify(template))).toEqual(template);
  });

  it.each([
    ['plian', /no kernel 'plian'\nDid you mean 'plain'/],
    ['rotate', /Did you mean 'geometry::rotate'/],
    ['saxpi<float>', /Did you mean 'saxpy<float>'/],
    ['quite_different', /The source has special<float>, .*; and the templates saxpy, ns::poly, /],
    ['saxpy', /saxpy is a template of <T>\n.*'saxpy<float>'/],
    ['saxpy<>', /takes the template arguments <T>, not <>/],
    ['saxpy<float, int>', /not <float, int>/],
    ['twice', /overloaded: 2 kernels.*\n.*: \(void \(\*\)\(int\)\)twice, \(void \(\*\)\(float\)\)twice/],
    ['plain<int>', /no kernel 'plain<int>'/],
    ['saxpy<float', /no kernel/],
    ['', /no kernel/],
    ['<>', /no kernel/],
    ['>><<', /no kernel/],
  ])('%p is refused', (name, message) => {
    expect(failure(name)).toMatchObject({ code: 'ARGUMENT', message: expect.stringMatching(message) });
  });

  it('says that there are no kernels at all, and that the name is not a name', () => {
    expect(() => signatureFor([], 'k')).toThrow(/the source has no kernels/);
    expect(() => signatureFor(kernels, 3 as never)).toThrow(/a kernel's name is a string, not 3/);
  });

  it('chooses among templates by the number of arguments', () => {
    const overloaded = parseKernels(
      'template<class T> __global__ void k(T* x); template<class T, class U> __global__ void k(T* x, U* y);',
      {
        language: 'cuda',
      },
    );
    expect(summaries(signatureFor(overloaded, 'k<float, double>'))).toEqual(['x: float32*', 'y: float64*']);
  });
});
