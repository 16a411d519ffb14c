import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeddleError, openDevice, probeBackends } from '@heddle/core';
import { apiVersion, loadBackend, registerBackend, registeredBackends } from '@heddle/core/backend';
import { memoryBackend } from '../support/memory-driver';

describe('openDevice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-registry-'));
  const environment = { ...process.env };
  const folderBefore = process.cwd();

  beforeEach(() => {
    delete process.env.HEDDLE_BACKEND;
    delete process.env.HEDDLE_DEVICE;
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(folderBefore);
    process.env = { ...environment };
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens a backend given as an object', async () => {
    const device = await openDevice(memoryBackend());
    expect([device.backend, device.index, device.name]).toEqual(['memory', 0, 'Memory 0']);
    await device.dispose();
  });

  it('says where options go that were given for a backend', async () => {
    const opening = openDevice({ device: 0 } as never);
    await expect(opening).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(opening).rejects.toThrow('openDevice(undefined, { device })');
    await expect(openDevice({ name: 'half' } as never)).rejects.toThrow('expected a backend plugin');
  });

  it('opens a registered backend by its name', async () => {
    registerBackend(memoryBackend({ name: 'registered' }));
    expect(registeredBackends().has('registered')).toBe(true);
    await using device = await openDevice('registered');
    expect(device.backend).toBe('registered');
  });

  it.each([
    [1, 1],
    ['1', 1],
    ['memory 1', 1],
    [undefined, 0],
  ])('chooses the device %p', async (wanted, index) => {
    await using device = await openDevice(memoryBackend(), wanted === undefined ? {} : { device: wanted });
    expect(device.index).toBe(index);
  });

  it('chooses the device that HEDDLE_DEVICE names', async () => {
    process.env.HEDDLE_DEVICE = '1';
    await using device = await openDevice(memoryBackend());
    expect(device.index).toBe(1);
  });

  it.each([7, -1, 'Quantum'])('names the devices there are for %p', async (wanted) => {
    await expect(openDevice(memoryBackend(), { device: wanted })).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining('1: Memory 1') as string,
    });
  });

  it.each([undefined, 7, {}, { name: 'x' }, null])('refuses %p as a backend', async (wrong) => {
    if (wrong === undefined) return;
    await expect(openDevice(wrong as never)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it.each([7, ['host'], null])('asks for a name or a plugin instead of %p', async (wrong) => {
    await expect(openDevice(wrong as never)).rejects.toThrow(/a backend's name or a backend plugin.*\n.*nvrtc.*host/);
  });

  it.each([
    ['hots', "'host'"],
    ['opencI', "'opencl'"],
    ['', 'nvrtc, cuda'],
  ])('names its own backends for %p, and no package to install', async (name, meant) => {
    const opened = openDevice(name);
    await expect(opened).rejects.toMatchObject({ code: 'UNAVAILABLE', hint: expect.stringContaining(meant) as string });
    await expect(opened).rejects.not.toThrow('npm install');
  });

  it('tells a wrong option as such if a backend was chosen, and tries the others if none was', async () => {
    const probe = (): never => {
      throw Object.assign(new HeddleError('ARGUMENT', 'picky has no option type'));
    };
    registerBackend({ ...memoryBackend(), name: 'picky', probe });
    registerBackend(memoryBackend({ name: 'easy' }));
    await expect(openDevice('picky', { type: 'x' })).rejects.toMatchObject({ code: 'ARGUMENT' });
    process.env.HEDDLE_BACKEND = 'picky,easy';
    await using device = await openDevice(undefined, { type: 'x' });
    expect(device.backend).toBe('easy');
  });

  it('tells which package to upgrade where the versions do not fit', async () => {
    const older = memoryBackend({ apiVersion: apiVersion - 1 });
    await expect(openDevice(older)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringContaining('@heddle/backend-memory') as string,
    });
    const newer = memoryBackend({ apiVersion: apiVersion + 1 });
    await expect(openDevice(newer)).rejects.toMatchObject({ hint: expect.stringContaining('@heddle/core') as string });
  });

  it('says why a backend cannot serve', async () => {
    const probe = { available: false, reason: 'there is no driver', hint: 'Install one.' } as const;
    await expect(openDevice(memoryBackend({ probe }))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('there is no driver. Install one.') as string,
    });
  });

  it('takes a probe that throws for a no', async () => {
    const backend = { ...memoryBackend(), probe: () => Promise.reject(new Error('library crashed')) };
    await expect(openDevice(backend)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('library crashed') as string,
    });
  });

  it('names the package to install', async () => {
    await expect(openDevice('opencl-from-nowhere')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: 'Install it: npm install opencl-from-nowhere',
    });
  });

  it('tries the names of HEDDLE_BACKEND in their order, and tells why each failed', async () => {
    registerBackend(memoryBackend({ name: 'absent', probe: { available: false, reason: 'no such device', hint: '' } }));
    registerBackend(memoryBackend({ name: 'present' }));
    process.env.HEDDLE_BACKEND = ' not-installed-anywhere, absent ,present,';
    await using device = await openDevice();
    expect(device.backend).toBe('present');
    process.env.HEDDLE_BACKEND = 'not-installed-anywhere,absent';
    await expect(openDevice()).rejects.toThrow(/not-installed-anywhere: .*\n.*absent: no such device/);
    const probes = await probeBackends();
    expect(probes.find(({ backend }) => backend === 'absent')?.result.available).toBe(false);
  });

  it('says what is wrong with a package that is not a backend, or fails to load', async () => {
    writeFileSync(join(folder, 'empty.cjs'), 'module.exports = {};');
    await expect(loadBackend('./empty.cjs')).rejects.toMatchObject({ code: 'ARGUMENT' });
    writeFileSync(join(folder, 'broken.cjs'), 'require("some-library-that-is-missing");');
    await expect(loadBackend('./broken.cjs')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('some-library-that-is-missing') as string,
    });
  });
});
