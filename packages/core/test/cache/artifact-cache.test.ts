import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactCache, artifactKey, type CacheEntry } from '../../src/cache';
import { onTrace, type CacheTrace } from '../../src/tracing';
import { sampleEntry, sampleKey } from './sample-entry';
import { ownFolder, temporaryFolder } from './temporary-folder';

const key = sampleKey(1);
const entry = sampleEntry(key);

/** A compilation that ends when told to. */
function pendingCompilation() {
  let end: (entry: CacheEntry) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<CacheEntry>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const compile = jest.fn((_signal: AbortSignal) => result);
  return { compile, end: () => end(entry), fail: (error: Error) => fail(error) };
}

/** What is told of the sample keys, and of no key: the channel is the process's, where others may still be storing. */
async function traced(body: () => Promise<unknown>): Promise<CacheTrace[]> {
  const events: CacheTrace[] = [];
  const samples = new Set(Array.from({ length: 1000 }, (_, n) => sampleKey(n)));
  const stop = onTrace('heddle:cache', (event) => {
    if (event.key === undefined || samples.has(event.key)) events.push(event);
  });
  try {
    await body();
  } finally {
    stop();
  }
  return events;
}

const mustNotCompile = (): Promise<CacheEntry> => Promise.reject(new Error('compiled, where a hit was due'));

