/** Results remembered by the arguments they were made from. */
import { currentDevice } from './current-device';

/** One step of the way from arguments to a result. */
class Memo {
  readonly next = new Map<unknown, Memo>();
  result: { readonly value: unknown } | undefined;
}

const memos = new Set<Memo>();

/**
 * Makes a function remember its results: numbers and texts are compared by value, objects by identity.
 *
 * @param forEachDevice - apart for each current device: what is compiled for one device does not run on another.
 *   Default false
 * @returns a decorator: `const kernelFor = memoize(true)((type: string) => new RawKernel(…))`
 */
export function memoize(
  forEachDevice = false,
): <Arguments extends readonly unknown[], Result>(
  body: (...args: Arguments) => Result,
) => (...args: Arguments) => Result {
  return (body) => {
    const root = new Memo();
    memos.add(root);
    return (...args) => {
      const path: unknown[] = [...(forEachDevice ? [currentDevice()] : []), ...args];
      const memo = path.reduce<Memo>((at, step) => stepTo(at, step), root);
      if (!memo.result) {
        const value = body(...args);
        const result = { value };
        memo.result = result;
        forgetFailure(value, () => {
          if (memo.result === result) memo.result = undefined;
        });
      }
      return memo.result.value as ReturnType<typeof body>;
    };
  };
}

/** Forgets everything that memoized functions remember. */
export function clearMemo(): void {
  for (const memo of memos) {
    memo.next.clear();
    memo.result = undefined;
  }
}

function stepTo(memo: Memo, step: unknown): Memo {
  let next = memo.next.get(step);
  if (!next) memo.next.set(step, (next = new Memo()));
  return next;
}

// A compilation that failed may succeed next time, as an exception would not have been remembered either.
function forgetFailure(value: unknown, forget: () => void): void {
  if (value instanceof Promise) value.catch(forget);
}
