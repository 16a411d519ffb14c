import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { ArtifactCache } from '../../src/cache';
import { sampleEntry, sampleKey } from './sample-entry';
import { ownFolder, temporaryFolder } from './temporary-folder';

/** The only file of an entry in a folder. */
function entryFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.entry'));
  expect(files).toHaveLength(1);
  return join(folder, files[0] ?? '');
}

async function storedEntry(byteLength: number) {
  const folder = temporaryFolder();
  const key = sampleKey(1);
  const entry = sampleEntry(key, byteLength);
  await new ArtifactCache({ folder }).store(key, entry);
  return { folder, key, entry, file: entryFile(folder) };
}

/** A cache as another process has it: with nothing in memory. */
const asStranger = (folder: string): ArtifactCache => new ArtifactCache({ folder, memoryByteLength: 0 });

describe('an entry', () => {
  it.each([0, 1, 40_000, 3_000_000])('of %d bytes comes back as it was', async (byteLength) => {
    const { folder, key, entry } = await storedEntry(byteLength);
    const found = await asStranger(folder).lookup(key);
    expect(found?.metadata).toEqual(entry.metadata);
    expect(Buffer.from(found?.bytes ?? []).equals(Buffer.from(entry.bytes))).toBe(true);
    expect(found?.origin).toBe('disk');
  });

  it('comes back at an address from which words can be read', async () => {
    const { folder, key } = await storedEntry(64);
    const bytes = (await asStranger(folder).lookup(key))?.bytes ?? new Uint8Array(1).subarray(1);
    expect(bytes.byteOffset % 16).toBe(0);
  });

  it('is readable by its owner alone', async () => {
    const { folder, file } = await storedEntry(10);
    if (process.platform === 'win32') return expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

const mark = 'HEDDLE\r\n';

describe('a damaged entry is a miss, and is removed unless its first bytes are lost', () => {
  async function expectMiss(folder: string, key: string, file: string, contents: Uint8Array): Promise<void> {
    writeFileSync(file, contents);
    const cache = asStranger(folder);
    expect(await cache.lookup(key)).toBeUndefined();
    expect(cache.statistics.corrupt).toBe(1);
    const isOwn = Buffer.from(contents).toString('latin1').startsWith(mark);
    expect(existsSync(file)).toBe(!isOwn);
    if (!isOwn) expect(readFileSync(file).equals(contents)).toBe(true);
  }

  it('when any one byte is flipped', async () => {
    const { folder, key, file } = await storedEntry(40);
    const right = readFileSync(file);
    for (let at = 0; at < right.length; at++) {
      const wrong = Buffer.from(right);
      wrong[at] = (wrong[at] ?? 0) ^ (1 << (at % 8));
      await expectMiss(folder, key, file, wrong);
    }
  });

  it('when it ends anywhere too early', async () => {
    const { folder, key, file } = await storedEntry(40);
    const right = readFileSync(file);
    for (let length = 0; length < right.length; length++) {
      await expectMiss(folder, key, file, right.subarray(0, length));
    }
  });

  it('when anything at all stands in its place', async () => {
    const { folder, key, file } = await storedEntry(40);
    const right = readFileSync(file);
    const damage = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ minLength: 1, maxLength: 50 }).map((tail) => Buffer.concat([right, tail])),
      fc.tuple(fc.nat(right.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 })).map(([at, bytes]) => {
        const wrong = Buffer.from(right);
        wrong.set(bytes.subarray(0, right.length - at), at);
        return wrong;
      }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (contents) => {
        fc.pre(!right.equals(contents));
        await expectMiss(folder, key, file, contents);
      }),
    );
  });

  it('when it is the entry of another key', async () => {
    const { folder, file } = await storedEntry(40);
    const other = sampleKey(2);
    const place = join(ownFolder(folder), other.slice(0, 2), `${other.slice(2)}.entry`);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    renameSync(file, place);
    const cache = asStranger(folder);
    expect(await cache.lookup(other)).toBeUndefined();
    expect(cache.statistics.corrupt).toBe(1);
  });

  it.each(['rubbish', '', mark, `${mark} damaged`])('and is compiled and stored anew: %j', async (contents) => {
    const { folder, key, entry, file } = await storedEntry(40);
    writeFileSync(file, contents);
    const cache = asStranger(folder);
    const found = await cache.getOrCompile(key, async () => entry);
    await cache.settled();
    expect(found.origin).toBe('compiled');
    expect((await asStranger(folder).lookup(key))?.bytes).toEqual(Buffer.from(entry.bytes));
    if (!contents.startsWith(mark)) expect(readFileSync(file, 'utf8')).toBe(contents);
  });

  it('of several megabytes, too', async () => {
    const { folder, key, entry, file } = await storedEntry(3_000_000);
    const foreign = randomBytes(2_000_000);
    writeFileSync(file, foreign);
    const cache = asStranger(folder);
    const found = await cache.getOrCompile(key, async () => entry);
    await cache.settled();
    expect(found.origin).toBe('compiled');
    expect((await asStranger(folder).lookup(key))?.bytes.byteLength).toBe(3_000_000);
    expect(readFileSync(file).equals(foreign)).toBe(true);
  });

  it('even where it is a folder', async () => {
    const { folder, key, file } = await storedEntry(40);
    renameSync(file, `${file}.old`);
    mkdirSync(file);
    expect(await asStranger(folder).lookup(key)).toBeUndefined();
  });
});