describe('getOrCompile', () => {
  it('compiles once, then finds it in memory, and another process on disk', async () => {
    const folder = temporaryFolder();
    const cache = new ArtifactCache({ folder });
    const events = await traced(async () => {
      expect(await cache.getOrCompile(key, async () => entry)).toMatchObject({ origin: 'compiled' });
      // A slow disk is not waited for.
      await cache.settled();
      expect(await cache.getOrCompile(key, mustNotCompile)).toMatchObject({ origin: 'memory' });
      const other = new ArtifactCache({ folder });
      expect(await other.getOrCompile(key, mustNotCompile)).toEqual({
        metadata: entry.metadata,
        bytes: Buffer.from(entry.bytes),
        origin: 'disk',
      });
    });
    expect(events.map(({ action }) => action)).toEqual(['miss', 'store', 'memory-hit', 'disk-hit']);
    expect(cache.statistics).toMatchObject({ compiled: 1, stored: 1, memoryHits: 1, diskHits: 0 });
  });

  it('shares one compilation between all who ask at the same time', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const { compile, end } = pendingCompilation();
    const asked = Array.from({ length: 10 }, () => cache.getOrCompile(key, compile));
    end();
    const results = await Promise.all(asked);
    expect(compile).toHaveBeenCalledTimes(1);
    expect(results.map(({ origin }) => origin).sort()).toEqual(['compiled', ...Array<string>(9).fill('joined')]);
  });

  it('lets one who waits give up without disturbing the others', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const { compile, end } = pendingCompilation();
    const first = new AbortController();
    const given = cache.getOrCompile(key, compile, { signal: first.signal });
    const kept = cache.getOrCompile(key, compile, { signal: new AbortController().signal });
    first.abort();
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' });
    end();
    await expect(kept).resolves.toMatchObject({ origin: 'joined' });
  });

  it('aborts the compilation when nobody waits any more, and starts anew for the next', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const aborted = new Promise<void>((resolve) => {
      const controller = new AbortController();
      const asked = cache.getOrCompile(
        key,
        (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('aborted'));
              resolve();
            });
            controller.abort();
          }),
        { signal: controller.signal },
      );
      asked.catch(() => undefined);
    });
    await aborted;
    await expect(cache.getOrCompile(key, async () => entry)).resolves.toMatchObject({ origin: 'compiled' });
  });

  it('does not start for a signal that is aborted already', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const compile = jest.fn(async () => entry);
    await expect(cache.getOrCompile(key, compile, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(compile).not.toHaveBeenCalled();
  });

  it("gives the compiler's error to all who wait, and keeps nothing of it", async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const { compile, fail } = pendingCompilation();
    const asked = [cache.getOrCompile(key, compile), cache.getOrCompile(key, compile)];
    fail(new Error('expected ;'));
    for (const result of await Promise.allSettled(asked)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'expected ;' } });
    }
    await expect(cache.getOrCompile(key, async () => entry)).resolves.toMatchObject({ origin: 'compiled' });
  });

  it('sees an edited include', async () => {
    const folder = temporaryFolder();
    const header = join(temporaryFolder(), 'scale.h');
    const cache = new ArtifactCache({ folder });
    const run = async (): Promise<string> => {
      const request = { compiler: 'c', fingerprint: 'f', architecture: 'a', source: `#include "${header}"` };
      return (await cache.getOrCompile(await artifactKey(request), async () => entry)).origin;
    };
    writeFileSync(header, '#define SCALE 2');
    expect([await run(), await run()]).toEqual(['compiled', 'memory']);
    writeFileSync(header, '#define SCALE 3');
    expect([await run(), await run()]).toEqual(['compiled', 'memory']);
    writeFileSync(header, '#define SCALE 2');
    expect(await run()).toBe('memory');
  });

  it('does not keep what was compiled while an include changed', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const changing = { key, unchanged: async () => false };
    await cache.getOrCompile(changing, async () => entry);
    expect(await cache.lookup(key)).toBeUndefined();
    expect(cache.statistics).toMatchObject({ bypassed: 1, stored: 0 });
  });

  it('compiles a request without a key every time', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    const compile = jest.fn(async () => entry);
    const noKey = { key: undefined, uncacheable: 'it includes a macro' };
    const events = await traced(async () => {
      await cache.getOrCompile(noKey, compile);
      await cache.getOrCompile(noKey, compile);
    });
    expect(compile).toHaveBeenCalledTimes(2);
    expect(events).toMatchObject([
      { action: 'bypass', reason: 'it includes a macro' },
      { action: 'bypass', reason: 'it includes a macro' },
    ]);
  });

  it.each(['', 'abc', '../../../../etc/passwd', key.toUpperCase(), `${key}0`])('refuses the key %j', async (wrong) => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    await expect(cache.getOrCompile(wrong, async () => entry)).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(cache.store(wrong, entry)).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(cache.lookup(wrong)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('gives the same metadata for a fresh result as for a later hit', async () => {
    const folder = temporaryFolder();
    const odd = { ...entry, metadata: { ...entry.metadata, facts: { a: undefined, b: [1, undefined] } as never } };
    const cache = new ArtifactCache({ folder });
    const fresh = await cache.getOrCompile(key, async () => odd);
    await cache.settled();
    const later = await new ArtifactCache({ folder }).getOrCompile(key, mustNotCompile);
    expect(fresh.metadata).toStrictEqual(later.metadata);
  });
});

describe('memory', () => {
  it('keeps what was used last, within its bound', async () => {
    const cache = new ArtifactCache({ enabled: true, folder: temporaryFolder(), memoryByteLength: 3 * (1000 + 1024) });
    for (const n of [1, 2, 3]) await cache.store(sampleKey(n), sampleEntry(sampleKey(n)));
    await cache.lookup(sampleKey(1));
    await cache.store(sampleKey(4), sampleEntry(sampleKey(4)));
    const origins: (string | undefined)[] = [];
    for (const n of [1, 3, 4, 2]) origins.push((await cache.lookup(sampleKey(n)))?.origin);
    expect(origins).toEqual(['memory', 'memory', 'memory', 'disk']);
  });
});

