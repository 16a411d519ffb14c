/** C++ templates and the names by which kernels are asked for. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

export const templateCases = casesOf('templates', [
  {
    id: 'types',
    title: 'one template serves several types, each by its name expression',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
template <typename T> __global__ void axpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
`,
    },
    compile: { names: ['axpy<float>', 'axpy<int>', 'axpy<long long>'] },
    run: async ({ upload, check }, module) => {
      const [x, y] = [await upload(Float32Array.of(1, 2)), await upload(Float32Array.of(10, 20))];
      module.kernel('axpy<float>').launch({ grid: 1, block: 2 }, 0.5, x, y, 2);
      check.arrayEqual(await y.read(), [10.5, 21]);
      const [u, v] = [await upload(Int32Array.of(3)), await upload(Int32Array.of(1))];
      module.kernel('axpy<int>').launch(one, -2, u, v, 1);
      check.arrayEqual(await v.read(), [-5]);
      const [p, q] = [await upload(BigInt64Array.of(2n ** 40n)), await upload(BigInt64Array.of(1n))];
      module.kernel('axpy<long long>').launch(one, 3n, p, q, 1);
      check.arrayEqual(await q.read(), [3n * 2n ** 40n + 1n]);
      check.throws('ARGUMENT', () => module.kernel('axpy<int>').launch(one, 1, x, y, 1));
    },
  },
  {
    id: 'values',
    title: 'template parameters may be values, expressions, booleans and enumerators',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
enum Mode { plus, times };
template <int N, bool negative, Mode mode> __global__ void k(int* out) {
  int v = mode == plus ? N + 2 : N * 2;
  out[0] = negative ? -v : v;
}
`,
    },
    compile: { names: ['k<7, false, plus>', 'k<3 * 4, true, times>'] },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k<7, false, plus>').launch(one, out);
      check.arrayEqual(await out.read(), [9]);
      module.kernel('k<3 * 4, true, times>').launch(one, out);
      check.arrayEqual(await out.read(), [-24]);
    },
  },
  {
    id: 'namespaces',
    title: 'kernels and templates inside namespaces are found by their full names',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
namespace image { namespace filter {
template <typename T> __global__ void gain(T* x, T by) { x[threadIdx.x] *= by; }
__global__ void invert(float* x) { x[threadIdx.x] = -x[threadIdx.x]; }
} }
`,
    },
    compile: { names: ['image::filter::gain<float>', 'image::filter::invert'] },
    run: async ({ upload, check }, module) => {
      const x = await upload(Float32Array.of(1, 2, 3));
      module.kernel('image::filter::gain<float>').launch({ grid: 1, block: 3 }, x, 10);
      module.kernel('image::filter::invert').launch({ grid: 1, block: 3 }, x);
      check.arrayEqual(await x.read(), [-10, -20, -30]);
    },
  },
  {
    id: 'nested',
    title: 'template arguments may be templates themselves',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
template <typename A, typename B> struct Pair { A a; B b; };
template <typename T, int N> struct Block { T items[N]; };
template <typename T> __global__ void size(int* out) { out[0] = (int)sizeof(T); }
`,
    },
    compile: { names: ['size<Pair<char, Block<short, 3>>>', 'size<Block<Pair<double, char>, 2>>'] },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('size<Pair<char, Block<short, 3>>>').launch(one, out);
      check.arrayEqual(await out.read(), [8]);
      module.kernel('size<Block<Pair<double, char>, 2>>').launch(one, out);
      check.arrayEqual(await out.read(), [32]);
    },
  },
  {
    id: 'struct-parameter',
    title: 'a template of a struct takes that struct by value',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
struct Scale { float by; int plus; };
template <typename F> __global__ void apply(float* x, F f) { x[threadIdx.x] = x[threadIdx.x] * f.by + f.plus; }
`,
    },
    compile: { names: ['apply<Scale>'] },
    run: async ({ upload, check }, module) => {
      const x = await upload(Float32Array.of(1, 2));
      module.kernel('apply<Scale>').launch({ grid: 1, block: 2 }, x, { by: 3, plus: 1 });
      check.arrayEqual(await x.read(), [4, 7]);
    },
  },
  {
    id: 'beside-plain-kernels',
    title: 'plain kernels of the same source need no mention',
    requires: ['templates', 'name-expressions'],
    source: {
      cuda: `
template <int N> __global__ void put(int* out) { out[0] = N; }
__global__ void add(int* out, int v) { out[0] += v; }
extern "C" __global__ void twice(int* out) { out[0] *= 2; }
`,
    },
    compile: { names: ['put<5>'] },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('put<5>').launch(one, out);
      module.kernel('add').launch(one, out, 3);
      module.kernel('twice').launch(one, out);
      check.arrayEqual(await out.read(), [16]);
    },
  },
  {
    id: 'overloads-of-functions',
    title: 'kernels use templates and overloads of functions',
    requires: ['templates'],
    source: {
      cuda: `
__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }
__device__ int kind(double) { return 3; }
template <typename T> __device__ int kind_of(T value) { return kind(value); }
template <int N> __device__ int power(int x) { return x * power<N - 1>(x); }
template <> __device__ int power<0>(int) { return 1; }
__global__ void k(int* out) { out[0] = kind_of(1); out[1] = kind_of(1.0f); out[2] = kind_of(1.0); out[3] = power<5>(3); }
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 4);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [1, 2, 3, 243]);
    },
  },
  {
    id: 'unknown-name',
    title: 'a name expression of nothing in the source is an error that names it',
    requires: ['templates', 'name-expressions'],
    languages: ['cuda'],
    run: async ({ compile, check }) => {
      const cuda = 'template <typename T> __global__ void known(T* x) { x[0] = 1; }';
      const error = await check.rejects(['COMPILE', 'ARGUMENT'], compile({ cuda }, { names: ['unknown<float>'] }));
      check.ok(/unknown/.test(`${error.message} ${error.log ?? ''}`), `the name is not in: ${error.message}`);
      await check.rejects(['COMPILE', 'ARGUMENT'], compile({ cuda }, { names: ['known<no_such_type>'] }));
    },
  },
  {
    id: 'not-asked-for',
    title: 'a template that was not among the names cannot be had from the module',
    requires: ['templates', 'name-expressions'],
    source: { cuda: 'template <typename T> __global__ void k(T* x) { x[0] = 1; }' },
    compile: { names: ['k<float>'] },
    run: async ({ check }, module) => {
      check.throws('ARGUMENT', () => module.kernel('k<double>'), { message: /names: \['k<double>'\]/ });
      check.throws('ARGUMENT', () => module.kernel('k').launch(one));
    },
  },
  {
    id: 'spelled-otherwise',
    title: 'a name expression is asked for with other spaces than it was compiled with',
    requires: ['templates', 'name-expressions'],
    source: { cuda: 'template <typename T, int N> __global__ void k(T* x) { x[0] = N; }' },
    compile: { names: ['k<float, 3>', 'k<unsigned int,4>'] },
    run: async ({ zeros, check }, module) => {
      const [x, n] = [zeros('float32', 1), zeros('uint32', 1)];
      module.kernel('k<float,3>').launch(one, x);
      module.kernel('::k< unsigned  int, 4 >').launch(one, n);
      check.arrayEqual(await x.read(), [3]);
      check.arrayEqual(await n.read(), [4]);
    },
  },
]);
