/** Device memory lent to one array and its views. */
import type { Buffer } from '@heddle/core';
import { turnSymbol, type ArgumentTurn, type PoolBlock, type TurnArgument } from '@heddle/core/backend';
import type { ArrayContext } from './array-context';
import type { ArrayStream } from './array-stream';
import type { MemoryUses } from './memory-uses';
import { rewrapError } from './rewrap-error';

/** What remains of an array after it is garbage-collected. */
export interface MemoryRecord {
  readonly block: PoolBlock<Buffer>;
  /** The stream that the memory was taken for. */
  readonly stream: ArrayStream;
  /** Undefined while the device has had one stream only. */
  uses: MemoryUses | undefined;
}

/**
 * What an array and its views hold on to. The memory goes back to the pool when the array that owns it is disposed, or
 * when the last of them is collected.
 *
 * The object is used again together with its memory, since making the buffer of a part of an allocation, and watching
 * for its collection, cost more than the rest of an allocation. {@link lease} tells arrays of earlier times that the
 * memory is no longer theirs.
 */
export class PooledMemory implements TurnArgument {
  readonly context: ArrayContext;
  readonly record: MemoryRecord;
  /** The memory as kernels and copies take it. */
  readonly buffer: Buffer;
  readonly byteLength: number;
  /** Changes when the memory is given back. */
  lease = 0;
  /** The failure of the operation that was to fill this memory, found after it had been queued. */
  failure: unknown = undefined;

  constructor(stream: ArrayStream, buffer: Buffer, block: PoolBlock<Buffer>, byteLength: number) {
    this.context = stream.context;
    this.record = { block, stream, uses: undefined };
    this.buffer = buffer;
    this.byteLength = byteLength;
    buffer.managedBy(this);
  }

  /** A launch that waits gets and leaves its failures here, also if it was given the buffer instead of an array. */
  [turnSymbol](): ArgumentTurn {
    return {
      begin: () => {
        this.assertFilled();
      },
      fail: ({ error }) => {
        this.failure ??= error;
        return true;
      },
    };
  }

  /** @throws HeddleError the failure of the operation that was to fill the memory */
  assertFilled(): void {
    if (this.failure !== undefined) throw rewrapError(this.failure);
  }

  /** The stream on which arrays of this memory do their work. */
  get home(): ArrayStream {
    return this.record.stream.active;
  }

  /** Which streams work on it. */
  get uses(): MemoryUses | undefined {
    return this.record.uses;
  }

  set uses(uses: MemoryUses | undefined) {
    this.record.uses = uses;
  }

  /** Gives the memory back, after what is queued has run. For a lease that is over it does nothing. */
  release(lease: number): void {
    if (lease !== this.lease) return;
    this.lease += 1;
    this.context.memory.giveBack(this);
  }
}
