import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactCache, type CacheEntry } from '../../src/cache';
import { onTrace, type CacheTrace } from '../../src/tracing';
import { sampleEntry, sampleKey } from './sample-entry';
import { temporaryFolder } from './temporary-folder';

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
    writeFileSync(join(folder, 'temporary'), 'in the way of a folder');
    const cache = new ArtifactCache({ folder });
    const events = await traced(async () => {
      for (const n of [1, 2, 3]) {
        const found = await cache.getOrCompile(sampleKey(n), async () => sampleEntry(sampleKey(n)));
        expect(found.origin).toBe('compiled');
      }
    });
    const failures = events.filter(({ action }) => action === 'write-failed');
    expect(failures).toMatchObject([{ error: { code: 'EEXIST' } }]);
  });

  it('does not keep entries from being read', async () => {
    const folder = temporaryFolder();
    await new ArtifactCache({ folder }).store(key, entry);
    rmSync(join(folder, 'temporary'), { recursive: true });
    writeFileSync(join(folder, 'temporary'), 'in the way of a folder');
    expect(await new ArtifactCache({ folder }).getOrCompile(key, mustNotCompile)).toMatchObject({ origin: 'disk' });
  });

  it('a folder that is removed in between is made again', async () => {
    const folder = join(temporaryFolder(), 'cache');
    const cache = new ArtifactCache({ folder, memoryByteLength: 0 });
    await cache.store(key, entry);
    rmSync(folder, { recursive: true });
    await cache.getOrCompile(key, async () => entry);
    expect(await cache.lookup(key)).toMatchObject({ origin: 'disk' });
  });
});

describe('leftovers of other processes', () => {
  // No process has this id: it is beyond what systems give out.
  const dead = 2 ** 30;

  it('temporaries of a process that has ended are swept, those that may be in use are not', async () => {
    const folder = temporaryFolder();
    const temporaries = join(folder, 'temporary');
    mkdirSync(temporaries, { mode: 0o700 });
    const elsewhere = `${dead}-0123456789abcdef-1`;
    for (const name of ['of-no-process', elsewhere]) writeFileSync(join(temporaries, name), 'half an entry');
    await new ArtifactCache({ folder }).store(key, entry);
    // Of a process on another machine nothing is known before the file is old.
    expect(readdirSync(temporaries)).toEqual([elsewhere]);
    const hourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(temporaries, elsewhere), hourAgo, hourAgo);
    await new ArtifactCache({ folder }).store(key, entry);
    expect(readdirSync(temporaries)).toEqual([]);
  });

  it('a lock without a living holder keeps nobody waiting', async () => {
    const folder = temporaryFolder();
    const locks = join(folder, 'locks');
    mkdirSync(locks, { mode: 0o700 });
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const [n, contents] of [
      [1, ''],
      [2, 'rubbish'],
      [3, `${dead} elsewhere 1`],
    ] as const) {
      writeFileSync(join(locks, sampleKey(n)), contents);
      utimesSync(join(locks, sampleKey(n)), hourAgo, hourAgo);
      const found = await new ArtifactCache({ folder }).getOrCompile(sampleKey(n), async () => entry);
      expect(found.origin).toBe('compiled');
    }
    expect(readdirSync(locks)).toEqual([]);
  });

  it('a lock that is held is waited for no longer than asked', async () => {
    const folder = temporaryFolder();
    const locks = join(folder, 'locks');
    mkdirSync(locks, { mode: 0o700 });
    writeFileSync(join(locks, key), `${process.pid} elsewhere 1`);
    const cache = new ArtifactCache({ folder, lockTimeoutMilliseconds: 10 });
    expect(await cache.getOrCompile(key, async () => entry)).toMatchObject({ origin: 'compiled' });
    expect(await new ArtifactCache({ folder }).lookup(key)).toMatchObject({ origin: 'disk' });
  });

  it('one who waits for a lock can give up', async () => {
    const folder = temporaryFolder();
    const locks = join(folder, 'locks');
    mkdirSync(locks, { mode: 0o700 });
    writeFileSync(join(locks, key), `${process.pid} elsewhere 1`);
    const controller = new AbortController();
    const asked = new ArtifactCache({ folder }).getOrCompile(key, mustNotCompile, { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
