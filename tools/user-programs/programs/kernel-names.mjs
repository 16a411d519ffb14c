/** Kernels by the names that their author would write. CUDA C++ and HIP C++ only: OpenCL C has one kernel for a name. */
import { device, end, expect, result } from './report.mjs';

/** What the kernel leaves that each of these names reaches. */
async function byEachName(source, names) {
  const module = await device.compile(source);
  const values = [];
  for (const name of names) {
    const out = device.zeros('int32', 1);
    module.kernel(name).launch({ grid: 1, block: 1 }, out);
    values.push(...(await out.read()));
  }
  return values;
}

await expect('extern "C" in a namespace', [8, 8], () =>
  byEachName('namespace q { extern "C" __global__ void cc(int* o) { o[0] = 8; } }', ['cc', 'q::cc']),
);
await expect('a kernel in an inline namespace', [3, 3], () =>
  byEachName('inline namespace v1 { __global__ void kv(int* o) { o[0] = 3; } }', ['kv', 'v1::kv']),
);
await expect('a plain kernel beside a template', [9], () =>
  result({
    source: `template <class T> __global__ void f(T* o, int n) { o[0] = n; }
__global__ void f(int* o) { o[0] = 9; }`,
    options: { names: ['f<float>'] },
    name: 'f',
  }),
);
await expect('an overload chosen by a cast', [1], () =>
  result({
    source: '__global__ void f(int* o) { o[0] = 1; } __global__ void f(float* o) { o[0] = 2; }',
    options: { names: ['(void(*)(int*))f'] },
    name: '(void(*)(int*))f',
  }),
);
await expect('two templates of one name', [7], () =>
  result({
    source: `template <class T> __global__ void f(T* o, int n) { o[0] = n; }
template <int N> __global__ void f(int* o) { o[0] = N; }`,
    options: { names: ['f<7>'] },
    name: 'f<7>',
  }),
);
await expect('a device function of the kernel’s name', [3], () =>
  result({
    source: `template <class T> __device__ T add(T a, T b) { return a + b; }
__global__ void add(int* o) { o[0] = add(1, 2); }`,
    name: 'add',
  }),
);
end();
