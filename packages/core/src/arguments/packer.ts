/**
 * Writes checked arguments into the record that a driver reads.
 */
import { argumentError } from '../errors';
import type { KernelSignature } from '../signature/signature';
import type { ArgumentLayout } from './argument-layout';
import { createBoundFunction } from './bound-function';
import { ArgumentRecord } from './argument-record';
import { argumentWriter, type ArgumentWriter } from './argument-writer';

/** The inputs of the checks besides the signature. */
export interface PackerOptions {
  /** The device that every buffer must belong to, compared by identity with {@link DeviceReference.device}. */
  readonly device: object;
  /** The name that errors call the kernel. */
  readonly kernel: string;
  /** Called before an argument is refused, to throw what goes before that: the kernel or its device is gone. */
  readonly beforeRefusal?: () => void;
}

/** Tells whether calls have to wait for their turn. */
export interface WaitingWork {
  readonly waits: boolean;
}

const neverWaits: WaitingWork = { waits: false };

/** One record and the ways to fill it. */
export interface Packer {
  readonly layout: ArgumentLayout;
  /** Overwritten by each call below. Its contents count only after a call that did not throw. */
  readonly record: ArrayBuffer;
  /**
   * Checks all arguments and writes them into the record.
   *
   * @throws HeddleError `ARGUMENT` naming kernel, position, parameter, expected type and given value
   */
  pack(args: readonly unknown[]): void;
  /**
   * Makes a function that takes as many arguments as the kernel, checks and writes them as {@link Packer.pack}
   * does, then calls `enqueue`. A call allocates nothing for numbers and buffers.
   *
   * @param work - while it waits, a call gives its arguments to `inTurn` instead, and neither checks nor writes them
   */
  bind<Result>(
    enqueue: () => Result,
    work?: WaitingWork,
    inTurn?: (args: readonly unknown[]) => Result,
  ): (...args: readonly unknown[]) => Result;
}

/** Makes a packer with a record of its own. */
export function createPacker(signature: KernelSignature, layout: ArgumentLayout, options: PackerOptions): Packer {
  const record = new ArgumentRecord(layout.recordBytes);
  const { device, kernel, beforeRefusal } = options;
  const context = { record, device, kernel, ...(beforeRefusal ? { beforeRefusal } : {}) };
  const writers = layout.slots.map((slot, index) => argumentWriter(slot, index, context));
  const refuseCount = (given: number): never => {
    beforeRefusal?.();
    const takes = signature.parameters.length;
    throw argumentError(`${options.kernel}: takes ${takes} argument${takes === 1 ? '' : 's'}, got ${given}`, {
      kernel: options.kernel,
    });
  };
  return {
    layout,
    record: record.buffer,
    pack: (args) => packAll(writers, args, refuseCount),
    bind: (enqueue, work = neverWaits, inTurn = enqueue) =>
      createBoundFunction({ layout, context, writers, refuseCount, enqueue, work, inTurn }),
  };
}

function packAll(
  writers: readonly ArgumentWriter[],
  args: readonly unknown[],
  refuseCount: (n: number) => never,
): void {
  const count = writers.length;
  if (args.length !== count) refuseCount(args.length);
  for (let i = 0; i < count; i++) (writers[i] as ArgumentWriter)(args[i]);
}
