/** Sorting along an axis. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { asOwner } from '../../array/as-owner';
import { assertTogether } from '../../array/assert-together';
import { contiguous } from '../elementwise/contiguous';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import type { SortOptions } from '../../array/method-options';
import { checkAxis, formatShape, sameShape } from '../../array/shape';
import { emptyArray } from '../../array/empty';
import { assertNoOptions } from '../../array/no-options';
import { contextOf } from '../../array/device-context';
import { launcherFor } from '../elementwise';
import { assign, copy } from '../elementwise/copy';
import { assertOutput } from '../../kernel-kit/axes';
import { deviceTuning, type DeviceTuning } from '../../kernel-kit/device-tuning';
import { isComplex, requireDType } from '../../kernel-kit/element-type';
import { assertOneAxis } from '../../kernel-kit/one-axis';
import { countingArray, gather, indexDType, rowNumbers, widened } from './index-kernels';
import { bitsOf, orderBy, type OrderKey } from './order';
import { radixSort } from './radix-sort';

const names = optionNames<TunedSortOptions>({ axis: true, out: true, tuning: true });

export interface TunedSortOptions extends SortOptions {
  /** @internal Default: what suits the device. */
  readonly tuning?: DeviceTuning;
}

/**
 * Sorts elements in ascending order along an axis, NaN last. Complex numbers are sorted by their real, then their
 * imaginary part; NaN in the real part comes after NaN in the imaginary part. Negative zeros come before positive ones.
 * The sort is stable.
 */
export function sort<D extends DType>(a: GpuArray<D>, options: TunedSortOptions = {}): GpuArray<D> {
  assertOptions('sort', options, names);
  const { out } = options;
  if (out) assertTogether('sort', [a, out]);
  const rows = rowsOf('sort', a, options.axis);
  if (out) assertOutput(out, a.dtype, options.axis === null ? [a.size] : a.shape, 'sort');
  const sorted = rows.dense.size === 0 || rows.length === 1 ? copy(rows.dense) : sortRows(rows, options.tuning);
  return finished(rows, sorted, out);
}

/** Indices along an axis that sort it, int64. Equal elements keep their order. */
export function argsort(a: GpuArray, options: TunedSortOptions = {}): GpuArray<'int64'> {
  assertOptions('argsort', options, names);
  const { out } = options;
  if (out) assertTogether('argsort', [a, out]);
  const rows = rowsOf('argsort', a, options.axis);
  if (out) assertOutput(out, 'int64', options.axis === null ? [a.size] : a.shape, 'argsort');
  const order = rowOrder(rows, 'argsort', options.tuning);
  const result = widened(order, Math.max(1, rows.length));
  order.dispose();
  return finished(rows, result, out);
}

/**
 * Keys in ascending order, and the values that belong to them. Values of equal keys keep their order; zero is greater
 * than negative zero.
 *
 * @throws HeddleError `ARGUMENT` for arrays of several axes or of different lengths
 */
export function sortByKey<K extends DType, V extends DType>(
  keys: GpuArray<K>,
  values: GpuArray<V>,
): { readonly keys: GpuArray<K>; readonly values: GpuArray<V> };
export function sortByKey<K extends DType, V extends DType>(
  keys: GpuArray<K>,
  values: GpuArray<V>,
  options?: unknown,
): { readonly keys: GpuArray<K>; readonly values: GpuArray<V> } {
  assertNoOptions('sortByKey', options);
  for (const array of [keys, values]) assertOneAxis('sortByKey', array);
  if (!sameShape(keys.shape, values.shape)) {
    throw argumentError(`sortByKey: keys of shape ${formatShape(keys.shape)}, values of ${formatShape(values.shape)}`);
  }
  const { device } = keys;
  if (values.device !== device) throw argumentError('sortByKey: the arrays are on different devices');
  if (isComplex(keys.dtype)) throw argumentError('sortByKey: complex keys have no order of their own');
  const [denseKeys, denseValues] = [contiguous(keys), contiguous(values)];
  const sorted = {
    keys: emptyArray(device, keys.dtype, keys.shape),
    values: emptyArray(device, values.dtype, values.shape),
  };
  radixSort(device, {
    operation: 'sortByKey',
    keys: denseKeys,
    values: denseValues,
    keysOut: sorted.keys,
    valuesOut: sorted.values,
  });
  if (denseKeys !== keys) denseKeys.dispose();
  if (denseValues !== values) denseValues.dispose();
  return sorted;
}

/** Indices that sort by the last key, among equals by the one before, and so on, int64. */
export function lexsort(keys: readonly GpuArray[]): GpuArray<'int64'>;
export function lexsort(keys: readonly GpuArray[], options?: unknown): GpuArray<'int64'> {
  assertNoOptions('lexsort', options);
  const given: unknown = keys;
  if (!Array.isArray(given)) throw argumentError(`lexsort takes a list of keys, not ${describe(given)}`);
  const [first] = keys;
  if (!first) throw argumentError('lexsort: there is no key');
  assertTogether('lexsort', keys);
  for (const key of keys) {
    assertOneAxis('lexsort', key);
    if (key.size !== first.size) throw argumentError(`lexsort: keys of ${first.size} and ${key.size} elements`);
  }
  const dense = keys.map((key) => contiguous(key));
  const parts = dense.flatMap(orderKeys);
  const order = orderBy(first.device, 'lexsort', parts);
  const owned: readonly DeviceArray[] = keys;
  for (const { array } of parts) if (!owned.includes(array)) array.dispose();
  dense.forEach((array, n) => {
    if (array !== keys[n]) array.dispose();
  });
  const result = widened(order, Math.max(1, first.size));
  order.dispose();
  return result;
}

