/** Checks AbortSignals, and ends what waits when they fire. */
import { onAbort } from '../abort-listeners';
import { describe } from '../diagnostics/describe';
import { argumentError, HeddleError } from '../errors';

/** @throws HeddleError `ABORTED` if the signal has fired already, `ARGUMENT` if it is not a signal */
export function assertNotAborted(signal: AbortSignal | undefined, operation: string): void {
  if (signal === undefined) return;
  // Not instanceof: polyfills and other realms have signals too.
  if (typeof (signal as Partial<AbortSignal> | null)?.addEventListener !== 'function') {
    throw argumentError(`${operation}: signal is an AbortSignal, not ${describe(signal)}`, { parameter: 'signal' });
  }
  if (signal.aborted) throw abortError(operation, signal);
}

/**
 * Waits for `work` or for the signal, whichever comes first. The work itself goes on: what the device has been told
 * to do cannot be recalled.
 *
 * @throws HeddleError `ABORTED` if the signal came first
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  operation: string,
): Promise<T> {
  if (!signal) return work;
  let ended: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    ended = onAbort(signal, () => {
      reject(abortError(operation, signal));
    });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    ended?.();
    // Nobody waits for the work any more; its failure is the stream's and is reported by the next wait on it.
    work.catch(() => undefined);
  }
}

function abortError(operation: string, signal: AbortSignal): HeddleError {
  return new HeddleError('ABORTED', `${operation} was aborted`, { cause: signal.reason });
}
