/** How many threads walk how many elements. */
import { dtypeInfo, type DType } from '@heddle/core';
import type { ElementwiseProgram, Walk } from './program';

/** Threads of a block of every walk: so few that a body may use as many registers as there are for a thread. */
export const blockSize = 256;
/** Elements that each thread of an `items` walk handles, a block apart from each other. */
export const itemsPerThread = 4;
/** Elements of a strip, at most: so many that the division at its beginning does not count. */
export const stripLength = 1024;
const stripThreads = 64;
const packBytes = 16;

export function bytesOf(dtype: DType): number {
  return dtypeInfo(dtype).byteLength;
}

/** Elements of one pack: 16 bytes of the widest array. */
export function packLength(program: ElementwiseProgram): number {
  const widest = Math.max(1, ...[...program.inputs, ...program.outputs].map(({ dtype }) => bytesOf(dtype)));
  return Math.max(1, packBytes / widest);
}

/** Threads of a block of a walk. */
export function threadsOf(walk: Walk): number {
  return walk.kind === 'strips' ? stripThreads : blockSize;
}

/**
 * Elements that one block of a walk handles, of strips the strips. One pack a thread: on an H200 more packs a thread, a loop over the grid
 * and streaming loads were all slower, by 1 to 10 %.
 */
export function elementsPerBlock(program: ElementwiseProgram, walk: Walk): number {
  if (walk.kind === 'packed' || walk.kind === 'rows') return blockSize * packLength(program);
  return walk.kind === 'items' ? blockSize * itemsPerThread : threadsOf(walk);
}
