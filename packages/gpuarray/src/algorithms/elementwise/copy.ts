/** Copies and conversions. */
import type { DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { assertDType } from '../../array/dtype-option';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { hasDType } from '../../array/has-dtype';
import { broadcastShapes, formatShape, rowMajorStrides, sameShape } from '../../array/shape';
import { denseArray } from '../../array/empty';
import { newArray } from '../../array/new-array';
import type { ArrayContext } from '../../array/device-context';
import { bitsOf, requireComputable } from '../../array/dtype';
import { launcherFor, mayShareMemory, sameElements, type ElementwiseLauncher } from './index';
import { castExpression } from '../../kernel-kit/cast';
import { checkOut } from '../../array/check-out';
import { copyTransposed } from './transposed-copy';

/** A new dense array with the same elements, the last axis fastest. */
export function copy<D extends DType>(array: DeviceArray<D>): GpuArray<D> {
  assertArray('copy', array);
  const result = denseArray(array.device, array.dtype, array.shape, rowMajorStrides(array.shape));
  convertInto('copy', array, result);
  return result;
}

/**
 * The elements converted to another dtype; the array itself where it has that dtype already.
 *
 * Floats to integers drop the fraction, complex to real the imaginary part; to bool is "is not zero".
 */
export function astype<D extends DType>(array: DeviceArray, dtype: D): GpuArray<D> {
  assertArray('astype', array);
  assertDType('astype', dtype);
  if (hasDType(array, dtype)) return array;
  requireComputable(array.device, dtype, 'astype');
  requireComputable(array.device, array.dtype, 'astype');
  const result = denseArray(array.device, dtype, array.shape, rowMajorStrides(array.shape));
  convertInto('astype', array, result);
  return result;
}

/**
 * Writes an array's elements to another, converted and broadcast. Axes of length 1 in front of the source are dropped.
 *
 * @throws HeddleError `ARGUMENT` if the source does not broadcast to the target's shape
 */
export function assign(target: DeviceArray, source: DeviceArray): void {
  assertArray('assign', source);
  checkOut('assign', target, source.device);
  const extra = source.ndim - target.ndim;
  if (extra > 0 && source.shape.slice(0, extra).every((length) => length === 1)) {
    const { memory, dtype, shape, strides, offset } = source;
    assign(target, newArray(memory, dtype, shape.slice(extra), strides.slice(extra), offset, false));
    return;
  }
  const shape = broadcastShapes('assign', [target.shape, source.shape]);
  if (!sameShape(shape, target.shape)) {
    throw argumentError(
      `an array of shape ${formatShape(source.shape)} does not broadcast to one of ${formatShape(target.shape)}`,
    );
  }
  if (sameElements(source, target)) return;
  const overlaps = mayShareMemory(source, target);
  const safe = overlaps ? copy(source) : source;
  convertInto('assign', safe, target);
  if (overlaps) safe.dispose();
}

/** @internal Without checks: shapes broadcast, memory is apart. */
export function convertInto(operation: string, source: DeviceArray, target: DeviceArray): void {
  if (!source.isContiguous && copyTransposed(operation, source, target)) return;
  launcherOf(target.context, source.dtype, target.dtype).launch(operation, target.shape, [source, target], []);
}

function launcherOf(context: ArrayContext, from: DType, to: DType): ElementwiseLauncher {
  return launcherFor(context, `convert ${from} ${to}`, () => {
    // Copies go by their bits, so that a float64 can be moved on a device that does not compute with it.
    const [source, target] = from === to ? [bitsOf(from), bitsOf(to)] : [from, to];
    return {
      name: 'heddle_convert',
      inputs: [{ name: 'x', dtype: source }],
      outputs: [{ name: 'y', dtype: target, loaded: false }],
      body: `    y = ${castExpression('x', source, target)};`,
    };
  });
}
