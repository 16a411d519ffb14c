/** Failures of the driver, planted in the emulated one: each is a typed error, and what can go on does. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { ArtifactCache, Device, type HeddleError } from '@heddle/core';
import type { Artifact } from '@heddle/core/backend';
import { cuda, probeDevices, SimtDriver } from '@heddle/simt-driver';
import { emulatedToolkit, type EmulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';
import { builtEntry } from '../../../tools/sources/test/built-sources';

const built = emulatedToolkit();
const withEmulator = built === undefined ? describe.skip : describe;
const source = `
extern "C" __global__ void add(int* x, int by) { x[threadIdx.x] += by; }
extern "C" __global__ void astray(int* x, long long by) { x[by] = 1; }
`;

/** Compiles with the stand-in for nvcc, whose output the emulated driver loads. */
function compile(toolkit: EmulatedToolkit, ...options: string[]): Artifact {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-emulated-'));
  writeFileSync(join(folder, 'k.cu'), source);
  execFileSync(toolkit.nvcc, [...options, '-o', 'k.bin', 'k.cu'], { cwd: folder });
  const bytes = readFileSync(join(folder, 'k.bin'));
  rmSync(folder, { recursive: true });
  const format = options.find((option) => /^--(cubin|ptx|fatbin)$/.test(option))?.slice(2) ?? 'cubin';
  return { format, bytes: new Uint8Array(bytes), entryNames: {}, log: '' };
}

