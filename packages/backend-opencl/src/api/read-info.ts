/** The `clGet...Info` functions, whose answers come as bytes: the size first, then the bytes, then what they mean. */

/** One question of such a function: `(size, value, sizeReturned) => status`. */
export type InfoCall = (byteLength: number, value: Uint8Array | null, sizeReturned: BigUint64Array) => number;

/**
 * The bytes of an answer; undefined if the question is not known there, or has no answer.
 *
 * ```ts
 * readInfo((...rest) => calls.clGetDeviceInfo(device, constants.CL_DEVICE_NAME, ...rest))
 * ```
 */
export function readInfo(call: InfoCall): Uint8Array | undefined {
  const size = new BigUint64Array(1);
  if (call(0, null, size) !== 0) return undefined;
  const bytes = new Uint8Array(Number(size[0]));
  if (bytes.byteLength === 0) return bytes;
  return call(bytes.byteLength, bytes, size) === 0 ? bytes : undefined;
}

/** An answer that is a C string. Drivers pad theirs with spaces and zeros. */
export function textOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}

/** An answer that is one integer of 1, 2, 4 or 8 bytes; undefined if there is none. */
export function integerOf(bytes: Uint8Array | undefined): bigint | undefined {
  if (bytes === undefined || bytes.byteLength === 0) return undefined;
  let value = 0n;
  for (let i = Math.min(bytes.byteLength, 8) - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return value;
}

/** The same as a number: sizes and counts that never reach 2^53. */
export function numberOf(bytes: Uint8Array | undefined): number | undefined {
  const value = integerOf(bytes);
  return value === undefined ? undefined : Number(value);
}

/** An answer that is a list of `size_t` or of handles. */
export function wordsOf(bytes: Uint8Array | undefined): bigint[] {
  if (bytes === undefined) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / 8) }, (_, i) => view.getBigUint64(i * 8, true));
}
