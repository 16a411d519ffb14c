/**
 * The driver's functions called from C++ in this process, to take turns with Heddle, where HEDDLE_BENCH_LAUNCH_LOOP names
 * the library of `peer/launch-loop.cpp`.
 */
import koffi from 'koffi';
import { openNativeKernel } from './native-kernel';

/** Whose figures these are: as far from a noisy neighbour as Heddle's own. */
export const inThisProcess = 'c++ in this process';

export interface CppLoop {
  /** Seconds of one launch, `count` enqueued in a row. */
  enqueue(count: number): number;
  /** Seconds of one launch and the wait for its end. */
  launchAndWait(count: number): number;
  /** Seconds of a copy between page-locked and device memory, to its end. */
  copy(direction: 'toDevice' | 'toHost', host: Uint8Array): number;
  wait(): void;
  dispose(): void;
}

export async function openCppLoop(): Promise<CppLoop | undefined> {
  const path = process.env['HEDDLE_BENCH_LAUNCH_LOOP'];
  if (path === undefined) return undefined;
  const { driver, entry, queue, x, y } = await openNativeKernel();
  const library = koffi.load(path);
  const loop = library.func('double launch_loop(void*, void*, void*, void*, uint64_t, uint64_t, int)') as LaunchLoop;
  const copyOnce = library.func('double copy_once(void*, void*, void*, void*, uint64_t, void*, uint64_t)') as CopyOnce;
  const launch = driver.api.addressOf('launch');
  const synchronize = driver.api.addressOf('streamSynchronize');
  let device = { address: 0n, byteLength: 0 };
  const run = (each: bigint, count: number): number => {
    const seconds = loop(launch, each, entry.id, queue.streamWord, x, y, count);
    if (seconds < 0) throw new Error('the C++ loop was refused a launch');
    return seconds;
  };
  return {
    enqueue: (count) => run(0n, count),
    launchAndWait: (count) => run(synchronize, count),
    copy(direction, host) {
      const { byteLength } = host;
      if (byteLength > device.byteLength)
        device = { address: driver.allocate(byteLength, 'device').address, byteLength };
      const toDevice = direction === 'toDevice' ? driver.api.addressOf('copyHostToDeviceAsync') : 0n;
      const toHost = direction === 'toHost' ? driver.api.addressOf('copyDeviceToHostAsync') : 0n;
      const seconds = copyOnce(toDevice, toHost, synchronize, queue.streamWord, device.address, host, byteLength);
      if (seconds < 0) throw new Error('C++ was refused a copy');
      return seconds;
    },
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

type CopyOnce = (
  toDevice: bigint,
  toHost: bigint,
  synchronize: bigint,
  stream: bigint,
  device: bigint,
  host: Uint8Array,
  byteLength: number,
) => number;
