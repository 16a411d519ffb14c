/** How a prepared launch reaches the driver: through the native addon if it is present, else through koffi. */
import type { ArgumentLayout, PreparedGeometry } from '@heddle/core/backend';
import { nativeAddon } from '@heddle/native';
import type { SimtEntry } from '../module/modules';
import type { SimtContext } from '../simt-context';
import type { SimtQueue } from '../stream/simt-queue';
import { foreignSubmission } from './foreign-submission';
import { nativeSubmission } from './native-submission';

/** One kernel with its place for arguments, as the driver is called for it. */
export interface Submission {
  setGeometry(geometry: PreparedGeometry): void;
  /** Sets the context and enqueues. Called once per launch. @returns the driver's status */
  submit(queue: SimtQueue): number;
  dispose(): void;
}

/** What a submission is made from. */
export interface SubmissionParts {
  readonly context: SimtContext;
  readonly entry: SimtEntry;
  /** Byte offset of each of the kernel's parameters in the record. */
  readonly offsets: readonly number[];
  /** Where core writes the arguments before each launch. */
  readonly record: ArrayBuffer;
}

export function createSubmission(
  context: SimtContext,
  entry: SimtEntry,
  layout: ArgumentLayout,
  record: ArrayBuffer,
): Submission {
  const slots = layout.slots.filter(({ parameter }) => parameter.kind !== 'local');
  const parts = { context, entry, offsets: slots.map(({ offset }) => offset), record };
  const addon = nativeAddon();
  return addon ? nativeSubmission(addon, parts) : foreignSubmission(parts);
}
