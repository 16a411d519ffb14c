/** The cost of a launch, alone and with the wait for its end. */
import type { Device, Stream } from '@heddle/core';
import { inThisProcess, openCppLoop, type CppLoop } from './cpp-loop';
import { add, median } from './measurements';
import { measurePlans } from './measure-plans';
import { launchedSource } from './native-kernel';

export async function measureLaunches(device: Device): Promise<void> {
  const module = await device.compile(launchedSource, { cache: false });
  const kernel = module.kernel('four');
  const [x, y] = [device.zeros('float32', 256), device.zeros('float32', 256)];
  const stream = device.createStream();
  const options = { grid: 1, block: 256, stream };
  const bound = kernel.bind(options);
  const launchBound = (): void => {
    bound(2, x, y, 256);
  };
  const launchChecked = (): void => {
    kernel.launch(options, 2, x, y, 256);
  };
  const loop = await openCppLoop();
  const inTurn = enqueueInTurn(stream, { bound: launchBound, checked: launchChecked }, loop);
  add('launch, enqueue only, bound', inTurn['bound'] ?? NaN, 'us');
  add('launch, enqueue only, checked', inTurn['checked'] ?? NaN, 'us');
  if (loop !== undefined) {
    add('launch, enqueue only, bound', inTurn['loop'] ?? NaN, 'us', inThisProcess);
    add('launch, enqueue only, checked', inTurn['loop'] ?? NaN, 'us', inThisProcess);
    const waits = waitInTurn(stream, launchBound, loop);
    add('launch and wait, in turn', waits.heddle, 'us');
    add('launch and wait, in turn', waits.loop, 'us', inThisProcess);
    loop.dispose();
  }
  await measurePlans();

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

/**
 * Microseconds of one launch of each kind in rounds of 500. The kinds take turns, C++ among them if it is there: a
 * virtual machine's speed changes more between two minutes than the kinds differ.
 */
function enqueueInTurn(
  stream: Stream,
  kinds: Readonly<Record<string, () => void>>,
  loop: CppLoop | undefined,
): Record<string, number> {
  const names = Object.keys(kinds);
  const rounds: Record<string, number[]> = { loop: [], ...Object.fromEntries(names.map((name) => [name, []])) };
  for (let round = 0; round < 140; round++) {
    for (const name of names) {
      const launch = kinds[name] ?? (() => undefined);
      const started = performance.now();
      for (let i = 0; i < 500; i++) launch();
      rounds[name]?.push((performance.now() - started) * 2);
      stream.synchronizeBlocking();
    }
    if (loop === undefined) continue;
    rounds['loop']?.push(loop.enqueue(500) * 1e6);
    loop.wait();
  }
  // The first are the compiler's, who learns what to make of them.
  return Object.fromEntries(Object.entries(rounds).map(([name, times]) => [name, median(times.slice(40))]));
}

/** Microseconds of a launch and the wait for it, Heddle and C++ in turn. */
function waitInTurn(stream: Stream, launch: () => void, loop: CppLoop): { heddle: number; loop: number } {
  const rounds: { heddle: number[]; loop: number[] } = { heddle: [], loop: [] };
  for (let round = 0; round < 60; round++) {
    const started = performance.now();
    for (let i = 0; i < 100; i++) {
      launch();
      stream.synchronizeBlocking();
    }
    rounds.heddle.push((performance.now() - started) * 10);
    rounds.loop.push(loop.launchAndWait(100) * 1e6);
  }
  return { heddle: median(rounds.heddle.slice(20)), loop: median(rounds.loop.slice(20)) };
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
