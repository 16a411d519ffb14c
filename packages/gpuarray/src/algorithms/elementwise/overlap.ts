/** Whether writing one array changes another before it is read. */
import { dtypeInfo } from '@heddle/core';
import { atAxis, sameShape, stridedAxes } from '../../array/shape';
import type { DeviceArray } from '../../array/device-array';
import type { StridedArray } from '../../array/strided-array';

/** Bytes that an array's elements span in its memory, from and up to. */
function extent(array: StridedArray): readonly [number, number] {
  const { byteLength } = dtypeInfo(array.dtype);
  let low = array.offset;
  let high = array.offset + 1;
  for (const { length, stride } of stridedAxes(array)) {
    const reach = (length - 1) * stride;
    if (reach < 0) low += reach;
    else high += reach;
  }
  return [low * byteLength, high * byteLength];
}

/** A view of device memory. A view that is not an array of this package shares no memory with arrays that are. */
type View = StridedArray & { readonly memory?: object };

/** True if the elements of two arrays of one memory may lie in the same place. */
export function mayShareMemory(a: View, b: DeviceArray): boolean {
  if (a.memory !== b.memory || a.size === 0 || b.size === 0) return false;
  const [aLow, aHigh] = extent(a);
  const [bLow, bHigh] = extent(b);
  return aLow < bHigh && bLow < aHigh;
}

/** True if each element of one lies exactly where that of the other does: then writing in place is safe. */
export function sameElements(a: DeviceArray, b: DeviceArray): boolean {
  return (
    a.memory === b.memory &&
    a.dtype === b.dtype &&
    a.offset === b.offset &&
    sameShape(a.shape, b.shape) &&
    a.strides.every((stride, axis) => stride === b.strides[axis] || atAxis(a.shape, axis) < 2)
  );
}
