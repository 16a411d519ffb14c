/**
 * Single-pass scan of rows whose elements lie apart while the rows lie side by side: as columns of a matrix. A block
 * takes 32 columns, each of its warps some of their elements, which stay in registers from the reading to the writing.
 * The first warp publishes the columns' totals and looks back, each thread over the chunks of a column of its own.
 *
 * D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA technical report
 * NVR-2016-002, 2016; here with a vector of columns for each tile. What is relied on: packed-look-back.ts.
 */
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { statusWords, tileNumbers } from './packed-look-back';
import { inputCall, outputCall } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';

/** Columns of a block. */
export const columnsOfBlock = 32;

/** Warps of a block, and elements of a thread. */
const warps = 8;
const items = 32;

export const columnThreads = 32 * warps;

/** Elements of a column that a block takes. */
export const columnChunk = warps * items;

/** Status words that a thread has in flight. */
const window = 8;

/** Bytes of state for so many blocks, which must be zero at the launch: their status words, then one for tickets. */
export function columnStateBytes(blocks: number): number {
  return 8 * (blocks * columnsOfBlock + 1);
}

/**
 * Kernel `heddle_scan_columns`, `heddle_chunks` blocks for each 32 columns. Items of at most four bytes; no segments, no
 * last item.
 */
export function columnLookBackSource(spec: ScanSpec): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  return `${statusWords}${tileNumbers}${lookBack}
KERNEL void __launch_bounds__(${columnThreads}, 4) heddle_scan_columns(${parameters}) {
  SHARED heddle_item shared_items[${columnThreads}];
  SHARED heddle_item shared_prefixes[${columnsOfBlock}];
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
  const INDEX rows = (INDEX)heddle_rows;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & 31;
  const int warp = thread / 32;
  const INDEX groups = (rows + 31) / 32;
  heddle_take_tile((GLOBAL UINT64*)heddle_state_data + heddle_chunks * groups * ${columnsOfBlock});
  const INDEX chunk = tile / groups;
  const INDEX column = (tile - chunk * groups) * 32 + lane;
  // Beyond the last column or element: copies of the last one, on which nothing depends.
  const INDEX row = column < rows ? column : rows - 1;
  const INDEX begin = chunk * ${columnChunk} + warp * ${items};
  heddle_item items[${items}];
  if (length - begin >= ${items}) {
    #pragma unroll
    for (int k = 0; k < ${items}; k++) items[k] = ${inputCall(spec, 'begin + k')}.value;
  } else {
    #pragma unroll
    for (int k = 0; k < ${items}; k++) {
      items[k] = ${inputCall(spec, '(length - begin > k ? begin + k : length - 1)')}.value;
    }
  }
  heddle_item total = items[0];
  #pragma unroll
  for (int k = 1; k < ${items}; k++) total = heddle_scan(total, items[k], 0);
  shared_items[thread] = total;
  BARRIER();
  if (warp == 0) {
    #pragma unroll
    for (int other = 1; other < ${warps}; other++) {
      total = heddle_scan(total, shared_items[other * 32 + lane], 0);
      shared_items[other * 32 + lane] = total;
    }
    const INT64 columns = (INT64)groups * 32;
    volatile GLOBAL UINT64* words = (volatile GLOBAL UINT64*)heddle_state_data + column;
    shared_prefixes[lane] = heddle_column_prefix(words, columns, chunk, total);
  }
  BARRIER();
${apply(spec)}
}`;
}

const lookBack = `
// Publishes a chunk's total; returns what lies before it, for chunk 0 its total.
DEVICE heddle_item heddle_column_prefix(volatile GLOBAL UINT64* words, INT64 columns, INT64 chunk, heddle_item total) {
  words[chunk * columns] = heddle_status(total, 0, chunk == 0 ? 2 : 1);
  heddle_item prefix = total;
  if (chunk == 0) return prefix;
  INT64 nearest = chunk - 1;
  int some = 0;
  int whole = 0;
  while (!whole) {
    UINT64 statuses[${window}];
    #pragma unroll
    for (int k = 0; k < ${window}; k++) statuses[k] = nearest - k >= 0 ? words[(nearest - k) * columns] : 0;
    int taken = 0;
    #pragma unroll
    for (int k = 0; k < ${window}; k++) {
      const int flag = heddle_status_flag(statuses[k], 0);
      if (!whole && taken == k && flag != 0) {
        const heddle_item item = heddle_status_item(statuses[k]);
        prefix = some ? heddle_scan(item, prefix, 0) : item;
        some = 1;
        taken = k + 1;
        whole = flag == 2;
      }
    }
    nearest -= taken;
  }
  words[chunk * columns] = heddle_status(heddle_scan(prefix, total, 0), 0, 2);
  return prefix;
}
`;

function apply(spec: ScanSpec): string {
  const previous = scanNeeds(spec).previous
    ? `const heddle_item previous = first ? heddle_neutral() : run;\n        `
    : '';
  return `  heddle_item run = shared_prefixes[lane];
  if (warp > 0) {
    const heddle_item before = shared_items[(warp - 1) * 32 + lane];
    run = chunk > 0 ? heddle_scan(run, before, 0) : before;
  }
  if (column < rows) {
    #pragma unroll
    for (int k = 0; k < ${items}; k++) {
      if (length - begin > k) {
        const int first = k == 0 && warp == 0 && chunk == 0;
        ${previous}run = first ? items[k] : heddle_scan(run, items[k], 0);
        ${outputCall(spec, 'begin + k', 'run', 'previous', '')}
      }
    }
  }`;
}
