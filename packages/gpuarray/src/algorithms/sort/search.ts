/** Looking up in sorted arrays, and counting. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { promoteTypes } from '../../array/dtype';
import { compiledKernel } from '../../kernel-kit';
import { astype } from '../elementwise/copy';
import { deviceTuning } from '../../kernel-kit/device-tuning';
import {
  elementFunctions,
  elementType,
  isComplex,
  isFloating,
  isIntegral,
  requireDType,
} from '../../kernel-kit/element-type';
import { assertOneAxis } from '../../kernel-kit/one-axis';

const names = optionNames<SearchOptions>({ side: true });

export interface SearchOptions {
  /** `left`: before equal elements; `right`: after them. Default `left`. */
  readonly side?: 'left' | 'right';
}

/**
 * The indices, int64, at which to insert values into a sorted array so that it stays sorted. NaN goes last. Integers
 * are compared exactly, int64 with uint64 too.
 *
 * @throws HeddleError `ARGUMENT` for a sorted array of several axes, or complex numbers
 */
export function searchsorted(sorted: GpuArray, values: GpuArray, options: SearchOptions = {}): GpuArray<'int64'> {
  assertOptions('searchsorted', options, names);
  const { side = 'left' } = options;
  if (side !== 'left' && side !== 'right') {
    throw argumentError(`searchsorted: side is 'left' or 'right', not '${String(side)}'`, { parameter: 'side' });
  }
  assertOneAxis('searchsorted', sorted);
  assertArray('searchsorted', values);
  const { device } = sorted;
  if (values.device !== device) throw argumentError('searchsorted: the arrays are on different devices');
  const [searched, wanted] = comparedTypes(sorted.dtype, values.dtype);
  requireDType(device, searched, 'searchsorted');
  if (isComplex(searched)) throw argumentError('searchsorted: complex numbers are not searched');
  const haystack = densely(sorted, searched);
  const needles = densely(values, wanted);
  const out = emptyArray(device, 'int64', values.shape);
  if (out.size > 0) launchSearch(haystack, needles, out, side);
  if (haystack !== sorted) haystack.dispose();
  if (needles !== values) needles.dispose();
  return out;
}

/** The dtypes in which the two are compared. */
function comparedTypes(sorted: DType, values: DType): readonly [DType, DType] {
  const common: DType = promoteTypes<DType, DType>(sorted, values);
  // The dtype that int64 and uint64 have in common, float64, does not tell neighbours apart.
  if (!isIntegral(sorted) || !isIntegral(values) || isIntegral(common)) return [common, common];
  const widest = (dtype: DType): DType => (dtypeInfo(dtype).kind === 'unsigned' ? 'uint64' : 'int64');
  return [widest(sorted), widest(values)];
}

function densely(array: GpuArray, dtype: DType): GpuArray {
  // A conversion is dense.
  return array.dtype === dtype ? contiguous(array) : astype<DType>(array, dtype);
}

function launchSearch(haystack: GpuArray, needles: GpuArray, out: GpuArray<'int64'>, side: 'left' | 'right'): void {
  const { device, dtype: searched } = haystack;
  const { dtype: wanted } = needles;
  const tuning = deviceTuning(device);
  const compiled = compiledKernel(device, `searchsorted:${searched}:${wanted}`, () => searchSource(searched, wanted), {
    header: false,
  });
  const block = tuning.strategy === 'sequential' ? 1 : tuning.threads;
  const grid = Math.max(1, Math.min(tuning.blocks * 4, Math.ceil(out.size / (block === 1 ? 256 : block))));
  enqueue(device, {
    operation: 'searchsorted',
    kernels: [compiled],
    reads: [haystack, needles],
    writes: [out],
    launch: (place) => {
      compiled
        .kernel('heddle_search')
        .launch(
          { ...place, grid, block },
          haystack.buffer,
          haystack.offset,
          haystack.size,
          needles.buffer,
          needles.offset,
          out.buffer,
          out.offset,
          out.size,
          Number(side === 'right'),
        );
    },
  });
}

/** C expression for whether `a` is less than `b`. */
function lessThan(left: DType, right: DType): string {
  if (left === right) return isFloating(left) ? 'a < b || (b != b && a == a)' : 'a < b';
  // A negative number is less than all unsigned ones.
  return left === 'int64' ? 'a < 0 || (UINT64)a < b' : 'b >= 0 && a < (UINT64)b';
}

// NaN is greater than all numbers, and equal to itself.
function searchSource(searched: DType, wanted: DType): string {
  const [from, to] = [elementType(searched), elementType(wanted)];
  return `${elementFunctions([searched, wanted])}
DEVICE int heddle_before(${from.value} a, ${to.value} b) { return ${lessThan(searched, wanted)}; }
DEVICE int heddle_behind(${to.value} a, ${from.value} b) { return ${lessThan(wanted, searched)}; }
KERNEL void heddle_search(GLOBAL const void* sorted_data, INT64 sorted_offset, INT64 count, GLOBAL const void* needle_data,
    INT64 needle_offset, GLOBAL void* out_data, INT64 out_offset, INT64 needles, int right) {
  GLOBAL const ${from.storage}* sorted = (GLOBAL const ${from.storage}*)sorted_data + sorted_offset;
  GLOBAL const ${to.storage}* needle = (GLOBAL const ${to.storage}*)needle_data + needle_offset;
  GLOBAL INT64* out = (GLOBAL INT64*)out_data + out_offset;
  for (INT64 i = (INT64)GLOBAL_INDEX(0); i < needles; i += (INT64)GLOBAL_SIZE(0)) {
    const ${to.value} wanted = ${to.load('needle[i]')};
    INT64 low = 0;
    INT64 high = count;
    while (low < high) {
      const INT64 middle = low + (high - low) / 2;
      const ${from.value} here = ${from.load('sorted[middle]')};
      const int before = right ? !heddle_behind(wanted, here) : heddle_before(here, wanted);
      if (before) low = middle + 1;
      else high = middle;
    }
    out[i] = low;
  }
}`;
}
