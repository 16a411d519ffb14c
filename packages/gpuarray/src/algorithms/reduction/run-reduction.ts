/** One reduction from arrays to arrays: layout, kernel, launches. */
import { preambleLine } from '../../kernel-kit/quoted';
import type { Device } from '@heddle/core';
import { argumentError, type LooseArgument } from '@heddle/core/backend';
import { isContiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { broadcastShapes } from '../../array/shape';
import { isArray, type StridedArray } from '../../array/strided-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { mayShareMemory } from '../elementwise';
import { compiledKernel } from '../../kernel-kit';
import { assign } from '../elementwise/copy';
import { deviceTuning, type DeviceTuning } from '../../kernel-kit/device-tuning';
import { explainExpressions } from '../../kernel-kit/explain-expressions';
import { extraArguments } from '../../kernel-kit/extra-arguments';
import { joinTickets } from './join-tickets';
import type { JoinedBy } from './last-block-source';
import { parallelSource } from './parallel-source';
import { accessKey, type ReductionAccess } from './reduction-access';
import { reductionFunctions } from './reduction-functions';
import { reductionLayout, type ReductionLayout } from './reduction-layout';
import type { ReductionSpec } from './reduction-spec';
import { reductionShare } from './reduction-splits';
import { sequentialSource } from './sequential-source';
import { typeBytes } from '../../kernel-kit/type-bytes';

export interface ReductionCall {
  readonly operation: string;
  /** Tells the spec from all others on the device. */
  readonly key: string;
  readonly spec: ReductionSpec;
  readonly operands: readonly StridedArray[];
  /** What the operands broadcast to. Default: told from them. */
  readonly shape?: readonly number[];
  /** Indices need 64 bits whatever the operands' are: memory is indexed by expressions. Default false. */
  readonly wide?: boolean;
  /** Axes of the broadcast operands, ascending. */
  readonly axes: readonly number[];
  /** One value for each extra: a number, or an array for memory. */
  readonly extras: readonly unknown[];
  /** One array for each output, of the result's shape. */
  readonly outputs: readonly GpuArray[];
  /** Default: what suits the device. */
  readonly tuning?: DeviceTuning;
}

/**
 * Enqueues a reduction. Shapes, dtypes, and whether the arrays go together, have been checked before memory was taken
 * for the outputs.
 *
 * @throws HeddleError `ARGUMENT` for an empty input without an identity
 */
export function runReduction(device: Device, call: ReductionCall): void {
  const { spec, operands, outputs, operation } = call;
  const tuning = call.tuning ?? deviceTuning(device);
  const shape =
    call.shape ??
    broadcastShapes(
      operation,
      operands.map((operand) => operand.shape),
    );
  const ordered = /\bi\b/.test(spec.map);
  const found = reductionLayout({ operands, shape, axes: call.axes, ordered }, tuning);
  const layout = call.wide === true ? { ...found, access: { ...found.access, wide: true } } : found;
  if (layout.outputs === 0) return;
  if (layout.length === 0 && spec.identity === undefined) {
    throw argumentError(`${operation}: the input is empty and there is no identity`, {
      hint: 'Give an identity, or an initial value.',
    });
  }
  // Finished blocks write while others still read. An output in the inputs' memory is therefore written after them all.
  const read = [...operands, ...call.extras.filter(isArray)];
  const isDirect = (output: GpuArray): boolean =>
    isContiguous(output) && !read.some((array) => mayShareMemory(array, output));
  const direct = outputs.map((output) => (isDirect(output) ? output : emptyArray(device, output.dtype, output.shape)));
  launchReduction(device, call, layout, tuning, direct);
  direct.forEach((array, n) => {
    const output = outputs[n];
    if (output === undefined || output === array) return;
    assign(output, array);
    array.dispose();
  });
}

function launchReduction(
  device: Device,
  call: ReductionCall,
  layout: ReductionLayout,
  tuning: DeviceTuning,
  outputs: readonly GpuArray[],
): void {
  const { spec, operands, operation } = call;
  const partialBytes = accumulatorBytes(spec);
  const share = reductionShare(layout, tuning, partialBytes);
  const joinedBy = share.splits > 1 && tuning.lookBack ? 'last-block' : 'launch';
  const shaped = { ...tuning, threads: share.threads };
  const compiled = compiledKernel(
    device,
    `reduction:${call.key}:${accessKey(layout.access)}:${tuning.strategy}${share.threads}${joinedBy}`,
    () => reductionSource(spec, layout.access, shaped, joinedBy),
    {
      header: spec.header,
      ...(spec.options ? { options: spec.options } : {}),
      explain: explainExpressions(operation, expressionsOf(spec)),
    },
  );
  const partials =
    share.splits > 1 ? emptyArray(device, 'uint8', [layout.outputs * share.splits * (partialBytes ?? 0)]) : undefined;
  const tickets = joinedBy === 'last-block' ? joinTickets(device, Math.max(share.joins, tuning.blocks)) : undefined;
  const places = outputs.flatMap((output) => [output.buffer, output.offset]);
  const extras = extraArguments(operation, spec.extras, call.extras);
  const shape = [layout.outputs, layout.length, share.splits, share.perSplit] as const;
  const memory = partials?.buffer ?? null;
  const counted = tickets ? [tickets.array.buffer] : [];
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: [...operands, ...call.extras.filter(isArray)],
    writes: partials ? [...outputs, partials, ...(tickets ? [tickets.array] : [])] : outputs,
    launch: (place) => {
      tickets?.prepare(place);
      const kernel = compiled.kernel('heddle_reduction');
      const first = { ...place, grid: share.grid, block: share.threads };
      const given = [...extras, ...places, memory, ...shape] as const;
      kernel.launch(first, ...operandArguments(operands, layout), ...given, share.group, ...counted);
      if (share.splits === 1 || tickets) return;
      const join = compiled.kernel('heddle_finish_partials');
      join.launch({ ...place, grid: share.joinGrid, block: share.threads }, ...given, share.joinGroup);
    },
  });
  partials?.dispose();
}

