/** How the work of one launch is divided: threads for each result, and blocks that share one. */
import { largestPowerOfTwo, type DeviceTuning } from '../../kernel-kit/device-tuning';
import type { ReductionLayout } from './reduction-layout';

export interface ReductionShare {
  /** Parts that each result is split into; what they come to is joined. */
  readonly splits: number;
  /** Elements of one part, where a part is a stretch of elements. */
  readonly perSplit: number;
  /** Threads of a block. */
  readonly threads: number;
  /** Threads that share a result, or blocks in all where the strategy is sequential. */
  readonly group: number;
  /** Blocks of the first launch. */
  readonly grid: number;
  /** Groups of blocks that share results, where the last block of each joins the parts. */
  readonly joins: number;
  /** `group` and `grid` of the launch that joins parts elsewhere. */
  readonly joinGroup: number;
  readonly joinGrid: number;
}

/** Elements that are worth a task of their own on a CPU. */
const sequentialTask = 1 << 14;
/** Results that a thread of a CPU works on side by side where neighbours lie side by side: whole lines, far ahead. */
export const columnChunk = 1024;
/** Neighbouring results of a block of a GPU. Measured on an H200: 64 sum 16384 x 16384 at 4,290 GB/s, 32 at 4,243. */
const columnsAcross = 64;

/** Shared memory for a block's partial results that no device lacks, several blocks to a multiprocessor. */
const sharedPartials = 1 << 14;

/**
 * @param partialBytes - bytes of a partial result; where they are unknown, none can be kept, and nothing is split
 */
export function reductionShare(
  layout: ReductionLayout,
  tuning: DeviceTuning,
  partialBytes: number | undefined,
): ReductionShare {
  if (tuning.strategy === 'sequential') return sequentialShare(layout, tuning, partialBytes !== undefined);
  const split = partialBytes === undefined ? undefined : splitShare(layout, tuning, partialBytes);
  return split ?? wholeShare(layout, tuning);
}

function sequentialShare(layout: ReductionLayout, tuning: DeviceTuning, splittable: boolean): ReductionShare {
  const { outputs, length, access } = layout;
  const places = access.mapping === 'rows' ? outputs : Math.ceil(outputs / columnChunk);
  const work = access.mapping === 'rows' ? length : length * Math.min(outputs, columnChunk);
  const wanted = Math.min(Math.ceil(tuning.blocks / places), Math.ceil(work / sequentialTask));
  const { splits, perSplit } = divided(length, splittable ? wanted : 1, tuning.lanes);
  const jobs = Math.max(1, Math.min(tuning.blocks, places * splits));
  const joinGroup = Math.max(1, Math.min(tuning.blocks, Math.ceil((outputs * splits) / sequentialTask)));
  return { splits, perSplit, threads: 1, group: jobs, grid: jobs, joins: 0, joinGroup, joinGrid: joinGroup };
}

/** Each result stays with one block, or less. */
function wholeShare(layout: ReductionLayout, tuning: DeviceTuning): ReductionShare {
  const { outputs, length, access } = layout;
  const { threads } = tuning;
  const rows = access.mapping === 'rows';
  const group = rows ? threadsOfRow(layout, tuning) : powerOfTwoFrom(outputs, columnsAcross);
  const grid = Math.ceil(outputs / (rows ? threads / group : group));
  return { splits: 1, perSplit: Math.max(1, length), threads, group, grid, joins: 0, joinGroup: 1, joinGrid: 0 };
}

/**
 * Two steps' elements for each thread, of which one step's are in flight at once, but one where that leaves fewer than
 * eight neighbours; fewer elements where rows are so few that threads would be missing elsewhere. Measured on an H200:
 * rows of 64 float32 are summed at 3,545 GB/s by 8 threads, at 3,302 by 4; rows of 1,024 at 4,110 in two steps, at 3,926
 * in one.
 */
function threadsOfRow({ outputs, length, access, atOnce }: ReductionLayout, tuning: DeviceTuning): number {
  const step = tuning.packs * (access.packed ? atOnce : 2);
  const filling = Math.max(1, Math.floor((outputs * length) / (tuning.blocks * tuning.threads)));
  const threadsFor = (elements: number): number =>
    powerOfTwoFrom(Math.ceil(length / Math.min(elements, filling)), tuning.threads);
  return Math.max(threadsFor(2 * step), Math.min(8, threadsFor(step)));
}

/** @returns undefined if results are enough for all blocks, or too short to be split */
function splitShare(layout: ReductionLayout, tuning: DeviceTuning, partialBytes: number): ReductionShare | undefined {
  return layout.access.mapping === 'rows' ? splitRows(layout, tuning, partialBytes) : splitColumns(layout, tuning);
}

/** A block for each part: its threads walk side by side with those of the other parts. */
function splitRows(layout: ReductionLayout, tuning: DeviceTuning, partialBytes: number): ReductionShare | undefined {
  const fitting = [tuning.splitThreads, tuning.threads].filter(
    (threads) => threads <= tuning.threads || threads * partialBytes <= sharedPartials,
  );
  for (const threads of fitting) {
    const share = splitRowsOver(layout, tuning, threads);
    if (share) return share;
  }
  return undefined;
}

function splitRowsOver(
  { outputs, length, atOnce, access }: ReductionLayout,
  tuning: DeviceTuning,
  threads: number,
): ReductionShare | undefined {
  const blocks = (tuning.blocks * tuning.threads) / threads;
  // A part must keep every thread busy for a step, or joining costs more than it brings.
  const step = threads * tuning.packs * (access.packed ? atOnce : 2);
  const splits = Math.min(Math.floor(blocks / outputs), Math.floor(length / step));
  if (splits <= 1) return undefined;
  const grid = outputs * splits;
  const joining = joined(outputs, splits, threads);
  return { splits, perSplit: length, threads, group: threads, grid, joins: outputs, ...joining };
}

function splitColumns({ outputs, length }: ReductionLayout, tuning: DeviceTuning): ReductionShare | undefined {
  const { threads } = tuning;
  const group = powerOfTwoFrom(outputs, columnsAcross);
  const blocks = Math.ceil(outputs / group);
  const step = (threads / group) * tuning.packs * 2;
  const wanted = Math.min(Math.floor(tuning.blocks / blocks), Math.floor(length / step));
  const { splits, perSplit } = divided(length, wanted, 512);
  if (splits <= 1) return undefined;
  return {
    splits,
    perSplit,
    threads,
    group,
    grid: blocks * splits,
    joins: blocks,
    ...joined(outputs, splits, threads),
  };
}

function joined(outputs: number, splits: number, threads: number): { joinGroup: number; joinGrid: number } {
  const joinGroup = powerOfTwoFrom(splits, threads);
  return { joinGroup, joinGrid: Math.ceil(outputs / (threads / joinGroup)) };
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
