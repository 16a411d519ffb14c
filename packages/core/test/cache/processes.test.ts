import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactCache } from '../../src/cache';
import { sampleEntry, sampleKey } from './sample-entry';
import { ownFolder, temporaryFolder } from './temporary-folder';
import { buildWorker, startWorker, type Worker } from './worker-process';

/** For tests that wait for processes alone: a busy machine may need minutes, and none of the time is the test's to judge. */
const longest = 1_800_000;

let script: string;

beforeAll(() => {
  script = buildWorker();
});

/** Disk space of all files below a folder, in whole pages. */
function diskUsage(folder: string): number {
  let byteLength = 0;
  for (const item of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(join(folder, item), { throwIfNoEntry: false });
    if (stats?.isFile()) byteLength += Math.ceil(stats.size / 4096) * 4096;
  }
  return byteLength;
}

describe('many processes share a folder', () => {
  it(
    'eight that want the same at once compile it once',
    async () => {
      const folder = temporaryFolder();
      const workers = Array.from({ length: 8 }, () => startWorker(script, 'compile', folder));
      await Promise.all(workers.map((worker) => worker.next()));
      for (const worker of workers) worker.process.stdin?.write('go\n');
      const results = await Promise.all(workers.map((worker) => worker.next()));
      await Promise.all(workers.map(({ ended }) => ended));
      expect(results.map(({ origin }) => origin).sort()).toEqual(['compiled', ...Array<string>(7).fill('disk')]);
      expect(results.every(({ right }) => right)).toBe(true);
    },
    longest,
  );

  it('goes on at once when the one that compiles is killed', async () => {
    const folder = temporaryFolder();
    const holder = startWorker(script, 'hold', folder);
    await holder.next();
    const cache = new ArtifactCache({ folder });
    const waiting = cache.getOrCompile(sampleKey(0), async () => sampleEntry(sampleKey(0)));
    holder.process.kill('SIGKILL');
    await expect(waiting).resolves.toMatchObject({ origin: 'compiled' });
  });

  it(
    'keeps the bound while eight write, and afterwards',
    async () => {
      const folder = temporaryFolder();
      const bound = 4_000_000;
      const workers = Array.from({ length: 8 }, () => startWorker(script, 'fill', folder, bound));
      let largest = 0;
      const countsOf = async (worker: Worker): Promise<Record<string, unknown>> => {
        for (;;) {
          const fact = await worker.next();
          if ('stored' in fact) return fact;
          // The ledger and the locks are a few pages beside the entries.
          largest = Math.max(largest, diskUsage(folder) - 16 * 4096);
        }
      };
      const counts = await Promise.all(workers.map(countsOf));
      await Promise.all(workers.map(({ ended }) => ended));
      const sum = (name: string): number => counts.reduce((total, count) => total + Number(count[name]), 0);
      expect(largest).toBeLessThanOrEqual(bound);
      // 8 x 60 entries of 25 KB on average are three times the bound: every one was written, and most had to go.
      expect(sum('stored')).toBe(480);
      expect(sum('corrupt')).toBe(0);
      const { entries, byteLength } = await new ArtifactCache({ folder }).usage();
      expect(entries).toBe(480 - sum('evicted'));
      expect(byteLength).toBeGreaterThan(bound / 4);
    },
    longest,
  );

  it(
    'is whole after 200 writers were killed at any moment',
    async () => {
      const folder = temporaryFolder();
      const bound = 1_000_000;
      const killOne = async (n: number): Promise<void> => {
        const worker = startWorker(script, 'endless', folder, bound);
        await worker.next();
        // Every fourth is known to have stored or found something.
        if (n % 4 === 0) while (!('origin' in (await worker.next())));
        for (let steps = (n * 7) % 31; steps > 0; steps--) await worker.next();
        worker.process.kill('SIGKILL');
        await worker.ended;
      };
      for (let n = 0; n < 200; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(killOne));

      const cache = new ArtifactCache({ folder, maxByteLength: bound, memoryByteLength: 0 });
      let hits = 0;
      for (let n = 0; n < 50; n++) {
        const key = sampleKey(n);
        const found = await cache.lookup(key);
        if (!found) continue;
        hits++;
        expect(Buffer.from(found.bytes).equals(Buffer.from(sampleEntry(key, 1000 + n * 1000).bytes))).toBe(true);
      }
      expect(hits).toBeGreaterThan(0);
      for (let n = 0; n < 50; n++) {
        const key = sampleKey(n);
        await cache.getOrCompile(key, async () => sampleEntry(key, 1000 + n * 1000));
      }
      await cache.settled();
      expect(cache.statistics.corrupt).toBe(0);
      // One that was killed before its first byte left a file that could be anybody's.
      const temporaries = join(ownFolder(folder), 'temporary');
      expect(readdirSync(temporaries).filter((name) => statSync(join(temporaries, name)).size > 0)).toEqual([]);
      expect(diskUsage(folder)).toBeLessThanOrEqual(bound + 250 * 4096);
      expect((await cache.usage()).byteLength).toBeLessThanOrEqual(bound);
    },
    longest,
  );

  const withPermissions = process.platform === 'win32' ? it.skip : it;

  withPermissions('reads from a folder it may not write to', async () => {
    const worker = startWorker(script, 'readonly', temporaryFolder());
    expect(await worker.next()).toEqual({ origins: ['disk', 'compiled', 'compiled'], failures: ['EACCES'] });
    await worker.ended;
  });
});