withEmulator('failures of the driver', () => {
  const toolkit = built as EmulatedToolkit;
  let fail: (rules: string) => number;
  const cubin = compile(toolkit, '--cubin', '-arch=sm_90');

  beforeAll(() => {
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
    fail = koffi.load(toolkit.driver).func('heddleEmulatorFail', 'int', ['str']);
  });
  afterEach(() => {
    fail('');
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
  });
  afterAll(() => {
    delete process.env['HEDDLE_CUDA_LIBRARY'];
  });

  async function open(context: 'primary' | 'own' = 'own'): Promise<Device> {
    const driver = await SimtDriver.open({
      backend: 'emulated',
      vendor: cuda,
      deviceIndex: 0,
      context,
      compilers: () => [],
      compilerCapabilities: [],
    });
    return new Device('emulated', 0, driver, new ArtifactCache({ enabled: false }));
  }

  async function failureOf(body: () => unknown): Promise<HeddleError> {
    try {
      await body();
    } catch (error) {
      return error as HeddleError;
    }
    throw new Error('nothing failed');
  }

  // First of all: a driver that has been initialized once is not initialized again.
  it('without a device says so, and finds it once it is there', async () => {
    fail('cuInit=100');
    expect(await probeDevices(cuda)).toMatchObject({
      available: false,
      reason: expect.stringContaining('sees no NVIDIA device') as string,
      hint: expect.stringContaining('nvidia-smi') as string,
    });
    fail('cuInit=803');
    expect(await probeDevices(cuda)).toMatchObject({
      available: false,
      reason: expect.stringContaining('CUDA_ERROR_SYSTEM_DRIVER_MISMATCH') as string,
    });
    fail('');
    expect(await probeDevices(cuda)).toMatchObject({ available: true, devices: [{ name: 'Heddle emulated GPU' }] });
  });

  it('of page-locking touch no transfer of a size that was used before, however large those between were', async () => {
    await using device = await open();
    const [small, large] = [new Uint8Array(4 << 20).fill(7), new Uint8Array(64 << 20)];
    using buffer = device.allocate('uint8', large.byteLength);
    await buffer.write(small);
    // More than is kept in all, and then the small size again.
    for (let round = 0; round < 2; round++) await buffer.write(large);
    await buffer.write(small);
    await device.synchronize();
    fail('cuMemHostAlloc#1+=2');
    for (let round = 0; round < 3; round++) {
      await buffer.write(small);
      expect((await buffer.read())[small.byteLength - 1]).toBe(7);
      await device.synchronize();
    }
  });

  it('of another version says which is needed', () => {
    const program = `
import { cuda, probeDevices } from ${JSON.stringify(builtEntry('simt-driver'))};
console.log(JSON.stringify(await probeDevices(cuda)));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', HEDDLE_EMULATOR_DRIVER_VERSION: '11080' },
    });
    expect(JSON.parse(output)).toMatchObject({
      available: false,
      reason: 'the NVIDIA driver serves CUDA 11.8; CUDA 12.0 is needed',
      hint: expect.stringContaining('525') as string,
    });
  });

  it('that lacks what is newer goes without', async () => {
    const newer = ['cuGraphInstantiateWithFlags', 'cuFuncGetParamInfo', 'cuLaunchKernelEx', 'cuMemAllocAsync'];
    const older = emulatedToolkit(newer) as EmulatedToolkit;
    process.env['HEDDLE_CUDA_LIBRARY'] = older.driver;
    await using device = await open();
    expect(device.has('graphs')).toBe(false);
    expect(device.has('stream-ordered-allocation')).toBe(false);
    expect((await failureOf(() => device.createStream().capture(() => undefined))).code).toBe('UNSUPPORTED');
    const x = await device.upload(Int32Array.of(1, 2, 3, 4));
    const module = await device.load(cubin);
    module.kernel('add', { signature: 'int* x, int by' }).launch({ grid: 1, block: 4 }, x, 10);
    expect([...(await x.read())]).toEqual([11, 12, 13, 14]);
  });

  it('out of memory tells what was asked and what is free, and goes on', async () => {
    await using device = await open();
    expect(await failureOf(() => device.allocate(2 ** 31 + 2 ** 32))).toMatchObject({ code: 'OUT_OF_MEMORY' });
    fail('cuMemAlloc_v2=2');
    expect(await failureOf(() => device.allocate(1024))).toMatchObject({
      code: 'OUT_OF_MEMORY',
      status: 'CUDA_ERROR_OUT_OF_MEMORY',
      requested: 1024,
      max: expect.any(Number) as number,
    });
    using buffer = device.allocate(1024);
    expect(buffer.byteLength).toBe(1024);
  });

  it('refuses a launch for want of resources, and goes on', async () => {
    await using device = await open();
    const x = device.zeros('int32', 4);
    const add = (await device.load(cubin)).kernel('add', { signature: 'int* x, int by' });
    fail('cuLaunchKernel=701,cuLaunchKernelEx=701');
    expect(await failureOf(() => add.launch({ grid: 1, block: 4 }, x, 1))).toMatchObject({
      code: 'RESOURCE',
      kernel: 'add',
      status: 'CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES',
    });
    fail('');
    add.launch({ grid: 1, block: 4 }, x, 2);
    expect([...(await x.read())]).toEqual([2, 2, 2, 2]);
  });

  it('fails a launch while it runs: the error names it, and the device is lost', async () => {
    await using device = await open();
    const x = device.zeros('int32', 4);
    const add = (await device.load(cubin)).kernel('add', { signature: 'int* x, int by' });
    await device.synchronize();
    fail('cuLaunchKernel=~719,cuLaunchKernelEx=~719');
    add.launch({ grid: 1, block: 4 }, x, 1);
    expect(await failureOf(() => device.synchronize())).toMatchObject({
      code: 'DEVICE_LOST',
      kernel: 'add',
      status: 'CUDA_ERROR_LAUNCH_FAILED',
    });
    for (const use of [() => x.read(), () => device.allocate(4), () => device.createStream()]) {
      expect(await failureOf(use)).toMatchObject({ code: 'DEVICE_LOST' });
    }
    expect(device.lost).toMatchObject({ code: 'DEVICE_LOST' });
  });

  it('meets an illegal address: the process lives, the error names the launch', async () => {
    await using device = await open();
    const x = device.zeros('int32', 4);
    const astray = (await device.load(cubin)).kernel('astray', { signature: 'int* x, long long by' });
    astray.launch({ grid: 1, block: 1 }, x, 2n ** 20n);
    const failure = await failureOf(() => x.read());
    expect(failure).toMatchObject({ code: 'DEVICE_LOST', kernel: 'astray', status: 'CUDA_ERROR_ILLEGAL_ADDRESS' });
    expect(failure.hint).toContain('compute-sanitizer');
    // As NVIDIA's drivers have it, the process gets nothing any more, in new contexts neither.
    expect(await failureOf(() => open())).toMatchObject({ code: 'DEVICE_LOST' });
  });

  it('loses the device in the middle of anything', async () => {
    await using device = await open();
    fail('cuMemcpyHtoDAsync_v2=214');
    const failure = await failureOf(async () => {
      await device.upload(Int32Array.of(1));
      await device.synchronize();
    });
    expect(failure).toMatchObject({ code: 'DEVICE_LOST', status: 'CUDA_ERROR_ECC_UNCORRECTABLE' });
  });

  it('refuses binaries for other devices, damaged ones, and names that a module has not', async () => {
    await using device = await open();
    expect(await failureOf(() => device.load(compile(toolkit, '--cubin', '-arch=sm_75')))).toMatchObject({
      code: 'ARGUMENT',
      status: 'CUDA_ERROR_NO_BINARY_FOR_GPU',
      hint: expect.stringContaining('another architecture') as string,
    });
    const ptx = compile(toolkit, '--ptx', '-arch=compute_80');
    const truncated = { ...ptx, bytes: ptx.bytes.subarray(0, ptx.bytes.length / 2) };
    expect(await failureOf(() => device.load(truncated))).toMatchObject({ code: 'CORRUPT' });
    const flipped = cubin.bytes.slice();
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    expect(await failureOf(() => device.load({ ...cubin, bytes: flipped }))).toMatchObject({ code: 'CORRUPT' });
    for (const good of [ptx, compile(toolkit, '--fatbin', '-arch=sm_90')]) {
      const module = await device.load(good);
      expect(await failureOf(() => module.kernel('nothing', { signature: 'int* x' }))).toMatchObject({
        code: 'ARGUMENT',
        message: expect.stringMatching(/add, astray/) as string,
      });
    }
  });
});
