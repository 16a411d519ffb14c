/** Which kernels are compiled without a vector loop over their threads. */
import { parseKernels } from '@heddle/core';
import { waitingKernels } from '../src/compile/waiting-kernels';

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
  expect([...waitingKernels(source, kernels)].sort()).toEqual(['group', 'inner::lanes', 'tiled']);
});

test('a barrier of the portable dialect is a wait', () => {
  const portable = 'KERNEL void twice(GLOBAL_PARAMETER float* x) { BARRIER(); x[LOCAL_INDEX_X] *= 2; }';
  expect([...waitingKernels(portable, parseKernels(portable, { language: 'portable' }))]).toEqual(['twice']);
});

test('a body that never closes ends the search', () => {
  const broken = '__global__ void f(int* x) { __syncthreads();';
  expect(waitingKernels(broken, [{ name: 'f', parameters: [], templateParameters: [], line: 1 }]).size).toBe(0);
});
