/**
 * Reduction kernels for devices with many threads: threads of a block share a result and meet at barriers.
 *
 * The grid splits long results over several blocks, which leave partial results; `heddle_finish_partials` joins them.
 * A second launch is used rather than a last block that finishes, since fences between blocks are no part of the
 * portable dialect, and costs about 1 % of a reduction of 1 GiB.
 */
import { dtypeInfo } from '@heddle/core';
import type { DeviceTuning } from './device-tuning';
import { elementType } from './element-type';
import { extraParameters, extraPointers } from './kernel-extra';
import type { ReductionAccess } from './reduction-access';
import { baseName, finishCall, mappedCall, outputParameters } from './reduction-functions';
import { keptOffsets, operandParameters, operandPointers, reducedOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

/** Elements of a pack: what the widest operand fits into `packBytes`. */
export function packLength(spec: ReductionSpec, tuning: DeviceTuning): number {
  const widest = Math.max(1, ...spec.operands.map(({ dtype }) => dtypeInfo(dtype).byteLength));
  return Math.max(1, Math.floor(tuning.packBytes / widest));
}

/** Parameters of all entry points, after the operands', extras' and outputs'. */
export const shapeParameters = [
  'GLOBAL void* heddle_partial_data',
  'INT64 heddle_outputs',
  'INT64 heddle_length',
  'INT64 heddle_splits',
  'INT64 heddle_per_split',
  'int heddle_group',
];

/** The kernel `heddle_reduction` for the class. */
export function parallelSource(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  const body = access.mapping === 'rows' ? rowsBody(spec, access, tuning) : columnsBody(spec, access, tuning);
  const parameters = [
    ...operandParameters(spec, access),
    ...extraParameters(spec.extras),
    ...outputParameters(spec),
    ...shapeParameters,
  ];
  return [
    packTypes(spec, access, tuning),
    elementMacro(spec, access),
    `KERNEL void heddle_reduction(${parameters.join(', ')}) {`,
    operandPointers(spec),
    extraPointers(spec.extras),
    '  GLOBAL heddle_acc* heddle_partials = (GLOBAL heddle_acc*)heddle_partial_data;',
    body,
    '}',
    finishKernel(spec, tuning),
  ].join('\n');
}

/** `heddle_at(target, r)` maps element r of the result whose offsets are in scope. */
export function elementMacro(spec: ReductionSpec, access: ReductionAccess): string {
  const elements = spec.operands.map(({ name }) => `${baseName(name)}[${baseName(name)}_o + ${baseName(name)}_r]`);
  const call = mappedCall(spec, elements, '(INDEX)(r)');
  return `#define heddle_at(target, r) { ${reducedOffsets(spec, access, 'r')} target = ${call}; }`;
}

/** Joins accumulators pairwise: rounding errors grow with the logarithm of their number. */
function joined(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  const half = names.length >> 1;
  return `heddle_join(${joined(names.slice(0, half))}, ${joined(names.slice(half))})`;
}

function rowsBody(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  const steps = access.packed ? packedSteps(spec, tuning) : plainSteps(tuning);
  return `
  SHARED heddle_acc heddle_shared[${tuning.threads}];
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & (heddle_group - 1);
  const INT64 task = (INT64)BLOCK_INDEX(0) * (${tuning.threads} / heddle_group) + thread / heddle_group;
  const int active = task < heddle_outputs * heddle_splits;
  const INDEX o = active ? (INDEX)(task / heddle_splits) : 0;
  heddle_acc acc = heddle_empty();
  if (active) {
    const INDEX begin = (INDEX)((task - (INT64)o * heddle_splits) * heddle_per_split);
    const INDEX end = (INDEX)(heddle_length - begin < heddle_per_split ? heddle_length : begin + heddle_per_split);
    ${keptOffsets(spec, access, 'o')}
${steps}
  }
${blockJoin()}
  if (active && lane == 0) {
    acc = heddle_shared[thread];
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[task] = acc;
  }`;
}

/** Threads \`lane\` of each group join what they hold in shared memory; the first has the result. */
function blockJoin(): string {
  return `  heddle_shared[thread] = acc;
  BARRIER();
  for (int apart = heddle_group >> 1; apart > 0; apart >>= 1) {
    if (lane < apart) heddle_shared[thread] = heddle_join(heddle_shared[thread], heddle_shared[thread + apart]);
    BARRIER();
  }`;
}

function plainSteps(tuning: DeviceTuning): string {
  // One element a load instead of a pack, so more of them in flight.
  const packs = 2 * tuning.packs;
  const numbers = Array.from({ length: packs }, (_, n) => n);
  return `    INDEX r = begin + lane;
    for (; r < end - ${packs - 1} * heddle_group; r += ${packs} * heddle_group) {
      heddle_acc ${numbers.map((n) => `m${n}`).join(', ')};
${numbers.map((n) => `      heddle_at(m${n}, r + ${n} * heddle_group)`).join('\n')}
      acc = heddle_join(acc, ${joined(numbers.map((n) => `m${n}`))});
    }
    for (; r < end; r += heddle_group) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }`;
}

/** Elements up to the first aligned one, then packs, then what is left. */
function packedSteps(spec: ReductionSpec, tuning: DeviceTuning): string {
  const length = packLength(spec, tuning);
  const numbers = Array.from({ length: tuning.packs }, (_, n) => n);
  const { declarations, load, element } = packAccess(spec);
  const mapped = (n: number): string =>
    mappedCall(spec, element(n, 'e'), `first + (p + ${n} * heddle_group) * ${length} + e`);
  const single = mappedCall(spec, element(0, 'e'), `first + p * ${length} + e`);
  return `    const INDEX head = ${headLength(spec, length)};
    const INDEX first = head < end - begin ? begin + head : end;
    const INDEX packs = (end - first) / ${length};
    for (INDEX r = begin + lane; r < first; r += heddle_group) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }
    heddle_acc lanes[${length}];
    for (int e = 0; e < ${length}; e++) lanes[e] = heddle_empty();
    INDEX p = lane;
    for (; p < packs - ${tuning.packs - 1} * heddle_group; p += ${tuning.packs} * heddle_group) {
${numbers.map((n) => `      ${declarations(n)}`).join('\n')}
${numbers.map((n) => `      ${load(n, `p + ${n} * heddle_group`)}`).join('\n')}
      for (int e = 0; e < ${length}; e++) {
${numbers.map((n) => `        const heddle_acc m${n} = ${mapped(n)};`).join('\n')}
        lanes[e] = heddle_join(lanes[e], ${joined(numbers.map((n) => `m${n}`))});
      }
    }
    for (; p < packs; p += heddle_group) {
      ${declarations(0)}
      ${load(0, 'p')}
      for (int e = 0; e < ${length}; e++) lanes[e] = heddle_join(lanes[e], ${single});
    }
    for (INDEX r = first + packs * ${length} + lane; r < end; r += heddle_group) {
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
    const address = `(size_t)(${baseName(name)} + ${baseName(name)}_o + begin)`;
    return `(INDEX)((${length * bytes} - (${address} & ${length * bytes - 1})) & ${length * bytes - 1}) / ${bytes}`;
  });
  const [first = '0', ...others] = heads;
  if (others.length === 0) return first;
  return `(${others.map((other) => `${other} == ${first}`).join(' && ')}) ? ${first} : end - begin`;
}

function packTypes(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
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

function columnsBody(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  const { threads } = tuning;
  // One element a load instead of a pack, so more of them in flight.
  const packs = 2 * tuning.packs;
  const numbers = Array.from({ length: packs }, (_, n) => n);
  return `
  SHARED heddle_acc heddle_shared[${threads}];
  const int thread = (int)THREAD_INDEX(0);
  const int column = thread & (heddle_group - 1);
  const int row = thread / heddle_group;
  const int rows = ${threads} / heddle_group;
  const INT64 column_blocks = (heddle_outputs + heddle_group - 1) / heddle_group;
  const INT64 split = (INT64)BLOCK_INDEX(0) / column_blocks;
  const INT64 place = ((INT64)BLOCK_INDEX(0) - split * column_blocks) * heddle_group + column;
  const int active = place < heddle_outputs;
  const INDEX o = active ? (INDEX)place : 0;
  heddle_acc acc = heddle_empty();
  if (active) {
    const INDEX begin = (INDEX)(split * heddle_per_split);
    const INDEX end = (INDEX)(heddle_length - begin < heddle_per_split ? heddle_length : begin + heddle_per_split);
    ${keptOffsets(spec, access, 'o')}
    INDEX r = begin + row;
    for (; r < end - ${packs - 1} * rows; r += ${packs} * rows) {
      heddle_acc ${numbers.map((n) => `m${n}`).join(', ')};
${numbers.map((n) => `      heddle_at(m${n}, r + ${n} * rows)`).join('\n')}
      acc = heddle_join(acc, ${joined(numbers.map((n) => `m${n}`))});
    }
    for (; r < end; r += rows) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }
  }
  heddle_shared[thread] = acc;
  BARRIER();
  for (int apart = rows >> 1; apart > 0; apart >>= 1) {
    if (row < apart) {
      heddle_shared[thread] = heddle_join(heddle_shared[thread], heddle_shared[thread + apart * heddle_group]);
    }
    BARRIER();
  }
  if (active && row == 0) {
    acc = heddle_shared[thread];
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[(INT64)o * heddle_splits + split] = acc;
  }`;
}

function finishKernel(spec: ReductionSpec, tuning: DeviceTuning): string {
  const parameters = [...extraParameters(spec.extras), ...outputParameters(spec), ...shapeParameters];
  return `
KERNEL void heddle_finish_partials(${parameters.join(', ')}) {
${extraPointers(spec.extras)}
  SHARED heddle_acc heddle_shared[${tuning.threads}];
  GLOBAL const heddle_acc* heddle_partials = (GLOBAL const heddle_acc*)heddle_partial_data;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread & (heddle_group - 1);
  const INT64 place = (INT64)BLOCK_INDEX(0) * (${tuning.threads} / heddle_group) + thread / heddle_group;
  const int active = place < heddle_outputs;
  heddle_acc acc = heddle_empty();
  if (active) {
    for (INT64 s = lane; s < heddle_splits; s += heddle_group) {
      acc = heddle_join(acc, heddle_partials[place * heddle_splits + s]);
    }
  }
${blockJoin()}
  if (active && lane == 0) {
    acc = heddle_shared[thread];
    ${finishCall(spec, 'acc', '(INDEX)place')}
  }
}`;
}
