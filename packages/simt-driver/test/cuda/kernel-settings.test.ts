import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import { ArtifactCache, Device, type Kernel } from '@heddle/core';
import type { Artifact } from '@heddle/core/backend';
import { cuda, SimtDriver } from '@heddle/simt-driver';
import {
  CUfunc_cache,
  CUfunction_attribute,
  readKernelAttribute,
  setKernelCacheConfig,
  writeKernelAttribute,
} from '@heddle/simt-driver/cuda';

const folder = mkdtempSync(join(tmpdir(), 'heddle-fake-settings-'));
const library = join(folder, 'libfake.so');

function canCompile(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-w', '-o', library, join(__dirname, 'fake-settings.c')]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

const withLibrary = canCompile() ? describe : describe.skip;
afterAll(() => rmSync(folder, { recursive: true }));

withLibrary('settings of a kernel', () => {
  const ptx: Artifact = { format: 'ptx', bytes: Buffer.from('.version 9.0'), entryNames: {}, log: '' };
  let device: Device;
  let saxpy: Kernel;
  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = library;
    const options = { backend: 'fake', vendor: cuda, deviceIndex: 0, compilers: () => [], compilerCapabilities: [] };
    device = new Device('fake', 0, await SimtDriver.open(options), new ArtifactCache({ enabled: false }));
    const module = await device.load(ptx);
    saxpy = module.kernel('saxpy', { signature: 'float a, const float* x, float* y, int n' });
  });
  afterAll(async () => {
    await device.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
  });

  it('are read and written in the context of its device', () => {
    const fake = koffi.load(library);
    expect(readKernelAttribute(saxpy, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS)).toBe(4);
    // Whatever context was current before.
    (fake.func('fakeForgetContext', 'int', []) as () => number)();
    writeKernelAttribute(saxpy, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 90_000);
    expect((fake.func('fakeDynamicShared', 'int', []) as () => number)()).toBe(90_000);
    setKernelCacheConfig(saxpy, CUfunc_cache.CU_FUNC_CACHE_PREFER_L1);
    expect((fake.func('fakePreference', 'int', []) as () => number)()).toBe(2);
  });

  it('leave launches knowing how much shared memory they have to ask for', () => {
    const x = device.zeros('float32', 1);
    writeKernelAttribute(saxpy, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 10_000);
    saxpy.launch({ grid: 1, block: 1, sharedBytes: 100_000 }, 1, x, x, 1);
    const dynamicShared = koffi.load(library).func('fakeDynamicShared', 'int', []) as () => number;
    expect(dynamicShared()).toBe(100_000);
  });

  it('are refused with the status of the driver', () => {
    expect(() => writeKernelAttribute(saxpy, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, 1)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', status: 'CUDA_ERROR_INVALID_VALUE' }),
    );
    expect(() => writeKernelAttribute(saxpy, 8, 1.5)).toThrow(/whole number/);
  });
});
