/** Histograms. */
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import { contiguous } from '../elementwise/contiguous';
import { isList } from '../../array/is-list';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { scalarFor } from '../../array/dtype';
import { assign } from '../elementwise/copy';
import { elementFunctions, elementType, isComplex, isFloating, requireDType } from '../../kernel-kit/element-type';
import { max, min } from '../reduction';
import { countBins, type BinRequest } from './count-bins';

const names = optionNames<HistogramOptions>({ bins: true, range: true, weights: true });

/** Their edges are a GiB on the host. */
const mostBins = 2 ** 27;

export interface HistogramOptions {
  /** How many bins of one width, or their edges, ascending. Default 10. */
  readonly bins?: number | readonly number[];
  /** From the first to the last edge; elements outside are not counted. Default: from the least to the greatest element. */
  readonly range?: readonly [number, number];
  /** The weight of each element, of the array's shape. Counts are then float64, or complex128 for complex weights. */
  readonly weights?: GpuArray;
}

export interface Histogram {
  /** int64, or float64 or complex128 with weights. */
  readonly counts: GpuArray;
  /**
   * One more than the number of bins. A bin includes its lower edge; the last one also its upper edge. Edges of bins of
   * equal width have the array's dtype if that is a float.
   */
  readonly edges: Float64Array;
}

/**
 * How many elements fall into each bin. NaN falls into none.
 *
 * @throws HeddleError `ARGUMENT` for edges that do not ascend, a range that is none, or complex numbers
 */
export async function histogram(a: GpuArray, options: HistogramOptions = {}): Promise<Histogram> {
  assertOptions('histogram', options, names);
  const { bins = 10, weights } = options;
  assertTogether('histogram', weights ? [a, weights] : [a]);
  requireDType(a.device, a.dtype, 'histogram');
  requireDType(a.device, 'float64', 'histogram');
  if (isComplex(a.dtype)) throw argumentError('histogram: complex numbers are in no order');
  if (weights && weights.size !== a.size) {
    throw argumentError(`histogram: ${weights.size} weights for ${a.size} elements`, { parameter: 'weights' });
  }
  if (typeof bins !== 'number') return await withEdges(a, checkedEdges(bins), weights);
  if (!Number.isSafeInteger(bins) || bins < 1 || bins > mostBins) {
    throw argumentError(`histogram: bins is a whole number from 1 to ${mostBins}, or edges, not ${describe(bins)}`, {
      parameter: 'bins',
    });
  }
  return await withEdges(a, await evenEdges(a, bins, options.range), weights);
}

/** As NumPy spaces them: where they come from the elements, in the elements' own precision. */
async function evenEdges(a: GpuArray, bins: number, range: HistogramOptions['range']): Promise<Float64Array> {
  const dtype = isFloating(a.dtype) ? a.dtype : 'float64';
  const own = (value: number): number => Number(scalarFor(value, dtype, 'histogram'));
  const [low, high] = range ? checkedRange(range) : await rangeOf(a);
  const rounded = range ? (value: number): number => value : own;
  const step = rounded(rounded(high - low) / bins);
  const edges = Float64Array.from({ length: bins + 1 }, (_, k) =>
    own(k === bins ? high : rounded(rounded(rounded(k) * step) + low)),
  );
  if (!ascend(edges, (edge, next) => edge < next)) {
    throw argumentError(`histogram: ${bins} bins from ${low} to ${high} are narrower than ${dtype} tells apart`, {
      parameter: 'bins',
      hint: 'Ask for fewer bins, or convert the array to a wider dtype.',
    });
  }
  return edges;
}