describe('the bound on disk', () => {
  it('removes what was used longest ago', async () => {
    const folder = temporaryFolder();
    // Room for four; a fifth makes the cache shrink to three quarters, the newcomer aside.
    const cache = new ArtifactCache({ folder, maxByteLength: 4 * 4096, memoryByteLength: 0 });
    for (const n of [1, 2, 3, 4]) {
      await cache.store(sampleKey(n), sampleEntry(sampleKey(n)));
      const { shard, name } = placeOf(sampleKey(n));
      const used = new Date(Date.now() - (n === 1 ? 3_700_000 : 10_000_000 - n * 1000));
      utimesSync(join(ownFolder(folder), shard, name), used, used);
    }
    await cache.store(sampleKey(5), sampleEntry(sampleKey(5)));
    const left: number[] = [];
    for (const n of [1, 2, 3, 4, 5]) if (await cache.lookup(sampleKey(n))) left.push(n);
    expect(left).toEqual([1, 3, 4, 5]);
    expect(await cache.usage()).toEqual({ entries: 4, byteLength: 4 * 4096 });
  });

  it('leaves out an entry that is larger than all of it', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder(), maxByteLength: 8192, memoryByteLength: 0 });
    const events = await traced(async () => {
      await cache.getOrCompile(key, async () => sampleEntry(key, 20_000));
      await cache.settled();
    });
    expect(events).toMatchObject([
      { action: 'miss' },
      { action: 'write-failed', reason: expect.stringContaining('room') },
    ]);
    expect(await cache.usage()).toEqual({ entries: 0, byteLength: 0 });
  });

  it('counts the folder again where its ledger is lost or damaged', async () => {
    const folder = temporaryFolder();
    const cache = new ArtifactCache({ folder, maxByteLength: 4 * 4096 });
    for (const [n, ledger] of [
      [1, 'rubbish'],
      [2, ''],
      [3, undefined],
      [4, 'rubbish'],
      [5, undefined],
      [6, '1'],
    ] as const) {
      await cache.store(sampleKey(n), sampleEntry(sampleKey(n)));
      expect((await cache.usage()).byteLength).toBeLessThanOrEqual(4 * 4096);
      if (ledger === undefined) rmSync(join(ownFolder(folder), 'usage'));
      else writeFileSync(join(ownFolder(folder), 'usage'), ledger);
    }
    expect((await cache.usage()).entries).toBeGreaterThan(0);
  });

  it('clear removes everything', async () => {
    const folder = temporaryFolder();
    const cache = new ArtifactCache({ folder });
    await cache.store(key, entry);
    await cache.clear();
    expect(await cache.lookup(key)).toBeUndefined();
    expect(await cache.usage()).toEqual({ entries: 0, byteLength: 0 });
  });
});

function placeOf(of: string): { shard: string; name: string } {
  return { shard: of.slice(0, 2), name: `${of.slice(2)}.entry` };
}

