/**
 * Reductions whose neighbouring results lie in neighbouring elements, by packs: each thread has several results, and
 * several rows of them in flight. Partial results lie as results do, so that the launch that joins them reads them by
 * neighbours too.
 */
import type { DeviceTuning } from './device-tuning';
import { extraParameters, extraPointers } from './kernel-extra';
import { joined, packAccess, packLength } from './pack-source';
import type { ReductionAccess } from './reduction-access';
import { finishCall, mappedCall, outputParameters } from './reduction-functions';
import { keptOffsets, reducedOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

/** What `heddle_reduction` does; `heddle_group` threads in a row have a pack each, the other rows of a block help. */
export function packedColumnsBody(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  const { threads } = tuning;
  const length = packLength(spec.operands, 'columns', tuning);
  const lanes = Array.from({ length }, (_, e) => e);
  return `
  SHARED heddle_acc heddle_shared[${threads}];
  const int thread = (int)THREAD_INDEX(0);
  const int column = thread & (heddle_group - 1);
  const int row = thread / heddle_group;
  const int rows = ${threads} / heddle_group;
  const INT64 column_blocks = (heddle_outputs / ${length} + heddle_group - 1) / heddle_group;
  const INT64 split = (INT64)BLOCK_INDEX(0) / column_blocks;
  const INT64 place = (((INT64)BLOCK_INDEX(0) - split * column_blocks) * heddle_group + column) * ${length};
  const int active = place < heddle_outputs;
  const INDEX o = active ? (INDEX)place : 0;
  heddle_acc acc, ${lanes.map((e) => `lane${e} = heddle_empty()`).join(', ')};
  if (active) {
    const INDEX begin = (INDEX)(split * heddle_per_split);
    const INDEX end = (INDEX)(heddle_length - begin < heddle_per_split ? heddle_length : begin + heddle_per_split);
    ${keptOffsets(spec, access, 'o')}
${packedRows(spec, access, tuning.packs, length)}
  }
${lanes.map((e) => joinedLane(spec, e)).join('\n')}`;
}

/** A thread's rows: several at a time, then what is left one by one. */
function packedRows(spec: ReductionSpec, access: ReductionAccess, packs: number, length: number): string {
  const numbers = Array.from({ length: packs }, (_, n) => n);
  const lanes = Array.from({ length }, (_, e) => e);
  const { declarations, load, element } = packAccess(spec);
  const loaded = (n: number, r: string): string => {
    const loads = load(n, (name) => `*(GLOBAL const ${name}_word*)(${name} + ${name}_o + ${name}_r)`);
    return `${declarations(n)} { ${reducedOffsets(spec, access, r)} ${loads} }`;
  };
  const mapped = (n: number, e: number): string => mappedCall(spec, element(n, String(e)), `(INDEX)(r + ${n} * rows)`);
  const joinedRows = (e: number): string => {
    const names = numbers.map((n) => mapped(n, e));
    return `lane${e} = heddle_join(lane${e}, ${joined(names)});`;
  };
  return `    INDEX r = begin + row;
    for (; r < end - ${packs - 1} * rows; r += ${packs} * rows) {
${numbers.map((n) => `      ${loaded(n, `r + ${n} * rows`)}`).join('\n')}
${lanes.map((e) => `      ${joinedRows(e)}`).join('\n')}
    }
    for (; r < end; r += rows) {
      ${loaded(0, 'r')}
${lanes.map((e) => `      lane${e} = heddle_join(lane${e}, ${mapped(0, e)});`).join('\n')}
    }`;
}

/** The rows of a block join what they have of result e of a pack. */
function joinedLane(spec: ReductionSpec, e: number): string {
  return `  heddle_shared[thread] = lane${e};
  BARRIER();
  for (int apart = rows >> 1; apart > 0; apart >>= 1) {
    if (row < apart) {
      heddle_shared[thread] = heddle_join(heddle_shared[thread], heddle_shared[thread + apart * heddle_group]);
    }
    BARRIER();
  }
  if (active && row == 0) {
    acc = heddle_shared[thread];
    if (heddle_splits == 1) ${finishCall(spec, 'acc', `o + ${e}`)}
    else heddle_partials[split * heddle_outputs + o + ${e}] = acc;
  }`;
}

/** Parts in flight of a thread that joins them. */
const partsInFlight = 4;

/** `heddle_finish_partials` where neighbouring threads have neighbouring results, `heddle_group` of them each result. */
export function finishColumns(spec: ReductionSpec, shape: readonly string[], tuning: DeviceTuning): string {
  const { threads } = tuning;
  const parts = Array.from({ length: partsInFlight }, (_, n) => {
    return `heddle_partials[(s + ${n} * heddle_group) * heddle_outputs + place]`;
  });
  return `
KERNEL void heddle_finish_partials(${[...extraParameters(spec.extras), ...outputParameters(spec), ...shape].join(', ')}) {
${extraPointers(spec.extras)}
  SHARED heddle_acc heddle_shared[${threads}];
  GLOBAL const heddle_acc* heddle_partials = (GLOBAL const heddle_acc*)heddle_partial_data;
  const int thread = (int)THREAD_INDEX(0);
  const int columns = ${threads} / heddle_group;
  const int lane = thread / columns;
  const INT64 place = (INT64)BLOCK_INDEX(0) * columns + thread % columns;
  const int active = place < heddle_outputs;
  heddle_acc acc = heddle_empty();
  if (active) {
    INT64 s = lane;
    for (; s < heddle_splits - ${partsInFlight - 1} * heddle_group; s += ${partsInFlight} * heddle_group) {
      acc = heddle_join(acc, ${joined(parts)});
    }
    for (; s < heddle_splits; s += heddle_group) acc = heddle_join(acc, ${parts[0] ?? ''});
  }
  heddle_shared[thread] = acc;
  BARRIER();
  for (int apart = heddle_group >> 1; apart > 0; apart >>= 1) {
    if (lane < apart) heddle_shared[thread] = heddle_join(heddle_shared[thread], heddle_shared[thread + apart * columns]);
    BARRIER();
  }
  if (active && lane == 0) {
    acc = heddle_shared[thread];
    ${finishCall(spec, 'acc', '(INDEX)place')}
  }
}`;
}
