/**
 * What reductions read, in GB/s of device time, beside CuPy and PyTorch on a GPU, PyOpenCL and NumPy on a CPU.
 *
 *     HEDDLE_BACKEND=opencl npx tsx packages/gpuarray/bench/reduction.bench.ts
 *     HEDDLE_BACKEND=nvrtc HEDDLE_BENCH_LOG2=28 npx tsx packages/gpuarray/bench/reduction.bench.ts
 *     HEDDLE_BENCH_GROWTH=31 … time per element from 2^10 elements on
 */
import { openDevice } from '@heddle/core';
import { emptyArray, RandomGenerator, sum, vectorDot, max, mean, type GpuArray } from '@heddle/gpuarray';
import { millisecondsOf, printComparisons, type Comparison } from './device-time';
import { pythonPeers } from './python-peers';

await using device = await openDevice();
const gpu = device.properties.type === 'gpu';
const log2 = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 28 : 24));
const side = gpu ? 8192 : 4096;
const size = 2 ** log2;
const calls = gpu ? 20 : 3;
const peers = pythonPeers('algorithm_peers.py', ['reduction', String(log2), String(side), device.properties.type]);
const random = new RandomGenerator(device, 1);
using x = random.uniform([size], { dtype: 'float32' });
using y = random.uniform([size], { dtype: 'float32' });
using matrix = random.uniform([side, side], { dtype: 'float32' });

const rows: Comparison[] = [];
/** @param times - how many times PyOpenCL's figure, on a CPU */
async function measure(
  what: string,
  bytes: number,
  call: () => GpuArray,
  goal?: number,
  times?: number,
): Promise<void> {
  const milliseconds = await millisecondsOf(device, call, calls);
  const figure = bytes / milliseconds / 1e6;
  const asked = gpu ? goal !== undefined && { goal } : times !== undefined && { ratios: { PyOpenCL: times } };
  rows.push({ what, unit: 'GB/s', figure, peers: peers[what] ?? {}, ...asked });
}
await measure('sum', 4 * size, () => sum(x), 4350, 1.5);
await measure('dot', 8 * size, () => vectorDot(x, y), 4400);
await measure('max', 4 * size, () => max(x));
await measure('mean', 4 * size, () => mean(x));
await measure('sum, axis 0', 4 * side * side, () => sum(matrix, { axis: 0 }), 3900);
await measure('sum, axis 1', 4 * side * side, () => sum(matrix, { axis: 1 }), 3900);
console.log(`${device.name} (${device.backend}), 2^${log2} float32 and ${side} x ${side}`);
printComparisons(rows);

const growth = Number(process.env['HEDDLE_BENCH_GROWTH'] ?? 0);
if (growth > 0) {
  console.log('sum of uint8, picoseconds per element');
  for (let power = 10; power <= growth; power++) {
    using bytes = emptyArray(device, 'uint8', [2 ** power]) as GpuArray;
    bytes.fill(1);
    const milliseconds = await millisecondsOf(device, () => sum(bytes), calls);
    console.log(`2^${power}`.padEnd(6), ((milliseconds * 1e9) / 2 ** power).toFixed(2).padStart(12));
  }
}
