/** The dialect's header is read by the compiler once, and whatever becomes of that, kernels compile as before. */
import { readdirSync, readlinkSync } from 'node:fs';
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

describe('the precompiled header', () => {
  const open = (): Promise<Device> => openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
  const source = '__global__ void k(float* out) { *out = powf(SIX, 2.0f) + warpSize; }\n';

  served('serves from the second kernel on, and is given back with the device', async () => {
    const before = openHeaders();
    const device = await open();
    expect(await valueOf(device, source, { SIX: '6' })).toBe(68);
    await until(() => openHeaders() > before);
    expect(openHeaders()).toBe(before + 1);
    expect(await valueOf(device, source, { SIX: '7' })).toBe(81);
    // A macro that the header knows too is the user's.
    expect(await valueOf(device, source, { SIX: '6', powf: 'fmaxf' })).toBe(38);
    await device.dispose();
    expect(openHeaders()).toBe(before);
  });

  served('leaves the lines of errors as they are', async () => {
    await using device = await open();
    const wrong = `${source}__global__ void wrong() { nothing(); }\n`;
    const errorOf = async (): Promise<HeddleError> => {
      try {
        await device.compile<string>(wrong, { defines: { SIX: '6' } });
      } catch (error) {
        return error as HeddleError;
      }
      throw new Error('it compiled');
    };
    const first = await errorOf();
    const before = openHeaders();
    await valueOf(device, source, { SIX: '6' });
    await until(() => openHeaders() > before);
    const second = await errorOf();
    expect(second.message).toContain('nothing');
    expect(second.message).toBe(first.message);
    expect(second.message).toMatch(/2/);
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
    process.env['HEDDLE_CACHE'] = 'off';
    try {
      const before = openHeaders();
      await using device = await open();
      expect(await valueOf(device, source, { SIX: '6' })).toBe(68);
      expect(await valueOf(device, source, { SIX: '5' })).toBe(57);
      expect(openHeaders()).toBe(before);
    } finally {
      delete process.env['HEDDLE_CACHE'];
    }
  });
});
