/** The cache among files that it did not make: they stay as they are, and nothing waits for them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import {
  changedSince,
  plantStranger,
  plantStrangers,
  stateOf,
  strangerKinds,
  type StrangerKind,
} from '../../../../tools/backend-tests/src/strangers';
import { ArtifactCache } from '../../src/cache';
import { machineName } from '../../src/cache/process-identity';
import { sampleEntry, sampleKey } from './sample-entry';
import { ownFolder, temporaryFolder } from './temporary-folder';
import { buildWorker, startWorker } from './worker-process';

const onPosix = process.platform === 'win32' ? describe.skip : describe;
const key = sampleKey(1);
const entry = sampleEntry(key);
const uuid = '01234567-89ab-cdef-0123-456789abcdef';
const deadProcess = 2 ** 30;

/** Names of the cache's own files of every kind, those of processes that have ended among them. */
const fileNames = [
  'usage',
  'usage-2',
  'locks/eviction',
  `locks/${key}`,
  `locks/${sampleKey(2)}`,
  `temporary/${deadProcess}-${machineName()}-${uuid}`,
  `temporary/${deadProcess}-0123456789abcdef-${uuid}`,
  ...[1, 2, 3].flatMap((n) => [`${placeOf(sampleKey(n))}.entry`, `${placeOf(sampleKey(n))}-2.entry`]),
];
const folderNames = ['locks', 'temporary', key.slice(0, 2)];

function placeOf(of: string): string {
  return `${of.slice(0, 2)}/${of.slice(2)}`;
}

/** A cache folder that is in use, with its tag. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  const cache = new ArtifactCache({ folder });
  for (const n of [1, 2]) await cache.store(sampleKey(n), sampleEntry(sampleKey(n)));
  await cache.getOrCompile(sampleKey(3), async () => sampleEntry(sampleKey(3)));
  await cache.settled();
  return folder;
}

/** All that a cache does: look up, compile, store, improve, discard, make room, sweep, measure, clear. */
async function useInFull(folder: string): Promise<void> {
  // Room for two entries, so that storing the third evicts.
  const cache = new ArtifactCache({ folder, maxByteLength: 2 * 4096, memoryByteLength: 0 });
  for (const n of [1, 2, 3, 4]) {
    const wanted = sampleKey(n);
    const right = sampleEntry(wanted);
    const { bytes } = await cache.getOrCompile(wanted, async () => right);
    expect(Buffer.from(bytes).equals(Buffer.from(right.bytes))).toBe(true);
  }
  cache.improve(sampleKey(4), async () => sampleEntry(sampleKey(4)));
  await cache.settled();
  cache.discard(key, entry);
  await cache.usage();
  await new ArtifactCache({ folder }).store(key, entry);
  await new ArtifactCache({ folder }).clear();
}

onPosix('files of others in the folder that the user names', () => {
  it.each(strangerKinds)('stay, each name a %s, and the cache works', async (kind) => {
    const folder = temporaryFolder();
    // The names of the cache's own folder, and those of the versions that kept everything in the named one.
    const names = [...folderNames, 'usage', 'CACHEDIR.TAG', 'heddle-cache-v1', 'heddle-cache-v2-abcdef', 'heddle'];
    const planted = names.flatMap((name) => plantStranger(join(folder, name), kind));
    const before = stateOf(planted);
    await useInFull(folder);
    expect(new ArtifactCache({ folder }).state.enabled).toBe(true);
    expect(changedSince(before)).toEqual([]);
  });

  it('stay, if they are a cache of an earlier version, which lay directly in it', async () => {
    const folder = temporaryFolder();
    const made = await usedFolder();
    for (const name of readdirSync(ownFolder(made))) renameSync(join(ownFolder(made), name), join(folder, name));
    const before = stateOf([folder]);
    await useInFull(folder);
    expect(changedSince(before)).toEqual([]);
  });
});

