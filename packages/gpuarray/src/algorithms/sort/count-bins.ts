/** Counting of values into bins: what `bincount` and `histogram` have in common. */
import type { Device } from '@heddle/core';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { compiledKernel } from '../../kernel-kit';
import { astype } from '../elementwise/copy';
import { deviceTuning, largestPowerOfTwo, type DeviceTuning } from '../../kernel-kit/device-tuning';
import { requireDType } from '../../kernel-kit/element-type';

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
  /** Default: what suits the device. */
  readonly tuning?: DeviceTuning;
}

/** Counts of a block's own table: so many that several blocks have room beside each other. */
const blockCounts = 4096;
/** Copies of a table, so that neighbouring threads that count the same bin do not wait for each other. */
const mostCopies = 32;
/** Sums of a block's own table: the fewest that the bins fit into. */
const blockSums = [512, 4096] as const;
/** Threads that take turns at a table of sums. */
const turns = 32;

/**
 * Who counts where. `block`: threads count in tables of their block's, which are added up at its end. `turns`: they
 * take turns there, so that sums are added in one order. `device`: in one table, for more bins than a block has room
 * for. `job`: each thread in a table of its own.
 */
type Tables = 'block' | 'turns' | 'device' | 'job';

/** How a count is launched. */
interface CountPlan {
  readonly tables: Tables;
  readonly grid: number;
  readonly block: number;
  /** Tables that are added up. */
  readonly results: number;
  /** Bins that a table of a block's has room for. */
  readonly room: number;
}

/** Enqueues the counting of values into bins. */
export function countBins(device: Device, request: BinRequest): GpuArray {
  const { operation, values, bins } = request;
  const weights = request.weights ? contiguous(astype(request.weights, 'float64')) : undefined;
  if (weights) requireDType(device, 'float64', operation);
  const result = weights ? 'float64' : 'int64';
  const out: GpuArray = emptyArray(device, result, [bins]);
  if (bins === 0) return out;
  const plan = planCount(device, request);
  const { tables, grid, block, results, room } = plan;
  const zeroed = tables === 'block' || tables === 'device';
  const state: GpuArray = emptyArray(device, 'uint8', [results * bins * (zeroed ? 4 : 8)]);
  const key = `bins:${operation}:${request.key}:${tables}${room}:${result}`;
  const compiled = compiledKernel(device, key, () => binSource(request, plan), { header: false });
  const copies = Math.min(mostCopies, largestPowerOfTwo(blockCounts / bins));
  const nothing = [null, 0] as const;
  const edges = request.edges ? ([request.edges.buffer, request.edges.offset] as const) : nothing;
  const weighed = weights ? ([weights.buffer, weights.offset] as const) : nothing;
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: [values, ...(weights ? [weights] : []), ...(request.edges ? [request.edges] : [])],
    writes: [state, out],
    launch: (place) => {
      if (zeroed) state.buffer.fill(0, { ...place, length: bins * 4 });
      const scalars = request.scalars.map(({ value }) => value);
      const given = [...weighed, ...edges, ...scalars, state.buffer, values.size, bins, copies] as const;
      compiled.kernel('heddle_count_bins').launch({ ...place, grid, block }, values.buffer, values.offset, ...given);
      const adding = { ...place, grid: Math.min(1024, Math.ceil(bins / block)), block };
      compiled.kernel('heddle_add_bins').launch(adding, state.buffer, out.buffer, out.offset, results, bins);
    },
  });
  state.dispose();
  if (weights && weights !== request.weights) weights.dispose();
  return out;
}

function planCount(device: Device, request: BinRequest): CountPlan {
  const { values, weights, bins, tuning = deviceTuning(device) } = request;
  const parallel = tuning.strategy === 'parallel';
  const filling = Math.max(1, Math.min(tuning.blocks, Math.ceil(values.size / tuning.threads)));
  // Counts are kept in 32 bits there. Sums of weights depend on the order of the additions, which atomics leave open.
  if (parallel && !weights && values.size < 2 ** 32 && device.has('atomics-int32')) {
    const tables = bins <= blockCounts ? 'block' : 'device';
    return { tables, grid: filling, block: tuning.threads, results: 1, room: blockCounts };
  }
  const room = blockSums.find((sums) => bins <= sums);
  if (parallel && weights && room !== undefined) {
    return { tables: 'turns', grid: filling, block: turns, results: filling, room };
  }
  const jobs = Math.max(1, Math.min(tuning.blocks, Math.ceil(values.size / 4096), Math.floor(2 ** 26 / bins)));
  return { tables: 'job', grid: jobs, block: 1, results: jobs, room: 0 };
}

