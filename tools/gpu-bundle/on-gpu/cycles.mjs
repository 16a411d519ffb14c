/**
 * Ten thousand cycles of compile, load, allocate, launch, read and dispose: handles, the device's free memory and the
 * process' memory must stay what they were.
 *
 *     node --expose-gc on-gpu/cycles.mjs nvrtc [cycles]
 */
import { readFileSync } from 'node:fs';
import { openDevice } from '@heddle/core';

const [name = 'nvrtc', count = '10000'] = process.argv.slice(2);
const { backend } = await import(`@heddle/backend-${name}`);
const device = await openDevice(backend);
const cycles = Number(count);
const states = [];

for (let cycle = 1; cycle <= cycles; cycle++) {
  // A new text every hundredth time: the compiler takes part as well as the cache.
  const text = Math.floor(cycle / 100);
  const source = `extern "C" __global__ void add(int* x) { x[threadIdx.x] += ${text}; }`;
  const module = await device.compile(source);
  const buffer = device.zeros('int32', 256);
  module.kernel('add').launch({ grid: 1, block: 256 }, buffer);
  const [first] = await buffer.read();
  if (first !== text) throw new Error(`cycle ${cycle} gave ${first}`);
  buffer.dispose();
  module.dispose();
  if (cycle % (cycles / 10) === 0) states.push(stateNow());
}
for (const state of states) console.log(JSON.stringify(state));

// The median of the slopes between any two states (Theil 1950, Sen 1968): an arena that is taken once is one step.
const slopes = states.flatMap(({ megabytes }, i) =>
  states.slice(0, i).map((earlier, j) => (megabytes - earlier.megabytes) / (i - j)),
);
const slope = slopes.sort((a, b) => a - b)[slopes.length >> 1];
const handles = new Set(states.map(({ open }) => JSON.stringify(open)));
const free = states.map(({ freeMegabytes }) => freeMegabytes);
console.log(
  `${cycles} cycles, ${slope.toFixed(2)} MB of the process for each tenth of them, handles ${handles.size === 1 ? 'as before' : 'changed'}`,
);
await device.dispose();
const isFlat = slope < 1 && handles.size === 1 && Math.max(...free) - Math.min(...free) < 64;
console.log(isFlat ? 'no growth' : 'FAILED: it grows');
process.exitCode = isFlat ? 0 : 1;

function stateNow() {
  globalThis.gc?.();
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return {
    open: { ...device.openHandles(), ...device.driverHandles() },
    megabytes: Number(resident) / 1024,
    freeMegabytes: device.memoryInfo().freeBytes / 2 ** 20,
  };
}
