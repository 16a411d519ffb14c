/** How the work of one launch is divided: threads for each result, and blocks that share one. */
import { largestPowerOfTwo, type DeviceTuning } from './device-tuning';
import type { ReductionLayout } from './reduction-layout';

export interface ReductionShare {
  /** Parts that each result is split into; more than 1 needs a second launch that joins them. */
  readonly splits: number;
  /** Elements of one part. */
  readonly perSplit: number;
  /** Threads that share a result, or blocks in all where the strategy is sequential. */
  readonly group: number;
  /** Blocks of the first launch. */
  readonly grid: number;
  /** The same for the launch that joins parts. */
  readonly joinGroup: number;
  readonly joinGrid: number;
}

/** Elements that are worth a task of their own on a CPU. */
const sequentialTask = 1 << 14;
const columnChunk = 256;

/**
 * @param splittable - partial results can be kept; where their size is unknown they cannot
 */
export function reductionShare(layout: ReductionLayout, tuning: DeviceTuning, splittable: boolean): ReductionShare {
  return tuning.strategy === 'sequential'
    ? sequentialShare(layout, tuning, splittable)
    : parallelShare(layout, tuning, splittable);
}

function sequentialShare(layout: ReductionLayout, tuning: DeviceTuning, splittable: boolean): ReductionShare {
  const { outputs, length, access } = layout;
  const places = access.mapping === 'rows' ? outputs : Math.ceil(outputs / columnChunk);
  const work = access.mapping === 'rows' ? length : length * Math.min(outputs, columnChunk);
  const wanted = Math.min(Math.ceil(tuning.blocks / places), Math.ceil(work / sequentialTask));
  const { splits, perSplit } = divided(length, splittable ? wanted : 1, tuning.lanes);
  const jobs = Math.max(1, Math.min(tuning.blocks, places * splits));
  const joinGroup = Math.max(1, Math.min(tuning.blocks, Math.ceil((outputs * splits) / sequentialTask)));
  return { splits, perSplit, group: jobs, grid: jobs, joinGroup, joinGrid: joinGroup };
}

function parallelShare(layout: ReductionLayout, tuning: DeviceTuning, splittable: boolean): ReductionShare {
  const { outputs, length, access } = layout;
  const { threads } = tuning;
  const rows = access.mapping === 'rows';
  const group = rows ? powerOfTwoFrom(length, threads) : powerOfTwoFrom(outputs, 32);
  const blocks = Math.ceil(rows ? outputs / (threads / group) : outputs / group);
  // A split must keep every thread busy for a few steps, or joining costs more than it brings.
  const stepElements = (rows ? group : threads / group) * tuning.packs * (access.packed ? 4 : 2);
  const wanted = Math.min(Math.floor(tuning.blocks / blocks), Math.floor(length / stepElements));
  const { splits, perSplit } = divided(length, splittable ? wanted : 1, 512);
  const grid = rows ? Math.ceil((outputs * splits) / (threads / group)) : blocks * splits;
  const joinGroup = powerOfTwoFrom(splits, threads);
  return { splits, perSplit, group, grid, joinGroup, joinGrid: Math.ceil(outputs / (threads / joinGroup)) };
}

function divided(length: number, wanted: number, multiple: number): { splits: number; perSplit: number } {
  if (wanted <= 1) return { splits: 1, perSplit: Math.max(1, length) };
  const perSplit = Math.ceil(length / wanted / multiple) * multiple;
  return { splits: Math.ceil(length / perSplit), perSplit };
}

/** The least power of two that is at least `n`, within 1 and `max`. */
function powerOfTwoFrom(n: number, max: number): number {
  const below = largestPowerOfTwo(Math.max(1, n));
  return Math.min(max, below < n ? below * 2 : below);
}
