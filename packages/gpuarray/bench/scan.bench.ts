/**
 * What scans read and write, in GB/s of device time, beside CuPy and PyTorch on a GPU, PyOpenCL and NumPy on a CPU.
 * `copyIf` counts what it reads alone, as its peers' figures do.
 *
 *     HEDDLE_BACKEND=opencl npx tsx packages/gpuarray/bench/scan.bench.ts
 *     HEDDLE_BACKEND=nvrtc HEDDLE_BENCH_LOG2=26 npx tsx packages/gpuarray/bench/scan.bench.ts
 */
import { openDevice } from '@heddle/core';
import { copyIf, cumsum, RandomGenerator, type GpuArray } from '@heddle/gpuarray';
import { millisecondsOf, printComparisons, type Comparison } from './device-time';
import { pythonPeers } from './python-peers';

await using device = await openDevice();
const gpu = device.properties.type === 'gpu';
const log2 = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 26 : 24));
const size = 2 ** log2;
const calls = gpu ? 20 : 3;
const peers = pythonPeers('algorithm_peers.py', ['scan', String(log2), device.properties.type]);
const random = new RandomGenerator(device, 1);
using x = random.uniform([size], { dtype: 'float32' }) as unknown as GpuArray;
using whole = x.astype('int32') as unknown as GpuArray;
using matrix = x.reshape(size / 4096, 4096);

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
await measure('cumsum float32', 8 * size, () => cumsum(x), 3500, 4);
await measure('cumsum int32', 8 * size, () => cumsum(whole, { dtype: 'int32' }), 3500, 4);
await measure('cumsum, axis 0', 8 * size, () => cumsum(matrix, { axis: 0 }), 1500);
await measure('cumsum, axis 1', 8 * size, () => cumsum(matrix, { axis: 1 }));
await measure(
  'copyIf float32',
  4 * size,
  () => {
    const { out, count } = copyIf(x, 'x[i] > 0.5f');
    count.dispose();
    return out;
  },
  1728,
);
console.log(`${device.name} (${device.backend}), 2^${log2} elements`);
printComparisons(rows);
