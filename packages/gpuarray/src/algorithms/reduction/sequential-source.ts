/**
 * Reduction kernels for CPUs: each thread walks a long range alone, with many independent accumulators that the
 * compiler keeps in vector registers. Accumulators are emptied into coarser ones at two levels, so that rounding
 * errors stay those of a tree (cascade summation).
 */
import { joinedPairwise } from './block-join';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { elementMacro, shapeParameters } from './parallel-source';
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import type { ReductionAccess } from './reduction-access';
import { baseName, finishCall, mappedCall, outputParameters } from './reduction-functions';
import { keptOffsets, operandParameters, operandPointers, reducedOffsets } from './reduction-offsets';
import { columnChunk } from './reduction-splits';
import type { ReductionSpec } from './reduction-spec';
import { rowWalk } from './row-walk';
import { seekTask } from './seek-source';

/** Steps after which accumulators are emptied into the next level's. */
const cascade = 64;
/** Rows that are added to them at a time: what lies between is neither loaded nor stored for each row. */
const rowsTogether = 8;

/** The kernel `heddle_reduction` for the class. Blocks of one thread; `heddle_group` is the number of blocks. */
export function sequentialSource(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  const parameters = [
    ...operandParameters(spec, access),
    ...extraParameters(spec.extras),
    ...outputParameters(spec),
    ...shapeParameters,
  ];
  const rows = access.mapping === 'rows';
  return [
    elementMacro(spec, access),
    `KERNEL void heddle_reduction(${parameters.join(', ')}) {`,
    operandPointers(spec),
    extraPointers(spec.extras),
    '  GLOBAL heddle_acc* heddle_partials = (GLOBAL heddle_acc*)heddle_partial_data;',
    taskLoop(rows ? 'heddle_outputs' : `((heddle_outputs + ${columnChunk - 1}) / ${columnChunk})`),
    taskOf(spec, access, tuning),
    '  }',
    '}',
    finishKernel(spec),
  ].join('\n');
}

// Tasks are dealt in runs, so that neighbours in memory stay with one core.
function taskLoop(places: string): string {
  return `
  const INT64 tasks = ${places} * heddle_splits;
  const INT64 job = (INT64)BLOCK_INDEX(0);
  const INT64 last = tasks / heddle_group * (job + 1) + (tasks % heddle_group) * (job + 1) / heddle_group;
  for (INT64 task = tasks / heddle_group * job + (tasks % heddle_group) * job / heddle_group; task < last; task++) {
    const INT64 place = task / heddle_splits;
    const INT64 split = task - place * heddle_splits;
    const INDEX begin = (INDEX)(split * heddle_per_split);
    const INDEX end = (INDEX)(heddle_length - begin < heddle_per_split ? heddle_length : begin + heddle_per_split);`;
}

function taskOf(spec: ReductionSpec, access: ReductionAccess, tuning: DeviceTuning): string {
  if (access.mapping === 'columns') return columnsTask(spec, access);
  return spec.seeks === undefined ? rowsTask(spec, access, tuning) : seekTask(spec, spec.seeks, access, tuning);
}

function rowsTask(spec: ReductionSpec, access: ReductionAccess, { lanes }: DeviceTuning): string {
  const { findRun, at } = rowWalk(spec, access);
  return `
    const INDEX o = (INDEX)place;
    ${keptOffsets(spec, access, 'o')}
    heddle_acc acc = heddle_empty();
    for (INDEX r = begin; r < end;) {${findRun}
      const INDEX count = (run_end < end ? run_end : end) - r;
      INDEX k = 0;
      if (count >= ${2 * lanes}) {
        heddle_acc top[${lanes}];
        for (int j = 0; j < ${lanes}; j++) top[j] = heddle_empty();
        const INDEX whole = count / ${lanes} * ${lanes};
        while (k < whole) {
          const INDEX upper_end = whole - k < ${lanes * cascade * cascade} ? whole : k + ${lanes * cascade * cascade};
          heddle_acc upper[${lanes}];
          for (int j = 0; j < ${lanes}; j++) upper[j] = heddle_empty();
          while (k < upper_end) {
            const INDEX lower_end = upper_end - k < ${lanes * cascade} ? upper_end : k + ${lanes * cascade};
            heddle_acc lower[${lanes}];
            for (int j = 0; j < ${lanes}; j++) lower[j] = heddle_empty();
            for (; k < lower_end; k += ${lanes}) {
              for (int j = 0; j < ${lanes}; j++) lower[j] = heddle_join(lower[j], ${at('k + j')});
            }
            for (int j = 0; j < ${lanes}; j++) upper[j] = heddle_join(upper[j], lower[j]);
          }
          for (int j = 0; j < ${lanes}; j++) top[j] = heddle_join(top[j], upper[j]);
        }
        for (int width = ${lanes} >> 1; width > 0; width >>= 1) {
          for (int j = 0; j < width; j++) top[j] = heddle_join(top[j], top[j + width]);
        }
        acc = heddle_join(acc, top[0]);
      }
      for (; k < count; k++) acc = heddle_join(acc, ${at('k')});
      r += count;
    }
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[task] = acc;`;
}

