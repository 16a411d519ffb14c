/** What an editor shows for a misspelt kernel: the names there are, and not the type that they come from. */
import { complaints } from './complaints';

const declarations = `
import type { KernelName, KernelTable } from '../../src/signature';
declare function kernel<Source extends string>(name: KernelName<KernelTable<Source>>): void;
type Closed = '__global__ void add(int n) {} template <class T> __global__ void scale(T* x) {}';
type Open = '#define N 3\\n__global__ void add(int n) {}';
`;

describe('names of kernels', () => {
  it('are told by the compiler where one is misspelt, and left alone where a source may have others', () => {
    const calls = ["kernel<Closed>('ad');", "kernel<Closed>('scale<float>');", "kernel<Open>('ad');"];
    expect(complaints(declarations + calls.join('\n'))).toEqual([
      `Argument of type '"ad"' is not assignable to parameter of type '"add" | \`scale<\${string}>\`'.\n${calls[0]}`,
    ]);
  }, 60_000);
});
