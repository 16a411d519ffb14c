import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtifactCache, onTrace, openDevice, type Backend } from '@heddle/core';
import type { CacheTrace } from '@heddle/core/backend';
import { memoryBackend } from '../support/memory-driver';

/** Opens its device as GPUs are: on another thread, in its own time. */
function slowBackend(): Backend {
  const backend = memoryBackend();
  return {
    ...backend,
    open: async (index, options) => {
      await delay(20);
      return backend.open(index, options);
    },
  };
}

describe('while a device is being opened', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'heddle-warm-up-'));
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  const opened = async (backend: Backend, folder: string) => {
    const cache = new ArtifactCache({ folder });
    const warmUp = jest.spyOn(cache, 'warmUp');
    const traces: CacheTrace[] = [];
    const stop = onTrace('heddle:cache', (trace) => traces.push(trace));
    await using _device = await openDevice(backend, { cache });
    stop();
    return { cache, warmUp, traces };
  };

  it('the idle thread runs what finds a kernel in the cache, which counts as no look-up', async () => {
    const folder = join(scratch, 'there');
    mkdirSync(folder, { mode: 0o700 });
    const { cache, warmUp, traces } = await opened(slowBackend(), folder);
    expect(warmUp.mock.calls).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/)]]);
    expect(new Set(Object.values(cache.statistics))).toEqual(new Set([0]));
    // Of this key alone: a cache of another test may still be storing.
    expect(traces.filter(({ key }) => key === warmUp.mock.calls[0]?.[0])).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('no folder is made for the cache', async () => {
    const folder = join(scratch, 'absent');
    const { warmUp } = await opened(slowBackend(), folder);
    expect(warmUp).toHaveBeenCalledTimes(1);
    expect(existsSync(folder)).toBe(false);
  });

  it('nothing runs where this thread opens it', async () => {
    const { warmUp } = await opened(memoryBackend(), join(scratch, 'at-once'));
    await delay(5);
    expect(warmUp).not.toHaveBeenCalled();
  });

  it('a device that cannot be opened is an error as ever', async () => {
    const open = async (): Promise<never> => {
      await delay(5);
      throw new Error('no such device');
    };
    await expect(openDevice({ ...memoryBackend(), open })).rejects.toThrow('no such device');
  });
});
