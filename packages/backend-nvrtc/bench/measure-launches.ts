/** What a launch costs, alone and with the wait for its end. */
import type { Device, Stream } from '@heddle/core';
import { add, median } from './measurements';
import { measurePlans } from './measure-plans';

export const four = `__global__ void four(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }
__global__ void spin(long long nanoseconds) {
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)); while (now - start < nanoseconds);
}`;

export async function measureLaunches(device: Device): Promise<void> {
  const source: string = four;
  const module = await device.compile(source, { cache: false });
  const kernel = module.kernel('four');
  const [x, y] = [device.zeros('float32', 256), device.zeros('float32', 256)];
  const stream = device.createStream();
  const options = { grid: 1, block: 256, stream };
  const bound = kernel.bind(options);
  const launchBound = (): void => {
    bound(2, x, y, 256);
  };
  add('launch, enqueue only, bound', enqueueOnly(stream, launchBound), 'us');
  const checked = enqueueOnly(stream, () => {
    kernel.launch(options, 2, x, y, 256);
  });
  add('launch, enqueue only, checked', checked, 'us');
  add('launch, enqueue only, again', enqueueOnly(stream, launchBound), 'us');
  await measurePlans(source);

  add(
    'launch and wait',
    await each(5000, () => {
      launchBound();
      stream.synchronizeBlocking();
    }),
    'us',
  );
  add(
    'launch and wait for the promise',
    await each(5000, () => {
      launchBound();
      return stream.synchronize();
    }),
    'us',
  );
  const spin = module.kernel('spin').bind({ grid: 1, block: 1, stream });
  for (const milliseconds of [0.2, 1, 5, 20]) {
    add(
      `lateness of a promise for ${milliseconds} ms`,
      await lateness(stream, () => {
        spin(milliseconds * 1e6);
      }),
      'us',
    );
  }
  // Again after long waits, whose threads must not stay in the way.
  add(
    'launch and wait for the promise, again',
    await each(5000, () => {
      launchBound();
      return stream.synchronize();
    }),
    'us',
  );
}

/** Microseconds of one launch in rounds of 500, as the peers measure it. */
function enqueueOnly(stream: Stream, launch: () => void): number {
  for (let i = 0; i < 20_000; i++) {
    launch();
    if (i % 500 === 0) stream.synchronizeBlocking();
  }
  const rounds: number[] = [];
  for (let round = 0; round < 60; round++) {
    stream.synchronizeBlocking();
    const started = performance.now();
    for (let i = 0; i < 500; i++) launch();
    rounds.push((performance.now() - started) / 500);
  }
  stream.synchronizeBlocking();
  return median(rounds) * 1000;
}

async function each(count: number, body: () => Promise<void> | void): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await body();
    times.push(performance.now() - started);
  }
  return median(times.slice(count >> 1)) * 1000;
}

/** Microseconds by which a promise comes later than the device's own time. */
async function lateness(stream: Stream, launch: () => void): Promise<number> {
  const late: number[] = [];
  for (let i = 0; i < 30; i++) {
    const started = performance.now();
    const start = stream.record();
    launch();
    const end = stream.record();
    await end.synchronize();
    late.push(performance.now() - started - end.millisecondsSince(start));
    start.dispose();
    end.dispose();
  }
  return median(late.slice(10)) * 1000;
}
