/** A compiling process that is killed leaves a cache that every later process can use. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-host';
import { build } from 'esbuild';

const kills = 200;

/** Compiles one source after the other until it is killed, and says when it has begun. */
const program = `
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-host';

const [folder, start] = process.argv.slice(2);
const device = await openDevice(backend, { cache: new ArtifactCache({ folder }) });
process.stdout.write('ready');
for (let i = Number(start); ; i++) {
  const source = '__global__ void k(int* out) { out[0] = ' + (i % 8) + '; }';
  (await device.compile(source)).dispose();
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

  // Killed at a moment drawn anew each time, between the first instruction of a compilation and its end.
  const killOnce = (cacheFolder: string, round: number, milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [script, cacheFolder, String(round)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (signal === 'SIGKILL') resolve();
        else reject(new Error(`a child ended by itself with ${code}: ${errors}`));
      });
    });

  it(`${kills} times leaves a cache that works`, async () => {
    const cacheFolder = join(folder, 'cache');
    for (let round = 0; round < kills; round++) {
      // Most moments fall into a compilation; now and then one is left to reach the cache.
      const longest = round % 4 === 0 ? 150 : 60;
      await killOnce(cacheFolder, round, Math.random() * longest);
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
    // What was killed left no garbage that counts for ever, and nothing that is damaged was served.
    expect(cache.statistics.corrupt).toBe(0);
    expect((await cache.usage()).entries).toBe(8);
  }, 300_000);
});
