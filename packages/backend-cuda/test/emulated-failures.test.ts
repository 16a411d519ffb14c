/** Mistakes of users and missing parts of machines, on the emulated driver and its stand-in for nvcc. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCompiler, openDevice, type Device } from '@heddle/core';
import { backend } from '@heddle/backend-cuda';
import { failureOf } from '../../../tools/backend-tests/src/failure-of';
import { emulatedToolkit, type EmulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';

const built = emulatedToolkit();
const withEmulator = built === undefined ? describe.skip : describe;

withEmulator('failures', () => {
  const toolkit = built as EmulatedToolkit;
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cuda-'));
  let device: Device;

  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
    process.env['HEDDLE_NVCC'] = toolkit.nvcc;
    device = await openDevice(backend, { context: 'own' });
  });
  afterEach(() => {
    process.env['HEDDLE_NVCC'] = toolkit.nvcc;
  });
  afterAll(async () => {
    await device.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
    delete process.env['HEDDLE_NVCC'];
    rmSync(folder, { recursive: true });
  });

  function program(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  it('an option that does not exist is refused, with the one that was meant', async () => {
    const refused = { code: 'ARGUMENT', hint: "Did you mean 'context'?" };
    await expect(openDevice(backend, { contxt: 'own' })).rejects.toMatchObject(refused);
    await expect(openCompiler(backend, { contxt: 'own' })).rejects.toMatchObject(refused);
    await expect(openDevice(backend, { devise: 0 })).rejects.toThrow("Did you mean 'device'?");
  });

  it('without a usable nvcc says what is wrong with it, and names the backend that needs none', async () => {
    const cases: readonly [string, string][] = [
      [join(folder, 'nowhere'), 'does not run'],
      [program('old', 'echo "Cuda compilation tools, release 11.8, V11.8.89"'), '12.0 is needed'],
      [program('broken', 'echo "no licence" >&2; exit 1'), 'no licence'],
    ];
    for (const [path, reason] of cases) {
      process.env['HEDDLE_NVCC'] = path;
      expect(await backend.probe()).toMatchObject({
        available: false,
        reason: expect.stringContaining(reason) as string,
        hint: expect.stringContaining('HEDDLE_NVCC') as string,
      });
    }
    process.env['HEDDLE_NVCC'] = toolkit.nvcc;
    expect(await backend.probe()).toMatchObject({ available: true });
  });

  it('shows the line of the included header that is wrong', async () => {
    writeFileSync(join(folder, 'outer.h'), '#include "inner.h"\n');
    writeFileSync(join(folder, 'inner.h'), '// one\nint twice(int x) {\n  return 2 * y;\n}\n');
    const source = '#include "outer.h"\nextern "C" __global__ void k(int* x) { x[0] = 1; }';
    const failure = await failureOf(() => device.compile(source, { language: 'cuda', includeDirs: [folder] }));
    expect(failure).toMatchObject({ code: 'COMPILE' });
    expect(failure.message).toContain('inner.h');
    expect(failure.excerpt).toMatch(/^>\s*3 \|\s*return 2 \* y;/m);
  });

  it('names the candidates where an expression names nothing', async () => {
    const source: string = 'template <typename T> __global__ void scale(T* x) { x[0] *= 2; }';
    expect(await failureOf(() => device.compile(source, { language: 'cuda', names: ['scal<float>'] }))).toMatchObject({
      code: 'COMPILE',
      kernel: 'scal<float>',
      hint: 'The source has scale<float>.',
    });
  });

  it('tells which option nvcc refuses', async () => {
    const source: string = 'extern "C" __global__ void k(int* x) { x[0] = 1; }';
    for (const option of ['--no-such-option', '-arch=sm_12']) {
      const failure = await failureOf(() => device.compile(source, { language: 'cuda', options: [option] }));
      expect(failure).toMatchObject({ code: 'COMPILE' });
      expect(failure.message).toContain(option.replace('-arch=', ''));
    }
  });

  it('names what a link lacks, and links what is whole', async () => {
    const use = 'extern __device__ int f(int x);\nextern "C" __global__ void k(int* x) { x[0] = f(x[0]); }';
    const lacking = await failureOf(() => device.link([use], { language: 'cuda' }));
    expect(lacking).toMatchObject({ code: 'COMPILE' });
    expect(lacking.message).toMatch(/Undefined reference to '.*f/);
    const define = '__device__ int f(int x) { return x + (int)blockIdx.x + 1; }';
    using module = await device.link([use, define], { language: 'cuda' });
    using x = await device.upload(Int32Array.of(41));
    module.kernel('k', { signature: 'int* x' }).launch({ grid: 1, block: 1 }, x);
    expect((await x.read())[0]).toBe(42);
  });

  it('links LTO-IR by nvJitLink, and says what is missing without it', async () => {
    const use = 'extern __device__ int f(int x);\n__global__ void k(int* x) { x[0] = f(x[0]); }';
    const define = '__device__ int f(int x) { return x + 1; }';
    const optimized = { language: 'cuda', linkTimeOptimization: true } as const;
    try {
      process.env['HEDDLE_NVJITLINK_LIBRARY'] = toolkit.nvJitLink;
      using module = await device.link([use, define], optimized);
      using x = await device.upload(Int32Array.of(41));
      module.kernel('k', { signature: 'int* x' }).launch({ grid: 1, block: 1 }, x);
      expect((await x.read())[0]).toBe(42);
      expect((await device.compileObject(define, optimized)).format).toBe('ltoir');
      process.env['HEDDLE_NVJITLINK_LIBRARY'] = join(folder, 'libnvJitLink.so.13');
      expect(await failureOf(() => device.link([use, define], optimized))).toMatchObject({
        code: 'UNSUPPORTED',
        backend: 'cuda',
        hint: expect.stringContaining('HEDDLE_NVJITLINK_LIBRARY') as string,
      });
    } finally {
      delete process.env['HEDDLE_NVJITLINK_LIBRARY'];
    }
  });
});
