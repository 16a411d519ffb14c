/** The overhead of one launch through the addon, compared with the same C function called through koffi. */
import { createRequire } from 'node:module';
import type Koffi from 'koffi';
import { LaunchHeader, nativeAddon, whyNoNativeAddon } from '../src/index';

type Fixture = Record<'nothing' | 'fakeCudaLaunch' | 'fakeSetArgument' | 'fakeEnqueue', bigint>;

interface Row {
  readonly what: string;
  readonly nanoseconds: number;
  readonly limit?: number;
}

const addon = nativeAddon();
if (!addon) {
  console.log(`skipped: ${whyNoNativeAddon() ?? ''}`);
  process.exit(0);
}
const require = createRequire(import.meta.url);
const c = require('../build/Release/heddle-native-fixture.node') as Fixture;

const header = new LaunchHeader();
header.setShape([1, 1, 1], [256, 1, 1], 0);
const record = new ArrayBuffer(64);
const offsets = [0, 8, 16, 24];
const nothing = addon.createPlan({ kind: 'direct', function: c.nothing, arguments: [] });
const cuda = addon.createPlan({
  kind: 'cuda',
  launch: c.fakeCudaLaunch,
  function: 1n,
  header: header.buffer,
  record,
  offsets,
});
const opencl = addon.createPlan({
  kind: 'opencl',
  setArgument: c.fakeSetArgument,
  enqueue: c.fakeEnqueue,
  kernel: 1n,
  header: header.buffer,
  record,
  arguments: offsets.map((offset) => ({ kind: 'value', offset, byteLength: 8 })),
});

const grid = [1, 1, 1] as const;
const block = [256, 1, 1] as const;
const queue = 0x7f00_0000_0000n;

const loop = 1_000_000;
const rows: Row[] = [
  { what: 'run, empty C function', nanoseconds: perCall(() => addon.run(nothing)), limit: 30 },
  { what: 'run, CUDA plan of 4 arguments', nanoseconds: perCall(() => addon.run(cuda)) },
  { what: 'run, OpenCL plan of 4 arguments', nanoseconds: perCall(() => addon.run(opencl)) },
  { what: 'setShape and queue of a header', nanoseconds: perCall(writeHeader) },
  { what: 'repeat, each run', nanoseconds: perRepeat(), limit: 5 },
  { what: 'koffi, abs(1)', nanoseconds: perCall(koffiAbs()) },
];

console.log(`${'what'.padEnd(36)}${'ns'.padStart(8)}${'limit'.padStart(8)}${'ratio'.padStart(8)}`);
for (const { what, nanoseconds, limit } of rows) {
  const ratio = limit === undefined ? '' : (nanoseconds / limit).toFixed(2);
  console.log(
    `${what.padEnd(36)}${nanoseconds.toFixed(1).padStart(8)}${String(limit ?? '').padStart(8)}${ratio.padStart(8)}`,
  );
}
console.log(`bytes of heap per run: ${heapPerCall().toFixed(3)}`);

// The best of several rounds: what the machine does besides only ever adds.
function perCall(call: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < 8; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < loop; i++) call();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / loop);
  }
  return best;
}

function perRepeat(): number {
  const rounds = Array.from({ length: 8 }, () => {
    const start = process.hrtime.bigint();
    addon?.repeat(nothing, loop);
    return Number(process.hrtime.bigint() - start) / loop;
  });
  return Math.min(...rounds);
}

function writeHeader(): void {
  header.setShape(grid, block, 0);
  header.queue = queue;
}

// abs is in every C library, and as good as empty.
function koffiAbs(): () => unknown {
  const koffi = require('koffi') as typeof Koffi;
  const abs = koffi.load('libc.so.6').func('int abs(int)') as (value: number) => number;
  return () => abs(1);
}

function heapPerCall(): number {
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < loop; i++) addon?.run(nothing);
  return (process.memoryUsage().heapUsed - before) / loop;
}
