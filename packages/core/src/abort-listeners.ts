/**
 * Callbacks for an AbortSignal, with one listener for each signal, however many operations share it. Node warns of
 * a leak at the eleventh listener.
 */

interface Waiting {
  readonly actions: Set<() => void>;
  readonly listener: () => void;
}

const waitingBySignal = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `action` when the signal fires. It is not called for a signal that has fired already.
 *
 * @param action - must not throw
 * @returns a function that takes it back; call it when the work ends, so that a signal that lives on holds nothing
 */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  const waiting = waitingBySignal.get(signal) ?? listenTo(signal);
  // An entry of its own, in case one function is passed twice.
  const entry = (): void => {
    action();
  };
  waiting.actions.add(entry);
  return () => {
    if (!waiting.actions.delete(entry) || waiting.actions.size > 0) return;
    signal.removeEventListener('abort', waiting.listener);
    if (waitingBySignal.get(signal) === waiting) waitingBySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const actions = new Set<() => void>();
  const listener = (): void => {
    waitingBySignal.delete(signal);
    const due = [...actions];
    actions.clear();
    for (const action of due) action();
  };
  const waiting = { actions, listener };
  waitingBySignal.set(signal, waiting);
  signal.addEventListener('abort', listener, { once: true });
  return waiting;
}
