/** A stream of the driver, and the kernels that may be running on it. */
import type { ErrorDetails, QueueHandle } from '@heddle/core/backend';

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
  #faultCandidates: LaunchedKernel[] = [];
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
    if (!this.#faultCandidates.includes(kernel)) this.#faultCandidates.push(kernel);
  }

  /** How many launches there were; for {@link markCompleted}. */
  get launches(): number {
    return this.#launches;
  }

  /** Tells that the launches up to a count have completed without a fault. */
  markCompleted(launches: number): void {
    if (launches !== this.#launches) return;
    this.#last = undefined;
    if (this.#faultCandidates.length > 0) this.#faultCandidates = [];
  }

  /** The kernels that may have caused a fault. */
  get faultCandidates(): readonly LaunchedKernel[] {
    return this.#faultCandidates;
  }
}

/** Which kernels may have caused a fault, for an error's details and message. */
export interface FaultCandidates {
  readonly details: ErrorDetails;
  readonly about: string;
}

export const noFaultCandidates: FaultCandidates = { details: {}, about: '' };

/** Names the kernels that may be running in some queues. */
export function faultCandidatesOf(queues: Iterable<SimtQueue>): FaultCandidates {
  const names = [...new Set([...queues].flatMap(({ faultCandidates }) => faultCandidates.map(({ name }) => name)))];
  if (names.length === 0) return noFaultCandidates;
  if (names.length === 1) return { details: { kernel: names[0] ?? '' }, about: `a launch of ${names[0] ?? ''}` };
  return { details: { kernel: names.join(', ') }, about: `a launch of one of ${names.slice(-8).join(', ')}` };
}
