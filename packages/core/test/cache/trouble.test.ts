import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactCache, type CacheEntry } from '../../src/cache';
import { machineName } from '../../src/cache/process-identity';
import { onTrace, type CacheTrace } from '../../src/tracing';
import { sampleEntry, sampleKey } from './sample-entry';
import { ownFolder, temporaryFolder } from './temporary-folder';

const key = sampleKey(1);
const entry = sampleEntry(key);
const mustNotCompile = (): Promise<CacheEntry> => Promise.reject(new Error('compiled, where a hit was due'));

async function traced(body: () => Promise<unknown>): Promise<CacheTrace[]> {
  const events: CacheTrace[] = [];
  const stop = onTrace('heddle:cache', (event) => events.push(event));
  try {
    await body();
  } finally {
    stop();
  }
  return events;
}

describe('trouble with writing', () => {
  it('is reported once, and every result is still given', async () => {
    const folder = temporaryFolder();
    const cache = new ArtifactCache({ folder });
    expect(cache.state.enabled).toBe(true);
    writeFileSync(join(ownFolder(folder), 'temporary'), 'in the way of a folder');
    const events = await traced(async () => {
      for (const n of [1, 2, 3]) {
        const found = await cache.getOrCompile(sampleKey(n), async () => sampleEntry(sampleKey(n)));
        expect(found.origin).toBe('compiled');
      }
    });
    const reason = expect.stringContaining('temporary is not a folder');
    expect(events.filter(({ action }) => action !== 'miss')).toMatchObject([{ action: 'disabled', reason }]);
    expect(cache.state).toEqual({ enabled: false, folder, reason });
  });

  it('a folder that is removed in between is made again', async () => {
    const folder = join(temporaryFolder(), 'cache');
    const cache = new ArtifactCache({ folder, memoryByteLength: 0 });
    await cache.store(key, entry);
    rmSync(folder, { recursive: true });
    await cache.getOrCompile(key, async () => entry);
    await cache.settled();
    expect(await cache.lookup(key)).toMatchObject({ origin: 'disk' });
  });
});

describe('leftovers of other processes', () => {
  // No process has this id: it is beyond what systems give out.
  const dead = 2 ** 30;

  const mark = 'HEDDLE\r\n';
  const uuid = '01234567-89ab-cdef-0123-456789abcdef';
  const hourAgo = new Date(Date.now() - 3_600_001);
  const make = async (name: string): Promise<{ folder: string; path: string }> => {
    const folder = temporaryFolder();
    expect(new ArtifactCache({ folder }).state.enabled).toBe(true);
    const path = join(ownFolder(folder), name);
    mkdirSync(path, { mode: 0o700 });
    return { folder, path };
  };

  it('temporaries of a process that has ended are swept, those that may be in use are not', async () => {
    const { folder, path: temporaries } = await make('temporary');
    const elsewhere = `${dead}-0123456789abcdef-${uuid}`;
    const here = `${dead}-${machineName()}-${uuid}`;
    const alive = `${process.pid}-${machineName()}-${uuid}`;
    for (const name of [elsewhere, here, alive]) writeFileSync(join(temporaries, name), `${mark}half an entry`);
    await new ArtifactCache({ folder }).store(key, entry);
    // Of a process on another machine nothing is known before the file is old.
    expect(readdirSync(temporaries).sort()).toEqual([elsewhere, alive].sort());
    utimesSync(join(temporaries, elsewhere), hourAgo, hourAgo);
    await new ArtifactCache({ folder }).store(key, entry);
    expect(readdirSync(temporaries)).toEqual([alive]);
  });

  it('a lock without a living holder keeps nobody waiting', async () => {
    const { folder, path: locks } = await make('locks');
    for (const [n, contents, isOwn] of [
      [1, '', false],
      [2, 'rubbish', false],
      [3, `${dead} elsewhere 1`, false],
      [4, mark, true],
      [5, `${mark}rubbish`, true],
      [6, `${mark}${dead} elsewhere 1`, true],
    ] as const) {
      const lock = join(locks, sampleKey(n));
      writeFileSync(lock, contents);
      utimesSync(lock, hourAgo, hourAgo);
      const cache = new ArtifactCache({ folder });
      const found = await cache.getOrCompile(sampleKey(n), async () => entry);
      expect(found.origin).toBe('compiled');
      await cache.settled();
      // What Heddle did not make is passed by, and stays.
      expect(existsSync(lock)).toBe(!isOwn);
      if (!isOwn) expect(readFileSync(lock, 'utf8')).toBe(contents);
    }
  });

  it('a lock that is held is waited for no longer than asked', async () => {
    const { folder, path: locks } = await make('locks');
    writeFileSync(join(locks, key), `${mark}${process.pid} elsewhere 1`);
    const cache = new ArtifactCache({ folder, lockTimeoutMilliseconds: 10 });
    expect(await cache.getOrCompile(key, async () => entry)).toMatchObject({ origin: 'compiled' });
    await cache.settled();
    expect(await new ArtifactCache({ folder }).lookup(key)).toMatchObject({ origin: 'disk' });
  });

  it('one who waits for a lock can give up', async () => {
    const { folder, path: locks } = await make('locks');
    writeFileSync(join(locks, key), `${mark}${process.pid} elsewhere 1`);
    const controller = new AbortController();
    const asked = new ArtifactCache({ folder }).getOrCompile(key, mustNotCompile, { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
