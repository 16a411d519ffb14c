import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNvcc, NvccCompiler } from '@heddle/backend-cuda';
import { NvJitLinkLibrary } from '@heddle/simt-driver';
import { compileRequest as request } from '../../../tools/backend-tests/src/compile-request';
import { compilerCases, namedEntries, namedParts, namedSource } from '../../../tools/backend-tests/src/compiler-cases';
import { chooseArchitecture } from '../src/nvcc/architecture';

function nvccIsHere(): boolean {
  try {
    execFileSync('nvcc', ['--version']);
    return true;
  } catch {
    return false;
  }
}

const withNvcc = nvccIsHere() ? describe : describe.skip;

function nvJitLinkIsHere(): boolean {
  try {
    NvJitLinkLibrary.load('cuda');
    return true;
  } catch {
    return false;
  }
}

const withLinker = nvJitLinkIsHere() ? it : it.skip;

const source = `${namedSource}
static __global__ void hidden(int* x) { x[0] = 1; }`;

withNvcc('NvccCompiler', () => {
  const compiler = new NvccCompiler({ architecture: 'sm_90', float16: true });

  it.each([
    ['a cubin', [], 'cubin'],
    ['PTX', ['-arch=compute_90'], 'ptx'],
    ['a cubin for an architecture with a suffix', ['-arch=sm_90a'], 'cubin'],
  ])('finds plain and template kernels in %s', async (_what, options, format) => {
    const artifact = await compiler.compile(request(source, { ...namedParts, options }));
    expect(artifact.format).toBe(format);
    expect(artifact.entryNames).toEqual({ ...namedEntries, hidden: '_Z6hiddenPi' });
  });

  compilerCases(() => compiler, 'cuda');

  it('shows the line that does not compile', async () => {
    const failed = compiler.compile(request('__global__ void f(int* x) {\n  x[0] = nonsense;\n}'));
    await expect(failed).rejects.toMatchObject({
      code: 'COMPILE',
      excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string,
      log: expect.stringContaining('identifier "nonsense" is undefined') as string,
    });
  });

  it.each(['blur.cu', 'broken.txt', 'source-1', '/a folder/my kernel.cu', '-o', 'headers'])(
    'shows the failing line of a source that is called %p',
    async (fileName) => {
      const failing = compiler.compile(request('__global__ void f(int* x) {\n  x[0] = nonsense;\n}', { fileName }));
      await expect(failing).rejects.toMatchObject({
        code: 'COMPILE',
        message: expect.stringContaining(`nvcc refused ${fileName}: `) as string,
        excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string,
        log: expect.stringContaining(`${fileName}(2): error`) as string,
      });
    },
  );

  it('passes macros as they are', async () => {
    const text = '__global__ void f(int* x) { x[0] = VALUE; }\n#ifndef EMPTY\n#error no EMPTY\n#endif';
    const artifact = await compiler.compile(
      request(text, { defines: { VALUE: '(1 + 2)', EMPTY: '' }, options: ['-O2'] }),
    );
    expect(artifact.bytes.byteLength).toBeGreaterThan(1000);
  });

  it.each([
    ['-DX=$(touch FOLDER/made)', '$'],
    ['-DX=`touch FOLDER/made`', '`'],
    ['-DX=\\\\";touch FOLDER/made;\\\\"', '\\'],
    ['-DX=\\', '\\'],
    ['-DX=1\ntouch FOLDER/made', '\n'],
  ])('refuses %p, which nvcc would let a shell read', async (option, character) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shell-'));
    try {
      const options = [option.replaceAll('FOLDER', folder)];
      const refused = expect.objectContaining({
        code: 'ARGUMENT',
        message: expect.stringContaining(JSON.stringify(character).slice(1, -1)) as string,
      }) as Error;
      await expect(compiler.compile(request(source, { options }))).rejects.toEqual(refused);
      await expect(compiler.compile(request(source, { defines: { Y: option.slice(4) } }))).rejects.toEqual(refused);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    '-DX=1;touch FOLDER/made',
    '-DX=";touch FOLDER/made;"',
    '-DX=1|touch FOLDER/made',
    "-DX=';touch FOLDER/made;'",
  ])('passes %p on as text', async (option) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shell-'));
    try {
      await compiler.compile(request(source, { options: [option.replaceAll('FOLDER', folder)] }));
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says which option nvcc refused', async () => {
    await expect(compiler.compile(request(source, { options: ['--no-such-option'] }))).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining("Unknown option '--no-such-option'") as string,
    });
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const compiled = compiler.compile(request(source, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(compiled).rejects.toThrow();
  });

  it.each([
    ['of the device', []],
    ['of the user', ['-arch=sm_90a', '--use_fast_math']],
    ['of the user, in two entries', ['-arch', 'compute_90']],
  ])('compiles objects to LTO-IR for the architecture %s', async (_what, options) => {
    const text = 'extern __device__ int elsewhere(int); __global__ void k(int* x) { x[0] = elsewhere(1); }';
    const object = await compiler.compileObject(request(text, { options, linkTimeOptimization: true }));
    expect(object).toMatchObject({ format: 'ltoir', entryNames: {} });
    // LTO-IR's own magic number.
    expect(Buffer.from(object.bytes.slice(0, 4)).toString('hex')).toBe('ed434e7f');
  });

  it('refuses link-time optimisation for several architectures', async () => {
    const several = request(source, { options: ['-gencode=arch=compute_90,code=sm_90'], linkTimeOptimization: true });
    await expect(compiler.compileObject(several)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  withLinker('inlines a function of one source in another', async () => {
    const [caller, callee] = [
      'extern __device__ int triple(int x); namespace ns { __global__ void k(int* x) { x[0] = triple(x[0]); } }',
      '__device__ int triple(int x) { return x * 3; }',
    ];
    const objects = await Promise.all(
      [caller, callee].map((text) => compiler.compileObject(request(text, { linkTimeOptimization: true }))),
    );
    const assembly = await compiler.link(objects, ['-ptx']);
    expect(Buffer.from(assembly.bytes).toString()).not.toMatch(/\bcall\b/);
    expect(await compiler.link(objects, [])).toMatchObject({ format: 'cubin', entryNames: { 'ns::k': '_ZN2ns1kEPi' } });
  });
});

describe('findNvcc', () => {
  it('says that nvcc does not run, and names the other backend', async () => {
    await expect(findNvcc('/nowhere/nvcc')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringContaining('@heddle/backend-nvrtc') as string,
    });
  });
});

describe('chooseArchitecture', () => {
  it('makes machine code for a known device and PTX for a newer one', () => {
    expect(chooseArchitecture([], 'sm_90', [75, 90])).toEqual({ option: '-arch=sm_90', format: 'cubin' });
    expect(chooseArchitecture([], 'sm_120', [75, 90])).toEqual({ option: '-arch=compute_90', format: 'ptx' });
    expect(chooseArchitecture(['-arch', 'sm_90a'], 'sm_90', [90])).toEqual({ option: undefined, format: 'cubin' });
    expect(() => chooseArchitecture([], 'sm_50', [75])).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });
});
