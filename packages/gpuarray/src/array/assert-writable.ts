/** Arrays that results are written to. */
import { argumentError } from '@heddle/core/backend';
import { stridedAxes } from './shape';

/** The part of an array that decides whether its elements overlap in memory. */
interface Layout {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

/** @throws HeddleError `ARGUMENT` for a view whose elements share memory, where one write would be many */
export function assertWritable(operation: string, out: Layout): void {
  if (!stridedAxes(out).some(({ length, stride }) => stride === 0 && length > 1)) return;
  throw argumentError(`${operation}: a broadcast view cannot be written: its elements share memory`, {
    hint: 'Copy it first, with copy().',
  });
}
