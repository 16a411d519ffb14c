/** Memory of JavaScript's as C sees it. */
import koffi from 'koffi';

/** A text as a C string. */
export function cString(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`);
}

/** Address of an array's or buffer's first byte; valid as long as that is alive and in place. */
export function addressOf(memory: ArrayBufferView | ArrayBuffer): bigint {
  return BigInt(koffi.address(memory));
}

/** Keeps what native code was given the address of: it is reachable up to this call, across every `await` before it. */
export function keepAlive(..._memory: readonly unknown[]): void {
  // Nothing: that it is named here is the point.
}
