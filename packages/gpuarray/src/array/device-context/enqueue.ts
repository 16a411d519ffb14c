/** Puts work on a device, in the order of the program. */
import type { Device } from '@heddle/core';
import type { Awaitable } from '@heddle/core/backend';
import { contextOf } from './array-context';
import { memoryOf, type Place } from './array-stream';
import { rewrapError } from './rewrap-error';

export interface DeviceWork {
  /** What users called: named in errors that are found after the call. */
  readonly operation: string;
  /** The compiled kernels that `launch` needs. */
  readonly kernels: readonly Awaitable[];
  /** Arrays whose elements are read. */
  readonly reads: readonly object[];
  /** Arrays whose elements are written, temporaries too. */
  readonly writes: readonly object[];
  /** Launches at the place it is given. Runs once, in this call or later; must not wait. */
  readonly launch: (place: Place) => void;
}

/**
 * Launches on the caller's stream, after the work of other streams on the operands. It launches at once if nothing
 * waits and all kernels are compiled. Otherwise it launches in order, as soon as that is so.
 *
 * If work fails after this call has returned, its outputs are marked: reading them, or anything computed from them,
 * rejects with the failure.
 */
export function enqueue(device: Device, work: DeviceWork): void {
  const { queue, stream } = contextOf(device);
  if (!queue.waits && allReady(work.kernels)) {
    const failed = failureOf(work.reads);
    if (failed === undefined) stream.run(work.reads, work.writes, work.launch);
    else mark(work.writes, failed);
    return;
  }
  queue.push(
    work.kernels,
    () => {
      const failed = failureOf(work.reads);
      if (failed !== undefined) mark(work.writes, failed);
      else stream.active.run(work.reads, work.writes, work.launch);
    },
    (error) => {
      mark(work.writes, rewrapError(error, work.operation));
    },
  );
}

function allReady(kernels: readonly Awaitable[]): boolean {
  for (const kernel of kernels) if (!kernel.ready) return false;
  return true;
}

function failureOf(operands: readonly object[]): unknown {
  for (const operand of operands) {
    const failure = memoryOf(operand)?.failure;
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function mark(operands: readonly object[], failure: unknown): void {
  for (const operand of operands) {
    const memory = memoryOf(operand);
    if (memory !== undefined) memory.failure = failure;
  }
}
