/** What is to be tidied up where a program calls `process.exit`, which waits for nothing that is under way. */

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
