/** `counters.mjs [backend]`: tunes a small space with hardware counters read by ncu and with NVML's sensors. */
import assert from 'node:assert/strict';
import { hardwareCounters, nvml, tuneKernel } from '@heddle/tuner';

const name = process.argv[2] ?? 'nvrtc';
const { backend } = await import(`@heddle/backend-${name}`);
assert.ok((await backend.probe()).available);
const source = `
extern "C" __global__ void add(float* c, const float* a, const float* b, int n) {
  for (int i = blockIdx.x * block_size_x + threadIdx.x; i < n; i += gridDim.x * block_size_x) c[i] = a[i] + b[i];
}`;
const n = 1 << 24;
const read = 'dram__bytes_read.sum';
const instructions = 'smsp__inst_executed.sum';
const { results } = await tuneKernel({
  kernel: 'add',
  source,
  language: 'cuda',
  problemSize: n,
  arguments: [new Float32Array(n), new Float32Array(n).fill(1), new Float32Array(n).fill(2), n],
  tune: { block_size_x: [64, 256, 1024] },
  observers: [hardwareCounters({ metrics: [read, instructions] }), nvml()],
  device: name,
});
for (const { configuration, time, failure, measurements } of results) {
  assert.ok(!failure, JSON.stringify(failure));
  console.log(JSON.stringify(configuration), `${time.toFixed(4)} ms`, JSON.stringify(measurements).slice(0, 400));
  // Both inputs of 64 MiB come from memory, whatever the cache keeps of them.
  assert.ok(
    measurements[read] > 64 * 2 ** 20 && measurements[read] < 192 * 2 ** 20,
    `${measurements[read]} bytes read`,
  );
  assert.ok(measurements[instructions] > n / 32, `${measurements[instructions]} instructions`);
}
