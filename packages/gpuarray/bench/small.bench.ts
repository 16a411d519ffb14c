/**
 * What an operation on small arrays costs in JavaScript, before a driver is reached; and, on a device, what it takes to
 * enqueue it.
 *
 *     npx tsx packages/gpuarray/bench/small.bench.ts
 *     HEDDLE_BACKEND=cuda npx tsx packages/gpuarray/bench/small.bench.ts
 *
 * Limits are those of the design, for an H200. CuPy's figures are of the same run; if it is not installed, those
 * that the design was made by (CuPy 14.2 on one H200).
 */
import { openDevice, type Device } from '@heddle/core';
import { gpuArrays } from '@heddle/gpuarray';
import { counter, openNullDevice } from './null-device';
import { pythonPeers } from './python-peers';

interface Figure {
  readonly what: string;
  readonly microseconds: number;
  /** Microseconds of CuPy for the same, as the design has them. */
  readonly peer: number;
}

const peers = pythonPeers('small_peers.py', []);

/** Microseconds of one call: the best of several rounds. */
async function best(device: Device, count: number, call: () => void): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 40; round++) {
    const started = process.hrtime.bigint();
    for (let k = 0; k < count; k++) call();
    least = Math.min(least, Number(process.hrtime.bigint() - started) / count / 1000);
    await device.synchronize();
  }
  return least;
}

async function measure(device: Device, count: number): Promise<Figure[]> {
  const ga = gpuArrays(device);
  const a = ga.zeros(1024, 'float32');
  const b = ga.zeros(1024, 'float32');
  const out = ga.zeros(1024, 'float32');
  a.add(b).dispose();
  ga.add(a, b, { out });
  ga.evaluate`2 * ${a} + ${b}`.dispose();
  await ga.synchronize();
  const sum = () => a.add(b).dispose();
  const fused = () => ga.evaluate`2 * ${a} + ${b}`.dispose();
  return [
    { what: 'a + b, result disposed', microseconds: await best(device, count, sum), peer: 6.2 },
    {
      what: 'a + b into an array',
      microseconds: await best(device, count, () => void ga.add(a, b, { out })),
      peer: 5.4,
    },
    { what: 'a += b', microseconds: await best(device, count, () => void a.addAssign(b)), peer: 5.4 },
    { what: 'a + 1, result disposed', microseconds: await best(device, count, () => a.add(1).dispose()), peer: 6.2 },
    { what: 'evaluate 2a + b, result disposed', microseconds: await best(device, count, fused), peer: 5.4 },
    {
      what: 'empty array of 1024, disposed',
      microseconds: await best(device, count, () => ga.empty(1024, 'float32').dispose()),
      peer: 1.38,
    },
  ];
}

async function print(title: string, device: Device, count: number): Promise<void> {
  console.log(`${title.padEnd(50)} ${'figure'.padStart(8)} ${'peer'.padStart(8)} ratio`);
  for (const { what, microseconds, peer: noted } of await measure(device, count)) {
    const peer = peers[what]?.['CuPy'] ?? noted;
    console.log(
      `${what.padEnd(50)} ${microseconds.toFixed(3).padStart(5)} us ${peer.toFixed(2).padStart(5)} us ${(peer / microseconds).toFixed(2)}x`,
    );
  }
  await device.dispose();
}

await print('JavaScript alone, 1,024 elements', await openNullDevice(['heddle_add', 'heddle_evaluate']), 1_000);
if (counter.launches === 0) throw new Error('nothing was launched');
const device = await openDevice();
await print(`${device.backend}, ${device.name.slice(0, 30)}`, device, 1_000);
