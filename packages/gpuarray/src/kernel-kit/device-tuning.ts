/**
 * How algorithms use a device, as data. Templates are shaped by these figures, which come from what the device says
 * of itself and never from its name.
 */
import type { Device } from '@heddle/core';

export interface DeviceTuning {
  /**
   * `parallel`: many threads of a block share the work and meet at barriers. `sequential`: each thread walks a long
   * range alone, without barriers, as suits the few strong cores of a CPU.
   */
  readonly strategy: 'parallel' | 'sequential';
  /** Threads of a block; 1 where the strategy is sequential. */
  readonly threads: number;
  /** Threads of a block of a reduction whose results are split over several blocks. */
  readonly splitThreads: number;
  /** Bytes one thread loads at once. */
  readonly packBytes: number;
  /** Packs that a thread has in flight. */
  readonly packs: number;
  /** Blocks that fill the device; the work of a large operation is split over about so many. */
  readonly blocks: number;
  /** Independent accumulators of a sequential thread: what the compiler turns into vector registers. */
  readonly lanes: number;
  /** Threads in step, where they can exchange registers; else 0. */
  readonly warp: number;
  /** Blocks may wait for the blocks launched before them, and have fences and atomic operations to tell each other. */
  readonly lookBack: boolean;
}

/** The figures for a device. */
export function deviceTuning(device: Device): DeviceTuning {
  const { type, multiprocessors } = device.properties;
  return type === 'cpu' ? sequentialTuning(multiprocessors) : parallelTuning(device);
}

/** For CPUs: a few long tasks per core, so that uneven cores still end together. */
export function sequentialTuning(multiprocessors: number): DeviceTuning {
  return {
    strategy: 'sequential',
    threads: 1,
    splitThreads: 1,
    packBytes: 0,
    packs: 1,
    blocks: Math.max(1, multiprocessors) * 8,
    lanes: 32,
    warp: 0,
    lookBack: false,
  };
}

/** For GPUs: enough blocks to hold every multiprocessor's threads, and 64 bytes in flight for each thread. */
export function parallelTuning(device: Device): DeviceTuning {
  const { warpSize, multiprocessors, limits } = device.properties;
  const mostThreads = largestPowerOfTwo(limits.threadsPerBlock);
  const lookBack = device.has('forward-progress') && device.has('warp-shuffle');
  return {
    strategy: 'parallel',
    threads: Math.min(256, mostThreads),
    // Measured on an H200: 4 blocks of 512 for each multiprocessor sum at 4,504 GB/s, 8 of 256 at 4,483.
    splitThreads: Math.min(lookBack ? 512 : 256, mostThreads),
    packBytes: 16,
    packs: 4,
    blocks: Math.max(1, multiprocessors) * 8,
    lanes: 1,
    warp: device.has('warp-shuffle') ? warpSize : 0,
    lookBack,
  };
}

/** The largest power of two that is at most `n`, for `n` of at least 1. */
export function largestPowerOfTwo(n: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, n)));
}
