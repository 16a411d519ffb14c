/** Reductions of elements whose neighbours belong to other results: each thread stays in a column. */
import { blockJoin, joinedPairwise } from './block-join';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { lastBlockSource, type JoinedBy } from './last-block-source';
import type { ReductionAccess } from './reduction-access';
import { finishCall } from './reduction-functions';
import { keptOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

/** Body of `heddle_reduction`. */
export function columnsBody(
  spec: ReductionSpec,
  access: ReductionAccess,
  tuning: DeviceTuning,
  joinedBy: JoinedBy,
): string {
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
      acc = heddle_join(acc, ${joinedPairwise(numbers.map((n) => `m${n}`))});
    }
    for (; r < end; r += rows) {
      heddle_acc m;
      heddle_at(m, r)
      acc = heddle_join(acc, m);
    }
  }
${columnJoin}
${joinedBy === 'launch' ? leavePart(spec) : joinInLastBlock(spec)}`;
}

/** Threads of each column join; those of the first row have the results. */
const columnJoin = blockJoin('row', 'rows', 'heddle_group');

function leavePart(spec: ReductionSpec): string {
  return `  if (active && row == 0) {
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[(INT64)o * heddle_splits + split] = acc;
  }`;
}

// Parts of neighbouring columns lie side by side, as the threads that read them do.
function joinInLastBlock(spec: ReductionSpec): string {
  return lastBlockSource({
    writer: 'active && row == 0',
    partOf: (s) => `(INT64)${s} * heddle_outputs + o`,
    split: 'split',
    ticket: '((INT64)BLOCK_INDEX(0) - split * column_blocks)',
    first: 'row',
    apart: 'rows',
    active: 'active',
    join: columnJoin,
    finish: finishCall(spec, 'acc', 'o'),
  });
}
