/** How often numbers occur. */
import { argumentError, assertOptions, describe, internalError, optionNames } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { formatShape, sameShape } from '../../array/shape';
import { elementFunctions, elementType, isComplex, isIntegral } from '../../kernel-kit/element-type';
import { max, min } from '../reduction';
import { assertOneAxis } from '../../kernel-kit/one-axis';
import { countBins } from './count-bins';

const names = optionNames<BincountOptions>({ weights: true, minlength: true });

/** Their bytes, 8 for each, and those beside them, still have a number. */
const mostCounts = 2 ** 48;

export interface BincountOptions {
  /** The weight of each number; the result is then float64. */
  readonly weights?: GpuArray;
  /** Least length of the result. Default 0. */
  readonly minlength?: number;
}

/**
 * How often each number from 0 to the greatest occurs, int64; or the sums of their weights, float64.
 *
 * @throws HeddleError `ARGUMENT` for numbers that are negative or not integers
 */
export async function bincount(a: GpuArray, options: BincountOptions = {}): Promise<GpuArray> {
  assertOptions('bincount', options, names);
  const { weights, minlength = 0 } = options;
  assertTogether('bincount', weights ? [a, weights] : [a]);
  assertOneAxis('bincount', a);
  if (!isIntegral(a.dtype)) throw argumentError(`bincount: the array holds ${a.dtype}, not integers`);
  if (!Number.isSafeInteger(minlength) || minlength < 0 || minlength > mostCounts) {
    throw argumentError(`bincount: minlength is a whole number from 0 to ${mostCounts}, not ${describe(minlength)}`, {
      parameter: 'minlength',
    });
  }
  if (weights && !sameShape(weights.shape, a.shape)) {
    throw argumentError(
      `bincount: weights of shape ${formatShape(weights.shape)} for numbers of ${formatShape(a.shape)}`,
    );
  }
  if (weights && isComplex(weights.dtype)) {
    throw argumentError(`bincount: ${weights.dtype} weights cannot be counted in float64`, {
      parameter: 'weights',
      hint: 'Count weights.real and weights.imag, each on its own.',
    });
  }
  let length = minlength;
  if (a.size > 0) {
    using lowest = min(a);
    using highest = max(a);
    const [least, greatest] = await Promise.all([wholeItem(lowest), wholeItem(highest)]);
    if (Number(least) < 0) throw argumentError(`bincount: the numbers are 0 or greater; the least is ${String(least)}`);
    length = Math.max(minlength, Number(greatest) + 1);
    if (length > mostCounts) {
      throw argumentError(`bincount: numbers up to ${String(greatest)} are too many to have a count each`, {
        hint: 'Subtract the least number first, or count with unique.',
      });
    }
  }
  const { storage, load } = elementType(a.dtype);
  const values = contiguous(a);
  const counts = countBins(a.device, {
    operation: 'bincount',
    key: a.dtype,
    values,
    ...(weights ? { weights } : {}),
    bins: length,
    functions: elementFunctions([a.dtype]),
    storage,
    bin: `(INT64)(${load('x[i]')})`,
    scalars: [],
  });
  if (values !== a) values.dispose();
  return counts;
}

async function wholeItem(array: GpuArray): Promise<number | bigint> {
  const value = await array.item();
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw internalError(`bincount has read ${array.dtype}`);
}
