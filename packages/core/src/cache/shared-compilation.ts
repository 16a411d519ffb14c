/**
 * One compilation that several callers wait for. Each may give up for itself; when all have, it is aborted.
 */
import { onAbort } from '../abort-listeners';
import { HeddleError } from '../errors';

export class SharedCompilation<Result> {
  readonly #result: Promise<Result>;
  readonly #controller = new AbortController();
  readonly #abandoned: () => void;
  #waiting = 0;

  /**
   * @param produce - starts at once; its signal is aborted when nobody waits any more
   * @param abandoned - called then, too, so that later callers start anew instead of joining an aborted one
   */
  constructor(produce: (signal: AbortSignal) => Promise<Result>, abandoned: () => void) {
    this.#abandoned = abandoned;
    this.#result = produce(this.#controller.signal);
    // Everybody may have given up by the time it fails: then nobody is left to handle that.
    this.#result.catch(() => undefined);
  }

  /** @throws HeddleError `ABORTED` as soon as the signal is; else what the compilation throws */
  join(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting++;
    if (!signal) return this.#result;
    return new Promise<Result>((resolve, reject) => {
      const giveUp = (): void => {
        reject(abortedError(signal));
        if (--this.#waiting > 0) return;
        this.#abandoned();
        this.#controller.abort(signal.reason);
      };
      const ended = onAbort(signal, giveUp);
      this.#result.then(resolve, reject).finally(ended);
    });
  }
}

/** The error of a caller whose signal is aborted. */
export function abortedError(signal: AbortSignal): HeddleError {
  return new HeddleError('ABORTED', 'the compilation was aborted by its caller', { cause: signal.reason });
}
