/** A kernel with its place for arguments, ready to be enqueued again and again. */
import type { ArgumentLayout, PreparedGeometry, PreparedLaunch } from '@heddle/core/backend';
import { allowSharedBytes, type SimtEntry } from '../module/modules';
import type { SimtContext } from '../simt-context';
import { isSticky } from '../status';
import type { Completions } from '../stream/completions';
import { SimtEvent } from '../stream/simt-event';
import { faultCandidatesOf, type SimtQueue } from '../stream/simt-queue';
import { createSubmission, type Submission } from './submission';

/** Launches timed before their events are read: bounds how many events exist at once. */
const timedTogether = 512;

/** What the launches of one device have in common. */
export interface LaunchSurroundings {
  readonly context: SimtContext;
  readonly completions: Completions;
  /** Shared memory that a block gets at most, in bytes. */
  readonly sharedBytesOptIn: number;
}

export class SimtLaunch implements PreparedLaunch {
  readonly #surroundings: LaunchSurroundings;
  readonly #entry: SimtEntry;
  readonly #submission: Submission;

  constructor(surroundings: LaunchSurroundings, entry: SimtEntry, layout: ArgumentLayout, record: ArrayBuffer) {
    this.#surroundings = surroundings;
    this.#entry = entry;
    this.#submission = createSubmission(surroundings.context, entry, layout, record);
  }

  setGeometry(geometry: PreparedGeometry): void {
    if (geometry.sharedBytes > this.#entry.allowedSharedBytes) {
      const { context, sharedBytesOptIn } = this.#surroundings;
      allowSharedBytes(context, this.#entry, geometry.sharedBytes, sharedBytesOptIn);
    }
    this.#submission.setGeometry(geometry);
  }

  enqueue(queue: SimtQueue): void {
    const status = this.#submission.submit(queue);
    if (status !== 0) this.#fail(status, queue);
    queue.noteLaunch(this.#entry);
  }

  async time(queue: SimtQueue, count: number): Promise<Float64Array> {
    const { context, completions } = this.#surroundings;
    const milliseconds = new Float64Array(count);
    const marks = Array.from({ length: Math.min(count, timedTogether) + 1 }, () => SimtEvent.timing(context));
    const elapsed = new Float32Array(1);
    try {
      for (let done = 0; done < count; done += marks.length - 1) {
        const many = Math.min(marks.length - 1, count - done);
        this.#recordAndLaunch(queue, marks, many);
        await completions.ofQueue(queue);
        for (let i = 0; i < many; i++) {
          context.call('eventElapsedTime', elapsed, marks[i]?.id ?? 0, marks[i + 1]?.id ?? 0);
          milliseconds[done + i] = elapsed[0] ?? 0;
        }
      }
    } finally {
      for (const mark of marks) mark.destroy();
    }
    return milliseconds;
  }

  dispose(): void {
    this.#submission.dispose();
  }

  // One mark between two launches ends the first and begins the second.
  #recordAndLaunch(queue: SimtQueue, marks: readonly SimtEvent[], many: number): void {
    for (let i = 0; i <= many; i++) {
      marks[i]?.record(queue);
      if (i < many) this.enqueue(queue);
    }
  }

  // A sticky status comes from an earlier launch, not from the launch that returned it.
  #fail(status: number, queue: SimtQueue): never {
    const { context } = this.#surroundings;
    const earlier = isSticky(status) ? faultCandidatesOf([queue]) : undefined;
    const { details, about } =
      earlier && earlier.about !== ''
        ? earlier
        : { details: { kernel: this.#entry.name }, about: `launch of ${this.#entry.name}` };
    throw context.failure(status, 'launch', details, about);
  }
}
