/** What Ctrl-C ends: one listener for all runs of the process. Node warns of a leak at the eleventh. */

const actions = new Set<() => void>();

/**
 * Calls `action` at the next Ctrl-C, once.
 *
 * @returns a function that takes it back
 */
export function onInterrupt(action: () => void): () => void {
  if (actions.size === 0) process.on('SIGINT', interrupt);
  const entry = (): void => {
    action();
  };
  actions.add(entry);
  return () => {
    if (actions.delete(entry) && actions.size === 0) process.off('SIGINT', interrupt);
  };
}

function interrupt(): void {
  process.off('SIGINT', interrupt);
  const due = [...actions];
  actions.clear();
  for (const action of due) action();
}
