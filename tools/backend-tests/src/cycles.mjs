/**
 * Cycles of compile, allocate, launch, read and dispose, in a process of its own: whether handles, the device's free
 * memory and what the process has allocated stay what they were. Prints a line of JSON for each tenth of them, then the
 * verdict; exit code 1 where something grows.
 *
 *     node --expose-gc cycles.mjs <backend> [cycles] [texts]
 *
 * `texts`: how many kernels take turns. With one, all but the first compilation come from the cache.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArtifactCache, openDevice } from '@heddle/core';
import koffi from 'koffi';

/**
 * The bytes that a cycle may lose. PoCL 3.1 loses some 100 bytes of its own; a memory object or a module is more than
 * this.
 */
const mostBytesACycle = 200;
const growth = 'the process grows';
const mostFreeBytes = 64 * 2 ** 20;

const [name, cycles = 10_000, texts = 1] = process.argv.slice(2).map((word, i) => (i === 0 ? word : Number(word)));
const { backend } = await import(`@heddle/backend-${name}`);
const folder = mkdtempSync(join(tmpdir(), 'heddle-cycles-'));
const cache = new ArtifactCache({ folder });
const device = await openDevice(backend, { cache });
const bytesInUse = allocatedBytes();
let problems;
try {
  // The cache keeps the finished binary from here on.
  (await device.compile(sourceOf(0))).dispose();
  await cache.settled();
  problems = await look();
  // A leak grows in each cycle; memory that drivers and engines cache comes and goes.
  if (problems.length === 1 && problems[0] === growth) problems = await look();
} finally {
  await device.dispose();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;

/** All cycles once. @returns what is wrong */
async function look() {
  const states = [];
  for (let done = 0; done < cycles; done++) {
    if (done > 0 && done % (cycles / 10) === 0) states.push(await stateNow());
    await cycle(Math.floor((done * texts) / cycles));
  }
  states.push(await stateNow());
  for (const state of states) console.log(JSON.stringify(state));
  return judge(states);
}

function sourceOf(text) {
  return `KERNEL void add(GLOBAL int* x, int n) { int i = (int)GLOBAL_INDEX(0); if (i < n) x[i] += ${text + 1}; }`;
}

async function cycle(text) {
  const module = await device.compile(sourceOf(text));
  const buffer = device.zeros('int32', 256);
  const stream = device.createStream();
  const kernel = module.kernel('add');
  kernel.launch({ grid: 4, block: 64, stream: device.defaultStream }, buffer, 256);
  const event = stream.record();
  kernel.launch({ grid: 2, block: 64 }, buffer.slice(128), 128);
  const values = await buffer.read();
  if (values[0] !== text + 1 || values[255] !== 2 * (text + 1)) throw new Error(`text ${text} gave ${values}`);
  event.dispose();
  stream.dispose();
  buffer.dispose();
  module.dispose();
}

async function stateNow() {
  // Finalizers run after a collection, and free more for the next one.
  for (let n = 0; n < 4; n++) {
    globalThis.gc?.();
    await nextTurn();
  }
  return {
    handles: { ...device.openHandles(), ...device.driverHandles() },
    bytes: bytesInUse() + process.memoryUsage().heapUsed,
    freeBytes: device.memoryInfo().freeBytes,
  };
}

// Allocated bytes, if the allocator reports them (glibc's mallinfo2). The size of a process also grows by its arenas'
// free memory, which depends on the threads that ran.
function allocatedBytes() {
  const fields = [
    'arena',
    'ordblks',
    'smblks',
    'hblks',
    'hblkhd',
    'usmblks',
    'fsmblks',
    'uordblks',
    'fordblks',
    'keepcost',
  ];
  const result = koffi.struct(Object.fromEntries(fields.map((field) => [field, 'size_t'])));
  try {
    const read = koffi.load('libc.so.6').func('mallinfo2', result, []);
    return () => {
      const { uordblks, hblkhd } = read();
      return Number(uordblks) + Number(hblkhd);
    };
  } catch {
    return () => process.memoryUsage().rss;
  }
}

function judge(states) {
  // The median of the slopes between any two states (Theil 1950, Sen 1968): a table that is enlarged once is one step.
  // The first two are of a process that still grows into its work.
  const settled = states.slice(2);
  const slopes = settled.flatMap(({ bytes }, i) =>
    settled.slice(0, i).map((earlier, j) => ((bytes - earlier.bytes) * 10) / (cycles * (i - j))),
  );
  const slope = slopes.sort((a, b) => a - b)[slopes.length >> 1];
  const handles = new Set(states.map((state) => JSON.stringify(state.handles)));
  const free = states.map(({ freeBytes }) => freeBytes);
  const found = [
    slope < mostBytesACycle ? '' : growth,
    handles.size === 1 ? '' : 'handles are left',
    // Only for a device with its own memory: other processes also use shared memory.
    device.properties.type !== 'gpu' || Math.max(...free) - Math.min(...free) < mostFreeBytes
      ? ''
      : "the device's memory goes",
  ].filter((problem) => problem !== '');
  console.log(
    `${cycles} cycles, ${slope.toFixed(1)} bytes of the process for each; ${found.join(', ') || 'no growth'}`,
  );
  return found;
}
