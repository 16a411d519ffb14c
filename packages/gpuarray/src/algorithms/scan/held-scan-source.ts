/**
 * Single-pass scan of one long row of small items. A tile lies in shared memory, and every thread has neighbouring
 * items of it: an odd number of packs, so that packs are read without bank conflicts. The tile's total is published
 * after a mere reduction; then one more warp looks back while the others scan in place. Every element is read and
 * written once, and few registers are needed, so that two large tiles are in flight on each multiprocessor.
 */
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { alignedFor, packCopies, packItems, packType } from './item-packs';
import { epochFunctions, lookBackFunction, statusWords, tileNumbers } from './packed-look-back';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import { arrayRead, arrayWritten } from './plain-arrays';
import { inputCall, outputCall } from './scan-functions';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';
import { stretchSum } from './stretch-sum';

/** Threads that have items; a multiple of 32. One warp more looks back. */
export type HeldThreads = 768 | 512 | 256;

/** Items of a thread: nine packs. */
const items = 36;
const packs = items / packItems;

/** Elements that a thread has on the way to shared memory, where they come from an expression. */
const batch = 12;

/** Elements of a tile. */
export const heldTile = (threads: HeldThreads): number => threads * items;

/** Threads of a block. */
export const heldBlock = (threads: HeldThreads): number => threads + 32;

/**
 * Kernel `heddle_scan_held`, a block for each tile. The spec must have no segments and not need the last item.
 *
 * @param itemBytes - 1, 2 or 4
 */
export function heldScanSource(spec: ScanSpec, threads: HeldThreads, itemBytes: number): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  const warps = threads / 32;
  return `${warpFunctions}${shuffleFunctions('heddle_item')}${packType('heddle_item', itemBytes)}${packCopies}
${statusWords}${lookBackFunction}${tileNumbers}${epochFunctions}
KERNEL void __launch_bounds__(${heldBlock(threads)}, 2) heddle_scan_held(${parameters}) {
  DYNAMIC_SHARED(heddle_item, held);
  SHARED heddle_item warp_totals[${warps}];
  SHARED heddle_item shared_prefix;
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
  const INDEX row = 0;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & 31;
  const int warp = thread / 32;
  heddle_take_tile(heddle_tickets(heddle_state_data));
  // The warp's own stretch of the tile.
  heddle_item* own = held + warp * ${32 * items};
  const INDEX begin = tile * ${threads * items} + warp * ${32 * items};
  const int full = length - tile * ${threads * items} >= ${threads * items};
  heddle_item before;
  unsigned int epoch = 0;
  if (warp < ${warps}) {
${load(spec, itemBytes)}
${stretchSum(packs, 'warp_totals[warp]')}
  } else {
    epoch = heddle_epoch(heddle_state_data);
  }
  BARRIER();
${joinWarps(warps)}
  if (warp < ${warps}) {
${scanInPlace()}
  } else {
    const heddle_item prefix =
        heddle_look_back(heddle_statuses(heddle_state_data), heddle_chunks, tile, total, epoch, lane);
    if (lane == 0) {
      shared_prefix = prefix;
      if (tile == (INDEX)heddle_chunks - 1) heddle_end_epoch(heddle_state_data, epoch);
    }
  }
  BARRIER();
  if (warp < ${warps}) {
    const heddle_item prefix = shared_prefix;
${store(spec, itemBytes)}
  }
}`;
}

/** Items after the end are copies of the last item: valid values on which nothing depends. */
function load(spec: ScanSpec, itemBytes: number): string {
  const array = itemBytes === 4 ? arrayRead(spec) : undefined;
  const packed =
    array === undefined
      ? ''
      : `if (full && ${alignedFor(`${array} + begin`, packItems * itemBytes)}) {
      GLOBAL const heddle_pack* from = (GLOBAL const heddle_pack*)(${array} + begin);
      #pragma unroll
      for (int k = 0; k < ${packs}; k++) heddle_copy_pack((heddle_pack*)own + k * 32 + lane, from + k * 32 + lane);
      heddle_copies_wait();
    } else `;
  return `    ${packed}if (full) {
      #pragma unroll
      for (int k = 0; k < ${items}; k += ${batch}) {
        heddle_item some[${batch}];
        #pragma unroll
        for (int j = 0; j < ${batch}; j++) some[j] = ${inputCall(spec, `begin + (k + j) * 32 + lane`)}.value;
        #pragma unroll
        for (int j = 0; j < ${batch}; j++) own[(k + j) * 32 + lane] = some[j];
      }
    } else {
      #pragma unroll 1
      for (int k = 0; k < ${items}; k++) {
        const INDEX i = begin + k * 32 + lane;
        own[k * 32 + lane] = ${inputCall(spec, 'i < length ? i : length - 1')}.value;
      }
    }
    heddle_warp_barrier();`;
}

/** Declares `ahead`, what lies before the warp in the tile (for the first warp: anything), and the tile's `total`. */
function joinWarps(warps: number): string {
  return `  heddle_item ahead = warp_totals[lane < ${warps} ? lane : 0];
  #pragma unroll
  for (int apart = 1; apart < ${warps}; apart <<= 1) {
    const heddle_item left = heddle_shuffle_up(ahead, apart);
    if (lane >= apart) ahead = heddle_scan(left, ahead, 0);
  }
  const heddle_item total = heddle_shuffle_from(ahead, ${warps - 1});
  ahead = heddle_shuffle_from(ahead, warp == 0 ? 0 : warp - 1);`;
}

function scanInPlace(): string {
  return `    heddle_pack* packs = (heddle_pack*)own + lane * ${packs};
    heddle_item run = lane == 0 ? ahead : warp == 0 ? before : heddle_scan(ahead, before, 0);
    #pragma unroll
    for (int k = 0; k < ${packs}; k++) {
      heddle_pack pack = packs[k];
      #pragma unroll
      for (int c = 0; c < ${packItems}; c++) {
        run = thread > 0 || k + c > 0 ? heddle_scan(run, pack.at[c], 0) : pack.at[c];
        pack.at[c] = run;
      }
      packs[k] = pack;
    }`;
}

function store(spec: ScanSpec, itemBytes: number): string {
  const array = itemBytes === 4 ? arrayWritten(spec) : undefined;
  const packed =
    array === undefined
      ? ''
      : `if (full && ${alignedFor(`${array} + begin`, packItems * itemBytes)}) {
      GLOBAL heddle_pack* to = (GLOBAL heddle_pack*)(${array} + begin);
      #pragma unroll
      for (int k = 0; k < ${packs}; k++) {
        heddle_pack pack = ((const heddle_pack*)own)[k * 32 + lane];
        #pragma unroll
        for (int c = 0; c < ${packItems}; c++) if (tile > 0) pack.at[c] = heddle_scan(prefix, pack.at[c], 0);
        heddle_store_pack(to + k * 32 + lane, pack);
      }
    } else `;
  return `    ${packed}{
      #pragma unroll 4
      for (int k = 0; k < ${items}; k++) {
        const int place = warp * ${32 * items} + k * 32 + lane;
        const INDEX i = begin + k * 32 + lane;
        if (full || i < length) {
          const heddle_item item = tile > 0 ? heddle_scan(prefix, held[place], 0) : held[place];
          ${scanNeeds(spec).previous ? previousItem : ''}
          ${outputCall(spec, 'i', 'item', 'previous', '')}
        }
      }
    }`;
}

const previousItem = `heddle_item previous = prefix;
          if (place > 0) previous = tile > 0 ? heddle_scan(prefix, held[place - 1], 0) : held[place - 1];
          else if (tile == 0) previous = heddle_neutral();`;
