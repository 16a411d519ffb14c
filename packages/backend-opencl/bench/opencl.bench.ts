/** Launches and builds beside a C program and PyOpenCL, on the same device, one after another in one run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';
import koffi from 'koffi';
import { smallSource } from './programs/small-source';

interface Row {
  readonly what: string;
  readonly unit: string;
  readonly figure: number;
  readonly peer?: { readonly name: string; readonly figure: number | undefined };
  /** Largest ratio to the peer, or largest figure if there is no peer. */
  readonly limit: number;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');
const rounds = 150;
const calls = 300;
const cachedCount = 21;

const probed = await backend.probe();
if (!probed.available) {
  console.log(`skipped: ${probed.reason}`);
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
try {
  const rows = [...(await launches()), ...(await builds())];
  print(rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function launches(): Promise<Row[]> {
  const heddle: number[] = [];
  const c: number[] = [];
  const peer = openPeer();
  await using device = await openDevice(backend);
  const module = await device.compile(smallSource('saxpy'));
  const saxpy = module.kernel('saxpy').bind({ grid: 1, block: 64 }) as (...args: unknown[]) => void;
  const [x, y] = [device.zeros('float32', 64), device.zeros('float32', 64)];
  const heddleRound = (): void => {
    const started = performance.now();
    for (let i = 0; i < calls; i++) saxpy(i, x, y, 64);
    heddle.push(((performance.now() - started) / calls) * 1e6);
    device.defaultStream.synchronizeBlocking();
  };
  const peerRound = (): void => {
    if (peer) c.push(peer(calls));
  };
  // In turns, so that what else the machine does falls on both; and each goes first as often as the other.
  for (let round = 0; round < rounds; round++) {
    for (const play of round % 2 === 0 ? [heddleRound, peerRound] : [peerRound, heddleRound]) play();
    await delay(0);
  }
  const python = runPython(['launch', String(rounds), String(calls)])?.[0];
  const row = { what: 'bound call, 4 arguments', unit: 'ns', figure: median(heddle) };
  return [
    { ...row, peer: { name: 'C: clSetKernelArg ×4, clEnqueueNDRangeKernel', figure: peer && median(c) }, limit: 1.3 },
    { ...row, peer: { name: 'PyOpenCL: typed call', figure: python }, limit: 0.5 },
  ];
}

async function builds(): Promise<Row[]> {
  const folder = join(scratch, 'cache');
  const cache = new ArtifactCache({ folder });
  const count = 9;
  const cold = await coldBuilds(cache, count);
  const peer = runPython(['build', String(count)]);
  const name = `cached${process.pid}`;
  {
    await using device = await openDevice(backend, { cache });
    await device.compile(smallSource(name));
    await cache.settled();
  }
  const { cached, theirTimes } = cachedBuilds(folder, name);
  const theirTime = theirTimes.some(Number.isNaN) ? undefined : median(theirTimes);
  return [
    {
      what: 'build of a small program, cold',
      unit: 'ms',
      figure: median(cold),
      peer: { name: 'PyOpenCL: Program.build', figure: peer && median(peer) },
      limit: 1,
    },
    {
      what: 'the same from the cache, new process',
      unit: 'ms',
      figure: median(cached.map(({ milliseconds }) => milliseconds)),
      limit: 5,
    },
    {
      what: 'the same from the cache, new process',
      unit: 'ms',
      figure: median(cached.map(({ milliseconds }) => milliseconds)),
      peer: { name: 'PyOpenCL: Program.build, its cache, new process', figure: theirTime },
      limit: 1,
    },
    // On a busy machine the clock tells of the others.
    {
      what: '… in processor time',
      unit: 'ms',
      figure: median(cached.map(({ processorMilliseconds }) => processorMilliseconds)),
      limit: 5,
    },
  ];
}

async function coldBuilds(cache: ArtifactCache, count: number): Promise<number[]> {
  await using device = await openDevice(backend, { cache });
  // The first build starts the compiler, no matter who asks for it.
  await device.compile(smallSource(`warm${process.pid}`));
  const times = [];
  for (let i = 0; i < count; i++) {
    // The last build's remaining work for the cache must not count for this one.
    await cache.settled();
    const started = performance.now();
    await device.compile(smallSource(`k${process.pid}_${i}`));
    times.push(performance.now() - started);
  }
  return times;
}

// In turns: what else the machine does falls on both.
function cachedBuilds(folder: string, name: string): { cached: CachedBuild[]; theirTimes: number[] } {
  const program = builtProgram('programs/cached-build.ts');
  const theirs = ['cached', join(scratch, 'python-cache'), `theirs${process.pid}`];
  // The first of these processes fills its cache.
  runPython(theirs);
  const cached: CachedBuild[] = [];
  const theirTimes: number[] = [];
  for (let i = 0; i < cachedCount; i++) {
    cached.push(cachedBuild(program, folder, name));
    theirTimes.push(runPython(theirs)?.[0] ?? NaN);
  }
  return { cached, theirTimes };
}

// As a plain module on plain modules, as users have them: a loader that strips types would be measured as well.
function builtProgram(path: string): string {
  const build = (...args: readonly string[]): string =>
    output(process.execPath, [join(root, 'tools/sources/built-sources.mjs'), ...args]).trim();
  return build(join(here, path), build());
}

interface CachedBuild {
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly cached: boolean;
}

function cachedBuild(program: string, folder: string, name: string): CachedBuild {
  const text = output(process.execPath, [program, name], { HEDDLE_CACHE_DIR: folder, HEDDLE_CACHE: '' });
  const build = JSON.parse(text) as CachedBuild;
  if (!build.cached) throw new Error('the build did not come from the cache');
  return build;
}

/** The C program's rounds: calls -> nanoseconds of each. */
function openPeer(): ((calls: number) => number) | undefined {
  const path = join(scratch, 'launch.so');
  try {
    output('cc', ['-O2', '-shared', '-fPIC', '-o', path, join(here, 'peer/launch.c'), '-l:libOpenCL.so.1']);
    const library = koffi.load(path);
    if (library.func('peer_open', 'int32_t', [])() !== 0) return undefined;
    return library.func('peer_round', 'double', ['int32_t']) as (calls: number) => number;
  } catch {
    return undefined;
  }
}

function runPython(args: readonly string[]): number[] | undefined {
  for (const command of ['/usr/bin/python3', 'python3']) {
    try {
      return output(command, [join(here, 'peer/peer.py'), ...args])
        .trim()
        .split('\n')
        .map(Number);
    } catch {
      // Not with that one: no PyOpenCL there.
    }
  }
  return undefined;
}

function output(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), ...more };
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

function print(rows: readonly Row[]): void {
  console.log(`${probed.available ? probed.version : ''}, Node ${process.versions.node}`);
  const line = (...cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 || i === 3 ? cell.padEnd(i === 0 ? 38 : 46) : cell.padStart(10))).join(' ');
  console.log(line('what', 'figure', 'unit', 'peer', 'its', 'ratio', 'limit'));
  for (const { what, unit, figure, peer, limit } of rows) {
    const theirs = peer?.figure;
    const ratio = theirs === undefined ? undefined : figure / theirs;
    const compared = peer ? ratio : figure;
    const verdict = compared === undefined || Number.isNaN(compared) ? 'no peer' : compared <= limit ? 'met' : 'MISSED';
    const cells = [theirs?.toFixed(1) ?? '-', ratio?.toFixed(2) ?? '-', `${limit} ${verdict}`];
    console.log(line(what, figure.toFixed(1), unit, peer?.name ?? '-', ...cells));
  }
}
