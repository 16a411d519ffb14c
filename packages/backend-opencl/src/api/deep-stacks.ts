/** koffi runs C functions on stacks of its own, too small for a compiler unless it is asked in time. */
import koffi from 'koffi';

const stackBytes = 8 * 1024 * 1024;

/** Asks for stacks that a compiler fits on. koffi grants that only before it has opened its first library. */
export function reserveStacks(): void {
  try {
    koffi.config({ async_stack_size: stackBytes, sync_stack_size: stackBytes });
  } catch {
    // Another library was first: hasDeepStacks() tells.
  }
}

/** True if a call on another thread may go as deep as on the main one. */
export function hasDeepStacks(): boolean {
  return (koffi.config().async_stack_size ?? 0) >= stackBytes;
}
