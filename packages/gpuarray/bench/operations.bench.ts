/**
 * Milliseconds of many operations, as a program sees them that waits for its result, beside CuPy on a GPU and NumPy on
 * a CPU in the same run: if an operation is slow, this shows it.
 *
 *     HEDDLE_BACKEND=host npx tsx packages/gpuarray/bench/operations.bench.ts
 *     HEDDLE_BACKEND=nvrtc HEDDLE_BENCH_LOG2=26 npx tsx packages/gpuarray/bench/operations.bench.ts
 */
import { openDevice } from '@heddle/core';
import {
  argmax,
  argsort,
  bincount,
  compress,
  countNonzero,
  diff,
  gpuArrays,
  histogram,
  min,
  nonzero,
  searchsorted,
  sort,
  unique,
  type GpuArray,
} from '@heddle/gpuarray';
import { pythonPeers } from './python-peers';

await using device = await openDevice();
const ga = gpuArrays(device);
const gpu = device.properties.type === 'gpu';
const log2 = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 26 : 20));
const n = 2 ** log2;
const side = 2 ** Math.floor(log2 / 2);
const peers = pythonPeers('operation_peers.py', [String(log2), gpu ? 'gpu' : 'cpu']);

const random = ga.random(1);
const x = random.uniform([n]);
const y = random.uniform([n]).add(0.5);
const d = x.astype('float64');
const c = x.astype('complex64');
const i32 = random.integers([n], 0, 1000, 'int32');
const i8 = i32.astype('int8');
const half = x.astype('float16');
const order = random.permutation(n);
const m = x.slice(`:${side * side}`).reshape(side, side);
const rows = x.reshape(-1, 64);
const cube = x.reshape(64, -1, 64);
const edges = sort(x.slice(`:${2 ** 16}`));
const b = x.greater(0.5);

type Result = GpuArray | { readonly counts: GpuArray } | readonly GpuArray[];
const operations: Readonly<Record<string, () => Result | Promise<Result>>> = {
  sin: () => ga.sin(x),
  exp: () => ga.exp(x),
  'power 2.5': () => x.power(2.5),
  remainder: () => x.remainder(y),
  where: () => ga.where(b, x, y),
  clip: () => x.clip(0.25, 0.75),
  'astype float64': () => x.astype('float64'),
  'astype float16': () => x.astype('float16'),
  'int8 to float32': () => i8.astype('float32'),
  'float64 sum of two': () => d.add(d),
  'float16 product': () => half.multiply(half),
  'complex64 product': () => c.multiply(c),
  'int32 floor division': () => i32.floorDivide(7),
  'every second': () => x.slice('::2').copy(),
  backwards: () => x.slice('::-1').copy(),
  'axes turned': () => cube.transpose(2, 0, 1).copy(),
  concatenate: () => ga.concatenate([x, y]),
  'stack, last axis': () => ga.stack([x, y], -1),
  repeat: () => ga.repeat(x, 2),
  tile: () => ga.tile(x, 2),
  roll: () => ga.roll(x, 1000),
  diff: () => diff(x),
  'take, random': () => ga.take(x, order),
  nonzero: () => nonzero(b),
  compress: () => compress(b, x),
  argmax: () => argmax(x),
  'argmax, rows of 64': () => argmax(rows, { axis: 1 }),
  std: () => x.std(),
  any: () => x.less(0).any(),
  count: () => countNonzero(b),
  'min, axis 0': () => min(m, { axis: 0 }),
  'sum, rows of 64': () => rows.sum({ axis: 1 }),
  'sum, columns of 64': () => rows.sum({ axis: 0 }),
  'mean, middle axis': () => cube.mean({ axis: 1 }),
  'sum of int8': () => i8.sum(),
  'sum of float64': () => d.sum(),
  'sum of complex64': () => c.sum(),
  'cumsum float64': () => d.cumsum(),
  cumprod: () => y.cumprod(),
  'unique of 1000': () => unique(i32),
  'bincount of 1000': () => bincount(i32),
  'bincount, weighted': () => bincount(i32, { weights: y }),
  'histogram of 100': () => histogram(x, { bins: 100, range: [0, 1] }),
  'searchsorted in 2^16': () => searchsorted(edges, x),
  'sort rows': () => sort(m, { axis: 1 }),
  'sort rows of 64': () => sort(rows, { axis: 1 }),
  'argsort float64': () => argsort(d),
};

function dispose(result: Result): void {
  if ('counts' in result) result.counts.dispose();
  else if ('dispose' in result) result.dispose();
  else for (const array of result) array.dispose();
}

/** The best of several rounds, each of so many calls as take 10 ms, as measuring.py has it. */
async function millisecondsOf(call: () => Result | Promise<Result>): Promise<number> {
  const round = async (calls: number): Promise<number> => {
    const started = performance.now();
    for (let k = 0; k < calls; k++) {
      const result = call();
      dispose(result instanceof Promise ? await result : result);
    }
    await ga.synchronize();
    return (performance.now() - started) / calls;
  };
  await round(1);
  const calls = Math.max(1, Math.min(200, Math.ceil(10 / (await round(1)))));
  let best = Infinity;
  for (let k = 0; k < 3; k++) best = Math.min(best, await round(calls));
  return best;
}

console.log(`${device.name} (${device.backend}), 2^${log2} elements`);
console.log('what'.padEnd(24), 'ours/ms'.padStart(10), 'peer'.padStart(8), 'its/ms'.padStart(10), 'faster'.padStart(8));
let [products, count] = [0, 0];
for (const [name, call] of Object.entries(operations)) {
  const ours = await millisecondsOf(call);
  const [peer, theirs] = Object.entries(peers[name] ?? {})[0] ?? ['-', NaN];
  const columns = [ours.toPrecision(3), peer, theirs.toPrecision(3), `${(theirs / ours).toFixed(2)}x`];
  console.log(name.padEnd(24), ...columns.map((cell, k) => cell.padStart(k % 2 === 0 ? 10 : 8)));
  if (theirs > 0) [products, count] = [products + Math.log(theirs / ours), count + 1];
}
if (count > 0) console.log(`geometric mean of ${count}: ${Math.exp(products / count).toFixed(2)}x`);
