/**
 * Selection in one pass: a warp counts which of its elements are taken, the block's count is published, and while the
 * first warp looks back the taken elements are brought together in shared memory, each warp's at the start of its own
 * stretch, and those that are left behind the taken ones where they are asked for. Then they go out side by side.
 */
import { quoted } from '../../kernel-kit/quoted';
import { internalError } from '@heddle/core/backend';
import { extraDeclarations, extraNames, extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import { alignedFor, packItems, packType } from './item-packs';
import { epochFunctions, lookBackFunction, statusWords, tileNumbers } from './packed-look-back';
import { shuffleFunctions, warpFunctions } from '../../kernel-kit/parallel-primitives';
import type { ScanSpec, SelectionSpec } from './scan-spec';
import { scanShapeParameters } from './sequential-scan-source';

export const selectionThreads = 512;
const warps = selectionThreads / 32;

/** Packs of a thread, and elements of a warp. */
const packs = 8;
const warpElements = 32 * packItems * packs;

/** Elements of a tile. */
export const selectionTile = warps * warpElements;

/**
 * Kernel `heddle_select`, a block for each tile; items are `int`.
 *
 * @param elementBytes - 1, 2 or 4
 */
export function selectionSource(spec: ScanSpec, selection: SelectionSpec, elementBytes: number): string {
  const parameters = [...extraParameters(spec.extras), ...scanShapeParameters].join(', ');
  return `${warpFunctions}${shuffleFunctions('heddle_item')}
typedef ${selection.type} heddle_stored;
${packType('heddle_stored', elementBytes)}${statusWords}${lookBackFunction}${tileNumbers}${epochFunctions}
${conditionFunction(spec, selection)}
KERNEL void __launch_bounds__(${selectionThreads}, 2) heddle_select(${parameters}) {
  DYNAMIC_SHARED(heddle_stored, stage);
  SHARED int warp_counts[${warps}];
  SHARED int shared_prefix;
${extraPointers(spec.extras)}
  const INDEX length = (INDEX)heddle_length;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & 31;
  const int warp = thread / 32;
  heddle_take_tile(heddle_tickets(heddle_state_data));
  const INDEX begin = tile * ${selectionTile} + warp * ${warpElements};
  const int full = length - tile * ${selectionTile} >= ${selectionTile};
  heddle_stored* own = stage + warp * ${warpElements};
  const unsigned int epoch = heddle_epoch(heddle_state_data);
  heddle_pack elements[${packs}];
${load(spec, selection, elementBytes)}
${count(spec)}
  if (lane == 31) warp_counts[warp] = taken;
  BARRIER();
${joinWarps()}
${bringTogether(selection)}
  if (warp == 0) {
    const int before = heddle_look_back(heddle_statuses(heddle_state_data), heddle_chunks, tile, total, epoch, lane);
    if (lane == 0) {
      shared_prefix = tile > 0 ? before : 0;
      if (tile == (INDEX)heddle_chunks - 1) {
        ${argument(spec, selection.count)}[0] = shared_prefix + total;
        heddle_end_epoch(heddle_state_data, epoch);
      }
    }
  }
  BARRIER();
  const INDEX to = shared_prefix + ahead;
  for (int k = lane; k < taken; k += 32) ${argument(spec, selection.taken)}[to + k] = own[k];
${selection.left === undefined ? '' : outLeft(argument(spec, selection.left))}
}`;
}

function conditionFunction(spec: ScanSpec, { condition }: SelectionSpec): string {
  const parameters = [
    ...extraDeclarations(spec.extras),
    'const heddle_stored heddle_here',
    'const INDEX i',
    'const INDEX N',
  ].join(', ');
  return [`DEVICE int heddle_takes(${parameters}) {`, quoted('input', `return (${condition}) ? 1 : 0;`), '}'].join(
    '\n',
  );
}

/** Elements after the end are copies of the last one; they are not counted. */
function load(spec: ScanSpec, { array }: SelectionSpec, elementBytes: number): string {
  const from = argument(spec, array);
  return `  if (full && ${alignedFor(`${from} + begin`, packItems * elementBytes)}) {
    #pragma unroll
    for (int k = 0; k < ${packs}; k++) elements[k] = ((GLOBAL const heddle_pack*)(${from} + begin))[k * 32 + lane];
  } else {
    #pragma unroll
    for (int k = 0; k < ${packs}; k++) {
      #pragma unroll
      for (int c = 0; c < ${packItems}; c++) {
        const INDEX i = begin + (k * 32 + lane) * ${packItems} + c;
        elements[k].at[c] = ${from}[i < length ? i : length - 1];
      }
    }
  }`;
}

/**
 * Declares `flags`, a bit for each of the thread's elements, `places`, where its packs' taken elements go in the warp,
 * and `taken`, how many the warp takes. A pack's counts, of at most 128 in a warp, go through the warp four in a word.
 */
function count(spec: ScanSpec): string {
  const names = extraNames(spec.extras).join(', ');
  const words = packs / 4;
  return `  unsigned int flags = 0;
  unsigned int counts[${words}];
  unsigned int sums[${words}];
  #pragma unroll
  for (int w = 0; w < ${words}; w++) counts[w] = 0;
  #pragma unroll
  for (int k = 0; k < ${packs}; k++) {
    unsigned int some = 0;
    #pragma unroll
    for (int c = 0; c < ${packItems}; c++) {
      const INDEX i = begin + (k * 32 + lane) * ${packItems} + c;
      if (full || i < length) some |= (unsigned int)heddle_takes(${names}, elements[k].at[c], i, length) << c;
    }
    flags |= some << (${packItems} * k);
    counts[k / 4] |= (unsigned int)__popc(some) << (8 * (k % 4));
  }
  #pragma unroll
  for (int w = 0; w < ${words}; w++) {
    sums[w] = counts[w];
    #pragma unroll
    for (int apart = 1; apart < 32; apart <<= 1) {
      const unsigned int left = (unsigned int)heddle_word_up((int)sums[w], apart);
      if (lane >= apart) sums[w] += left;
    }
  }
  int places[${packs}];
  int taken = 0;
  #pragma unroll
  for (int k = 0; k < ${packs}; k++) {
    const unsigned int all = (unsigned int)heddle_word_from((int)sums[k / 4], 31);
    places[k] = taken + (int)(((sums[k / 4] - counts[k / 4]) >> (8 * (k % 4))) & 255);
    taken += (int)((all >> (8 * (k % 4))) & 255);
  }`;
}

/** Declares `ahead`, how many the warps before take, and the tile's `total`. */
function joinWarps(): string {
  return `  int ahead = warp_counts[lane < ${warps} ? lane : 0];
  #pragma unroll
  for (int apart = 1; apart < ${warps}; apart <<= 1) {
    const int left = heddle_word_up(ahead, apart);
    if (lane >= apart) ahead += left;
  }
  const int total = heddle_word_from(ahead, ${warps - 1});
  ahead = heddle_word_from(ahead, warp == 0 ? 0 : warp - 1);
  if (warp == 0) ahead = 0;`;
}

function bringTogether({ left }: SelectionSpec): string {
  const other =
    left === undefined
      ? ''
      : `\n      else own[taken + (k * 32 + lane) * ${packItems} + c - place] = elements[k].at[c];`;
  return `  #pragma unroll
  for (int k = 0; k < ${packs}; k++) {
    int place = places[k];
    #pragma unroll
    for (int c = 0; c < ${packItems}; c++) {
      const int takes = (int)((flags >> (${packItems} * k + c)) & 1u);
      if (takes) own[place] = elements[k].at[c];${other}
      place += takes;
    }
  }`;
}

function outLeft(left: string): string {
  return `  const INDEX rest = length - begin;
  const int present = rest < ${warpElements} ? (rest < 0 ? 0 : (int)rest) : ${warpElements};
  for (int k = taken + lane; k < present; k += 32) ${left}[begin - to + k - taken] = own[k];`;
}

function argument(spec: ScanSpec, name: string): string {
  const extra = spec.extras.find((one) => one.name === name);
  const [inKernel] = extra === undefined ? [] : extraNames([extra]);
  if (inKernel === undefined) throw internalError(`there is no argument ${name}`);
  return inKernel;
}