/** The whole source for a class, without the header. */
export function reductionSource(
  spec: ReductionSpec,
  access: ReductionAccess,
  tuning: DeviceTuning,
  joinedBy: JoinedBy,
): string {
  const sequential = tuning.strategy === 'sequential';
  const source = sequential ? sequentialSource(spec, access, tuning) : parallelSource(spec, access, tuning, joinedBy);
  // 32-bit indexes save registers, of which a GPU's threads have few. A CPU's compiler vectorizes a loop over
  // contiguous elements only if the index cannot wrap around.
  const index = sequential || access.wide ? 'INT64' : 'int';
  return `${reductionFunctions(spec, index)}\n${source}`;
}

function operandArguments(operands: readonly StridedArray[], layout: ReductionLayout): readonly LooseArgument[] {
  const places = operands.flatMap((operand, n) => [
    operand.buffer,
    layout.offsets[n] ?? 0,
    ...(layout.strides[n] ?? []),
  ]);
  return [...places, ...layout.extents];
}

function expressionsOf(spec: ReductionSpec): Readonly<Record<string, string>> {
  const { preamble, map, reduce, postMap, identity = '' } = spec;
  // Without what is put before the user's own.
  return { preamble: preamble.split(preambleLine).at(-1) ?? '', map, reduce, postMap, identity };
}

/**
 * Bytes of one partial result; undefined if the type's definition cannot be read, so that no memory can be taken
 * for partial results.
 */
function accumulatorBytes(spec: ReductionSpec): number | undefined {
  const flagged = `typedef struct { ${spec.reduceType} value; int valid; } heddle_probe_type;`;
  return typeBytes(spec, spec.identity === undefined ? flagged : `typedef ${spec.reduceType} heddle_probe_type;`);
}
