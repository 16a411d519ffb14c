/** Arrays as text, in NumPy's form. */
import type { GpuArray } from '../../array/gpu-array';
import { formatShape } from '../../array/shape';
import { cornerValues, type Corners } from './corner-values';
import { formatElements } from './format-elements';
import { formatScalar } from './format-scalar';

/** An array of more elements than this is printed by its corners. */
const threshold = 1000;
/** Elements printed at each end of an axis that is cut. */
const edge = 3;
/** Columns of a line. */
const lineWidth = 75;

/** What `toString` gives: the elements in brackets. */
export function formatArray(array: GpuArray): string {
  return textOf(array, '') ?? unavailable(array);
}

/** What the console prints: the elements, with the dtype, and the shape where elements are left out. */
export function inspectArray(array: GpuArray): string {
  if (array.disposed) return `GpuArray(disposed, shape=${formatShape(array.shape)}, dtype=${array.dtype})`;
  const text = textOf(array, 'array(');
  if (text === undefined) return `GpuArray(${unavailable(array)})`;
  const shape = array.size > threshold || array.size === 0 ? `, shape=${formatShape(array.shape)}` : '';
  return `array(${text}${shape}, dtype=${array.dtype})`;
}

function unavailable(array: GpuArray): string {
  const why = array.memory.failure === undefined ? 'not computed yet' : 'failed to compute';
  return `${why}, shape=${formatShape(array.shape)}, dtype=${array.dtype}`;
}

/** @param prefix - what stands before it on its line; later lines are indented by as much */
function textOf(array: GpuArray, prefix: string): string | undefined {
  array.assertUsable('toString');
  if (array.size === 0) return '[]';
  const corners = cornersOf(array);
  const values = cornerValues(array, corners);
  if (values === undefined) return undefined;
  const [only] = values;
  if (array.ndim === 0 && prefix === '' && only !== undefined) return formatScalar(array.dtype, only);
  const separator = prefix === '' ? ' ' : ', ';
  return brackets(formatElements(array.dtype, values), corners, array.shape, prefix.length, separator);
}

function cornersOf({ shape, size }: GpuArray): Corners {
  return shape.map((length) => {
    if (size <= threshold || length <= 2 * edge) return [...new Array<undefined>(length).keys()];
    return [...new Array<undefined>(2 * edge).keys()].map((k) => (k < edge ? k : length - 2 * edge + k));
  });
}

function brackets(
  texts: readonly string[],
  corners: Corners,
  shape: readonly number[],
  indent: number,
  separator: string,
): string {
  let next = 0;
  const row = (axis: number): string => {
    const indices = corners[axis];
    if (indices === undefined) return texts[next++] ?? '';
    const items: string[] = [];
    let expected = indices[0];
    for (const index of indices) {
      if (index !== expected) items.push('...');
      items.push(row(axis + 1));
      expected = index + 1;
    }
    const left = indent + axis + 1;
    const last = axis === shape.length - 1;
    if (last) return `[${wrap(items, left, separator)}]`;
    const between = `${separator.trimEnd()}${'\n'.repeat(Math.max(1, shape.length - axis - 1))}${' '.repeat(left)}`;
    return `[${items.join(between)}]`;
  };
  return row(0);
}

/** Items on lines of at most {@link lineWidth} columns. */
function wrap(items: readonly string[], left: number, separator: string): string {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    const longer = line === '' ? item : `${line}${separator}${item}`;
    if (line !== '' && left + longer.length + 1 > lineWidth) {
      lines.push(`${line}${separator.trimEnd()}`);
      line = item;
    } else line = longer;
  }
  lines.push(line);
  return lines.join(`\n${' '.repeat(left)}`);
}
