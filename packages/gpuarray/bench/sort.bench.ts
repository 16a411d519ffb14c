/**
 * Sorts, in millions of keys per second of device time, beside CuPy and PyTorch on a GPU, PyOpenCL (2^20 keys) and
 * NumPy on a CPU.
 *
 *     HEDDLE_BACKEND=opencl npx tsx packages/gpuarray/bench/sort.bench.ts
 *     HEDDLE_BACKEND=nvrtc HEDDLE_BENCH_LOG2=26 npx tsx packages/gpuarray/bench/sort.bench.ts
 */
import { openDevice } from '@heddle/core';
import { argsort, emptyArray, sort, sortByKey, type GpuArray } from '@heddle/gpuarray';
import { millisecondsOf, printComparisons, type Comparison } from './device-time';
import { pythonPeers } from './python-peers';

await using device = await openDevice();
const gpu = device.properties.type === 'gpu';
const log2 = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 26 : 22));
const size = 2 ** log2;
const calls = gpu ? 10 : 2;
const peers = pythonPeers('algorithm_peers.py', ['sort', String(log2), device.properties.type]);

/** Words whose digits are all spread evenly (G. Marsaglia, "Xorshift RNGs", 2003). */
function randomWords(count: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(count);
  let state = 2463534242;
  for (let i = 0; i < count; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[i] = state;
  }
  return words;
}

const words = randomWords(size);
using keys = emptyArray(device, 'uint32', [size]);
await keys.set(words);
const rows: Comparison[] = [];
/** @param times - how many times PyOpenCL's figure, on a CPU */
async function measure(what: string, call: () => GpuArray, goal?: number, times?: number): Promise<void> {
  const milliseconds = await millisecondsOf(device, call, calls);
  const figure = size / milliseconds / 1e3;
  rows.push({
    what,
    unit: 'Mkeys/s',
    figure,
    peers: peers[what] ?? {},
    ...(gpu ? goal !== undefined && { goal } : times !== undefined && { ratios: { PyOpenCL: times } }),
  });
}
await measure('sort uint32', () => sort(keys), 25_000, 5);
{
  using floats = keys.astype('float32');
  await measure('sort float32', () => sort(floats));
}
{
  using long = emptyArray(device, 'int64', [size]);
  await long.set(new BigInt64Array(randomWords(2 * size).buffer));
  await measure('sort int64', () => sort(long));
}
{
  // Six of the eight digits are alike.
  using small = keys.remainder(65536).astype('int64');
  await measure('sort int64 below 2^16', () => sort(small));
}
{
  using ordered = sort(keys);
  await measure('sort uint32 in order', () => sort(ordered));
}
await measure('argsort uint32', () => argsort(keys));
using floats = keys.astype('float32');
await measure('sortByKey uint32, float32', () => {
  const sorted = sortByKey(keys, floats);
  sorted.keys.dispose();
  return sorted.values;
});
console.log(`${device.name} (${device.backend}), 2^${log2} keys`);
printComparisons(rows);
