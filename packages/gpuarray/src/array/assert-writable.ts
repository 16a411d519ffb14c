/** Arrays that results are written to. */
import { argumentError } from '@heddle/core/backend';

/** The part of an array that decides whether its elements overlap in memory. */
interface Layout {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

/** @throws HeddleError `ARGUMENT` for a view whose elements share memory, where one write would be many */
export function assertWritable(operation: string, out: Layout): void {
  if (!out.strides.some((stride, axis) => stride === 0 && (out.shape[axis] as number) > 1)) return;
  throw argumentError(`${operation}: a broadcast view cannot be written: its elements share memory`, {
    hint: 'Copy it first, with copy().',
  });
}
