/** Linking, link-time optimised and not, against the emulated driver, NVRTC and nvJitLink. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { openDevice, type Device, type Module } from '@heddle/core';
import { backend } from '@heddle/backend-nvrtc';
import { failureOf } from '../../../tools/backend-tests/src/failure-of';
import { emulatedToolkit, type EmulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';

const built = emulatedToolkit();
const withEmulator = built === undefined ? describe.skip : describe;

const caller = `
extern __device__ int triple(int x);
namespace ns { __device__ int offset = 1; }
namespace ns { __global__ void apply(int* x) { x[threadIdx.x] = triple(x[threadIdx.x]) + offset; } }`;
const callee = '__device__ int triple(int x) { return x * 3; }';
const optimized = { language: 'cuda', linkTimeOptimization: true } as const;

withEmulator('link-time optimisation', () => {
  const toolkit = built as EmulatedToolkit;
  const folder = mkdtempSync(join(tmpdir(), 'heddle-linking-'));
  let device: Device;
  let callsOfCompiler: (call: string) => number;
  let failLinker: (rules: string) => number;

  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
    process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit.nvrtc;
    process.env['HEDDLE_NVJITLINK_LIBRARY'] = toolkit.nvJitLink;
    callsOfCompiler = koffi.load(toolkit.nvrtc).func('heddleEmulatorCalls', 'unsigned long', ['str']);
    failLinker = koffi.load(toolkit.nvJitLink).func('heddleEmulatorFail', 'int', ['str']);
    device = await openDevice(backend, { context: 'own' });
  });
  afterEach(() => {
    failLinker('');
    process.env['HEDDLE_NVJITLINK_LIBRARY'] = toolkit.nvJitLink;
  });
  afterAll(async () => {
    await device.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
    delete process.env['HEDDLE_NVRTC_LIBRARY'];
    delete process.env['HEDDLE_NVJITLINK_LIBRARY'];
    rmSync(folder, { recursive: true });
  });

  async function appliedTo(module: Module, values: readonly number[], signature?: string): Promise<number[]> {
    using x = await device.upload(Int32Array.from(values));
    const kernel = module.kernel('ns::apply', signature === undefined ? {} : { signature });
    kernel.launch({ grid: 1, block: values.length }, x);
    return [...(await x.read())];
  }

  it('links sources, whose kernels and variables have their names', async () => {
    using module = await device.link([caller, callee], optimized);
    expect(module.artifact.format).toBe('cubin');
    expect(await appliedTo(module, [1, 2, 3])).toEqual([4, 7, 10]);
    await module.global('ns::offset').write(Int32Array.of(100));
    expect(await appliedTo(module, [1])).toEqual([103]);
  });

  it('links objects that were stored, with a source beside them', async () => {
    const object = await device.compileObject(callee, optimized);
    expect(object).toMatchObject({ format: 'ltoir', digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    // As it would come back from a file.
    const { bytes, ...rest } = object;
    const stored = JSON.stringify({ ...rest, bytes: Buffer.from(bytes).toString('base64') });
    const found = JSON.parse(stored) as { format: string; bytes: string; digest: string };
    const again = { ...found, bytes: new Uint8Array(Buffer.from(found.bytes, 'base64')) };
    using mixed = await device.link([caller, again], optimized);
    expect(await appliedTo(mixed, [5])).toEqual([16]);
    using objects = await device.link([await device.compileObject(caller, optimized), again]);
    expect(await appliedTo(objects, [6], 'int* x')).toEqual([19]);
    const damaged = { ...again, bytes: again.bytes.slice(0, -1) };
    expect(await failureOf(() => device.link([caller, damaged], optimized))).toMatchObject({ code: 'CORRUPT' });
    const { digest: _digest, ...untold } = damaged;
    expect(await failureOf(() => device.link([caller, untold], optimized))).toMatchObject({ code: 'CORRUPT' });
  });

  it('compiles an object once', async () => {
    const source = `${callee} // ${folder}`;
    const named = { source, fileName: 'callee.cu' };
    await device.compileObject(source, { ...optimized, fileName: 'callee.cu' });
    const before = callsOfCompiler('nvrtcCompileProgram');
    await device.compileObject(source, { ...optimized, fileName: 'callee.cu' });
    expect(callsOfCompiler('nvrtcCompileProgram')).toBe(before);
    using module = await device.link([`${caller} // ${folder}`, named], optimized);
    expect(callsOfCompiler('nvrtcCompileProgram') - before).toBe(1);
    // In another form it is another object.
    expect((await device.compileObject(source, { language: 'cuda' })).format).toBe('cubin');
    expect(await appliedTo(module, [1])).toEqual([4]);
  });

  it('links LTO-IR with relocatable machine code', async () => {
    const plain = await device.compileObject(callee, { language: 'cuda' });
    using module = await device.link([caller, plain], optimized);
    expect(await appliedTo(module, [2])).toEqual([7]);
  });

  it('loads LTO-IR that needs no other', async () => {
    const { format, bytes } = await device.compileObject(
      'namespace ns { __global__ void apply(int* x) { x[threadIdx.x] += 1; } }',
      optimized,
    );
    using module = await device.load({ format, bytes });
    expect(await appliedTo(module, [1, 2], 'int* x')).toEqual([2, 3]);
  });

  it('names what a link lacks and which option the linker refuses', async () => {
    const lacking = await failureOf(() => device.link([caller], optimized));
    expect(lacking).toMatchObject({ code: 'COMPILE' });
    expect(lacking.message).toMatch(/Undefined reference to '.*triple/);
    const refused = await failureOf(() =>
      device.link([caller, callee], { ...optimized, linkOptions: ['-no-such-option'] }),
    );
    expect(refused).toMatchObject({ code: 'COMPILE', status: 'NVJITLINK_ERROR_UNRECOGNIZED_OPTION' });
    const older = await failureOf(() => device.link([caller, callee], { ...optimized, linkOptions: ['-arch=sm_80'] }));
    expect(older).toMatchObject({ code: 'ARGUMENT' });
    expect(await failureOf(() => device.load({ format: 'ltoir', bytes: new Uint8Array(64) }))).toMatchObject({
      code: 'CORRUPT',
    });
    using module = await device.link([caller, callee], { ...optimized, linkOptions: ['-maxrregcount=32'] });
    expect(await appliedTo(module, [1])).toEqual([4]);
  });

  it('passes on what the linker itself fails with, and goes on', async () => {
    failLinker('nvJitLinkComplete=6');
    expect(await failureOf(() => device.link([caller, callee], optimized))).toMatchObject({
      code: 'COMPILE',
      status: 'NVJITLINK_ERROR_INTERNAL',
    });
    failLinker('');
    using module = await device.link([caller, callee], optimized);
    expect(await appliedTo(module, [1])).toEqual([4]);
  });

  it('without nvJitLink says what to install, and links without it', async () => {
    process.env['HEDDLE_NVJITLINK_LIBRARY'] = join(folder, 'libnvJitLink.so.13');
    expect(await failureOf(() => device.link([caller, callee], optimized))).toMatchObject({
      code: 'UNSUPPORTED',
      status: 'NO_LIBRARY',
      hint: expect.stringContaining('nvidia-nvjitlink') as string,
    });
    using module = await device.link([caller, callee], { language: 'cuda' });
    expect(await appliedTo(module, [1])).toEqual([4]);
  });
});
