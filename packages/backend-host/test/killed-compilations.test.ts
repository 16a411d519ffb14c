/** A compiling process that is killed leaves a cache that every later process can use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-host';
import { build } from 'esbuild';
import { watchTree } from './watch-tree';

const kills = 200;

/** Compiles one source after the other until it is killed, and prints a line for each. */
const program = `
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-host';

const [folder, start] = process.argv.slice(2);
const device = await openDevice(backend, { cache: new ArtifactCache({ folder }) });
for (let i = Number(start); ; i++) {
  const source = '__global__ void k(int* out) { out[0] = ' + (i % 8) + '; }';
  (await device.compile(source)).dispose();
  process.stdout.write('compiled\\n');
}`;

describe('a process killed while it compiles', () => {
  let folder: string;
  let scripts: string;
  let script: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-killed-'));
    // Below node_modules, where its import of koffi is resolved.
    scripts = mkdtempSync(join(dirname(require.resolve('koffi')), '../.killed-'));
    script = join(scripts, 'compile.mjs');
    // The runtime is loaded once here, so that the children find it in the user's cache.
    await (await openDevice(backend)).dispose();
    await build({
      stdin: { contents: program, resolveDir: __dirname, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: script,
      external: ['koffi'],
      alias: {
        '@heddle/core/backend': join(__dirname, '../../core/src/backend/index.ts'),
        '@heddle/core': join(__dirname, '../../core/src/index.ts'),
        '@heddle/backend-host': join(__dirname, '../src/index.ts'),
      },
      // The package finds its C++ sources from its own place, which a bundle has left.
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(__dirname, '../src/index.ts')).href) },
    });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(scripts, { recursive: true, force: true });
  });

  // Killed at an event drawn anew each time, between the first file that a compilation makes and its end.
  const killOnce = async (cacheFolder: string, round: number, events: number): Promise<void> => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const child = spawn(process.execPath, [script, cacheFolder, String(round)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary },
    });
    let left = events;
    const countDown = (): void => {
      if (--left === 0) child.kill('SIGKILL');
    };
    const watchers = [watchTree(temporary, countDown), watchTree(cacheFolder, countDown)];
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    createInterface({ input: child.stdout }).on('line', countDown);
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    for (const watcher of watchers) watcher.close();
    if (signal !== 'SIGKILL') throw new Error(`a child ended by itself with ${code}: ${errors}`);
  };

  it(`${kills} times leaves a cache that works`, async () => {
    const cacheFolder = join(folder, 'cache');
    mkdirSync(cacheFolder);
    for (let round = 0; round < kills; round++) {
      // A compilation is some fifty events, the last dozen in the cache; now and then one is left to end.
      const most = round % 4 === 0 ? 120 : 50;
      await killOnce(cacheFolder, round, 1 + Math.floor(Math.random() * most));
    }
    const cache = new ArtifactCache({ folder: cacheFolder });
    const device = await openDevice(backend, { cache });
    for (let i = 0; i < 8; i++) {
      const module = await device.compile<string>(`__global__ void k(int* out) { out[0] = ${i}; }`);
      const out = device.allocate('int32', 1);
      module.kernel('k').launch({ grid: 1, block: 1 }, out);
      expect((await out.read())[0]).toBe(i);
    }
    await device.dispose();
    await cache.settled();
    // Killed processes left no permanent garbage, and no damaged entry was used.
    expect(cache.statistics.corrupt).toBe(0);
    expect((await cache.usage()).entries).toBe(8);
    // Only processes are waited for, which a busy machine may take minutes to start.
  }, 1_800_000);
});
