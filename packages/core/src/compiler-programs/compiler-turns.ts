/**
 * Turns of the compilers that are programs. A user may ask for a thousand kernels at once; as many processes would take
 * the machine's memory and end none sooner.
 */
import { availableParallelism } from 'node:os';
import { onAbort } from '../abort-listeners';
import { HeddleError } from '../errors';

const most = availableParallelism();
let running = 0;
/** In the order in which they came. */
const waiting = new Set<() => void>();

/**
 * Runs a compiler's program when fewer of them run in this process than the machine has processors.
 *
 * @param run - starts the program, and ends with it. It must not wait for another turn
 * @throws HeddleError `ABORTED` if the signal fires before its turn; whatever `run` throws
 */
export async function inCompilerTurn<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (running < most) running++;
  else await turn(signal);
  try {
    return await run();
  } finally {
    const [next] = waiting;
    if (next === undefined) running--;
    else next();
  }
}

/** Waits until one that ends hands its turn over. */
function turn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(begin);
      ended?.();
    };
    const begin = (): void => {
      leave();
      resolve();
    };
    const giveUp = (): void => {
      leave();
      reject(new HeddleError('ABORTED', 'the compilation was aborted before it began', { cause: signal?.reason }));
    };
    waiting.add(begin);
    const ended = signal && onAbort(signal, giveUp);
    if (signal?.aborted) giveUp();
  });
}
