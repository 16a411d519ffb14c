/** How often numbers occur. */
import { argumentError, describe, type Device } from '@heddle/core';
import { assertOptions, optionNames } from '../array/assert-options';
import { assertTogether } from '../array/assert-together';
import { contiguous } from '../array/contiguous';
import type { GpuArray } from '../array/gpu-array';
import { formatShape, sameShape } from '../array/shape';
import { emptyArray } from '../creation/empty';
import { enqueue } from '../device-context';
import { compiledKernel } from '../kernels';
import { astype } from '../operations/copy';
import { deviceTuning } from '../reduction/device-tuning';
import { elementFunctions, elementType, isComplex, isIntegral, requireDType } from '../reduction/element-type';
import { max, min } from '../reduction';
import { assertOneAxis } from '../scan/one-axis';

const names = optionNames<BincountOptions>({ weights: true, minlength: true });

/** Their bytes, 8 for each, and those beside them, still have a number. */
const mostCounts = 2 ** 48;

export interface BincountOptions {
  /** What each number counts for; the result is then float64. */
  readonly weights?: GpuArray;
  /** Least length of the result. Default 0. */
  readonly minlength?: number;
}

/**
 * How often each number from 0 to the greatest occurs, int64; or the sums of their weights, float64.
 *
 * @throws HeddleError `ARGUMENT` for numbers that are no integers, or negative ones
 */
export async function bincount(a: GpuArray, options: BincountOptions = {}): Promise<GpuArray> {
  assertOptions('bincount', options, names);
  const { weights, minlength = 0 } = options;
  assertTogether('bincount', weights ? [a, weights] : [a]);
  assertOneAxis('bincount', a);
  if (!isIntegral(a.dtype)) throw argumentError(`bincount: ${a.dtype} numbers are no integers`);
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
    const [least, greatest] = (await Promise.all([lowest.item(), highest.item()])) as readonly [
      number | bigint,
      number | bigint,
    ];
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

export interface BinRequest {
  readonly operation: string;
  readonly key: string;
  /** Dense. */
  readonly values: GpuArray;
  readonly weights?: GpuArray;
  readonly bins: number;
  readonly functions: string;
  /** C type of the values in memory. */
  readonly storage: string;
  /** C expression of the bin of `x[i]`; outside of 0 to bins - 1 it is not counted. */
  readonly bin: string;
  /** Doubles that the expression sees. */
  readonly scalars: readonly { readonly name: string; readonly value: number }[];
  /** Memory of doubles that the expression sees as `edges`. */
  readonly edges?: GpuArray;
}

/** Enqueues the counting of values into bins. */
export function countBins(device: Device, request: BinRequest): GpuArray {
  const { operation, values, bins } = request;
  const weights = request.weights ? contiguous(astype(request.weights, 'float64')) : undefined;
  if (weights) requireDType(device, 'float64', operation);
  const result = weights ? 'float64' : 'int64';
  const out = emptyArray(device, result, [bins]) as GpuArray;
  if (bins === 0) return out;
  const tuning = deviceTuning(device);
  // With atomics all blocks count in one table; else each thread has its own, and tables are added up.
  const shared = tuning.strategy === 'parallel' && !weights && device.has('atomics-int32') && values.size < 2 ** 32;
  const tables = shared
    ? 1
    : Math.max(1, Math.min(tuning.blocks, Math.ceil(values.size / 4096), Math.floor(2 ** 26 / bins)));
  const state = emptyArray(device, 'uint8', [tables * bins * (shared ? 4 : 8)]) as GpuArray;
  const key = `bins:${operation}:${request.key}:${shared ? 'atomic' : 'tables'}:${result}`;
  const compiled = compiledKernel(device, key, () => binSource(request, shared, weights !== undefined), {
    header: false,
  });
  const block = shared ? tuning.threads : 1;
  const grid = shared ? Math.max(1, Math.min(tuning.blocks, Math.ceil(values.size / tuning.threads))) : tables;
  const nothing = [null, 0] as const;
  const edges = request.edges ? ([request.edges.buffer, request.edges.offset] as const) : nothing;
  const weighed = weights ? ([weights.buffer, weights.offset] as const) : nothing;
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: [values, ...(weights ? [weights] : []), ...(request.edges ? [request.edges] : [])],
    writes: [state, out],
    launch: (place) => {
      if (shared) state.buffer.fill(0, { ...place, length: bins * 4 });
      const scalars = request.scalars.map(({ value }) => value);
      compiled
        .kernel('heddle_count_bins')
        .launch(
          { ...place, grid, block },
          values.buffer,
          values.offset,
          ...weighed,
          ...edges,
          ...scalars,
          state.buffer,
          values.size,
          bins,
        );
      compiled
        .kernel('heddle_add_bins')
        .launch(
          { ...place, grid: Math.min(1024, Math.ceil(bins / block)), block },
          state.buffer,
          out.buffer,
          out.offset,
          tables,
          bins,
        );
    },
  });
  state.dispose();
  if (weights && weights !== request.weights) weights.dispose();
  return out;
}

function binSource(request: BinRequest, shared: boolean, weighted: boolean): string {
  const cell = weighted ? 'double' : shared ? 'unsigned int' : 'INT64';
  const scalars = request.scalars.map(({ name }) => `double ${name}, `).join('');
  const count = shared ? 'ATOMIC_ADD_UINT(table + bin, 1);' : `table[bin] += ${weighted ? 'weights[i]' : '1'};`;
  return `${request.functions}
#define heddle_edge_type ${request.edges ? 'double' : 'unsigned char'}
KERNEL void heddle_count_bins(GLOBAL const void* values, INT64 values_offset, GLOBAL const void* weights_data,
    INT64 weights_offset, GLOBAL const void* edges_data, INT64 edges_offset, ${scalars}GLOBAL void* state, INT64 length,
    INT64 bins) {
  GLOBAL const ${request.storage}* x = (GLOBAL const ${request.storage}*)values + values_offset;
  ${weighted ? 'GLOBAL const double* weights = (GLOBAL const double*)weights_data + weights_offset;' : ''}
  GLOBAL const heddle_edge_type* edges = (GLOBAL const heddle_edge_type*)edges_data + edges_offset;
  const INT64 job = (INT64)GLOBAL_INDEX(0);
  const INT64 jobs = (INT64)GLOBAL_SIZE(0);
  GLOBAL ${cell}* table = (GLOBAL ${cell}*)state + ${shared ? '0' : 'job * bins'};
  ${shared ? '' : 'for (INT64 k = 0; k < bins; k++) table[k] = 0;'}
  for (INT64 i = job; i < length; i += jobs) {
    const INT64 bin = ${request.bin};
    if (bin >= 0 && bin < bins) { ${count} }
  }
}
KERNEL void heddle_add_bins(GLOBAL void* state, GLOBAL void* out, INT64 offset, INT64 tables, INT64 bins) {
  GLOBAL const ${cell}* table = (GLOBAL const ${cell}*)state;
  GLOBAL ${weighted ? 'double' : 'INT64'}* sums = (GLOBAL ${weighted ? 'double' : 'INT64'}*)out + offset;
  for (INT64 bin = (INT64)GLOBAL_INDEX(0); bin < bins; bin += (INT64)GLOBAL_SIZE(0)) {
    ${weighted ? 'double' : 'INT64'} sum = 0;
    for (INT64 t = 0; t < tables; t++) sum += table[t * bins + bin];
    sums[bin] = sum;
  }
}`;
}
