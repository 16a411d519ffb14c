/**
 * What a launch costs before it reaches a driver: all checks, the packing, the streams and the tracing nobody listens to.
 *
 *     npx tsx packages/core/bench/launch.bench.ts
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ArtifactCache, openDevice } from '@heddle/core';
import { counter, nullBackend } from './null-driver';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const source: string = `
__global__ void four(float a, const float* x, float* y, int n) { y[0] = a * x[0] + n; }
__global__ void mixed(int n, long long big, const float* x, float* y, bool flag, unsigned char c, double d, float4 v) {}
`;

/** Nanoseconds of one call: the best of several rounds, since the machine may do other things meanwhile. */
function nanoseconds(call: () => void): number {
  const count = 200_000;
  let best = Infinity;
  for (let round = 0; round < 15; round++) {
    const started = process.hrtime.bigint();
    for (let i = 0; i < count; i++) call();
    best = Math.min(best, Number(process.hrtime.bigint() - started) / count);
  }
  return best;
}

/** Bytes of heap that a million calls leave, from the best of some tries: a collection may come between. */
function bytesPerCall(call: () => void): number {
  const count = 1_000_000;
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < count; i++) call();
    least = Math.min(least, Math.max(0, process.memoryUsage().heapUsed - before) / count);
  }
  return least;
}

function row(what: string, figure: number, unit: string, limit: number): void {
  const ratio = limit === 0 ? '' : `${(figure / limit).toFixed(2)}x`;
  console.log(
    `${what.padEnd(56)} ${figure.toFixed(1).padStart(8)} ${unit.padEnd(5)} ${String(limit).padStart(6)} ${ratio}`,
  );
}

const device = await openDevice(nullBackend(), { cache: new ArtifactCache({ enabled: false }) });
const module = await device.compile(source);
const [x, y] = [device.zeros('float32', 16), device.zeros('float32', 16)];
const stream = device.createStream();
const shape = { grid: 1, block: 256 };
const onStream = { grid: [4, 4] as const, block: [16, 16] as const, stream };

const four = module.kernel('four');
const mixed = module.kernel('mixed');
const boundFour = four.bind(shape);
const boundOnStream = four.bind(onStream);
const boundMixed = mixed.bind(shape);
const vector = [1, 2, 3, 4];

console.log(
  `${'launch with a driver that does nothing'.padEnd(56)} ${'figure'.padStart(8)} ${'unit'.padEnd(5)} ${'limit'.padStart(6)} ratio`,
);
row(
  'bound, four arguments',
  nanoseconds(() => boundFour(2.5, x, y, 16)),
  'ns',
  150,
);
row(
  'bound, four arguments, on a stream',
  nanoseconds(() => boundOnStream(2.5, x, y, 16)),
  'ns',
  150,
);
row(
  'checked, four arguments',
  nanoseconds(() => four.launch(shape, 2.5, x, y, 16)),
  'ns',
  400,
);
row(
  'checked, four arguments, 2-D, on a stream',
  nanoseconds(() => four.launch(onStream, 2.5, x, y, 16)),
  'ns',
  400,
);
row(
  'bound, eight of mixed types',
  nanoseconds(() => boundMixed(7, 8n, x, y, true, 9, 0.5, vector)),
  'ns',
  400,
);
row(
  'checked, eight of mixed types',
  nanoseconds(() => mixed.launch(shape, 7, 8n, x, y, true, 9, 0.5, vector)),
  'ns',
  800,
);
row(
  'bytes allocated per bound call',
  bytesPerCall(() => boundFour(2.5, x, y, 16)),
  'bytes',
  0,
);
row(
  'bytes allocated per bound call on a stream',
  bytesPerCall(() => boundOnStream(2.5, x, y, 16)),
  'bytes',
  0,
);
if (counter.launches === 0) throw new Error('nothing was launched');
await device.dispose();
