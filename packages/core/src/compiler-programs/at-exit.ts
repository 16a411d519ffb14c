/** Cleanup if a program calls `process.exit`, which does not wait for pending work. */

const endings = new Set<() => void>();

/**
 * Has `ending` called should the process exit first.
 *
 * @returns takes it back
 */
export function atExit(ending: () => void): () => void {
  // One listener for all: node warns of more than ten.
  if (endings.size === 0) process.on('exit', endAll);
  endings.add(ending);
  return () => {
    endings.delete(ending);
    if (endings.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const ending of endings) ending();
}
