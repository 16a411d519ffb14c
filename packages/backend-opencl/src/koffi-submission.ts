/** A submission call by call, through koffi: each argument that has changed, then the launch. */
import type { PreparedGeometry } from '@heddle/core/backend';
import type { Handle } from './api';
import type { Context } from './context';
import { addressOf } from './native-memory';
import { dimensionsOf, dynamicSharedBytes, type Submission, type SubmissionParts } from './submission';

interface Slot {
  readonly offset: number;
  readonly byteLength: number;
  readonly isLocal: boolean;
  readonly address: bigint;
}

export class KoffiSubmission implements Submission {
  readonly #context: Context;
  readonly #kernel: Handle;
  readonly #slots: readonly Slot[];
  readonly #sharedIndex: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The record as the kernel object has it. */
  readonly #set: Uint8Array;
  readonly #setView: DataView;
  readonly #global = new BigUint64Array(3);
  readonly #local = new BigUint64Array(3);
  readonly #event: BigUint64Array | null;
  #dimensions: 1 | 2 | 3 = 1;
  #sharedBytes = 0;
  #sharedBytesSet = -1;
  #isKnown = false;
  #failedArgument = -1;

  constructor(context: Context, { kernel, layout, record, hasDynamicShared, keepEvent }: SubmissionParts) {
    this.#context = context;
    this.#kernel = kernel;
    this.#bytes = new Uint8Array(record);
    this.#view = new DataView(record);
    this.#set = new Uint8Array(record.byteLength);
    this.#setView = new DataView(this.#set.buffer);
    this.#event = keepEvent ? new BigUint64Array(1) : null;
    this.#sharedIndex = hasDynamicShared ? layout.slots.length : -1;
    const start = addressOf(record);
    this.#slots = layout.slots.map(({ parameter, offset, byteLength }) => ({
      offset,
      byteLength,
      isLocal: parameter.kind === 'local',
      address: start + BigInt(offset),
    }));
  }

  setGeometry(geometry: PreparedGeometry): void {
    for (const axis of [0, 1, 2] as const) {
      this.#local[axis] = BigInt(geometry.block[axis]);
      this.#global[axis] = BigInt(geometry.grid[axis]) * BigInt(geometry.block[axis]);
    }
    this.#dimensions = dimensionsOf(geometry);
    this.#sharedBytes = dynamicSharedBytes(geometry);
  }

  run(queue: Handle): number {
    this.#failedArgument = -1;
    const status = this.#setArguments();
    if (status !== 0) {
      this.forget();
      return status;
    }
    this.#isKnown = this.#event === null;
    return this.#context.calls.clEnqueueNDRangeKernel(
      queue,
      this.#kernel,
      this.#dimensions,
      null,
      this.#global,
      this.#local,
      0,
      null,
      this.#event,
    );
  }

  failedArgument(): number {
    return this.#failedArgument;
  }

  lastEvent(): Handle {
    return this.#event?.[0] ?? 0n;
  }

  forget(): void {
    this.#isKnown = false;
  }

  dispose(): void {
    // It owns nothing.
  }

  #setArguments(): number {
    const { calls } = this.#context;
    for (let index = 0; index < this.#slots.length; index++) {
      const slot = this.#slots[index] as Slot;
      if (this.#isKnown && !this.#hasChanged(slot)) continue;
      const status = slot.isLocal
        ? calls.clSetKernelArg(this.#kernel, index, this.#view.getBigUint64(slot.offset, true), null)
        : calls.clSetKernelArg(this.#kernel, index, slot.byteLength, slot.address);
      if (status !== 0) return this.#failed(index, status);
    }
    this.#set.set(this.#bytes);
    if (this.#sharedIndex < 0 || (this.#isKnown && this.#sharedBytes === this.#sharedBytesSet)) return 0;
    this.#sharedBytesSet = this.#sharedBytes;
    const status = calls.clSetKernelArg(this.#kernel, this.#sharedIndex, this.#sharedBytes, null);
    return status === 0 ? 0 : this.#failed(this.#sharedIndex, status);
  }

  #failed(index: number, status: number): number {
    this.#failedArgument = index;
    return status;
  }

  #hasChanged({ offset, byteLength }: Slot): boolean {
    let i = offset;
    const end = offset + byteLength;
    for (; i + 4 <= end; i += 4) if (this.#view.getUint32(i) !== this.#setView.getUint32(i)) return true;
    for (; i < end; i++) if (this.#bytes[i] !== this.#set[i]) return true;
    return false;
  }
}
