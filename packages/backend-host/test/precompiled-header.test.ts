/** The dialect's header is read by the compiler once, and whatever becomes of that, kernels compile as before. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtifactCache, openDevice, type Device, type HeddleError } from '@heddle/core';
import { backend } from '@heddle/backend-host';

const served = process.platform === 'linux' ? it : it.skip;

// Files without a name that this process holds open under the one it had.
function openHeaders(): number {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return ''; // the descriptor that listed the folder
    }
  });
  return links.filter((link) => /heddle-\w+\/header \(deleted\)$/.test(link)).length;
}

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round++) {
    if (round === 600) throw new Error('it never came');
    await delay(50);
  }
}

async function valueOf(device: Device, source: string, defines: Record<string, string> = {}): Promise<number> {
  const out = device.zeros('float32', 1);
  const module = await device.compile<string>(source, { defines });
  module.kernel('k').launch({ grid: 1, block: 1 }, out);
  const [value] = await out.read();
  out.dispose();
  module.dispose();
  return value ?? NaN;
}

async function withoutCache<T>(work: () => Promise<T>): Promise<T> {
  process.env['HEDDLE_CACHE'] = 'off';
  try {
    return await work();
  } finally {
    delete process.env['HEDDLE_CACHE'];
  }
}

describe('the precompiled header', () => {
  const open = (): Promise<Device> => openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
  const source = '__global__ void k(float* out) { *out = powf(SIX, 2.0f) + warpSize; }\n';

  served('serves from the second kernel on, and from the first of the devices after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
    const usual = process.env['HEDDLE_CACHE_DIR'];
    process.env['HEDDLE_CACHE_DIR'] = folder;
    try {
      const before = openHeaders();
      const first = await open();
      expect(await valueOf(first, source, { SIX: '6' })).toBe(68);
      await until(() => openHeaders() > before);
      await first.dispose();
      // It may have been open for being written.
      await until(() => openHeaders() === before);
      await using second = await open();
      expect(await valueOf(second, source, { SIX: '7' })).toBe(81);
      expect(openHeaders()).toBe(before + 1);
    } finally {
      if (usual === undefined) delete process.env['HEDDLE_CACHE_DIR'];
      else process.env['HEDDLE_CACHE_DIR'] = usual;
      rmSync(folder, { recursive: true, force: true });
    }
  });

  served('is given back with the device', async () => {
    const before = openHeaders();
    const device = await open();
    expect(await valueOf(device, source, { SIX: '6' })).toBe(68);
    await until(() => openHeaders() > before);
    expect(openHeaders()).toBe(before + 1);
    expect(await valueOf(device, source, { SIX: '7' })).toBe(81);
    // A macro that the header knows too is the user's.
    expect(await valueOf(device, source, { SIX: '6', powf: 'fmaxf' })).toBe(38);
    await device.dispose();
    await until(() => openHeaders() === before);
  });

  served('leaves the lines of errors as they are', async () => {
    const wrong = `${source}__global__ void wrong() { nothing(); }\n`;
    const errorOf = async (device: Device): Promise<HeddleError> => {
      try {
        await device.compile<string>(wrong, { defines: { SIX: '6' } });
      } catch (error) {
        return error as HeddleError;
      }
      throw new Error('it compiled');
    };
    const before = openHeaders();
    const byHeader = await withoutCache(async () => {
      await using device = await open();
      return await errorOf(device);
    });
    expect(openHeaders()).toBe(before);
    await using device = await open();
    await valueOf(device, source, { SIX: '6' });
    await until(() => openHeaders() > before);
    const byPrecompiled = await errorOf(device);
    expect(byPrecompiled.message).toContain('nothing');
    expect(byPrecompiled.message).toBe(byHeader.message);
    expect(byPrecompiled.message).toMatch(/2/);
  });

  served('leaves headers that ask for it to the header itself', async () => {
    await using device = await open();
    const before = openHeaders();
    await valueOf(device, source, { SIX: '6' });
    await until(() => openHeaders() > before);
    for (const header of ['hip/hip_runtime.h', 'hip/device_functions.h', 'cuda_runtime.h', 'cooperative_groups.h'])
      expect(await valueOf(device, `#include <${header}>\n${source}`, { SIX: '7' })).toBe(81);
  });

  it('is not missed where the cache is off', async () => {
    await withoutCache(async () => {
      const before = openHeaders();
      await using device = await open();
      expect(await valueOf(device, source, { SIX: '6' })).toBe(68);
      expect(await valueOf(device, source, { SIX: '5' })).toBe(57);
      expect(openHeaders()).toBe(before);
    });
  });
});
