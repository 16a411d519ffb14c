/** Algorithms over sequences take arrays of one axis. */
import { argumentError } from '@heddle/core/backend';
import type { GpuArray } from '../array/gpu-array';
import { assertArray } from '../array/assert-array';
import { formatShape } from '../array/shape';

/** @throws HeddleError `ARGUMENT` for an array of none or several axes, or one that is disposed */
export function assertOneAxis(operation: string, a: GpuArray): void {
  assertArray(operation, a);
  if (a.shape.length === 1) return;
  throw argumentError(`${operation} takes an array of one axis, not of shape ${formatShape(a.shape)}`, {
    hint: 'Pass a.reshape(-1).',
  });
}
