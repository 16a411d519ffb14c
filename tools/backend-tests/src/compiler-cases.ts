/** Cases for the tests of every compiler of kernels with C++ names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compiler } from '@heddle/core/backend';
import { compileRequest } from './compile-request';

/** Kernels and a variable with every kind of name. */
export const namedSource = `
namespace ns { template <class T, int N> __global__ void scale(T a, const T* x, T* y) { y[threadIdx.x] = a * x[threadIdx.x] * N; } }
__global__ void plain(float* x) { x[0] = 1; }
extern "C" __global__ void unmangled(int* x) { x[0] = 1; }
namespace ns { __device__ int counter; }
`;

/** The requested names, and the expected answers. */
export const namedParts = {
  names: ['ns::scale<float, 3>', 'ns::scale<unsigned, (1 << 2)>'],
  globals: ['ns::counter'],
} as const;
export const namedEntries: Readonly<Record<string, string>> = {
  'ns::scale<float, 3>': '_ZN2ns5scaleIfLi3EEEvT_PKS1_PS1_',
  'ns::scale<unsigned, (1 << 2)>': '_ZN2ns5scaleIjLi4EEEvT_PKS1_PS1_',
  'ns::counter': '_ZN2ns7counterE',
  plain: '_Z5plainPf',
};

/** @param compiler - asked for when a case runs: a suite that is skipped has none */
export function compilerCases(compiler: () => Compiler, language: 'cuda' | 'hip'): void {
  it('shows the included header where the error is there, from memory and from disk', async () => {
    const headers = { 'lib/a.h': 'typedef int ok;\nint wrong = ;\n' };
    const inMemory = compiler().compile(compileRequest('#include "lib/a.h"\n', { language, headers }));
    await expect(inMemory).rejects.toMatchObject({ excerpt: expect.stringContaining('> 2 | int wrong = ;') as string });
    const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
    try {
      writeFileSync(join(folder, 'b.h'), '\n\nint wrong = ;\n');
      const onDisk = compiler().compile(compileRequest('#include "b.h"\n', { language, includeDirs: [folder] }));
      await expect(onDisk).rejects.toMatchObject({ excerpt: expect.stringContaining('> 3 | int wrong = ;') as string });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps characters beyond ASCII in its messages', async () => {
    const texts: readonly [source: string, said: string][] = [
      ['__global__ void f(int* x) {\n  x[0] = ünbekannt日; // größer als 🧵\n}', 'ünbekannt日'],
      ['#error "süß 日本 🧵"', 'süß 日本 🧵'],
      ['static_assert(sizeof(int) == 5, "süß 日本 🧵");', 'süß 日本 🧵'],
    ];
    for (const [text, said] of texts) {
      const failed = compiler().compile(compileRequest(text, { language, fileName: 'größe 日本.cu' }));
      await expect(failed).rejects.toMatchObject({
        code: 'COMPILE',
        message: expect.stringMatching(`größe 日本\\.cu:\\d: .*${said}`) as string,
        log: expect.stringContaining(said) as string,
        excerpt: expect.stringContaining(text.split('\n').find((line) => line.includes(said)) ?? '') as string,
      });
    }
  });

  it('tells warnings of a source that it takes', async () => {
    const text = '#include "a.h"\n#warning "said in größe"\n__global__ void f(int* x) { x[0] = 1; }';
    const headers = { 'a.h': '#warning "said in the header"\n' };
    const parts = { language, headers, fileName: 'warned.cu' };
    const { log } = await compiler().compile(compileRequest(text, parts));
    expect(log).toMatch(/^a\.h[:(]1.*warning.*said in the header/m);
    expect(log).toMatch(/^warned\.cu[:(]2.*warning.*said in größe/m);
    const quiet = await compiler().compile(compileRequest('__global__ void f(int* x) { x[0] = 1; }', { language }));
    expect(quiet.log).toBe('');
  });

  it('tells the candidates for a name that does not exist', async () => {
    const misspelt = compileRequest(namedSource, { language, names: ['ns::scal<float, 1>'] });
    await expect(compiler().compile(misspelt)).rejects.toMatchObject({
      code: 'COMPILE',
      kernel: 'ns::scal<float, 1>',
      hint: expect.stringContaining('ns::scale<float, 1>, plain, unmangled') as string,
    });
  });
}