function columnsTask(spec: ReductionSpec, access: ReductionAccess): string {
  const names = spec.operands.map(({ name }) => baseName(name));
  const call = (row: number): string =>
    mappedCall(
      spec,
      names.map((name) => `${name}[${name}_o + ${name}_row${row}]`),
      `r + ${row}`,
    );
  const rowOffsets = (row: number): string =>
    `${names.map((name) => `INDEX ${name}_row${row};`).join(' ')}
        { ${reducedOffsets(spec, access, `r + ${row}`)} ${names.map((name) => `${name}_row${row} = ${name}_r;`).join(' ')} }`;
  const together = Array.from({ length: rowsTogether }, (_, row) => row);
  return `
    const INDEX start = (INDEX)(place * ${columnChunk});
    const int width = (int)(heddle_outputs - start < ${columnChunk} ? heddle_outputs - start : ${columnChunk});
    heddle_acc upper[${columnChunk}];
    for (int j = 0; j < width; j++) upper[j] = heddle_empty();
    ${columnRuns(spec, access)}
    for (INDEX r = begin; r < end;) {
      heddle_acc lower[${columnChunk}];
      for (int j = 0; j < width; j++) lower[j] = heddle_empty();
      const INDEX lower_end = end - r < ${cascade} ? end : r + ${cascade};
      for (; r + ${rowsTogether - 1} < lower_end; r += ${rowsTogether}) {
        ${together.map(rowOffsets).join('\n        ')}
        ${eachColumn(spec, access, `lower[j] = heddle_join(lower[j], ${joinedPairwise(together.map(call))});`)}
      }
      for (; r < lower_end; r++) {
        ${rowOffsets(0)}
        ${eachColumn(spec, access, `lower[j] = heddle_join(lower[j], ${call(0)});`)}
      }
      for (int j = 0; j < width; j++) upper[j] = heddle_join(upper[j], lower[j]);
    }
    for (int j = 0; j < width; j++) {
      const heddle_acc acc = upper[j];
      const INDEX o = start + j;
      if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
      else heddle_partials[(INT64)o * heddle_splits + split] = acc;
    }`;
}

// Of several kept axes the chunk's results lie in runs along the last: where each ends, and where its first one is.
function columnRuns(spec: ReductionSpec, access: ReductionAccess): string {
  if (access.keptRank === 1) return '';
  const names = spec.operands.map(({ name }) => baseName(name));
  const inner = `(INDEX)heddle_extent_k${access.keptRank - 1}`;
  return `int run_ends[${columnChunk}];
    ${names.map((name) => `INDEX ${name}_runs[${columnChunk}];`).join(' ')}
    int runs = 0;
    for (int j = 0; j < width; runs++) {
      ${keptOffsets(spec, access, 'start + j')}
      ${names.map((name) => `${name}_runs[runs] = ${name}_o;`).join(' ')}
      const INDEX left = ${inner} - (start + j) % ${inner};
      j = left < width - j ? j + (int)left : width;
      run_ends[runs] = j;
    }`;
}

/** The loop over a chunk's results, with each operand's `<operand>_o` in scope. */
function eachColumn(spec: ReductionSpec, access: ReductionAccess, statement: string): string {
  if (access.keptRank === 1) {
    return `for (int j = 0; j < width; j++) {
          ${keptOffsets(spec, access, 'start + j')}
          ${statement}
        }`;
  }
  const offsets = spec.operands.map(({ name }, n) => {
    const base = baseName(name);
    const step = { unit: ' + (j - first)', none: '', any: ` + (j - first) * (INDEX)${base}_k${access.keptRank - 1}` };
    return `const INDEX ${base}_o = ${base}_run${step[access.strides[n] ?? 'any']};`;
  });
  return `for (int run = 0, j = 0; run < runs; run++) {
          const int first = j;
          const int run_end = run_ends[run];
          ${spec.operands.map(({ name }) => `const INDEX ${baseName(name)}_run = ${baseName(name)}_runs[run];`).join(' ')}
          for (; j < run_end; j++) {
            ${offsets.join(' ')}
            ${statement}
          }
        }`;
}

function finishKernel(spec: ReductionSpec): string {
  const parameters = [...extraParameters(spec.extras), ...outputParameters(spec), ...shapeParameters];
  return `
KERNEL void heddle_finish_partials(${parameters.join(', ')}) {
${extraPointers(spec.extras)}
  GLOBAL const heddle_acc* heddle_partials = (GLOBAL const heddle_acc*)heddle_partial_data;
  const INT64 job = (INT64)BLOCK_INDEX(0);
  const INT64 last = heddle_outputs * (job + 1) / heddle_group;
  for (INT64 place = heddle_outputs * job / heddle_group; place < last; place++) {
    heddle_acc acc = heddle_empty();
    for (INT64 s = 0; s < heddle_splits; s++) acc = heddle_join(acc, heddle_partials[place * heddle_splits + s]);
    ${finishCall(spec, 'acc', '(INDEX)place')}
  }
}`;
}
