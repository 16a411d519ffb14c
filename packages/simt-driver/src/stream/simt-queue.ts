/** A stream of the driver, and which kernels are running on it as far as anybody knows. */
import type { ErrorDetails, QueueHandle } from '@heddle/core';

/** What a stream remembers of a kernel it launched. */
export interface LaunchedKernel {
  readonly name: string;
}

export class SimtQueue implements QueueHandle {
  readonly handle = 'queue';
  /** The vendor's stream, as functions take it. A number, since handles of the host fit one and convert faster. */
  readonly stream: number;
  /** The same, as native code takes it. */
  readonly streamWord: bigint;
  /** True while its commands are recorded instead of run. */
  capturing = false;
  #last: LaunchedKernel | undefined;
  #suspects: LaunchedKernel[] = [];
  #launches = 0;

  constructor(stream: bigint) {
    this.stream = Number(stream);
    this.streamWord = stream;
  }

  /** Remembers a launch, so that a fault can name it. Called for every launch: a comparison in the usual case. */
  noteLaunch(kernel: LaunchedKernel): void {
    this.#launches += 1;
    if (kernel === this.#last) return;
    this.#last = kernel;
    if (!this.#suspects.includes(kernel)) this.#suspects.push(kernel);
  }

  /** How many launches there were; for {@link exonerate}. */
  get launches(): number {
    return this.#launches;
  }

  /** The launches up to a count have ended well. */
  exonerate(launches: number): void {
    if (launches !== this.#launches) return;
    this.#last = undefined;
    if (this.#suspects.length > 0) this.#suspects = [];
  }

  /** The kernels that a fault may have come from. */
  get suspects(): readonly LaunchedKernel[] {
    return this.#suspects;
  }
}

/** Whom a fault may have come from, for an error's details and message. */
export interface Suspicion {
  readonly details: ErrorDetails;
  readonly about: string;
}

export const noSuspicion: Suspicion = { details: {}, about: '' };

/** Names the kernels that may be running in some queues. */
export function suspicionOf(queues: Iterable<SimtQueue>): Suspicion {
  const names = [...new Set([...queues].flatMap(({ suspects }) => suspects.map(({ name }) => name)))];
  if (names.length === 0) return noSuspicion;
  if (names.length === 1) return { details: { kernel: names[0] ?? '' }, about: `a launch of ${names[0] ?? ''}` };
  return { details: { kernel: names.join(', ') }, about: `a launch of one of ${names.slice(-8).join(', ')}` };
}
