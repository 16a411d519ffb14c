/** What compilers say on the host: with the characters of the source, and of sources that compile too. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHeddleError, type CompileOptions, type HeddleError } from '@heddle/core';
import { findProgram } from '../src/compile/find-compiler';
import { openHost, type OpenHost } from './open-host';

const compilers = ['g++', 'clang++', 'clang++-15', 'clang++-19'].filter((name) => findProgram(name) !== undefined);

let host: OpenHost;
let folder: string;

beforeAll(async () => {
  host = await openHost();
  folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
});

afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

/** With HEDDLE_CXX while `body` runs. */
async function withCompiler<T>(name: string, body: () => Promise<T>): Promise<T> {
  const before = process.env.HEDDLE_CXX;
  process.env.HEDDLE_CXX = name;
  try {
    return await body();
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, 'HEDDLE_CXX');
    else process.env.HEDDLE_CXX = before;
  }
}

async function failureOf(source: string, options: CompileOptions): Promise<HeddleError> {
  try {
    await host.device.compile<string>(source, options);
  } catch (error) {
    if (isHeddleError(error)) return error;
    throw error;
  }
  throw new Error('it compiled');
}

describe.each(compilers)('the messages of %s', (name) => {
  it.each(['cuda', 'c++'] as const)('keep characters beyond ASCII, of %s', async (language) => {
    const function_ = language === 'cuda' ? '__global__ void f(int* x)' : 'void f(int* x)';
    const texts: readonly [source: string, said: string][] = [
      [`${function_} {\n  x[0] = ünbekannt日; // größer als 🧵\n}`, 'ünbekannt日'],
      [`namespace größe { struct Ж {}; }\n${function_} {\n  größe::Ж().é();\n}`, 'größe::Ж'],
      [`#error "süß 日本 🧵"\n${function_} {}`, 'süß 日本 🧵'],
      [`static_assert(sizeof(int) == 5, "süß 日本 🧵");\n${function_} {}`, 'süß 日本 🧵'],
    ];
    await withCompiler(name, async () => {
      for (const [source, said] of texts) {
        const error = await failureOf(source, { language, fileName: 'größe 日本.cu' });
        expect(error.code).toBe('COMPILE');
        expect(error.message).toContain('größe 日本.cu:');
        expect(error.message).toContain(said);
        expect(error.log).toContain(said);
        expect(error.excerpt).toContain(source.split('\n').find((line) => line.includes(said.split('::')[0] ?? '')));
      }
    });
  });

  it('keep them in the names of folders and headers', async () => {
    const headers = join(folder, `größe 日本 ${name}`);
    mkdirSync(headers);
    writeFileSync(join(headers, 'ß.h'), 'int wrong = größer;\n');
    await withCompiler(name, async () => {
      const source = '#include "ß.h"\n__global__ void f(int* x) { x[0] = 1; }';
      const error = await failureOf(source, { includeDirs: [headers] });
      expect(error.message).toContain(`${headers}/ß.h:1: `);
      expect(error.log).toMatch(/ß\.h:1:\d+: error: .*größer/);
      const inMemory = await failureOf(source, { headers: { 'ß.h': 'int wrong = größer; // süß' } });
      expect(inMemory.excerpt).toContain('int wrong = größer; // süß');
    });
  });

  it('are not changed where the user escaped a character', async () => {
    await withCompiler(name, async () => {
      const error = await failureOf('#error "\\u00f6 \\U000000f6"\n__global__ void f(int* x) { x[0] = 1; }', {});
      expect(error.log).toContain('\\u00f6 \\U000000f6');
    });
  });
});

const withFortran = findProgram('gfortran') === undefined ? it.skip : it;
withFortran('gfortran keeps characters beyond ASCII in the names of files', async () => {
  const source = "subroutine f(x) bind(c)\n  real :: x\n  x = 'größe 日本' +\nend subroutine\n";
  const error = await failureOf(source, { language: 'fortran', fileName: 'größe 日本.f90' });
  expect(error).toMatchObject({ code: 'COMPILE', message: expect.stringContaining('größe 日本.f90:3: ') });
  expect(error.log).toContain('größe 日本.f90:3:');
  expect(error.excerpt).toContain("> 3 |   x = 'größe 日本' +");
});

describe.each(compilers)('the warnings of %s', (name) => {
  const unused = '__global__ void f(int* x) {\n  int forgotten;\n  x[threadIdx.x] = 1;\n}';
  // With barriers kernels are rewritten to loops.
  const waiting = `__global__ void f(int* x) {
  __shared__ int sums[64];
  int forgotten;
  sums[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = sums[63 - threadIdx.x];
}`;
  const count = (log: string, what: RegExp): number => [...log.matchAll(new RegExp(what, 'g'))].length;

  it.each([
    ['kernels', 'cuda', unused, 2],
    ['kernels with barriers', 'cuda', waiting, 3],
    ['functions of C', 'c', 'void f(int* x) {\n  int forgotten;\n  x[0] = 1;\n}', 2],
    ['functions of C++', 'c++', 'extern "C" void f(int* x) {\n  int forgotten;\n  x[0] = 1;\n}', 2],
  ] as const)('are in the log, once, where options ask for them: of %s', async (_, language, source, line) => {
    await withCompiler(name, async () => {
      const options = { language, fileName: 'größe.cu' };
      const asked = await host.device.compile<string>(source, { ...options, options: ['-Wall'] });
      expect(asked.log).toMatch(new RegExp(`^größe\\.cu:${line}:\\d+: warning: .*forgotten`, 'm'));
      expect(count(asked.log, /warning:/)).toBe(1);
      const again = await host.device.compile<string>(source, { ...options, options: ['-Wall'] });
      expect([again.cached, again.log]).toEqual([true, asked.log]);
      expect((await host.device.compile<string>(source, options)).log).toBe('');
      const refused = host.device.compile<string>(source, { ...options, options: ['-Wall', '-Werror'] });
      await expect(refused).rejects.toMatchObject({ code: 'COMPILE', message: expect.stringContaining('forgotten') });
    });
  });

  it.each([
    ['kernels', unused],
    ['kernels with barriers', waiting],
  ])('are in the log by default, of %s', async (_, source) => {
    await withCompiler(name, async () => {
      const narrowing = source.replace('int forgotten;', 'unsigned wide = 0x1ffffffffull; x[0] = wide;');
      const { log } = await host.device.compile<string>(narrowing);
      expect(log).toMatch(/^kernel\.cu:\d+:\d+: warning: .*(?:-Woverflow|-Wconstant-conversion)/m);
      expect(count(log, /warning:/)).toBe(1);
    });
  });

  it("say nothing of what is CUDA's", async () => {
    await withCompiler(name, async () => {
      const source = `__global__ void __launch_bounds__(64) f(int* x) {
        #pragma unroll
        for (int i = 0; i < 4; i++) atomicAdd(&x[i], __shfl_down_sync(0xffffffff, i, 1));
      }`;
      expect((await host.device.compile<string>(source, { options: ['-Wall', '-Wextra'] })).log).toBe('');
    });
  });
});

withFortran('gfortran warns in the log, and of nothing that was not asked for', async () => {
  const source = 'subroutine f(x) bind(c)\n  real :: x, forgotten\n  x = 1\nend subroutine\n';
  const compiled = (options: readonly string[]) =>
    host.device.compile<string>(source, { language: 'fortran', options });
  expect((await compiled(['-Wall'])).log).toMatch(/forgotten/);
  expect((await compiled([])).log).toBe('');
});
