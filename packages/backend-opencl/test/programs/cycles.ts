/**
 * Compiles (from the cache), allocates, launches, reads and disposes, again and again; prints as JSON what is open and
 * how large the process is after a tenth of the cycles and at the end. For a process of its own, with --expose-gc.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArtifactCache, openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';

const cycles = Number(process.argv[2] ?? 10_000);
const source = '__kernel void k(__global float* x, float a, int n) { int i = get_global_id(0); if (i < n) x[i] *= a; }';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-cycles-'));
  const cache = new ArtifactCache({ folder });
  const device = await openDevice(backend, { cache });
  // The cache keeps the finished binary from here on.
  (await device.compile(source)).dispose();
  await cache.settled();

  const cycle = async (): Promise<void> => {
    using module = await device.compile(source);
    using x = device.zeros('float32', 256);
    using stream = device.createStream();
    module.kernel('k').launch({ grid: 4, block: 64, stream: device.defaultStream }, x, 2, 256);
    const event = stream.record();
    module.kernel('k').launch({ grid: 2, block: 64 }, x.slice(128), 2, 128);
    await x.read();
    event.dispose();
  };
  const state = async () => {
    await nextTurn();
    globalThis.gc?.();
    await nextTurn();
    return {
      open: device.openHandles(),
      driver: device.driverHandles(),
      megabytes: process.memoryUsage().rss / 2 ** 20,
    };
  };

  const states = [];
  for (let done = 0; done < cycles; done++) {
    if (done % (cycles / 10) === 0 && done > 0) states.push(await state());
    await cycle();
  }
  states.push(await state());
  await device.dispose();
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify(states));
}

await main();
