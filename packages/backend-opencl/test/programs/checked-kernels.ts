/**
 * Kernels for a checking device (see oclgrind.mjs): `suite` runs those of the conformance kit, `race` and `overrun` one
 * with that very mistake in it. Prints what became of them as one line of JSON.
 */
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';
import { conformanceCases, runCases } from '@heddle/conformance';

/** Topics whose cases run kernels. The others ask the compiler and the cache, which no checker looks into. */
const topics = [
  'arguments',
  'geometry',
  'memory',
  'streams',
  'events',
  'shared-memory',
  'barriers',
  'atomics',
  'math',
  'images',
];

// Those that wait in line after long work are about the order of commands. Their kernel runs in other cases too.
const cases = conformanceCases.filter(({ keepsBusy }) => keepsBusy !== true);

const mistakes: Readonly<Record<string, string>> = {
  // Neighbours in a block read and write one element with no barrier in between.
  race: `__kernel void k(__global int* x) {
    __local int t[64];
    t[get_local_id(0)] = get_local_id(0);
    x[get_local_id(0)] = t[(get_local_id(0) + 1) % 64];
  }`,
  overrun: '__kernel void k(__global int* x) { x[get_global_id(0) + 1] = 1; }',
};

async function runMistake(source: string): Promise<void> {
  const device = await openDevice(backend);
  const x = device.allocate('int32', 64);
  (await device.compile(source)).kernel('k').launch({ grid: 1, block: 64 }, x);
  await device.synchronize();
  await device.dispose();
  console.log(JSON.stringify({ device: device.name, passed: 0, failed: 0, skipped: 0 }));
}

async function runSuite(): Promise<void> {
  const { device, results } = await runCases({ backend, cases, filter: topics });
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length;
  for (const { id, outcome, error } of results)
    if (outcome === 'failed') console.log(`failed  ${id}: ${error?.message ?? ''}`);
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  console.log(JSON.stringify({ device: device?.name, ...counts }));
}

const mistake = mistakes[process.argv[2] ?? ''];
await (mistake === undefined ? runSuite() : runMistake(mistake));
