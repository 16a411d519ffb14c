/** C++ loops over the driver's functions in this process, where HEDDLE_BENCH_LAUNCH_LOOP names their library. */
import koffi from 'koffi';
import { openNativeKernel } from './native-kernel';

export interface CppLoop {
  /** Seconds of one launch, `count` enqueued in a row. */
  enqueue(count: number): number;
  /** Seconds of one launch and the wait for its end. */
  launchAndWait(count: number): number;
  wait(): void;
  dispose(): void;
}

export async function openCppLoop(source: string): Promise<CppLoop | undefined> {
  const path = process.env['HEDDLE_BENCH_LAUNCH_LOOP'];
  if (path === undefined) return undefined;
  const { driver, entry, queue, x, y } = await openNativeKernel(source, 'four');
  const loop = koffi
    .load(path)
    .func('double launch_loop(void*, void*, void*, void*, uint64_t, uint64_t, int)') as LaunchLoop;
  const launch = driver.api.addressOf('launch');
  const synchronize = driver.api.addressOf('streamSynchronize');
  const run = (each: bigint, count: number): number => {
    const seconds = loop(launch, each, entry.id, queue.streamWord, x, y, count);
    if (seconds < 0) throw new Error('the C++ loop was refused a launch');
    return seconds;
  };
  return {
    enqueue: (count) => run(0n, count),
    launchAndWait: (count) => run(synchronize, count),
    wait() {
      driver.waitBlocking(queue);
    },
    dispose() {
      driver.dispose();
    },
  };
}

type LaunchLoop = (
  launch: bigint,
  synchronize: bigint,
  entry: bigint,
  stream: bigint,
  x: bigint,
  y: bigint,
  count: number,
) => number;
