/**
 * Reductions of neighbouring elements: the threads of a group, and those of all blocks that share a result, walk side by
 * side over its elements, so that blocks which run at once read from one place in memory.
 */
import { dtypeInfo } from '@heddle/core';
import { blockJoin, joinedPairwise } from './block-join';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { elementType } from '../../kernel-kit/element-type';
import { lastBlockSource, type JoinedBy } from './last-block-source';
import type { ReductionAccess } from './reduction-access';
import { baseName, finishCall, mappedCall } from './reduction-functions';
import { keptOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

/** Elements of a pack: what the widest operand fits into `packBytes`. */
function packLength(spec: ReductionSpec, tuning: DeviceTuning): number {
  const widest = Math.max(1, ...spec.operands.map(({ dtype }) => dtypeInfo(dtype).byteLength));
  return Math.max(1, Math.floor(tuning.packBytes / widest));
}

/** Body of `heddle_reduction`. Where the last block joins, a block is one split of one result. */
export function rowsBody(
  spec: ReductionSpec,
  access: ReductionAccess,
  tuning: DeviceTuning,
  joinedBy: JoinedBy,
): string {
  const lastBlock = joinedBy === 'last-block';
  // A constant costs fewer registers than a parameter, so that more blocks run at once.
  const group = lastBlock ? String(tuning.threads) : 'heddle_group';
  return `
  SHARED heddle_acc heddle_shared[${tuning.threads}];
  const int thread = (int)THREAD_INDEX(0);
${lastBlock ? oneTask : tasksOfGroups(tuning)}
  heddle_acc acc = heddle_empty();
  if (active) {
    const INDEX length = (INDEX)heddle_length;
    const INDEX place = split * ${group} + lane;
    const INDEX places = (INDEX)heddle_splits * ${group};
    ${keptOffsets(spec, access, 'o')}
${access.packed ? packedSteps(spec, tuning, group) : plainSteps(tuning, group)}
  }
${blockJoin('lane', group)}
${lastBlock ? joinInLastBlock(spec, group) : leavePart(spec)}`;
}

const oneTask = `  const int lane = thread;
  const int active = 1;
  const INDEX o = (INDEX)((INT64)BLOCK_INDEX(0) / heddle_splits);
  const INDEX split = (INDEX)((INT64)BLOCK_INDEX(0) - (INT64)o * heddle_splits);`;

function tasksOfGroups({ threads }: DeviceTuning): string {
  return `  const int lane = thread & (heddle_group - 1);
  const INT64 task = (INT64)BLOCK_INDEX(0) * (${threads} / heddle_group) + thread / heddle_group;
  const int active = task < heddle_outputs * heddle_splits;
  const INDEX o = active ? (INDEX)(task / heddle_splits) : 0;
  const INDEX split = (INDEX)(task - (INT64)o * heddle_splits);`;
}

function leavePart(spec: ReductionSpec): string {
  return `  if (active && lane == 0) {
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[task] = acc;
  }`;
}

function joinInLastBlock(spec: ReductionSpec, threads: string): string {
  return lastBlockSource({
    writer: 'thread == 0',
    partOf: (s) => `(INT64)o * heddle_splits + ${s}`,
    split: 'split',
    ticket: 'o',
    first: 'thread',
    apart: threads,
    active: 'active',
    join: blockJoin('lane', threads),
    finish: finishCall(spec, 'acc', 'o'),
  });
}

/** Steps of `2 * packs` elements a thread. */
function plainSteps(tuning: DeviceTuning, group: string): string {
  // One element a load instead of a pack, so more of them in flight.
  const packs = 2 * tuning.packs;
  const numbers = Array.from({ length: packs }, (_, n) => n);
  return `    INDEX r = split * (${packs} * ${group}) + lane;
    HEDDLE_ROLLED
    for (; r < length - ${packs - 1} * ${group}; r += ${packs} * places) {
      heddle_acc ${numbers.map((n) => `m${n}`).join(', ')};
${numbers.map((n) => `      heddle_at(m${n}, r + ${n} * ${group})`).join('\n')}
      acc = heddle_join(acc, ${joinedPairwise(numbers.map((n) => `m${n}`))});
    }
    HEDDLE_ROLLED
    for (; r < length; r += ${group}) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }`;
}

/** Elements up to the first aligned one, then packs, then what is left. */
function packedSteps(spec: ReductionSpec, tuning: DeviceTuning, group: string): string {
  const length = packLength(spec, tuning);
  const numbers = Array.from({ length: tuning.packs }, (_, n) => n);
  const { declarations, load, element } = packAccess(spec);
  const mapped = (n: number): string =>
    mappedCall(spec, element(n, 'e'), `first + (p + ${n} * ${group}) * ${length} + e`);
  const single = mappedCall(spec, element(0, 'e'), `first + p * ${length} + e`);
  return `    const INDEX head = ${headLength(spec, length)};
    const INDEX first = head < length ? head : length;
    const INDEX packs = (length - first) / ${length};
    HEDDLE_ROLLED
    for (INDEX r = place; r < first; r += places) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }
    heddle_acc lanes[${length}];
    for (int e = 0; e < ${length}; e++) lanes[e] = heddle_empty();
    INDEX p = split * (${tuning.packs} * ${group}) + lane;
    HEDDLE_ROLLED
    for (; p < packs - ${tuning.packs - 1} * ${group}; p += ${tuning.packs} * places) {
${numbers.map((n) => `      ${declarations(n)}`).join('\n')}
${numbers.map((n) => `      ${load(n, `p + ${n} * ${group}`)}`).join('\n')}
      for (int e = 0; e < ${length}; e++) {
${numbers.map((n) => `        const heddle_acc m${n} = ${mapped(n)};`).join('\n')}
        lanes[e] = heddle_join(lanes[e], ${joinedPairwise(numbers.map((n) => `m${n}`))});
      }
    }
    HEDDLE_ROLLED
    for (; p < packs; p += ${group}) {
      ${declarations(0)}
      ${load(0, 'p')}
      for (int e = 0; e < ${length}; e++) lanes[e] = heddle_join(lanes[e], ${single});
    }
    HEDDLE_ROLLED
    for (INDEX r = first + packs * ${length} + place; r < length; r += places) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }
    for (int width = ${length} >> 1; width > 0; width >>= 1) {
      for (int e = 0; e < width; e++) lanes[e] = heddle_join(lanes[e], lanes[e + width]);
    }
    acc = heddle_join(acc, lanes[0]);`;
}

/**
 * Elements before the first that is aligned to a pack in every unit operand; where no place is aligned in all, the
 * whole length, so that no pack is loaded.
 */
function headLength(spec: ReductionSpec, length: number): string {
  const heads = spec.operands.map(({ name, dtype }) => {
    const bytes = dtypeInfo(dtype).byteLength;
    const address = `(size_t)(${baseName(name)} + ${baseName(name)}_o)`;
    return `(INDEX)((${length * bytes} - (${address} & ${length * bytes - 1})) & ${length * bytes - 1}) / ${bytes}`;
  });
  const [first = '0', ...others] = heads;
  if (others.length === 0) return first;
  return `(${others.map((other) => `${other} == ${first}`).join(' && ')}) ? ${first} : length`;
}

/** Types of the packs, in front of the kernel. */
export function packTypes(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  if (!access.packed) return '';
  const length = packLength(spec, tuning);
  return spec.operands
    .map(({ name, dtype }) => {
      const word = packWord(length * dtypeInfo(dtype).byteLength);
      const base = baseName(name);
      return `typedef ${word} ${base}_word;
typedef union { ${base}_word word; ${elementType(dtype).storage} element[${length}]; } ${base}_pack;`;
    })
    .join('\n');
}

function packWord(bytes: number): string {
  const words: Readonly<Record<number, string>> = {
    16: 'uint4',
    8: 'uint2',
    4: 'unsigned int',
    2: 'unsigned short',
    1: 'unsigned char',
  };
  return words[bytes] ?? 'uint4';
}

interface PackAccess {
  readonly declarations: (n: number) => string;
  readonly load: (n: number, pack: string) => string;
  readonly element: (n: number, e: string) => readonly string[];
}

function packAccess(spec: ReductionSpec): PackAccess {
  const names = spec.operands.map(({ name }) => baseName(name));
  return {
    declarations: (n) => names.map((name) => `${name}_pack ${name}_p${n};`).join(' '),
    load: (n, pack) =>
      spec.operands
        .map(({ name: operand }) => {
          const name = baseName(operand);
          return `${name}_p${n}.word = ((GLOBAL const ${name}_word*)(${name} + ${name}_o + first))[${pack}];`;
        })
        .join(' '),
    element: (n, e) => names.map((name) => `${name}_p${n}.element[${e}]`),
  };
}
