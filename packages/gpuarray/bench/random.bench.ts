/**
 * Random numbers, float32, in GB/s of what is written: device time, beside CuPy, PyTorch, PyOpenCL or NumPy.
 *
 *     HEDDLE_BACKEND=nvrtc npx tsx packages/gpuarray/bench/random.bench.ts
 */
import { openDevice } from '@heddle/core';
import { RandomGenerator } from '@heddle/gpuarray';
import { millisecondsOf, printComparisons, type Comparison } from './device-time';
import { pythonPeers } from './python-peers';

// Goals are those of the design, for an H200.
const goals: Readonly<Record<string, number>> = { uniform: 3900, normal: 3000 };

await using device = await openDevice();
const gpu = device.properties.type === 'gpu';
const count = gpu ? 2 ** 28 : 2 ** 22;
const peers = pythonPeers('array_peers.py', ['random', String(count), device.properties.type]);

const rows: Comparison[] = [];
for (const generator of ['philox4x32-10', 'threefry4x32-20'] as const) {
  const random = new RandomGenerator(device, 1, { generator });
  const draws = {
    bits: () => random.bits(count),
    uniform: () => random.uniform(count),
    normal: () => random.normal(count),
    exponential: () => random.exponential(count),
    'integers, 32 bits': () => random.integers(count, 0, 1000, { dtype: 'int32' }),
  };
  for (const [name, draw] of Object.entries(draws)) {
    const figure = (4 * count) / (await millisecondsOf(device, draw, gpu ? 5 : 2)) / 1e6;
    const goal = gpu && generator === 'philox4x32-10' ? goals[name] : undefined;
    const what = `${name}, ${generator.split('4')[0] ?? ''}`;
    rows.push({ what, unit: 'GB/s', figure, peers: peers[name] ?? {}, ...(goal === undefined ? {} : { goal }) });
  }
}
console.log(`${device.name} (${device.backend}), ${count} numbers of float32`);
printComparisons(rows);