describe('where and whether', () => {
  const folderOf = (environment: Record<string, string>): string | undefined =>
    new ArtifactCache({ environment }).state.folder;

  it('HEDDLE_CACHE_DIR, else the cache directory of the user', () => {
    const home = temporaryFolder();
    expect(folderOf({ HOME: home, HEDDLE_CACHE_DIR: join(home, 'mine') })).toBe(join(home, 'mine'));
    if (process.platform === 'linux') {
      expect(folderOf({ HOME: home, XDG_CACHE_HOME: join(home, 'xdg') })).toBe(join(home, 'xdg', 'heddle'));
      expect(folderOf({ HOME: home, XDG_CACHE_HOME: 'relative' })).toBe(join(home, '.cache', 'heddle'));
    }
  });

  it('HEDDLE_CACHE=off keeps nothing, yet shares what is under way', async () => {
    const folder = join(temporaryFolder(), 'never');
    const cache = new ArtifactCache({ environment: { HEDDLE_CACHE: 'off', HEDDLE_CACHE_DIR: folder } });
    const { compile, end } = pendingCompilation();
    const asked = [cache.getOrCompile(key, compile), cache.getOrCompile(key, compile)];
    end();
    await Promise.all(asked);
    expect(compile).toHaveBeenCalledTimes(1);
    await cache.getOrCompile(key, compile);
    expect(compile).toHaveBeenCalledTimes(2);
    expect(cache.state).toMatchObject({ enabled: false, reason: expect.stringContaining('HEDDLE_CACHE=off') });
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });

  it.each(['1e9', '-5', 'much'])('HEDDLE_CACHE_MAX_BYTES=%s is reported and not followed', async (bound) => {
    const cache = new ArtifactCache({
      environment: { HEDDLE_CACHE_DIR: temporaryFolder(), HEDDLE_CACHE_MAX_BYTES: bound },
    });
    const events = await traced(async () => expect(cache.state).toMatchObject({ maxByteLength: 1024 ** 3 }));
    expect(events).toMatchObject([{ action: 'setting-ignored', reason: expect.stringContaining(bound) }]);
  });

  it('an unknown word for HEDDLE_CACHE is reported and not followed', async () => {
    const cache = new ArtifactCache({ environment: { HEDDLE_CACHE_DIR: temporaryFolder(), HEDDLE_CACHE: 'of' } });
    const complaint = "HEDDLE_CACHE is 'off' or 'on', not 'of'";
    const events = await traced(async () => expect(cache.state).toMatchObject({ enabled: true, complaint }));
    expect(events).toMatchObject([{ action: 'setting-ignored', reason: complaint }]);
  });

  it.each([-1, 1.5, NaN])('a bound of %p is an ARGUMENT error', (maxByteLength) => {
    expect(() => new ArtifactCache({ maxByteLength })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('one environment has one cache', () => {
    const environment = { HEDDLE_CACHE_DIR: temporaryFolder() };
    expect(ArtifactCache.fromEnvironment({ ...environment })).toBe(ArtifactCache.fromEnvironment(environment));
    expect(ArtifactCache.fromEnvironment({ HEDDLE_CACHE: 'off' })).not.toBe(ArtifactCache.fromEnvironment(environment));
  });

  const onlyWithOwners = process.platform === 'win32' ? it.skip : it;

  onlyWithOwners.each([0o770, 0o707, 0o777, 0o1777])(
    'a folder of mode %o is refused, and all works from memory',
    async (mode) => {
      const folder = temporaryFolder();
      chmodSync(folder, mode);
      const cache = new ArtifactCache({ folder });
      const events = await traced(async () => {
        expect(await cache.getOrCompile(key, async () => entry)).toMatchObject({ origin: 'compiled' });
        expect(await cache.getOrCompile(key, mustNotCompile)).toMatchObject({ origin: 'memory' });
      });
      expect(cache.state).toEqual({ enabled: false, folder, reason: expect.stringContaining('written by others') });
      expect(events.filter(({ action }) => action === 'disabled')).toHaveLength(1);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  onlyWithOwners('a folder of another user is refused', () => {
    // The process says it is somebody else: the folder is then another user's.
    const own = process.geteuid?.() ?? 0;
    const geteuid = jest.spyOn(process, 'geteuid').mockReturnValue(own + 1);
    try {
      const { state } = new ArtifactCache({ folder: temporaryFolder() });
      expect(state).toMatchObject({ enabled: false, reason: expect.stringContaining(`belongs to user ${own}`) });
    } finally {
      geteuid.mockRestore();
    }
  });

  onlyWithOwners('a link of the same user to a safe folder is followed', async () => {
    const [target, place] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(target, join(place, 'link'));
    const cache = new ArtifactCache({ folder: join(place, 'link') });
    await cache.store(key, entry);
    expect(readdirSync(ownFolder(target))).toContain(key.slice(0, 2));
  });

  // There mkdir says that the parent is not there, which it is.
  (existsSync('/proc/self') ? it : it.skip).each(['/proc/nope', '/proc/nope/deeper/cache'])(
    'a file system without folders turns the cache off: %s',
    (folder) => {
      expect(new ArtifactCache({ folder }).state).toMatchObject({
        enabled: false,
        reason: expect.stringContaining(`the cache folder ${folder} cannot be made`),
      });
    },
  );

  it('a path that cannot be a folder turns the cache off', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(new ArtifactCache({ folder: join(file, 'cache') }).state).toMatchObject({ enabled: false });
    expect(new ArtifactCache({ folder: file }).state).toMatchObject({ enabled: false });
  });
});
