/** Arrays of a caller as the bytes that a transfer reads or fills. */
import { describe } from '../diagnostics/describe';
import { arrayHolds, arrayTag, dtypeInfo, dtypeOfArray, type DType, type TypedArray } from '../dtype/dtype';
import { argumentError } from '../errors';

/** @throws HeddleError `ARGUMENT` for what has no bytes, or has them no more */
export function bytesOf(array: ArrayBufferView | ArrayBuffer): Uint8Array {
  if (ArrayBuffer.isView(array)) {
    if (isDetached(array.buffer)) throw argumentError('the array is detached: its memory went to another thread');
    return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  }
  const tag = Object.prototype.toString.call(array);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') return new Uint8Array(array);
  throw argumentError(`expected a typed array or an ArrayBuffer, not ${describe(array)}`);
}

// `ArrayBuffer.prototype.detached` is newer than Node 20, where only the making of a view tells.
function isDetached(buffer: ArrayBufferLike): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    return new Uint8Array(buffer).byteLength > 0;
  } catch {
    return true;
  }
}

/** The same of an array that has elements of a buffer's type. @throws HeddleError `ARGUMENT` if it has others */
export function bytesOfElements(array: TypedArray | DataView | ArrayBuffer, dtype: DType | undefined): Uint8Array {
  const isTyped = ArrayBuffer.isView(array) && arrayTag(array) !== 'DataView';
  if (isTyped && dtype !== undefined && !arrayHolds(array, dtype)) {
    throw argumentError(
      `a buffer of ${dtype} takes a ${dtypeInfo(dtype).array.name}, not a ${arrayTag(array)} of ${dtypeOfArray(array)}`,
    );
  }
  return bytesOf(array);
}
