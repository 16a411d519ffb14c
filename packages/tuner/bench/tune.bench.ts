/**
 * What a run costs besides the kernel: the vector addition of Kernel Tuner's examples, 64 configurations, verified.
 *
 *     npx tsx packages/tuner/bench/tune.bench.ts [backend] [elements]
 *
 * Kernel Tuner 1.4.0 takes 32 to 39 s for 50 M elements on an H100, of which verification through the host is 90 %.
 */
import { tuneKernel, type TuningResult } from '@heddle/tuner';

const [backend = process.env['HEDDLE_BACKEND'], count = '50000000'] = process.argv.slice(2);
const n = Number(count);
const kernelTunerSeconds = { least: 32, most: 39, elements: 50_000_000 };

const source = `
KERNEL void add(GLOBAL float* c, GLOBAL const float* a, GLOBAL const float* b, int n) {
  INT64 i = (INT64)BLOCK_INDEX(0) * block_size_x + THREAD_INDEX(0);
  if (i < n) c[i] = a[i] + b[i];
}`;

function row(what: string, figure: string, peer = '', ratio = ''): void {
  console.log(`${what.padEnd(58)} ${figure.padStart(12)} ${peer.padStart(14)} ${ratio.padStart(10)}`);
}

async function tune(isolation: 'process' | 'none'): Promise<TuningResult> {
  const a = new Float32Array(n);
  const b = new Float32Array(n);
  const sum = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    a[i] = i % 1024;
    b[i] = i % 77;
    sum[i] = (i % 1024) + (i % 77);
  }
  return tuneKernel({
    kernel: 'add',
    source,
    problemSize: n,
    arguments: [new Float32Array(n), a, b, n],
    answer: [sum, null, null, null],
    tune: { block_size_x: Array.from({ length: 64 }, (_, i) => 16 * (i + 1)) },
    isolation,
    ...(backend === undefined ? {} : { device: backend }),
  });
}

const seconds = (value: number): string => `${value.toFixed(2)} s`;

for (const isolation of ['process', 'none'] as const) {
  const started = performance.now();
  const { results, best, environment } = await tune(isolation);
  const total = (performance.now() - started) / 1000;
  const good = results.filter(({ failure }) => !failure);
  if (!best || good.length !== environment.spaceSize) throw new Error(`only ${good.length} configurations are right`);
  const { elements, least, most } = kernelTunerSeconds;
  const peer = n === elements ? `${least}-${most} s` : '';
  console.log(`${environment.devices[0]?.name}, ${n} elements, isolation: '${isolation}'`);
  row(
    `${environment.spaceSize} configurations, verified`,
    seconds(total),
    peer,
    peer && `${(least / total).toFixed(1)} x`,
  );
  row('  of which opening the device and loading inputs', seconds(environment.seconds.setup));
  row('  compiling (in parallel with all else)', seconds(environment.seconds.compilation));
  row('  verifying', seconds(environment.seconds.verification));
  row('  measuring', seconds(environment.seconds.benchmark));
  const slowest = Math.max(...good.map(({ time }) => time));
  row(
    'best of the run, and the slowest',
    `${best.time.toFixed(4)} ms`,
    `${slowest.toFixed(4)} ms`,
    `${(slowest / best.time).toFixed(2)} x`,
  );
}
