/** What whole numbers the integers hold. */
import type { DType } from '@heddle/core';
import { integerRanges } from '@heddle/core/backend';
import type { Scalar } from './weak-scalar';

const ranges: Readonly<Partial<Record<DType, readonly [least: bigint, greatest: bigint]>>> = integerRanges;

/** The least and the greatest value of an integer dtype; undefined for another. */
export function integerRange(dtype: DType): readonly [least: bigint, greatest: bigint] | undefined {
  return ranges[dtype];
}

/** True if an integer dtype reaches the value; other dtypes take any, rounded. */
export function holds(dtype: DType, value: Scalar): boolean {
  const range = integerRange(dtype);
  if (range === undefined || typeof value === 'object' || typeof value === 'boolean') return true;
  return value >= range[0] && value <= range[1];
}
