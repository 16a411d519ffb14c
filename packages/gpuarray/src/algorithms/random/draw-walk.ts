/** How the threads of a launch share the blocks of the generator. */
import type { Device } from '@heddle/core';
import { threadsPerBlock, type DrawKernel } from './draw-source';

/**
 * - `wide`: a loop over the grid with counters of 64 bits, for any draw and any device
 * - `narrow`: the same with counters of 32 bits, which half of a GPU's integer arithmetic goes into otherwise
 * - `side-by-side`: a stretch for each block of threads, and several blocks of the generator in flight for each thread
 */
export type DrawWalk = 'wide' | 'narrow' | 'side-by-side';

/** Beyond it a loop's counter could pass 2^32 with its last step. */
const mostNarrowBlocks = 2 ** 31;

/** Threads enough to fill any device; beyond that each computes several blocks, which share what they begin with. */
const fillingThreads = 2 ** 21;
const blocksPerThread = 4;

/** @param blocks - of the generator */
export function drawWalk(device: Device, kernel: DrawKernel, blocks: number): DrawWalk {
  // On a CPU the threads of a block become vectors of the compiler's choice; several packs would be in its way.
  if (device.properties.type !== 'gpu' || blocks > mostNarrowBlocks) return 'wide';
  const fits = blocks <= threadsPerBlock * (kernel.packs ?? 1) * device.properties.limits.grid[0];
  return kernel.packs !== undefined && fits ? 'side-by-side' : 'narrow';
}

/** Blocks of threads of a launch. */
export function drawGrid(device: Device, kernel: DrawKernel, blocks: number, walk: DrawWalk): number {
  if (walk === 'side-by-side') return Math.ceil(blocks / (threadsPerBlock * (kernel.packs ?? 1)));
  const perThread = blocks >= fillingThreads * blocksPerThread ? blocksPerThread : 1;
  return Math.min(Math.ceil(blocks / (threadsPerBlock * perThread)), device.properties.limits.grid[0]);
}
