/** Which conversions happen without being asked for: NumPy's "same kind" rule for in-place forms and `out`. */
import { dtypeInfo, type DType } from '@heddle/core';

const order = { bool: 0, unsigned: 1, integer: 2, float: 3, complex: 4 } as const;

/** True if `from` fits the kind of `to`: float64 to float32, but not float to integer or complex to real. */
export function canCast(from: DType, to: DType): boolean {
  return from === to || order[dtypeInfo(from).kind] <= order[dtypeInfo(to).kind];
}
