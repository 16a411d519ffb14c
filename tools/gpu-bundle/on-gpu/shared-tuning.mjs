/** `shared-tuning.mjs [backend]`: one tuning run on all GPUs of the machine; skips, and says so, if there is one. */
import assert from 'node:assert/strict';
import { tuneKernel } from '@heddle/tuner';
import { severalGpus } from './several-gpus.mjs';

const name = process.argv[2] ?? 'nvrtc';
const { count } = await severalGpus(name);
const source = `
extern "C" __global__ void add(float* c, const float* a, const float* b, int n) {
  int i = blockIdx.x * block_size_x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}`;
const n = 20_000_000;
const [a, b] = [
  Float32Array.from({ length: n }, (_, i) => i % 1024),
  Float32Array.from({ length: n }, (_, i) => i % 77),
];
const answer = a.map((value, i) => value + b[i]);
for (const devices of [1, count]) {
  const started = performance.now();
  const { results, environment } = await tuneKernel({
    kernel: 'add',
    source,
    language: 'cuda',
    problemSize: n,
    arguments: [new Float32Array(n), a, b, n],
    answer: [answer, null, null, null],
    tune: { block_size_x: Array.from({ length: 64 }, (_, i) => 16 * (i + 1)) },
    // Long enough for all devices to get their share.
    iterations: 400,
    device: Array.from({ length: devices }, (_, device) => ({ backend: name, device })),
  });
  const seconds = (performance.now() - started) / 1000;
  assert.equal(results.length, 64);
  assert.equal(new Set(results.map(({ key }) => key)).size, 64, 'a configuration was measured twice');
  for (const { key, failure } of results) assert.ok(!failure, `${key}: ${JSON.stringify(failure)}`);
  assert.equal(environment.devices.length, devices);
  console.log(
    `${devices} GPU: 64 configurations in ${seconds.toFixed(1)} s, measuring ${environment.seconds.benchmark.toFixed(1)} s`,
  );
}
