/** Mistakes of users and missing parts of machines, on the emulated driver and NVRTC. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { openCompiler, openDevice, type Device } from '@heddle/core';
import { backend } from '@heddle/backend-nvrtc';
import { failureOf } from '../../../tools/backend-tests/src/failure-of';
import { emulatedToolkit, type EmulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';

const built = emulatedToolkit();
const withEmulator = built === undefined ? describe.skip : describe;

withEmulator('failures', () => {
  const toolkit = built as EmulatedToolkit;
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nvrtc-'));
  let device: Device;
  let failCompiler: (rules: string) => number;

  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
    process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit.nvrtc;
    failCompiler = koffi.load(toolkit.nvrtc).func('heddleEmulatorFail', 'int', ['str']);
    device = await openDevice(backend, { context: 'own' });
  });
  afterEach(() => {
    failCompiler('');
    process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit.nvrtc;
  });
  afterAll(async () => {
    await device.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
    delete process.env['HEDDLE_NVRTC_LIBRARY'];
    rmSync(folder, { recursive: true });
  });

  it('an option that does not exist is refused, with the one that was meant', async () => {
    const refused = { code: 'ARGUMENT', hint: "Did you mean 'context'?" };
    await expect(openDevice(backend, { contxt: 'own' })).rejects.toMatchObject(refused);
    await expect(openCompiler(backend, { contxt: 'own' })).rejects.toMatchObject(refused);
    await expect(openDevice(backend, { devise: 0 })).rejects.toThrow("Did you mean 'device'?");
  });

  it('without NVRTC names the backend that needs none', async () => {
    process.env['HEDDLE_NVRTC_LIBRARY'] = join(folder, 'libnvrtc.so.13');
    expect(await backend.probe()).toMatchObject({
      available: false,
      reason: expect.stringContaining('libnvrtc is not installed') as string,
      hint: expect.stringContaining('@heddle/backend-cuda') as string,
    });
    writeFileSync(join(folder, 'broken.so'), 'no library');
    process.env['HEDDLE_NVRTC_LIBRARY'] = join(folder, 'broken.so');
    expect(await backend.probe()).toMatchObject({
      available: false,
      reason: expect.stringContaining('failed to load') as string,
    });
  });

  it('compiles for a device without a context on it', async () => {
    const retained = koffi.load(toolkit.driver).func('heddleEmulatorCalls', 'unsigned long', ['str']);
    const before = retained('cuDevicePrimaryCtxRetain');
    const source = 'extern "C" __global__ void ahead(int* x) { x[0] = 1; }';
    using compiler = await openCompiler(backend);
    await compiler.compile(source, { language: 'cuda' });
    expect((await device.compile(source, { language: 'cuda' })).cached).toBe(true);
    expect(retained('cuDevicePrimaryCtxRetain')).toBe(before);
    await (await openDevice(backend)).dispose();
    expect(retained('cuDevicePrimaryCtxRetain')).toBeGreaterThan(before);

    const driver = await backend.openForCompiling?.(0, {});
    expect(() => driver?.allocate(64, 'device')).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', hint: expect.stringContaining('openDevice') as string }),
    );
    driver?.dispose();
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

  it('tells which option the compiler refuses', async () => {
    const source: string = 'extern "C" __global__ void k(int* x) { x[0] = 1; }';
    const failure = await failureOf(() => device.compile(source, { language: 'cuda', options: ['--no-such-option'] }));
    expect(failure).toMatchObject({ code: 'COMPILE', status: 'NVRTC_ERROR_INVALID_OPTION' });
    expect(failure.message).toContain('--no-such-option');
  });

  it('passes on what NVRTC itself fails with, and goes on', async () => {
    const source: string = `extern "C" __global__ void k(int* x) { x[0] = ${Date.now() % 1000}; }`;
    failCompiler('nvrtcCompileProgram=1');
    expect(await failureOf(() => device.compile(source, { language: 'cuda', cache: false }))).toMatchObject({
      code: 'OUT_OF_MEMORY',
      call: 'nvrtcCompileProgram',
      status: 'NVRTC_ERROR_OUT_OF_MEMORY',
    });
    failCompiler('');
    using module = await device.compile(source, { language: 'cuda', cache: false });
    using x = device.zeros('int32', 1);
    module.kernel('k').launch({ grid: 1, block: 1 }, x);
    expect((await x.read())[0]).toBe(Number(/= (\d+);/.exec(source)?.[1]));
  });

  it('names what a link lacks, and what it has twice', async () => {
    const use = 'extern __device__ int f(int x);\nextern "C" __global__ void k(int* x) { x[0] = f(x[0]); }';
    const define = '__device__ int f(int x) { return x + 1; }';
    const lacking = await failureOf(() => device.link([use], { language: 'cuda' }));
    expect(lacking).toMatchObject({ code: 'COMPILE' });
    expect(lacking.message).toMatch(/Undefined reference to '.*f/);
    const doubled = await failureOf(() => device.link([use, define, define.replace('1', '2')], { language: 'cuda' }));
    expect(doubled).toMatchObject({ code: 'COMPILE' });
    expect(doubled.message).toMatch(/Multiple definition of '.*f/);
    using module = await device.link([use, define], { language: 'cuda' });
    using x = await device.upload(Int32Array.of(41));
    module.kernel('k', { signature: 'int* x' }).launch({ grid: 1, block: 1 }, x);
    expect((await x.read())[0]).toBe(42);
  });
});
