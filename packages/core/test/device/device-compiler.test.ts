/** Devices that are compiled for, and not used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactCache, openCompiler, openDevice, type Backend } from '@heddle/core';
import { memoryBackend } from '../support/memory-driver';

const source = 'KERNEL void copy(GLOBAL float* to, GLOBAL const float* from) { to[0] = from[0]; }';

describe('openCompiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-compiler-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('puts into the cache what a device then finds there', async () => {
    using compiler = await openCompiler(memoryBackend(), { cache: new ArtifactCache({ folder }) });
    const { artifact, cached } = await compiler.compile(source);
    expect(cached).toBe(false);
    expect(artifact.bytes.byteLength).toBeGreaterThan(0);
    expect((await compiler.compile(source)).cached).toBe(true);

    await using device = await openDevice(memoryBackend(), { cache: new ArtifactCache({ folder }) });
    expect((await device.compile(source)).cached).toBe(true);
    expect(compiler.properties.architecture).toBe(device.properties.architecture);
    expect(compiler.capabilities).toEqual(device.capabilities);
  });

  it('leaves the device to backends that can do without it', async () => {
    const plain = memoryBackend();
    const calls: string[] = [];
    const backend: Backend = {
      ...plain,
      open: (index, options) => (calls.push(`open ${index}`), plain.open(index, options)),
      openForCompiling: (index, options) => (calls.push(`compile for ${index}`), plain.open(index, options)),
    };
    using compiler = await openCompiler(backend, { device: 1, cache: new ArtifactCache({ enabled: false }) });
    await using device = await openDevice(backend);
    expect([compiler.index, device.index]).toEqual([1, 0]);
    expect(calls).toEqual(['compile for 1', 'open 0']);
  });

  it('refuses invalid sources, and every call after it is disposed', async () => {
    const compiler = await openCompiler(memoryBackend());
    await expect(compiler.compile('')).rejects.toMatchObject({ code: 'ARGUMENT' });
    compiler.dispose();
    compiler.dispose();
    await expect(compiler.compile(source)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});
