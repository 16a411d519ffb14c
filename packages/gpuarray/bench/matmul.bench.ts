/**
 * Matrix products in TFLOP/s: device time, beside CuPy's and PyTorch's cuBLAS, or NumPy's BLAS on a CPU.
 *
 *     HEDDLE_BACKEND=nvrtc npx tsx packages/gpuarray/bench/matmul.bench.ts
 */
import { openDevice } from '@heddle/core';
import { RandomGenerator } from '@heddle/gpuarray';
import { millisecondsOf, printComparisons, type Comparison } from './device-time';
import { pythonPeers } from './python-peers';

await using device = await openDevice();
const gpu = device.properties.type === 'gpu';
const size = gpu ? 4096 : 1024;
const peers = pythonPeers('array_peers.py', ['matmul', String(size), device.properties.type]);
const random = new RandomGenerator(device, 1);

// Goals are those of the design: these parts of the vendor's library.
const parts: Readonly<Record<string, number>> = { float32: 0.6, float16: 0.5, float64: 0.75 };

const rows: Comparison[] = [];
for (const dtype of ['float32', 'float16', 'bfloat16', 'float64'] as const) {
  using a = random.uniform([size, size], { dtype });
  using b = random.uniform([size, size], { dtype });
  const layouts = {
    '': [a, b],
    ', A transposed': [a.T, b],
    ', B transposed': [a, b.T],
    ', both transposed': [a.T, b.T],
  } as const;
  for (const [layout, [left, right]] of Object.entries(layouts)) {
    const milliseconds = await millisecondsOf(device, () => left.matmul(right), gpu ? 10 : 2);
    const figure = (2 * size ** 3) / milliseconds / 1e9;
    const vendor = Math.max(...Object.values(peers[dtype] ?? {}));
    const part = gpu && vendor > 0 ? parts[dtype] : undefined;
    const goal = part === undefined ? {} : { goal: Number((part * vendor).toPrecision(3)) };
    rows.push({ what: `${dtype}${layout}`, unit: 'TFLOP/s', figure, peers: peers[dtype] ?? {}, ...goal });
  }
}
console.log(`${device.name} (${device.backend}), ${size} x ${size}`);
printComparisons(rows);
