/**
 * Stack sizes for foreign calls. koffi runs a call on a stack of its own: 128 KiB for calls on a worker thread, on
 * which a compiler inside a vendor's library would overflow. The sizes can be set only before the first library is
 * loaded, by the first caller in the process.
 */
import koffi from 'koffi';

const wantedBytes = 8 * 1024 ** 2;
/** The least that a compiler needs: a thread's stack on the platform with the smallest one. */
const leastBytes = 1024 ** 2;

let asked = false;

/** Asks for stacks large enough for a compiler. Does nothing if a library has been loaded before. */
export function prepareForeignStacks(): void {
  if (asked) return;
  asked = true;
  try {
    koffi.config({ sync_stack_size: wantedBytes, async_stack_size: wantedBytes });
  } catch {
    // Another package loaded a library first. `deepCallsFitWorkers` tells whether its sizes are enough.
  }
}

/** True if a call on a worker thread may go as deep as a compiler does. */
export function deepCallsFitWorkers(): boolean {
  return (koffi.config().async_stack_size ?? 0) >= leastBytes;
}
