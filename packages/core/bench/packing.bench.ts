/**
 * What it costs to check and pack the arguments of a launch, and that a bound call allocates nothing.
 *
 *     npx tsx packages/core/bench/packing.bench.ts
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bufferSymbol, createPacker, layoutOf, type DeviceArgument, type DeviceReference } from '../src/arguments';
import { parseSignature } from '../src/signature';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const device = {};

class Memory implements DeviceArgument {
  readonly #reference: DeviceReference;

  constructor(address: bigint) {
    this.#reference = { device, address, dtype: 'float32', byteLength: 4096, contiguous: true, unusable: undefined };
  }

  [bufferSymbol](): DeviceReference {
    return this.#reference;
  }
}

const x = new Memory(0x7f00_0000_1000n);
const y = new Memory(0x7f00_0000_2000n);
const callsPerRound = 100_000;
const rounds = 10;

function packerFor(parameters: string) {
  const signature = parseSignature(parameters, { name: 'saxpy' });
  return createPacker(signature, layoutOf(signature), { device, kernel: 'saxpy' });
}

/** Nanoseconds of one call: the best of several rounds, since whatever else runs here only adds. */
function nanoseconds(round: () => void): number {
  let best = Infinity;
  for (let i = 0; i < 4 * rounds; i++) {
    const started = process.hrtime.bigint();
    round();
    best = Math.min(best, Number(process.hrtime.bigint() - started) / callsPerRound);
  }
  return best;
}

/**
 * Bytes that one call leaves on the heap, over a million calls. A round is too short for the collector to hide any;
 * the median of the rounds leaves out those in which the engine itself compiled something.
 */
function allocatedBytes(round: () => void): number {
  const rest = median(() => undefined);
  return Math.max(0, median(round) - rest) / callsPerRound;
}

function median(round: () => void): number {
  const bytes = Array.from({ length: rounds }, () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    round();
    return process.memoryUsage().heapUsed - before;
  });
  return bytes.sort((a, b) => a - b)[rounds >> 1] ?? NaN;
}

function row(what: string, figure: number, limit: number, unit: string): void {
  const shown = figure.toFixed(figure < 10 ? 2 : 1).padStart(9);
  console.log(`${what.padEnd(56)} ${shown} ${unit.padEnd(7)} limit ${limit} ratio ${(figure / limit).toFixed(2)}`);
}

let enqueued = 0;
const enqueue = (): void => {
  enqueued++;
};
const saxpy = packerFor('float a, const float* x, float* y, int n');
const bound = saxpy.bind(enqueue);
const boundRound = (): void => {
  for (let i = 0; i < callsPerRound; i++) bound(2.5, x, y, i);
};
const checkedRound = (): void => {
  for (let i = 0; i < callsPerRound; i++) saxpy.pack([2.5, x, y, i]);
};
const wide = packerFor('double a, size_t n, unsigned char c, bool b, const float* x, float* y, long long m, int k');
const boundWide = wide.bind(enqueue);
const wideRound = (): void => {
  for (let i = 0; i < callsPerRound; i++) boundWide(2.5, i, 7, true, x, y, i, -i);
};

row('bound: float, float*, float*, int', nanoseconds(boundRound), 100, 'ns');
row('bound: eight arguments of all widths', nanoseconds(wideRound), 200, 'ns');
row('checked array: float, float*, float*, int', nanoseconds(checkedRound), 250, 'ns');
row('bytes allocated by a bound call', allocatedBytes(boundRound), 0.1, 'B');
row('bytes allocated by a bound call of eight', allocatedBytes(wideRound), 0.1, 'B');
if (enqueued === 0) throw new Error('nothing was enqueued');
