/** What the driver hands to core and takes back. Numbers are the runtime's handles and addresses. */
import type { EntryHandle, EventHandle, MemoryHandle, ModuleHandle, QueueHandle } from '@heddle/core';

export class HostMemory implements MemoryHandle {
  readonly address: bigint;

  /** @param shown - the array that holds the memory, where the host sees it too (pinned, managed) */
  constructor(
    readonly start: number,
    readonly byteLength: number,
    readonly shown?: ArrayBuffer,
  ) {
    this.address = BigInt(start);
  }
}

export class HostQueue implements QueueHandle {
  readonly handle = 'queue';
  /** For launch records, which hold 64-bit words. */
  readonly word: bigint;
  /** Waits under way that read `words`, which end with the stream. */
  waits = 0;
  /** To be destroyed when the last wait has ended. */
  doomed = false;

  constructor(
    readonly stream: number,
    /** Enqueued, completed and faults: the runtime's own counters, readable without a call. */
    readonly words: BigUint64Array,
  ) {
    this.word = BigInt(stream);
  }
}

export class HostEvent implements EventHandle {
  readonly handle = 'event';

  constructor(readonly event: number) {}
}

export class HostModule implements ModuleHandle {
  readonly handle = 'module';

  constructor(readonly module: number) {}
}

/** A kernel, or a plain function where `kernel` is 0. */
export class HostEntry implements EntryHandle {
  readonly handle = 'entry';

  constructor(
    readonly name: string,
    readonly kernel: number,
    readonly functionAddress: number,
  ) {}
}
