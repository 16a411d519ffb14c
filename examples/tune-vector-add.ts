/** Tunes a vector addition: 64 configurations, compiled ahead, verified on the device, each in milliseconds. */
import { tuneKernel } from '@heddle/tuner';

const n = 1_000_000;
const a = Float32Array.from({ length: n }, (_, i) => i);
const b = Float32Array.from({ length: n }, (_, i) => n - i);

const run = tuneKernel({
  kernel: 'add',
  // The parameters of a configuration are macros.
  source: `
    KERNEL void add(GLOBAL float* c, GLOBAL const float* a, GLOBAL const float* b, int n) {
      int first = BLOCK_INDEX(0) * block_size_x * work + THREAD_INDEX(0);
      for (int k = 0; k < work; k++) {
        int i = first + k * block_size_x;
        if (i < n) c[i] = a[i] + b[i];
      }
    }`,
  problemSize: n,
  arguments: [new Float32Array(n), a, b, n],
  tune: {
    block_size_x: [32, 64, 96, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024],
    work: [1, 2, 4, 8],
  },
  gridDivX: ['block_size_x', 'work'],
  answer: [new Float32Array(n).fill(n), null, null, null],
  metrics: { 'GB/s': ({ time }) => (3 * 4 * n) / time / 1e6 },
});

// A record for each configuration as it is measured; the run itself is a promise of the result.
for await (const { configuration, time, failure } of run) {
  if (failure) console.log(`${JSON.stringify(configuration)}: ${failure.kind}: ${failure.message}`);
  else if (time <= Math.min(...run.records.map((record) => record.time)))
    console.log(`${time.toFixed(4)} ms`, configuration);
}

const { best, environment, results } = await run;
if (!best || results.length !== environment.spaceSize) throw new Error('not every configuration was tried');
console.log(
  `${environment.devices[0]?.name}: ${best.key} is best of ${results.length}, ${best.metrics['GB/s']?.toFixed(1)} GB/s`,
);
