/** Tells classes of typed arrays by their tags: `instanceof` fails across realms. */
import type { TypedArray } from '@heddle/core';
import { arrayTag, dtypeOfArray } from '@heddle/core/backend';

/** @throws HeddleError `ARGUMENT` for a DataView, and for typed arrays whose class holds no dtype */
export function assertTypedArray(view: ArrayBufferView): asserts view is TypedArray {
  dtypeOfArray(view);
}

/** True for an array of 64-bit integers. */
export function hasBigInts(array: TypedArray): array is BigInt64Array | BigUint64Array {
  return arrayTag(array).startsWith('Big');
}