onPosix("a folder of the cache's own name that it did not make", () => {
  it.each(strangerKinds)('stays, and the cache is off: a %s', async (kind) => {
    const folder = temporaryFolder();
    const planted = plantStranger(ownFolder(folder), kind);
    const before = stateOf(planted);
    await useInFull(folder);
    expect(changedSince(before)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['heddle-cache-v2']);
    const { state } = new ArtifactCache({ folder });
    const reason = kind === 'folder' ? 'is not empty and has no CACHEDIR.TAG of Heddle' : /is a link|is not a folder/;
    expect(state).toEqual({ enabled: false, folder, reason: expect.stringMatching(reason) });
  });

  it.each(strangerKinds)('stays, and the cache is off: one whose tag is a %s', async (kind) => {
    const folder = temporaryFolder();
    const planted = plantStranger(join(ownFolder(folder), 'CACHEDIR.TAG'), kind, ['CACHEDIR.TAG']);
    const before = stateOf(planted);
    await useInFull(folder);
    expect(changedSince(before)).toEqual([]);
    expect(new ArtifactCache({ folder }).state).toMatchObject({ enabled: false });
  });

  it('stays, and the cache is off: one with the tag of another program', async () => {
    const folder = await usedFolder();
    const tag = join(ownFolder(folder), 'CACHEDIR.TAG');
    expect(readFileSync(tag, 'utf8')).toMatch(/^Signature: 8a477f597d28d172789f06886806bc55\n# .*Heddle/);
    writeFileSync(tag, 'Signature: 8a477f597d28d172789f06886806bc55\n# This file was made by another program.\n');
    const before = stateOf([folder]);
    await useInFull(folder);
    expect(changedSince(before)).toEqual([]);
  });

  it('is used if it is empty', async () => {
    const folder = temporaryFolder();
    mkdirSync(ownFolder(folder));
    await new ArtifactCache({ folder }).store(key, entry);
    expect((await new ArtifactCache({ folder }).lookup(key))?.origin).toBe('disk');
    expect(readdirSync(folder)).toEqual(['heddle-cache-v2']);
  });
});

onPosix("files of others in the cache's own folder", () => {
  const notFolders = strangerKinds.filter((kind) => kind !== 'folder');

  it.each(folderNames.flatMap((name) => notFolders.map((kind): [string, StrangerKind] => [name, kind])))(
    'stay, and the cache is off where %s is a %s',
    async (name, kind) => {
      const folder = await usedFolder();
      const place = join(ownFolder(folder), name);
      rmSync(place, { recursive: true });
      // Files in it that would be the cache's, but for the link that leads to them.
      const names = fileNames.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length + 1));
      const planted = plantStranger(place, kind, names.length > 0 ? names : undefined);
      const before = stateOf(planted);
      const cache = new ArtifactCache({ folder });
      await cache.usage();
      await cache.store(sampleKey(1), entry);
      expect(cache.state).toMatchObject({ enabled: false, reason: expect.stringContaining(place) });
      await useInFull(folder);
      expect(changedSince(before)).toEqual([]);
    },
  );

  it.each(strangerKinds)('stay, and the cache works where every name is a %s', async (kind) => {
    const folder = await usedFolder();
    const paths = fileNames.map((name) => join(ownFolder(folder), name));
    for (const path of paths) rmSync(path, { force: true });
    const planted = paths.flatMap((path) => plantStranger(path, kind));
    const before = stateOf(planted);
    await useInFull(folder);
    expect(new ArtifactCache({ folder }).state.enabled).toBe(true);
    expect(changedSince(before)).toEqual([]);
  });

  it('stay, whatever is where, and what is in them', async () => {
    const contents = fc.oneof(
      fc.constantFrom('', 'H', 'HEDDLE', 'HEDDLE\r', 'HEDDLE\n', 'heddle\r\n', ' HEDDLE\r\n'),
      fc.string({ maxLength: 60 }).filter((text) => !text.startsWith('HEDDLE\r\n')),
    );
    const files = fc.uniqueArray(fc.tuple(fc.constantFrom(...fileNames), contents), {
      minLength: 1,
      selector: ([name]) => name,
    });
    const others = ['mine', 'locks/mine', 'temporary/mine', `${key.slice(0, 2)}/mine.entry`, 'usage-3', 'zz/a.entry'];
    await fc.assert(
      fc.asyncProperty(files, fc.nat(strangerKinds.length), async (written, first) => {
        const folder = await usedFolder();
        const place = (name: string): string => join(ownFolder(folder), name);
        const planted = plantStrangers(others.map(place), first);
        for (const [name, text] of written) {
          mkdirSync(dirname(place(name)), { recursive: true, mode: 0o700 });
          writeFileSync(place(name), text);
          planted.push(place(name));
        }
        const before = stateOf(planted);
        await useInFull(folder);
        expect(changedSince(before)).toEqual([]);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });

  it('do not take the room of entries', async () => {
    const folder = await usedFolder();
    // As large as the whole bound.
    const place = join(ownFolder(folder), `${placeOf(sampleKey(9))}.entry`);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(place, Buffer.alloc(3 * 4096, 'x'));
    const cache = new ArtifactCache({ folder, maxByteLength: 3 * 4096, memoryByteLength: 0 });
    for (const n of [4, 5, 6, 7, 8]) await cache.store(sampleKey(n), sampleEntry(sampleKey(n)));
    expect((await cache.lookup(sampleKey(8)))?.origin).toBe('disk');
    expect(readFileSync(place, 'latin1')).toBe('x'.repeat(3 * 4096));
  });

  it('in the place of an entry are told of', async () => {
    const folder = await usedFolder();
    writeFileSync(join(ownFolder(folder), `${placeOf(key)}.entry`), 'somebody needs this');
    const cache = new ArtifactCache({ folder });
    expect((await cache.getOrCompile(key, async () => entry)).origin).toBe('compiled');
    expect(cache.statistics.corrupt).toBeGreaterThan(0);
    await cache.settled();
    expect((await new ArtifactCache({ folder }).lookup(key))?.origin).toBe('disk');
  });
});

describe('many processes that begin in a new folder at once', () => {
  it('make one folder of the cache, and all use it', async () => {
    const script = buildWorker();
    for (let round = 0; round < 4; round++) {
      const folder = temporaryFolder();
      const workers = Array.from({ length: 8 }, () => startWorker(script, 'begin', folder));
      await Promise.all(workers.map((worker) => worker.next()));
      for (const worker of workers) worker.process.stdin?.write('go\n');
      expect(await Promise.all(workers.map((worker) => worker.next()))).toEqual(
        Array(8).fill({ enabled: true, origin: 'compiled' }),
      );
      await Promise.all(workers.map(({ ended }) => ended));
      expect(readdirSync(folder)).toEqual(['heddle-cache-v2']);
      expect((await new ArtifactCache({ folder }).usage()).entries).toBe(8);
      expect(existsSync(join(ownFolder(folder), 'CACHEDIR.TAG'))).toBe(true);
    }
  }, 120_000);
});
