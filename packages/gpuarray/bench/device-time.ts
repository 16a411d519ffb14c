/** Time of enqueued work on the device's own clock. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '@heddle/gpuarray';

/** A round is at least so long, so that neither its ends nor the clock's step show. */
const roundMilliseconds = 10;
const mostCalls = 200;

/**
 * Milliseconds of one call's work: the best of several rounds, each of at least so many calls. The first call, which
 * compiles, is not counted.
 */
export async function millisecondsOf(device: Device, call: () => GpuArray, leastCalls: number): Promise<number> {
  const first = call();
  // Reading one element waits for the compiler too.
  await first.slice(...first.shape.map(() => '0:1')).get();
  first.dispose();
  const round = async (calls: number): Promise<number> => {
    const start = device.defaultStream.record();
    for (let i = 0; i < calls; i++) call().dispose();
    const end = device.defaultStream.record();
    await end.synchronize();
    return end.millisecondsSince(start) / calls;
  };
  const calls = Math.max(leastCalls, Math.min(mostCalls, Math.ceil(roundMilliseconds / (await round(1)))));
  let best = Infinity;
  for (let n = 0; n < 5; n++) best = Math.min(best, await round(calls));
  return best;
}

/** A figure beside those of its peers. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly figure: number;
  readonly peers: Readonly<Record<string, number>>;
  /** What the design asks for, if this kind of device is meant. */
  readonly goal?: number;
  /** How many times a peer's figure the design asks for, by peer, if this kind of device is meant. */
  readonly ratios?: Readonly<Record<string, number>>;
}

/** One line for each peer: figure, peer, ratio. Larger is better. */
export function printComparisons(rows: readonly Comparison[]): void {
  const line = (...cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 || i === 3 ? cell.padEnd(30) : cell.padStart(10))).join(' ');
  console.log(line('what', 'figure', 'unit', 'peer', 'its', 'ratio', 'goal'));
  for (const { what, unit, figure, peers, goal, ratios = {} } of rows) {
    const wanted = goal === undefined ? '-' : `${goal} ${figure >= goal ? 'met' : 'MISSED'}`;
    const entries = Object.entries(peers);
    if (entries.length === 0) console.log(line(what, figure.toPrecision(3), unit, '-', '-', '-', wanted));
    for (const [name, theirs] of entries) {
      const ratio = figure / theirs;
      const times = ratios[name];
      const asked = times === undefined ? wanted : `${times}x ${ratio >= times ? 'met' : 'MISSED'}`;
      console.log(line(what, figure.toPrecision(3), unit, name, theirs.toPrecision(3), ratio.toFixed(2), asked));
    }
  }
}
