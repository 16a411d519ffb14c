/** Indices as users give them: integer arrays on the device, or numbers. */
import { dtypeInfo, type Device } from '@heddle/core';
import { argumentError, describe } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { isList } from '../../array/is-list';
import { assertTypedArray } from '../../array/typed-array';
import { arrayFrom } from '../creation/from-host';
import type { Scalar } from '../../array/dtype';
import type { NestedValues } from '../creation/host-data';

export type Indices = GpuArray | NestedValues | ArrayBufferView;

/**
 * An integer array of indices.
 *
 * @param length - of the axis: numbers beyond it are refused; an array's elements are not known here
 */
export function uploadIndices(operation: string, device: Device, indices: Indices, length: number): GpuArray {
  if (!isGpuArray(indices)) {
    const values = ArrayBuffer.isView(indices) ? elementsOf(indices) : flattened(indices);
    for (const value of values) {
      if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isInteger(value))) {
        throw argumentError(`${operation}: an index is a whole number, not ${describe(value)}`);
      }
      if (value < -length || value >= length) {
        throw argumentError(`${operation}: index ${String(value)} is out of range for an axis of length ${length}`);
      }
    }
    const isEmpty = values.length === 0;
    return arrayFrom(device, indices, ArrayBuffer.isView(indices) ? {} : isEmpty ? { dtype: 'int64' } : {});
  }
  indices.assertUsable(operation);
  const { kind } = dtypeInfo(indices.dtype);
  if (kind !== 'integer' && kind !== 'unsigned') {
    throw argumentError(`${operation}: indices are integers, not ${indices.dtype}`, {
      hint: kind === 'bool' ? 'A mask is turned into indices by nonzero.' : "Convert them: indices.astype('int64').",
    });
  }
  if (indices.device !== device) throw argumentError(`${operation}: the indices are on another device`);
  return indices;
}

function elementsOf(view: ArrayBufferView): readonly (number | bigint)[] {
  assertTypedArray(view);
  return Array.from<number | bigint>(view);
}

function flattened(values: NestedValues): readonly Scalar[] {
  return isList(values) ? values.flatMap(flattened) : [values];
}
