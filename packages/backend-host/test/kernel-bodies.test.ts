/** How a kernel's source decides the way it is compiled. */
import { parseKernels, type KernelSignature } from '@heddle/core/backend';
import { kernelBodies, indexType, waits, walksColumns } from '../src/compile/kernel-bodies';

function waitingKernels(text: string, kernels: readonly KernelSignature[]): string[] {
  return [...kernelBodies(text, kernels)].filter(([, body]) => waits(body)).map(([name]) => name);
}

const source = `
// A comment that speaks of __syncthreads() and of a brace: {
__global__ void plain(float* x) { x[threadIdx.x] = 1; /* __syncthreads(); } */ }
template <class T>
__global__ void
tiled(T* x)
{
  __shared__ T tile[64];
  if (threadIdx.x < 3) { tile[threadIdx.x] = '}'; }
  __syncthreads();
  x[0] = tile[0];
}
__global__ void declared(int* x);
__device__ void helper() { __syncthreads(); }
namespace inner {
__global__ void lanes(int* x) { *x = __shfl_xor_sync(0xffffffff, *x, 1); }
}
__global__ void group(int* x) {
  puts("{{{ __syncthreads()");
  cooperative_groups::this_grid().sync();
}
__global__ void declared(int* x) { helper(); }
__global__ void last(int* x) { *x = 1; }
`;

test('kernels that wait in their own bodies are found, whatever stands around them', () => {
  const kernels = parseKernels(source, { language: 'cuda' });
  expect(kernels.map(({ name }) => name).sort()).toEqual(
    ['declared', 'group', 'inner::lanes', 'last', 'plain', 'tiled'].sort(),
  );
  expect(waitingKernels(source, kernels).sort()).toEqual(['group', 'inner::lanes', 'tiled']);
});

test('a barrier of the portable dialect is a wait', () => {
  const portable = 'KERNEL void twice(GLOBAL_PARAMETER float* x) { BARRIER(); x[LOCAL_INDEX_X] *= 2; }';
  expect(waitingKernels(portable, parseKernels(portable, { language: 'portable' }))).toEqual(['twice']);
});

test('a body that never closes ends the search', () => {
  const broken = '__global__ void f(int* x) { __syncthreads();';
  expect(waitingKernels(broken, [{ name: 'f', parameters: [], templateParameters: [], line: 1 }])).toEqual([]);
});

test.each([
  ['int i = blockIdx.x * blockDim.x + threadIdx.x;', 'int'],
  ['const int i = threadIdx . x + blockDim.x*blockIdx.x, j = 3;', 'int'],
  ['int const i = (int)GLOBAL_INDEX( 0 );', 'int'],
  ['for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2) {}', 'int'],
  ['unsigned i = blockIdx.x * blockDim.x + threadIdx.x;', 'unsigned'],
  ['unsigned  int const i = blockIdx.x * blockDim.x + threadIdx.x;', 'unsigned'],
  ['const auto i = blockIdx.x * blockDim.x + threadIdx.x;', 'unsigned'],
  ['long long i = blockIdx.x * blockDim.x + threadIdx.x;', 'long'],
  ['unsigned long i = blockIdx.x * blockDim.x + threadIdx.x;', 'unsigned long'],
  ['float_t i = blockIdx.x * blockDim.x + threadIdx.x;', undefined],
  ['size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; int j = 0;', 'unsigned long'],
  ['int t = threadIdx.x; int b = blockIdx.x;', undefined],
  ['int y = (int)GLOBAL_INDEX(1);', undefined],
  ['const INT64 i = GLOBAL_INDEX(0);', 'long'],
  ['UINT64 i = (UINT64)GLOBAL_INDEX(0);', 'unsigned long'],
  ['const auto i = GLOBAL_INDEX(0);', 'unsigned long'],
  ['if (GLOBAL_INDEX(0) < n) x[GLOBAL_INDEX(0)] = 1;', 'unsigned long'],
])("the type of an index in the grid's row is seen: %s", (body, expected) => {
  expect(indexType(body)).toBe(expected);
});

test.each([
  ['for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];', true],
  ['for (int k = 0; k < n; ++k) { float t = b[column + stride * k]; sum += t; }', true],
  ['for (int j = 1; j <= n; j += 1) x[j * pitch] = x[(j - 1) * pitch];', true],
  // Along a row, columns a number of elements apart, and a loop that is unrolled.
  ['for (int k = 0; k < n; k++) sum += a[row * n + k];', false],
  ['for (int k = 0; k < n; k++) sum += a[k * 3 + 1];', false],
  ['for (int k = 0; k < 5; k++) sum += b[k * n + column];', false],
  ['for (int k = 0; k < R; k++) sum += b[k * n + column];', false],
  ['for (int k = 0; k < n; k++) sum += k * scale;', false],
  ['c[k * n] = 1; for (int j = 0; j < n; j++) sum += a[j];', false],
])('whether a kernel walks down a column is seen: %s', (body, expected) => {
  expect(walksColumns(body, new Set(['a', 'b', 'n']))).toBe(expected);
});
