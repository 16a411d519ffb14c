/**
 * Reduction kernels for devices with many threads: threads of a block share a result and meet at barriers.
 *
 * The grid splits long results over several blocks, which leave partial results. Where blocks can tell each other, the
 * last of them joins what they left; else `heddle_finish_partials` does in a second launch, which costs 2 % of a
 * reduction of 1 GiB on an H200.
 */
import { blockJoin, rolledMacro } from './block-join';
import { columnsBody } from './columns-source';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { extraParameters, extraPointers } from '../../kernel-kit/kernel-extra';
import type { ReductionAccess } from './reduction-access';
import { baseName, finishCall, mappedCall, outputParameters } from './reduction-functions';
import { lastBlockMemory, ticketParameter, type JoinedBy } from './last-block-source';
import { operandParameters, operandPointers, reducedOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';
import { packTypes, rowsBody } from './rows-source';

/** Parameters of all entry points, after the operands', extras' and outputs'. */
export const shapeParameters = [
  'GLOBAL void* heddle_partial_data',
  'INT64 heddle_outputs',
  'INT64 heddle_length',
  'INT64 heddle_splits',
  'INT64 heddle_per_split',
  'int heddle_group',
];

/** The kernel `heddle_reduction` for the class. With a last block that joins, it is for results of more than one part. */
export function parallelSource(
  spec: ReductionSpec,
  access: ReductionAccess,
  tuning: DeviceTuning,
  joinedBy: JoinedBy,
): string {
  const body = access.mapping === 'rows' ? rowsBody : columnsBody;
  const lastBlock = joinedBy === 'last-block';
  const parameters = [
    ...operandParameters(spec, access),
    ...extraParameters(spec.extras),
    ...outputParameters(spec),
    ...shapeParameters,
    ...(lastBlock ? [ticketParameter] : []),
  ];
  // Without bounds a compiler may give so many registers to a thread that no block of this size can start.
  const bounds = lastBlock ? `__launch_bounds__(${tuning.threads}) ` : '';
  return [
    rolledMacro,
    packTypes(spec, access, tuning),
    elementMacro(spec, access),
    `KERNEL void ${bounds}heddle_reduction(${parameters.join(', ')}) {`,
    operandPointers(spec),
    extraPointers(spec.extras),
    '  GLOBAL heddle_acc* heddle_partials = (GLOBAL heddle_acc*)heddle_partial_data;',
    lastBlock ? lastBlockMemory : '',
    body(spec, access, tuning, joinedBy),
    '}',
    lastBlock ? '' : finishKernel(spec, tuning),
  ].join('\n');
}

/** `heddle_at(target, r)` maps element r of the result whose offsets are in scope. */
export function elementMacro(spec: ReductionSpec, access: ReductionAccess): string {
  const elements = spec.operands.map(({ name }) => `${baseName(name)}[${baseName(name)}_o + ${baseName(name)}_r]`);
  const call = mappedCall(spec, elements, '(INDEX)(r)');
  return `#define heddle_at(target, r) { ${reducedOffsets(spec, access, 'r')} target = ${call}; }`;
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
${blockJoin('lane', 'heddle_group')}
  if (active && lane == 0) ${finishCall(spec, 'acc', '(INDEX)place')}
}`;
}
