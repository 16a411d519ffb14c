import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHeddleError } from '@heddle/core';
import { backend } from '@heddle/backend-hip';
import { hipCandidates, hiprtcCandidates, HiprtcLibrary, HipRuntime, hipError_t } from '@heddle/backend-hip/api';
import { kernelDeviceRefusal } from '../src/library/kernel-device';
import { hiprtcIfHere } from './support/hiprtc-if-here';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

describe('probe', () => {
  const before = process.env['HEDDLE_HIP_LIBRARY'];
  afterEach(() => {
    if (before === undefined) delete process.env['HEDDLE_HIP_LIBRARY'];
    else process.env['HEDDLE_HIP_LIBRARY'] = before;
  });

  it('says that there is no ROCm, and what to install', async () => {
    process.env['HEDDLE_HIP_LIBRARY'] = '/nowhere/libamdhip64.so';
    expect(await backend.probe()).toEqual({
      available: false,
      reason: expect.stringMatching(/libamdhip64.* is not installed \(tried \/nowhere/) as string,
      hint: expect.stringContaining('HEDDLE_HIP_LIBRARY') as string,
    });
  });

  const withRocm = hiprtcIfHere() ? it : it.skip;
  withRocm('says clearly that there is no device, where ROCm has none', async () => {
    const result = await backend.probe();
    if (result.available) return;
    expect(result.reason).toMatch(/sees no AMD device/);
    expect(result.hint).not.toBe('');
    await expect(backend.open(0, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  withRocm('has the runtime itself, typed, whose statuses are errors', () => {
    const { functions, version } = HipRuntime.load();
    expect(version).toBeGreaterThanOrEqual(50_000_000);
    const count = new Int32Array(1);
    const status = functions.hipGetDeviceCount.status(count);
    if (status === hipError_t.hipSuccess) return;
    expect(status).toBe(hipError_t.hipErrorNoDevice);
    expect(() => functions.hipGetDeviceCount(count)).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', status: 'hipErrorNoDevice' }),
    );
  });
});

describe('HiprtcLibrary', () => {
  it('says that a library has no compiler in it', () => {
    // The C library is on every machine, and is not a compiler.
    const name =
      process.platform === 'win32' ? 'kernel32.dll' : process.platform === 'darwin' ? 'libc.dylib' : 'libc.so.6';
    let caught: unknown;
    try {
      HiprtcLibrary.load(name, [name]);
    } catch (error) {
      caught = error;
    }
    expect(isHeddleError(caught, 'UNAVAILABLE')).toBe(true);
    expect(caught).toMatchObject({ status: 'NO_LIBRARY', hint: expect.stringContaining('hiprtc') as string });
  });
});

onLinux('places', () => {
  it('looks beside the HIP library for the hiprtc of its version, and in it', () => {
    expect(hiprtcCandidates('libamdhip64.so.5', {})).toEqual(['libhiprtc.so.5', 'libamdhip64.so.5']);
    expect(hiprtcCandidates('libamdhip64.so.7', {})).toEqual(['libhiprtc.so.7', 'libamdhip64.so.7']);
    expect(hiprtcCandidates('x.so', { HEDDLE_HIPRTC_LIBRARY: '/a/libhiprtc.so' })).toEqual(['/a/libhiprtc.so']);
    const folder = mkdtempSync(join(tmpdir(), 'heddle-hip-'));
    try {
      for (const name of ['libhiprtc.so.6', 'libhiprtc.so.7', 'libhiprtc-builtins.so.7'])
        writeFileSync(join(folder, name), '');
      const [first] = hiprtcCandidates(join(folder, 'libamdhip64.so.6'), {});
      expect(first).toBe(join(folder, 'libhiprtc.so.6'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes the newest library of the ROCm that was chosen first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-rocm-'));
    try {
      const lib = join(folder, 'lib');
      rmSync(lib, { recursive: true, force: true });
      writeFileSync(join(folder, 'marker'), '');
      expect(hipCandidates({ ROCM_PATH: folder })[0]).toMatch(/^libamdhip64\.so/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

onLinux('kernelDeviceRefusal', () => {
  it('says that there is no device file', () => {
    expect(kernelDeviceRefusal({ device: '/nowhere/kfd' })).toMatchObject({
      reason: expect.stringContaining('there is no /nowhere/kfd') as string,
      hint: expect.stringContaining('--device /nowhere/kfd') as string,
    });
  });

  // Root can open every file.
  const asUser = process.getuid?.() === 0 ? it.skip : it;
  asUser('names the group to join', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-kfd-'));
    const device = join(folder, 'kfd');
    const groups = join(folder, 'group');
    try {
      writeFileSync(device, '');
      chmodSync(device, 0);
      writeFileSync(groups, `root:x:0:\nrender:x:${process.getgid?.() ?? 0}:\n`);
      expect(kernelDeviceRefusal({ device, groups })).toMatchObject({
        reason: expect.stringContaining('may not open') as string,
        hint: expect.stringContaining('usermod -aG render') as string,
      });
    } finally {
      chmodSync(device, 0o600);
      rmSync(folder, { recursive: true });
    }
  });

  it('finds nothing to say if the file can be opened', () => {
    expect(kernelDeviceRefusal({ device: '/dev/null' })).toBeUndefined();
  });
});
