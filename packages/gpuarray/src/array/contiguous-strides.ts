/** Whether strides are those of dense memory. */
import { atAxis } from './shape';

/** True if elements follow each other, the last axis fastest. Empty arrays are. */
export function isContiguous(shape: readonly number[], strides: readonly number[]): boolean {
  let step = 1;
  let dense = true;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const length = atAxis(shape, axis);
    if (length === 0) return true;
    if (length !== 1 && strides[axis] !== step) dense = false;
    step *= length;
  }
  return dense;
}
