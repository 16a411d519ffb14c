/** In which order the axes of a result lie in memory. */
import type { DeviceArray } from '../../array/device-array';
import { rowMajorStrides, sameShape, stridedAxes, type Shape } from '../../array/shape';

/**
 * Strides of a new array: those of the operands where all are dense in one and the same order of axes, so that a
 * transposed operand costs no transposition; else row-major.
 */
export function resultStrides(shape: Shape, operands: readonly DeviceArray[]): readonly number[] {
  const first = operands[0];
  if (first === undefined || first.isContiguous || shape.length < 2) return rowMajorStrides(shape);
  for (const operand of operands) {
    if (!sameShape(operand.shape, shape) || !sameStrides(operand, first)) return rowMajorStrides(shape);
  }
  return isDenseInSomeOrder(first) ? first.strides : rowMajorStrides(shape);
}

function sameStrides(a: DeviceArray, b: DeviceArray): boolean {
  return a.strides.every((stride, axis) => stride === b.strides[axis]);
}

function isDenseInSomeOrder(array: DeviceArray): boolean {
  const axes = stridedAxes(array).filter(({ length }) => length !== 1);
  axes.sort((a, b) => a.stride - b.stride);
  let step = 1;
  for (const { length, stride } of axes) {
    if (stride !== step) return false;
    step *= length;
  }
  return true;
}
