/** The way from an operation's options to one launch, shared by all reductions of NumPy. */
import type { DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import type { ReductionOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { emptyArray } from '../../array/empty';
import { broadcastShapes, formatShape, sameShape } from '../../array/shape';
import { assertOutput, normalizeAxes, reducedShape } from '../../kernel-kit/axes';
import { requireDType } from '../../kernel-kit/element-type';
import type { ReductionSpec } from './reduction-spec';
import { runReduction } from './run-reduction';

/** All that there are. */
export const reductionNames: Readonly<Record<keyof ReductionOptions, true>> = {
  axis: true,
  keepdims: true,
  out: true,
  where: true,
};

export interface ArrayReduction<D extends DType> {
  readonly operation: string;
  readonly spec: ReductionSpec;
  readonly key: string;
  /** The array whose shape decides, then whatever broadcasts to it. */
  readonly operands: readonly [StridedArray, ...StridedArray[]];
  readonly options: ReductionOptions;
  readonly result: D;
  readonly extras?: readonly unknown[];
}

/**
 * Checks, allocates the result, enqueues.
 *
 * @throws HeddleError `ARGUMENT` for axes, an `out` or a `where` that do not fit
 * @throws HeddleError `UNSUPPORTED` if the device does not compute with a dtype
 */
export function reduceArray<D extends DType>({
  operation,
  spec,
  key,
  operands,
  options,
  result,
  extras = [],
}: ArrayReduction<D>): GpuArray<D> {
  const [array] = operands;
  const { device, shape } = array;
  const axes = normalizeAxes(options.axis, shape.length, operation);
  const all = options.where ? [...operands, assertMask(options.where, shape, operation)] : operands;
  assertTogether(operation, options.out ? [...all, options.out] : all);
  for (const { dtype } of [...spec.operands, ...spec.outputs]) requireDType(device, dtype, operation);
  const kept = reducedShape(shape, axes, options.keepdims === true);
  const { out } = options;
  if (out) assertOutput(out, result, kept, operation);
  const output = out ?? emptyArray(device, result, kept);
  runReduction(device, { operation, key, spec, operands: all, axes, extras, outputs: [output] });
  return output;
}

function assertMask(mask: StridedArray, shape: readonly number[], operation: string): StridedArray {
  assertStrided(`${operation}: where`, mask);
  if (mask.dtype !== 'bool') {
    throw argumentError(`${operation}: where is ${mask.dtype}; a mask is bool`, { parameter: 'where' });
  }
  if (!sameShape(broadcastShapes(operation, [shape, mask.shape]), shape)) {
    throw argumentError(
      `${operation}: where of shape ${formatShape(mask.shape)} does not broadcast to ${formatShape(shape)}`,
      { parameter: 'where' },
    );
  }
  return mask;
}
