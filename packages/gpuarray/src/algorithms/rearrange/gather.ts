/** Elements picked or placed by arrays of indices. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import type { GpuArray } from '../../array/gpu-array';
import { newArray } from '../../array/new-array';
import { assertArray } from '../../array/assert-array';
import { atAxis, checkAxis, formatShape, rowMajorStrides, sizeOf, stretchesTo } from '../../array/shape';
import { contiguous } from '../elementwise/contiguous';
import { denseArray } from '../../array/empty';
import { uploadIndices, type Indices } from './indices';
import { bitsOf } from '../../array/dtype';
import { launcherFor, mayShareMemory } from '../elementwise';
import { astype, copy } from '../elementwise/copy';
import { checkOut } from '../../array/check-out';

const takeNames = optionNames<TakeOptions>({ axis: true, mode: true });
const putNames: readonly string[] = ['mode'];

/** What an index beyond the array becomes; there is no error from a device that computes later. */
export type IndexMode = 'clip' | 'wrap';

export interface TakeOptions {
  /** Default: the array as one axis, in row-major order. */
  readonly axis?: number;
  /**
   * What becomes of indices beyond the axis: `clip` takes the nearest end, `wrap` (the default) counts on from the
   * other. Negative ones count from the end in `wrap`. Indices given as JavaScript numbers are checked instead.
   */
  readonly mode?: IndexMode;
}

/**
 * Elements, or rows along `axis`, at these indices.
 *
 * @param indices - an integer array, or numbers
 */
export function take<D extends DType>(array: GpuArray<D>, indices: Indices, options: TakeOptions = {}): GpuArray<D> {
  assertArray('take', array);
  assertOptions('take', options, takeNames);
  const mode = modeOf('take', options);
  const flat = options.axis === undefined;
  const source = flat ? array.ravel() : array;
  const axis = checkAxis('take', options.axis ?? 0, source.ndim);
  const length = atAxis(source.shape, axis);
  const places = uploadIndices('take', array.device, indices, length);
  if (length === 0 && places.size > 0) {
    if (places !== indices) places.dispose();
    throw argumentError('take: there is nothing to take from an empty axis');
  }
  const before = source.shape.slice(0, axis);
  const after = source.shape.slice(axis + 1);
  const shape = [...before, ...places.shape, ...after];
  const result = denseArray(array.device, array.dtype, shape, rowMajorStrides(shape));
  const dense = contiguous(source);
  const densePlaces = contiguous(places);
  // Over (before, places, after): the index is stretched along the other two, the source indexed by hand.
  const grid = [sizeOf(before), places.size, sizeOf(after)];
  const spread = newArray(densePlaces.memory, places.dtype, grid, [0, 1, 0], densePlaces.offset, false);
  const target = result.reshape(grid);
  const bits = bitsOf(array.dtype);
  const launcher = launcherFor(array.context, `take ${bits} ${places.dtype} ${mode}`, () =>
    takeProgram(bits, places.dtype, mode),
  );
  launcher.launch('take', grid, [spread, target], [length, sizeOf(after), places.size], [dense]);
  if (dense !== source) dense.dispose();
  if (source !== array) source.dispose();
  if (densePlaces !== places) densePlaces.dispose();
  if (places !== indices) places.dispose();
  return result;
}

/**
 * Writes values to these places of the array taken as one axis. Where a place is named twice, one of its values stays.
 *
 * @param values - as many as there are indices, or broadcast to their shape
 */
export function put(
  array: GpuArray,
  indices: Indices,
  values: GpuArray,
  options: { readonly mode?: IndexMode } = {},
): void {
  checkOut('put', array, array.device);
  assertTogether('put', [array, values]);
  assertOptions('put', options, putNames);
  const mode = modeOf('put', options);
  if (!array.isContiguous) {
    throw argumentError('put writes to dense arrays; this one is a strided view', {
      hint: 'Put into a copy, and assign it.',
    });
  }
  const given = uploadIndices('put', array.device, indices, array.size);
  try {
    putAt(array, given, values, mode);
  } finally {
    if (given !== indices) given.dispose();
  }
}

function putAt(array: GpuArray, given: GpuArray, values: GpuArray, mode: IndexMode): void {
  if (array.size === 0 && given.size > 0) throw argumentError('put: there is no place in an empty array');
  if (values.size !== 1 && values.size !== given.size && !stretchesTo(values.shape, given.shape)) {
    throw argumentError(
      `put: values of shape ${formatShape(values.shape)} for indices of shape ${formatShape(given.shape)}`,
    );
  }
  // What the array's own memory says is read before any of it is written.
  const places = mayShareMemory(given, array) ? copy(given) : given;
  const cast = astype(values, array.dtype);
  const converted = cast === values && mayShareMemory(values, array) ? copy(values) : cast;
  const spread =
    converted.size === 1
      ? converted.reshape(1).broadcastTo(places.size)
      : (converted.size === given.size ? converted : converted.broadcastTo(given.shape)).ravel();
  const bits = bitsOf(array.dtype);
  const launcher = launcherFor(array.context, `put ${bits} ${places.dtype} ${mode}`, () =>
    putProgram(bits, places.dtype, mode),
  );
  const flat = places.ravel();
  launcher.launch('put', [places.size], [flat, spread], [array.size], [array]);
  flat.dispose();
  if (places !== given) places.dispose();
  spread.dispose();
  if (converted !== values) converted.dispose();
}

function modeOf(operation: string, { mode = 'wrap' }: { readonly mode?: IndexMode }): IndexMode {
  if (mode === 'wrap' || mode === 'clip') return mode;
  throw argumentError(`${operation}: the modes are 'wrap' and 'clip', not ${describe(mode)}`, { parameter: 'mode' });
}

/** The index within `length`, as a statement that defines `at`. */
function place(mode: IndexMode, dtype: DType): string {
  if (dtypeInfo(dtype).kind === 'unsigned') {
    // An index from 2^63 on would be a negative one.
    const at =
      mode === 'clip' ? '(UINT64)k >= (UINT64)length ? length - 1 : (INT64)k' : '(INT64)((UINT64)k % (UINT64)length)';
    return `    const INT64 at = ${at};`;
  }
  if (mode === 'clip') return '    const INT64 at = k < 0 ? 0 : (INT64)k >= length ? length - 1 : (INT64)k;';
  return `    INT64 at = (INT64)((INT64)k % length);\n    if (at < 0) at += length;`;
}

/** Copies go by their bits: types that a device does not compute with can be moved. */
function takeProgram(bits: DType, index: DType, mode: IndexMode) {
  return {
    name: 'heddle_take',
    inputs: [{ name: 'k', dtype: index }],
    outputs: [{ name: 'y', dtype: bits, loaded: false }],
    scalars: [
      { name: 'length', dtype: 'int64' as const },
      { name: 'inner', dtype: 'int64' as const },
      { name: 'places', dtype: 'int64' as const },
    ],
    raw: [{ name: 'x', dtype: bits, written: false }],
    body: `${place(mode, index)}
    const INT64 column = (INT64)i % inner;
    const INT64 row = (INT64)i / inner / places;
    y = x[(row * length + at) * inner + column];`,
    usesIndex: true,
  };
}

function putProgram(bits: DType, index: DType, mode: IndexMode) {
  return {
    name: 'heddle_put',
    inputs: [
      { name: 'k', dtype: index },
      { name: 'v', dtype: bits },
    ],
    scalars: [{ name: 'length', dtype: 'int64' as const }],
    raw: [{ name: 'x', dtype: bits, written: true }],
    body: `${place(mode, index)}\n    x[at] = v;`,
  };
}
