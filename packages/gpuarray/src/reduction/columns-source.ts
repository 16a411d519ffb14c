/** Reductions of elements whose neighbours belong to other results: each thread stays in a column, or in two. */
import { blockJoin, joinedPairwise } from './block-join';
import type { DeviceTuning } from './device-tuning';
import { lastBlockSource, type JoinedBy } from './last-block-source';
import type { ReductionAccess } from './reduction-access';
import { baseName, finishCall, mappedCall } from './reduction-functions';
import { columnsOfPack } from './reduction-layout';
import { keptOffsets, reducedOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

/** Body of `heddle_reduction`. Results of a thread have accumulators of their own, `acc0` and, in packs, `acc1`. */
export function columnsBody(
  spec: ReductionSpec,
  access: ReductionAccess,
  tuning: DeviceTuning,
  joinedBy: JoinedBy,
): string {
  const { threads } = tuning;
  const columns = access.packed ? columnsOfPack : 1;
  const accumulators = Array.from({ length: columns }, (_, n) => `acc${n}`);
  // One element a load, or two, instead of a pack, so more of them in flight.
  const rows = 2 * tuning.packs;
  return `
  SHARED heddle_acc heddle_shared[${threads}];
  const int thread = (int)THREAD_INDEX(0);
  const int column = thread & (heddle_group - 1);
  const int row = thread / heddle_group;
  const int rows = ${threads} / heddle_group;
  const INT64 places = heddle_outputs / ${columns};
  const INT64 column_blocks = (places + heddle_group - 1) / heddle_group;
  const INT64 split = (INT64)BLOCK_INDEX(0) / column_blocks;
  const INT64 place = ((INT64)BLOCK_INDEX(0) - split * column_blocks) * heddle_group + column;
  const int active = place < places;
  const INDEX o = active ? (INDEX)(place * ${columns}) : 0;
${accumulators.map((acc) => `  heddle_acc ${acc} = heddle_empty();`).join('\n')}
  if (active) {
    const INDEX begin = (INDEX)(split * heddle_per_split);
    const INDEX end = (INDEX)(heddle_length - begin < heddle_per_split ? heddle_length : begin + heddle_per_split);
    ${keptOffsets(spec, access, 'o')}
    INDEX r = begin + row;
    for (; r < end - ${rows - 1} * rows; r += ${rows} * rows) {
${step(spec, access, accumulators, rows)}
    }
    for (; r < end; r += rows) {
${step(spec, access, accumulators, 1)}
    }
  }
${accumulators.map(columnJoin).join('\n')}
${joinedBy === 'launch' ? leavePart(spec, accumulators) : joinInLastBlock(spec, accumulators)}`;
}

/** Statements that join the elements of `count` rows, from row `r` on, to the accumulators. All are loaded first. */
function step(spec: ReductionSpec, access: ReductionAccess, accumulators: readonly string[], count: number): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const rowOf = (n: number): string => (n === 0 ? 'r' : `r + ${n} * rows`);
  if (!access.packed) {
    const joined = joinedPairwise(numbers.map((n) => `m${n}`));
    return `      heddle_acc ${numbers.map((n) => `m${n}`).join(', ')};
${numbers.map((n) => `      heddle_at(m${n}, ${rowOf(n)})`).join('\n')}
      acc0 = heddle_join(acc0, ${joined});`;
  }
  const names = spec.operands.map(({ name }) => baseName(name));
  const loads = numbers.map((n) => {
    const packs = names.map(
      (name) => `${name}_p${n}.word = *(GLOBAL const ${name}_word*)(${name} + ${name}_o + ${name}_r);`,
    );
    return `      { ${reducedOffsets(spec, access, rowOf(n))} ${packs.join(' ')} }`;
  });
  const mapped = (n: number, column: number): string =>
    mappedCall(
      spec,
      names.map((name) => `${name}_p${n}.element[${column}]`),
      rowOf(n),
    );
  return `${numbers.map((n) => `      ${names.map((name) => `${name}_pack ${name}_p${n};`).join(' ')}`).join('\n')}
${loads.join('\n')}
${accumulators.map((acc, column) => `      ${acc} = heddle_join(${acc}, ${joinedPairwise(numbers.map((n) => mapped(n, column)))});`).join('\n')}`;
}

/** Threads of each column join; those of the first row have the results. */
const columnJoin = (accumulator: string): string => blockJoin('row', 'rows', 'heddle_group', accumulator);

function leavePart(spec: ReductionSpec, accumulators: readonly string[]): string {
  const parts = accumulators.map(
    (acc, n) => `    if (heddle_splits == 1) ${finishCall(spec, acc, `o + ${n}`)}
    else heddle_partials[((INT64)o + ${n}) * heddle_splits + split] = ${acc};`,
  );
  return `  if (active && row == 0) {
${parts.join('\n')}
  }`;
}

// Parts of neighbouring columns lie side by side, as the threads that read them do.
function joinInLastBlock(spec: ReductionSpec, accumulators: readonly string[]): string {
  return lastBlockSource({
    accumulators,
    writer: 'active && row == 0',
    partOf: (s, n) => `(INT64)${s} * heddle_outputs + o + ${n}`,
    split: 'split',
    ticket: '((INT64)BLOCK_INDEX(0) - split * column_blocks)',
    first: 'row',
    apart: 'rows',
    active: 'active',
    join: columnJoin,
    finish: (acc, n) => finishCall(spec, acc, `o + ${n}`),
  });
}
