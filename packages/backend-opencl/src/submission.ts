/** Setting a kernel's arguments and enqueueing it: the part of a launch that runs each time. */
import type { ArgumentLayout, PreparedGeometry } from '@heddle/core/backend';
import type { Handle } from './api';

/** What a submission is made from. */
export interface SubmissionParts {
  /** A kernel object whose arguments nobody else sets. */
  readonly kernel: Handle;
  readonly layout: ArgumentLayout;
  readonly record: ArrayBuffer;
  /** True if one local argument more follows the layout's: the dialect's dynamic shared memory. */
  readonly hasDynamicShared: boolean;
  /** Each run leaves its event for {@link Submission.takeEvent}, and sets all arguments. */
  readonly keepEvent: boolean;
}

export interface Submission {
  setGeometry(geometry: PreparedGeometry): void;
  /** Sets what has changed in the record and enqueues. @returns the status of the first call that failed, or 0 */
  run(queue: Handle): number;
  /** The argument that the last failure was about, from 0; -1 if it was about the launch. */
  failedArgument(): number;
  /** The event of the last run, where events are kept; the caller releases it. */
  lastEvent(): Handle;
  /** Sets all arguments anew at the next run. */
  forget(): void;
  dispose(): void;
}

/** A launch without dynamic shared memory passes the least that OpenCL takes for the argument. */
export function dynamicSharedBytes({ sharedBytes }: PreparedGeometry): number {
  return Math.max(sharedBytes, 16);
}

/** Axes that a launch has more than one thread along. */
export function dimensionsOf({ grid, block }: PreparedGeometry): 1 | 2 | 3 {
  if (grid[2] * block[2] > 1) return 3;
  return grid[1] * block[1] > 1 ? 2 : 1;
}
