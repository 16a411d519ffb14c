/**
 * How the time per element grows with the number of elements, from 2^10 on, and whether results are right beyond 2^31
 * elements. Past 2^24 a time per element may not rise by more than a fifth.
 *
 *     HEDDLE_BACKEND=host npx tsx packages/gpuarray/bench/growth.bench.ts
 *     HEDDLE_BACKEND=nvrtc HEDDLE_BENCH_LOG2=31 npx tsx packages/gpuarray/bench/growth.bench.ts
 */
import { openDevice } from '@heddle/core';
import { argmax, cumsum, gpuArrays, sort, sum, type GpuArray } from '@heddle/gpuarray';
import { millisecondsOf } from './device-time';

await using device = await openDevice();
const ga = gpuArrays(device);
const gpu = device.properties.type === 'gpu';
const largest = Number(process.env['HEDDLE_BENCH_LOG2'] ?? (gpu ? 31 : 27));

/** Each with what it needs in device memory, in bytes per element: sizes that do not fit are left out. */
interface Operation {
  readonly name: string;
  readonly bytesPerElement: number;
  readonly prepare: (size: number) => Promise<{ readonly call: () => GpuArray; readonly arrays: readonly GpuArray[] }>;
}

const operations: readonly Operation[] = [
  {
    name: 'axpy float32',
    bytesPerElement: 12,
    prepare: async (size) => {
      const x = ga.ones([size], 'float32') as GpuArray;
      const y = ga.ones([size], 'float32') as GpuArray;
      return Promise.resolve({ call: () => ga.evaluate`2 * ${x} + ${y}`, arrays: [x, y] });
    },
  },
  {
    name: 'sum float32',
    bytesPerElement: 4,
    prepare: async (size) => {
      const x = ga.ones([size], 'float32') as GpuArray;
      return Promise.resolve({ call: () => sum(x), arrays: [x] });
    },
  },
  {
    name: 'cumsum float32',
    bytesPerElement: 8,
    prepare: async (size) => {
      const x = ga.ones([size], 'float32') as GpuArray;
      return Promise.resolve({ call: () => cumsum(x), arrays: [x] });
    },
  },
  {
    name: 'sort uint32',
    bytesPerElement: 12,
    prepare: async (size) => {
      const x = ga.random(1).integers([size], 0, 2 ** 32, { dtype: 'uint32' }) as GpuArray;
      return Promise.resolve({ call: () => sort(x), arrays: [x] });
    },
  },
];

async function nanosecondsPerElement(operation: Operation, power: number): Promise<number> {
  const size = 2 ** power;
  const { call, arrays } = await operation.prepare(size);
  try {
    return ((await millisecondsOf(device, call, power < 20 ? 20 : 2)) * 1e6) / size;
  } finally {
    for (const array of arrays) array.dispose();
  }
}

console.log(`${device.name} (${device.backend}), nanoseconds per element`);
for (const operation of operations) {
  const fitting = Math.floor(Math.log2(device.properties.totalBytes / 2 / operation.bytesPerElement));
  let atReference = NaN;
  let worst = 0;
  for (let power = 10; power <= Math.min(largest, fitting); power += power < 20 ? 2 : 1) {
    const time = await nanosecondsPerElement(operation, power);
    if (power === 24) atReference = time;
    const growth = time / atReference;
    if (power > 24) worst = Math.max(worst, growth);
    const beside = power > 24 ? `  ${growth.toFixed(2)}x of 2^24` : '';
    console.log(`${operation.name.padEnd(16)} 2^${power}`.padEnd(24), time.toFixed(4).padStart(12), beside);
  }
  if (worst > 0) console.log(`${operation.name.padEnd(16)} ${worst <= 1.2 ? 'met' : 'MISSED'}: at most 1.2x past 2^24`);
}

/** The last element is the only one that differs: code that counts in 32 bits misses it. */
async function beyond31Bits(): Promise<void> {
  const size = 2 ** 31 + 17;
  if (device.properties.totalBytes < 3 * size) {
    console.log('beyond 2^31 elements: the device has too little memory');
    return;
  }
  using bytes = ga.ones([size], 'uint8') as GpuArray;
  using last = bytes.slice(`${size - 1}:`);
  last.fill(5);
  using total = sum(bytes, { dtype: 'uint64' });
  using place = argmax(bytes);
  using more = ga.evaluate`${bytes} + ${bytes}`;
  using tail = more.slice(`${size - 3}:`);
  const results = [(await total.get())[0], (await place.get())[0], ...(await tail.get())].map(Number);
  const wanted = [size + 4, size - 1, 2, 2, 10];
  const right = results.every((value, i) => value === wanted[i]);
  console.log(`beyond 2^31 elements: ${right ? 'right' : `WRONG: ${results.join(' ')}, not ${wanted.join(' ')}`}`);
  if (!right) process.exitCode = 1;
}
await beyond31Bits();
