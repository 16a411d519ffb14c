/** The handles that the driver gives to core. Numbers are the runtime's handles and addresses. */
import type { EntryHandle, EventHandle, MemoryHandle, ModuleHandle, QueueHandle } from '@heddle/core/backend';

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

/** Where a stream's counters are among its words: those that different threads write lie on different cache lines. */
const streamWord = { enqueued: 0, completed: 8, faults: 9 } as const;

/** Bytes of a stream's words. */
export const streamWordBytes = 80;

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
    /** The runtime's own counters, readable without a call. */
    private readonly words: BigUint64Array,
  ) {
    this.word = BigInt(stream);
  }

  /** Commands enqueued so far: the last one's ticket. */
  get enqueued(): bigint {
    return this.#word(streamWord.enqueued);
  }

  get completed(): bigint {
    return this.#word(streamWord.completed);
  }

  /** Launches that have failed. */
  get faults(): bigint {
    return this.#word(streamWord.faults);
  }

  #word(index: number): bigint {
    return this.words[index] ?? 0n;
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
