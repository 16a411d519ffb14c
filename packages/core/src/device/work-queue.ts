/**
 * Work that cannot be enqueued on the device yet, and everything that was asked for after it.
 *
 * An operation on arrays waits while its kernel is being compiled. Calls that come later, of core and of libraries above
 * it, take their turn after it, so that the device sees all work in the order of the program. While nothing waits, every
 * call enqueues before it returns.
 */
import { argumentError } from '../errors';

/** Something that work depends on. */
export interface Awaitable {
  /** True once it is there. */
  readonly ready: boolean;
  /** Resolves when it is there; rejects if it never will be. */
  readonly whenReady: Promise<unknown>;
}

interface WaitingWork {
  readonly needs: readonly Awaitable[];
  readonly run: () => void;
  /** Takes what a need or `run` failed with. */
  readonly fail: (error: unknown) => void;
  /** Called instead of `run` if the queue ends before. */
  readonly end: (error: unknown) => void;
}

/** Work from the first that had to wait to the last that came before all of it had run. */
interface Line {
  readonly works: (WaitingWork | undefined)[];
  readonly idle: Promise<void>;
  readonly setIdle: () => void;
  /** Position of the work whose turn is next. */
  next: number;
  /** The work whose needs are being awaited. */
  current: WaitingWork | undefined;
}

const nothing: readonly Awaitable[] = [];
const doNothing = (): void => undefined;

/** The waiting work of one device. */
export class WorkQueue {
  /** True while work waits, except for work whose turn it is. A plain field: every launch reads it. */
  waits = false;
  #line: Line | undefined;
  #capturing = false;
  #packing = false;

  /** True if work that is asked for now has to wait. What a capture records does not: it runs with the graph. */
  get defers(): boolean {
    return this.waits && !this.#capturing;
  }

  /** Runs at once, or after what waits. `fail` takes what `run` throws in the second case. */
  inOrder(run: () => void, fail: (error: unknown) => void): void {
    if (this.defers) this.#add({ needs: nothing, run, fail, end: fail });
    else run();
  }

  /**
   * Runs at once, or after what waits, for what gives resources back. A capture does not run it early.
   *
   * @param end - called instead if the device goes before
   */
  afterAll(run: () => void, end: () => void = doNothing): void {
    if (this.waits) this.#add({ needs: nothing, run, fail: rethrowLater, end });
    else run();
  }

  /**
   * Adds work that waits for its needs, and for everything before it.
   *
   * @param run - enqueues; must not wait
   * @param fail - takes what a need or `run` failed with
   * @throws HeddleError `ARGUMENT` inside of a capture, which cannot wait
   */
  push(needs: readonly Awaitable[], run: () => void, fail: (error: unknown) => void): void {
    if (this.#capturing) throw pendingInCapture('an operation on arrays waits for its kernel to be compiled');
    this.#add({ needs, run, fail, end: fail });
  }

  /** The same for work with a result. Started in order, it need not end before the next starts. */
  result<T>(start: () => Promise<T>): Promise<T> {
    if (!this.defers) return start();
    return new Promise<T>((resolve, reject) => {
      const run = (): void => {
        start().then(resolve, reject);
      };
      this.#add({ needs: nothing, run, fail: reject, end: reject });
    });
  }

  /** Resolves when nothing waits any more. Never rejects. */
  async settled(): Promise<void> {
    while (this.#line !== undefined) await this.#line.idle;
  }

  /** Fails everything that waits: the device is about to go. */
  end(error: unknown): void {
    const line = this.#line;
    if (line === undefined) return;
    this.#line = undefined;
    this.waits = false;
    for (const work of [line.current, ...line.works.slice(line.next)]) work?.end(error);
    line.setIdle();
  }

  /** Runs what needs no turn, since nothing that waits can depend on it. */
  direct<T>(body: () => T): T {
    const { waits } = this;
    this.waits = false;
    try {
      return body();
    } finally {
      this.waits = waits && this.#line !== undefined;
    }
  }

  /** Runs `body` while a stream records a graph. */
  whileCapturing<T>(body: () => T): T {
    const before = this.#capturing;
    this.#capturing = true;
    try {
      return body();
    } finally {
      this.#capturing = before;
    }
  }

  /** Packs the arguments of a launch, which takes its turn if work waits. */
  pack(body: () => void): void {
    const before = this.#packing;
    this.#packing = true;
    try {
      body();
    } finally {
      this.#packing = before;
    }
  }

  /**
   * Called by arrays that show their memory while work waits.
   *
   * @throws HeddleError `ARGUMENT` inside of a capture, and to callers that do not take their turn
   */
  assertPending(): void {
    if (this.#capturing) throw pendingInCapture('the array waits for operations whose kernels are being compiled');
    if (this.#packing) return;
    throw argumentError('operations on arrays of this device still wait for their kernels to be compiled', {
      hint: 'Await ga.synchronize() before you use the memory of an array without Heddle.',
    });
  }

  #add(work: WaitingWork): void {
    this.waits = true;
    if (this.#line !== undefined) {
      this.#line.works.push(work);
      return;
    }
    let setIdle = doNothing;
    const idle = new Promise<void>((resolve) => {
      setIdle = resolve;
    });
    this.#line = { works: [work], idle, setIdle, next: 0, current: undefined };
    void this.#drain(this.#line);
  }

  async #drain(line: Line): Promise<void> {
    // Lets the call that added the first work return before anything runs.
    await Promise.resolve();
    while (this.#line === line && line.next < line.works.length) {
      const work = line.works[line.next] as WaitingWork;
      line.works[line.next++] = undefined;
      line.current = work;
      const turn = this.#turn(line, work);
      if (turn !== undefined) await turn;
    }
    if (this.#line !== line) return;
    this.#line = undefined;
    this.waits = false;
    line.setIdle();
  }

  #turn(line: Line, work: WaitingWork): Promise<void> | undefined {
    if (work.needs.every(({ ready }) => ready)) {
      this.#run(line, work);
      return undefined;
    }
    return this.#awaitNeeds(work.needs).then(
      () => {
        this.#run(line, work);
      },
      (error: unknown) => {
        this.#run(line, work, { error });
      },
    );
  }

  async #awaitNeeds(needs: readonly Awaitable[]): Promise<void> {
    for (const need of needs) if (!need.ready) await need.whenReady;
  }

  #run(line: Line, work: WaitingWork, failed?: { readonly error: unknown }): void {
    // The end of the queue has told it.
    if (this.#line !== line) return;
    line.current = undefined;
    this.waits = false;
    try {
      if (failed) work.fail(failed.error);
      else work.run();
    } catch (error) {
      work.fail(error);
    } finally {
      this.waits = this.#line !== undefined;
    }
  }
}

// Giving back fails only by a defect: it must not be swallowed, and there is no caller left to throw it to.
function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function pendingInCapture(what: string): Error {
  return argumentError(`${what}, and a capture cannot wait`, {
    hint: 'Await device.synchronize() before the capture.',
  });
}
