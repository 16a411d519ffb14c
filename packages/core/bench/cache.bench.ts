/**
 * The artifact cache: what a hit and a key cost, and whether look-ups stay as fast in a full cache.
 *
 *     npx tsx packages/core/bench/cache.bench.ts
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { ArtifactCache, artifactKey, type ArtifactRequest, type CacheEntry } from '../src/cache';

const artifactByteLength = 40_000;
const metadata = { format: 'elf', entryNames: { 'scale<float>': '_Z5scaleIfEvPT_' }, log: '' };
const entry: CacheEntry = { metadata, bytes: createHash('shake256', { outputLength: artifactByteLength }).digest() };

function keyOf(n: number): string {
  return createHash('sha256').update(String(n)).digest('hex');
}

/** Median time of one call, in microseconds. */
async function microseconds(count: number, call: (n: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const started = process.hrtime.bigint();
    await call(n);
    times.push(Number(process.hrtime.bigint() - started) / 1000);
  }
  return times.sort((a, b) => a - b)[count >> 1] ?? NaN;
}

function row(what: string, figure: number, unit: string, limit = ''): void {
  console.log(`${what.padEnd(62)} ${figure.toFixed(figure < 10 ? 2 : 1).padStart(9)} ${unit.padEnd(3)} ${limit}`);
}

const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));

/** A cache of so many entries of 100 bytes. */
async function cacheOf(count: number): Promise<ArtifactCache> {
  const cache = new ArtifactCache({ folder: join(folder, String(count)), memoryByteLength: 0 });
  for (let n = 0; n < count; n++) await cache.store(keyOf(n), { metadata, bytes: entry.bytes.subarray(0, 100) });
  return cache;
}

async function growth(): Promise<void> {
  const [small, large] = [await cacheOf(100), await cacheOf(100_000)];
  const lookups = async (cache: ArtifactCache, count: number, from: number): Promise<number> => {
    return microseconds(4000, (n) => cache.lookup(keyOf(from + ((n * 7919) % count))));
  };
  // Alternating, so that whatever else the machine does meets both alike.
  const hits: [number, number][] = [];
  const misses: [number, number][] = [];
  for (let round = 0; round < 5; round++) {
    hits.push([await lookups(small, 100, 0), await lookups(large, 100_000, 0)]);
    misses.push([await lookups(small, 100, 1e7), await lookups(large, 100_000, 1e7)]);
  }
  const best = (pairs: [number, number][], which: 0 | 1): number => Math.min(...pairs.map((pair) => pair[which]));
  row('hit among 100 entries of 100 bytes', best(hits, 0), 'us');
  row('hit among 100,000', best(hits, 1), 'us');
  row('  ratio', best(hits, 1) / best(hits, 0), 'x', 'limit 2');
  row('miss among 100', best(misses, 0), 'us');
  row('miss among 100,000', best(misses, 1), 'us');
  row('  ratio', best(misses, 1) / best(misses, 0), 'x', 'limit 2');
}

function request(n: number): ArtifactRequest {
  const lines = Array.from(
    { length: 200 },
    (_, line) => `  y[${line}] = a * x[${line}] + ${n}.0f; // a line of code\n`,
  );
  const source = `__global__ void scale(float a, const float* x, float* y) {\n${lines.join('')}}\n`;
  return {
    compiler: 'c++',
    fingerprint: 'g++ 14.2',
    architecture: 'x86-64',
    source,
    options: ['-O3'],
    names: ['scale'],
  };
}

async function withIncludes(n: number): Promise<ArtifactRequest> {
  const include = join(folder, 'include');
  mkdirSync(include, { recursive: true });
  const names = Array.from({ length: 20 }, (_, i) => `header${i}.h`);
  const body = 'inline float f(float x) { return x; }\n'.repeat(100);
  names.forEach((name, i) => writeFileSync(join(include, name), `#include "header${i + 1}.h"\n${body}`));
  const plain = request(n);
  return { ...plain, source: `#include "header0.h"\n${plain.source}`, includeDirs: [include] };
}

async function hits(): Promise<void> {
  const cache = new ArtifactCache({ folder: join(folder, 'hits') });
  await cache.store(keyOf(0), entry);
  const stranger = new ArtifactCache({ folder: join(folder, 'hits'), memoryByteLength: 0 });
  const compile = (): Promise<CacheEntry> => Promise.reject(new Error('compiled'));
  const same = request(0);
  row('key of a 10 KB source, first time', await microseconds(500, (n) => artifactKey(request(n))), 'us');
  row('key of a 10 KB source, again', await microseconds(2000, () => artifactKey(same)), 'us');
  const including = await withIncludes(0);
  row(
    'key with 20 headers, just written (read each time)',
    await microseconds(200, () => artifactKey(including)),
    'us',
  );
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await artifactKey(including);
  row('key with 20 headers, known (looked at each time)', await microseconds(500, () => artifactKey(including)), 'us');
  row('hit in memory', await microseconds(20_000, () => cache.getOrCompile(keyOf(0), compile)), 'us');
  row('hit on disk, 40 KB', await microseconds(2000, () => stranger.getOrCompile(keyOf(0), compile)), 'us');
  row('store, 40 KB', await microseconds(300, (n) => stranger.store(keyOf(n + 1), entry)), 'us');
}

// In a process of its own: nothing is compiled by V8 yet, and nothing is in any cache of Node.
function freshProcess(): void {
  const script = join(folder, 'fresh.mjs');
  const program = `
    import { ArtifactCache, artifactKey } from ${JSON.stringify(fileURLToPath(new URL('../src/cache/index.ts', import.meta.url)))};
    const request = ${JSON.stringify(request(0))};
    const cache = new ArtifactCache({ folder: ${JSON.stringify(join(folder, 'fresh'))} });
    const started = performance.now();
    const key = await artifactKey(request);
    const keyed = performance.now();
    const found = await cache.getOrCompile(key, async () => (${JSON.stringify({ metadata, bytes: [] }).replace('[]', `new Uint8Array(${artifactByteLength})`)}));
    const ended = performance.now();
    await cache.settled();
    console.log(JSON.stringify({ origin: found.origin, key: keyed - started, load: ended - keyed }));`;
  buildSync({
    stdin: { contents: program, resolveDir: folder },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const runs = Array.from(
    { length: 21 },
    () =>
      JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as {
        origin: string;
        key: number;
        load: number;
      },
  );
  const loads = runs.filter(({ origin }) => origin === 'disk');
  if (loads.length !== 20) throw new Error('the entry was not found on disk');
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
  row('new process: key of a 10 KB source', median(loads.map(({ key }) => key)), 'ms');
  row('new process: read and check 40 KB', median(loads.map(({ load }) => load)), 'ms');
  row('  together', median(loads.map(({ key, load }) => key + load)), 'ms', 'aim 1');
}

try {
  await hits();
  freshProcess();
  await growth();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