function binSource(request: BinRequest, { tables, room }: CountPlan): string {
  const weighted = request.weights !== undefined;
  const result = weighted ? 'double' : 'INT64';
  const cell = tables === 'block' || tables === 'device' ? 'unsigned int' : result;
  const scalars = request.scalars.map(({ name }) => `double ${name}, `).join('');
  const body = { block: blockBody, turns: turnsBody(room), device: deviceBody, job: jobBody(cell, weighted) }[tables];
  return `${request.functions}
#define heddle_edge_type ${request.edges ? 'double' : 'unsigned char'}
#define heddle_bin_at(i) (${request.bin})
KERNEL void heddle_count_bins(GLOBAL const void* values, INT64 values_offset, GLOBAL const void* weights_data,
    INT64 weights_offset, GLOBAL const void* edges_data, INT64 edges_offset, ${scalars}GLOBAL void* state, INT64 length,
    INT64 bins, int copies) {
  GLOBAL const ${request.storage}* x = (GLOBAL const ${request.storage}*)values + values_offset;
  ${weighted ? 'GLOBAL const double* weights = (GLOBAL const double*)weights_data + weights_offset;' : ''}
  GLOBAL const heddle_edge_type* edges = (GLOBAL const heddle_edge_type*)edges_data + edges_offset;
  const INT64 job = (INT64)GLOBAL_INDEX(0);
  const INT64 jobs = (INT64)GLOBAL_SIZE(0);
  ${body}
}
KERNEL void heddle_add_bins(GLOBAL void* state, GLOBAL void* out, INT64 offset, INT64 tables, INT64 bins) {
  GLOBAL const ${cell}* table = (GLOBAL const ${cell}*)state;
  GLOBAL ${result}* sums = (GLOBAL ${result}*)out + offset;
  for (INT64 bin = (INT64)GLOBAL_INDEX(0); bin < bins; bin += (INT64)GLOBAL_SIZE(0)) {
    ${result} sum = 0;
    for (INT64 t = 0; t < tables; t++) sum += table[t * bins + bin];
    sums[bin] = sum;
  }
}`;
}

// A thread finds four bins before it counts them, so that four loads are on their way at once.
const blockBody = `GLOBAL unsigned int* table = (GLOBAL unsigned int*)state;
  SHARED unsigned int counts[${blockCounts}];
  const int thread = (int)THREAD_INDEX(0);
  const int threads = (int)BLOCK_SIZE(0);
  const int copy = thread & (copies - 1);
  for (int k = thread; k < (int)bins * copies; k += threads) counts[k] = 0;
  BARRIER();
  for (INT64 i = job; i < length; i += 4 * jobs) {
    INT64 found[4];
    for (int k = 0; k < 4; k++) found[k] = i + k * jobs < length ? heddle_bin_at(i + k * jobs) : -1;
    for (int k = 0; k < 4; k++) {
      if (found[k] >= 0 && found[k] < bins) { SHARED_ATOMIC_ADD_UINT(counts + ((int)found[k] * copies + copy), 1); }
    }
  }
  BARRIER();
  for (int bin = thread; bin < (int)bins; bin += threads) {
    unsigned int sum = 0;
    // Neighbouring threads begin at different copies, which lie in different banks.
    for (int k = 0; k < copies; k++) sum += counts[bin * copies + ((k + thread) & (copies - 1))];
    if (sum != 0) { ATOMIC_ADD_UINT(table + bin, sum); }
  }`;

// One after another adds its weight, in the order of the elements.
function turnsBody(room: number): string {
  return `GLOBAL double* table = (GLOBAL double*)state + (INT64)BLOCK_INDEX(0) * bins;
  SHARED double sums[${room}];
  const int thread = (int)THREAD_INDEX(0);
  for (int k = thread; k < (int)bins; k += ${turns}) sums[k] = 0;
  BARRIER();
  for (INT64 first = job - thread; first < length; first += jobs) {
    const INT64 i = first + thread;
    const INT64 bin = i < length ? heddle_bin_at(i) : -1;
    const double weight = i < length ? weights[i] : 0;
    for (int turn = 0; turn < ${turns}; turn++) {
      if (turn == thread && bin >= 0 && bin < bins) sums[(int)bin] += weight;
      BARRIER();
    }
  }
  for (int k = thread; k < (int)bins; k += ${turns}) table[k] = sums[k];`;
}

const deviceBody = `GLOBAL unsigned int* table = (GLOBAL unsigned int*)state;
  for (INT64 i = job; i < length; i += jobs) {
    const INT64 bin = heddle_bin_at(i);
    if (bin >= 0 && bin < bins) { ATOMIC_ADD_UINT(table + bin, 1); }
  }`;

function jobBody(cell: string, weighted: boolean): string {
  return `GLOBAL ${cell}* table = (GLOBAL ${cell}*)state + job * bins;
  for (INT64 k = 0; k < bins; k++) table[k] = 0;
  const INT64 each = (length + jobs - 1) / jobs;
  const INT64 end = length - job * each < each ? length : (job + 1) * each;
  for (INT64 i = job * each; i < end; i++) {
    const INT64 bin = heddle_bin_at(i);
    if (bin >= 0 && bin < bins) table[bin] += ${weighted ? 'weights[i]' : '1'};
  }`;
}
