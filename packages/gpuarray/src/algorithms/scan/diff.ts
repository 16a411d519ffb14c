/** Differences of neighbours. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { checkAxis } from '../../array/shape';
import { apply } from '../elementwise/apply';
import { copy } from '../elementwise/copy';
import { functions } from '../functions';

const names = optionNames<DiffOptions>({ n: true, axis: true });

export interface DiffOptions {
  /** How many times differences are taken. Default 1. */
  readonly n?: number;
  /** Default -1, the last. */
  readonly axis?: number;
}

/** Differences of neighbouring elements along an axis; of bools, whether they differ. */
export function diff<D extends DType>(a: GpuArray<D>, options: DiffOptions = {}): GpuArray<D> {
  assertOptions('diff', options, names);
  const { n = 1, axis = -1 } = options;
  assertArray('diff', a);
  if (!Number.isSafeInteger(n) || n < 0)
    throw argumentError(`diff: n is a whole number, not ${describe(n)}`, { parameter: 'n' });
  if (a.shape.length === 0) throw argumentError('diff: an array without axes has no neighbours');
  const along = checkAxis('diff', axis, a.shape.length);
  if (n === 0) return copy(a);
  let result = a;
  for (let k = 0; k < n; k++) {
    const next = differences(result, along);
    if (result !== a) result.dispose();
    result = next;
  }
  return result;
}

function differences<D extends DType>(a: GpuArray<D>, axis: number): GpuArray<D> {
  const part = (from: number | null, to: number | null) =>
    a.slice(...a.shape.map((_, k) => (k === axis ? ([from, to] as const) : ([] as const))));
  return apply<D>(a.dtype === 'bool' ? functions.notEqual : functions.subtract, [part(1, null), part(null, -1)]);
}
