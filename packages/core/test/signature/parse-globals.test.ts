import { parseGlobals } from '@heddle/core/backend';

const globals = (source: string) => parseGlobals(source, { language: 'cuda' });

describe('parseGlobals', () => {
  it.each([
    ['__constant__ float weights[9];', ['weights']],
    ['__device__ int counter;', ['counter']],
    ['__device__ int counter = 5;', ['counter']],
    ['static __device__ unsigned long long total{0};', ['total']],
    ['__managed__ float a, b[3];', ['a', 'b']],
    ['__constant__ struct P { int x, y; } p;', ['p']],
    ['__device__ __align__(16) float4 v;', ['v']],
    ['namespace a { namespace b { __constant__ int k[2][3]; } }', ['a::b::k']],
    ['const __constant__ double pi = 3.14;', ['pi']],
  ])('%s', (source, expected) => {
    expect(globals(source)).toEqual(expected);
  });

  it.each([
    '__device__ float f(float x) { return x; }',
    '__device__ float f(float x);',
    'extern __constant__ float weights[];',
    'template <class T> __device__ T value;',
    '__global__ void k(float* x) { __shared__ float s[4]; }',
    '// __device__ int commented;',
    'int host_only;',
    '__device__ int S::member;',
  ])('leaves out %s', (source) => {
    expect(globals(source)).toEqual([]);
  });
});
