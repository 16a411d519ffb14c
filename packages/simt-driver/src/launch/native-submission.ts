/** Launches through the native addon: one call of some tens of nanoseconds around the driver's own. */
import type { PreparedGeometry } from '@heddle/core/backend';
import { LaunchHeader, type NativeAddon, type PlanId } from '@heddle/native';
import type { SimtQueue } from '../stream/simt-queue';
import type { Submission, SubmissionParts } from './submission';

export function nativeSubmission(addon: NativeAddon, parts: SubmissionParts): Submission {
  return new NativeSubmission(addon, parts);
}

class NativeSubmission implements Submission {
  readonly #addon: NativeAddon;
  readonly #parts: SubmissionParts;
  readonly #header = new LaunchHeader();
  #ordinary: PlanId | undefined;
  #cooperative: PlanId | undefined;
  /** The plan for the present geometry. */
  #plan: PlanId;
  #queue: SimtQueue | undefined;

  constructor(addon: NativeAddon, parts: SubmissionParts) {
    this.#addon = addon;
    this.#parts = parts;
    this.#plan = this.#ordinary = this.#createPlan('launch');
  }

  setGeometry({ grid, block, sharedBytes, cooperative }: PreparedGeometry): void {
    this.#header.setShape(grid, block, sharedBytes);
    this.#plan = cooperative
      ? (this.#cooperative ??= this.#createPlan('launchCooperative'))
      : (this.#ordinary ??= this.#createPlan('launch'));
  }

  submit(queue: SimtQueue): number {
    if (queue !== this.#queue) {
      this.#header.queue = queue.streamWord;
      this.#queue = queue;
    }
    return this.#addon.run(this.#plan);
  }

  dispose(): void {
    for (const plan of [this.#ordinary, this.#cooperative]) if (plan !== undefined) this.#addon.destroyPlan(plan);
    this.#ordinary = this.#cooperative = undefined;
  }

  // The cooperative function takes the same arguments up to the last, which it does not read.
  #createPlan(function_: 'launch' | 'launchCooperative'): PlanId {
    const { context, entry, offsets, record } = this.#parts;
    return this.#addon.createPlan({
      kind: 'cuda',
      launch: context.api.addressOf(function_),
      function: entry.id,
      header: this.#header.buffer,
      record,
      offsets,
      setContext: context.api.addressOf('contextSetCurrent'),
      context: context.handle,
      ...(context.refusals ? { contextRefusals: context.refusals } : {}),
    });
  }
}