/** All bins by their edges, so that an element next to an edge falls where the edges say. */
async function withEdges(a: GpuArray, edges: Float64Array, weights: GpuArray | undefined): Promise<Histogram> {
  const { storage, load } = elementType(a.dtype);
  const onDevice = emptyArray(a.device, 'float64', [edges.length]);
  await onDevice.set(edges);
  const values = contiguous(a);
  const request = {
    operation: 'histogram',
    key: a.dtype,
    values,
    bins: edges.length - 1,
    functions: elementFunctions([a.dtype]) + binOf,
    storage,
    bin: `heddle_bin_of((double)(${load('x[i]')}), edges, bins, guess_low, guess_scale)`,
    scalars: [
      { name: 'guess_low', value: edges[0] ?? 0 },
      { name: 'guess_scale', value: guessScale(edges) },
    ],
    edges: onDevice,
  };
  const counts =
    weights && isComplex(weights.dtype)
      ? countComplex(request, weights)
      : countBins(a.device, { ...request, ...(weights ? { weights } : {}) });
  onDevice.dispose();
  if (values !== a) values.dispose();
  return { counts, edges };
}

/** Either part of the weights on its own. */
function countComplex(request: BinRequest, weights: GpuArray): GpuArray {
  const counts = emptyArray(weights.device, 'complex128', [request.bins]);
  for (const part of ['real', 'imag'] as const) {
    using sums = countBins(weights.device, { ...request, weights: weights[part] });
    assign(counts[part], sums);
  }
  return counts;
}

/**
 * Bins of about one width are guessed by a multiplication; the edges then correct the guess. Edges in float32 or
 * narrower types are off the even ones by their rounding.
 */
function guessScale(edges: Float64Array): number {
  const width = (edges.at(-1) ?? 0) - (edges[0] ?? 0);
  const step = width / (edges.length - 1);
  const even = edges.every((edge, k) => Math.abs(edge - ((edges[0] ?? 0) + step * k)) <= step / 2);
  return even && width > 0 && Number.isFinite(1 / step) ? 1 / step : 0;
}

const binOf = `
DEVICE INT64 heddle_bin_of(double value, GLOBAL const double* edges, INT64 bins, double low, double scale) {
  if (!(value >= edges[0] && value <= edges[bins])) return -1;
  if (scale > 0) {
    INT64 bin = (INT64)((value - low) * scale);
    if (bin > bins - 1) bin = bins - 1;
    while (bin > 0 && value < edges[bin]) bin--;
    while (bin < bins - 1 && value >= edges[bin + 1]) bin++;
    return bin;
  }
  INT64 first = 0;
  INT64 last = bins - 1;
  while (first < last) {
    const INT64 middle = (first + last + 1) / 2;
    if (value >= edges[middle]) first = middle;
    else last = middle - 1;
  }
  return first;
}
`;

function ascend(edges: ArrayLike<number>, inOrder: (edge: number, next: number) => boolean): boolean {
  let last = -Infinity;
  return Array.from(edges).every((edge, k) => {
    const fits = k === 0 || inOrder(last, edge);
    last = edge;
    return fits;
  });
}

function checkedEdges(edges: readonly number[]): Float64Array {
  if (!isList(edges) || edges.length < 2 || !ascend(edges, (edge, next) => edge <= next)) {
    throw argumentError('histogram: edges are two or more numbers, ascending', { parameter: 'bins' });
  }
  return Float64Array.from(edges);
}

function checkedRange(range: readonly [number, number]): readonly [number, number] {
  const [low, high] = isList(range) ? range : [NaN, NaN];
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high) {
    throw argumentError(`histogram: the range is from a number to a greater one, not ${low} to ${high}`, {
      parameter: 'range',
    });
  }
  return widened(low, high);
}

async function rangeOf(a: GpuArray): Promise<readonly [number, number]> {
  if (a.size === 0) return [0, 1];
  using lowest = min(a);
  using highest = max(a);
  const [low, high] = (await Promise.all([lowest.item(), highest.item()])).map(Number);
  return checkedRange([low ?? 0, high ?? 0]);
}

// As NumPy does, so that the only element lies in the middle.
function widened(low: number, high: number): readonly [number, number] {
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}