interface Rows<D extends DType = DType> {
  readonly operand: GpuArray;
  /** All elements, those of a row side by side. */
  readonly dense: GpuArray<D>;
  readonly length: number;
  readonly rows: number;
  /** From the dense result to the shape of the operand. */
  readonly restore: <E extends DType>(result: GpuArray<E>) => GpuArray<E>;
}

function rowsOf<D extends DType>(operation: string, a: GpuArray<D>, axis: number | null = -1): Rows<D> {
  assertArray(operation, a);
  requireDType(a.device, a.dtype, operation);
  if (axis === null) {
    const flat = contiguous(a.reshape(a.size));
    return { operand: a, dense: flat, length: a.size, rows: 1, restore: (result) => result };
  }
  if (a.shape.length === 0) throw argumentError(`${operation}: an array without axes has none to sort along`);
  const sorted = checkAxis(operation, axis, a.shape.length);
  const moved = a.moveAxis(sorted, -1);
  const length = a.shape[sorted] ?? 1;
  const rows = length === 0 ? 0 : a.size / length;
  const dense = contiguous(moved.reshape(a.size));
  return { operand: a, dense, length, rows, restore: (result) => result.reshape(...moved.shape).moveAxis(-1, sorted) };
}

function finished<D extends DType>(
  { operand, dense, restore }: Rows,
  result: GpuArray<D>,
  out: GpuArray<D> | undefined,
): GpuArray<D> {
  const shaped = restore(result);
  // The dense form ends with the operation, where it is a copy; where it is a view it owns nothing.
  if (dense !== operand) dense.dispose();
  if (!out) return shaped === result ? result : asOwner(shaped);
  assign(out, shaped);
  result.dispose();
  return out;
}

function sortRows<D extends DType>(rows: Rows<D>, tuning?: DeviceTuning): GpuArray<D> {
  const { dense } = rows;
  const { device } = dense;
  const sequential = (tuning ?? deviceTuning(device)).strategy === 'sequential';
  if (isComplex(dense.dtype) || (rows.rows > 1 && !sequential)) {
    const order = rowOrder(rows, 'sort', tuning);
    const sorted = gather(dense, order);
    order.dispose();
    return sorted;
  }
  const keysOut = emptyArray(device, dense.dtype, [dense.size]);
  radixSort(device, { operation: 'sort', keys: dense, keysOut, rows: rows.rows, ...(tuning ? { tuning } : {}) });
  return keysOut;
}

/** The order of all elements, row by row, as indices into the dense array. */
function rowOrder({ dense, length, rows }: Rows, operation: string, tuning?: DeviceTuning): GpuArray {
  const { device } = dense;
  const chosen = tuning ?? deviceTuning(device);
  if (rows > 1 && chosen.strategy === 'sequential' && !isComplex(dense.dtype)) {
    const values = countingArray(device, indexDType(dense.size), dense.size);
    const keysOut = emptyArray<DType>(device, dense.dtype, [dense.size]);
    const valuesOut = emptyArray<DType>(device, values.dtype, [dense.size]);
    radixSort(device, { operation, keys: dense, values, keysOut, valuesOut, rows, equalZeros: true, tuning: chosen });
    values.dispose();
    keysOut.dispose();
    return valuesOut;
  }
  const rowKey = rows > 1 ? rowNumbers(device, dense.size, length) : undefined;
  const parts = orderKeys(dense);
  const keys = [...parts, ...(rowKey ? [{ array: rowKey, bits: bitsOf(rows) }] : [])];
  const order = orderBy(device, operation, keys, chosen);
  for (const { array } of parts) if (array !== dense) array.dispose();
  rowKey?.dispose();
  return order;
}

/**
 * What orders the elements of an array: for complex numbers the imaginary part, then the real one, and before both
 * whether NaN is in none, in the imaginary or in the real part.
 */
function orderKeys(dense: GpuArray): readonly OrderKey[] {
  if (!isComplex(dense.dtype)) return [{ array: dense }];
  return [{ array: copy(dense.imag) }, { array: copy(dense.real) }, { array: nanRank(dense), bits: 2 }];
}

function nanRank(dense: GpuArray): GpuArray {
  const { device, dtype, size } = dense;
  const rank = emptyArray<DType>(device, 'uint8', [size]);
  const launcher = launcherFor(contextOf(device), `nan rank ${dtype}`, () => ({
    name: 'heddle_nan_rank',
    inputs: [{ name: 'x', dtype }],
    outputs: [{ name: 'y', dtype: 'uint8' as const, loaded: false }],
    body: '    y = x.re != x.re ? 2 : x.im != x.im ? 1 : 0;',
  }));
  launcher.launch('sort', rank.shape, [dense, rank], []);
  return rank;
}
