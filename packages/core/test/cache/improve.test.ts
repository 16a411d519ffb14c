import { ArtifactCache } from '../../src/cache';
import { sampleEntry, sampleKey } from './sample-entry';
import { temporaryFolder } from './temporary-folder';

const key = sampleKey(1);
const first = sampleEntry(key, 100);
const better = sampleEntry(key, 200);

describe('improving an entry', () => {
  it('puts the better form in its place, for this process and the next', async () => {
    const folder = temporaryFolder();
    const cache = new ArtifactCache({ folder });
    await cache.getOrCompile(key, async () => first);
    cache.improve(key, async () => better);
    await cache.settled();
    expect((await cache.lookup(key))?.bytes).toEqual(better.bytes);
    expect((await new ArtifactCache({ folder }).lookup(key))?.bytes).toEqual(better.bytes);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('no'))],
    ['finds nothing better', async () => undefined],
  ])('leaves it as it is where the making %s', async (_, make) => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    await cache.getOrCompile(key, async () => first);
    cache.improve(key, make);
    await cache.settled();
    expect((await cache.lookup(key))?.bytes).toEqual(first.bytes);
  });

  it('stores nothing for what was not stored', async () => {
    const cache = new ArtifactCache({ folder: temporaryFolder() });
    cache.improve(key, async () => better);
    await cache.settled();
    expect(await cache.lookup(key)).toBeUndefined();
  });
});
