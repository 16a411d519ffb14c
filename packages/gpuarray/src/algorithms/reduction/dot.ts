/** Inner products of vectors. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import { formatShape, sameShape } from '../../array/shape';
import type { ReductionOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { promoteTypes } from '../../array/dtype';
import { elementType, isComplex, isIntegral } from '../../kernel-kit/element-type';
import {
  accumulatorDType,
  complexFunctions,
  converted,
  infinityFunction,
  sumDType,
} from '../../kernel-kit/accumulators';
import { reduceArray } from './reduce-array';
import type { ReductionSpec } from './reduction-spec';
import { remembered } from './sum';

export type DotOptions = Pick<ReductionOptions, 'out'>;

const names = optionNames<DotOptions>({ out: true });

/**
 * Inner product of two vectors of one length, of the dtype that they have in common. Integers add in 64 bits and wrap
 * when the result is stored, as NumPy's do; float16 and bfloat16 add in float32.
 *
 * @throws HeddleError `ARGUMENT` for anything but two vectors of one length
 */
export function vectorDot(a: StridedArray, b: StridedArray, options: DotOptions = {}): GpuArray {
  if (a.shape.length !== 1 || b.shape.length !== 1) {
    throw argumentError(
      `dot: vectors have one axis, not the shapes ${formatShape(a.shape)} and ${formatShape(b.shape)}`,
    );
  }
  return innerProduct('dot', a, b, options);
}

/**
 * Inner product of all elements, in C order, with the complex conjugate of the first.
 *
 * @throws HeddleError `ARGUMENT` if the shapes differ
 */
export function vdot(a: StridedArray, b: StridedArray, options: DotOptions = {}): GpuArray {
  return innerProduct('vdot', a, b, options);
}

function innerProduct(which: 'dot' | 'vdot', a: StridedArray, b: StridedArray, options: DotOptions): GpuArray {
  assertStrided(which, a);
  assertStrided(which, b);
  assertOptions(which, options, names);
  if (!sameShape(a.shape, b.shape)) {
    throw argumentError(`${which}: the shapes ${formatShape(a.shape)} and ${formatShape(b.shape)} differ`);
  }
  const result = promoteTypes(a.dtype, b.dtype);
  const key = `${which}:${a.dtype}:${b.dtype}`;
  const spec = remembered(key, () => productSpec(which, a.dtype, b.dtype, result));
  return reduceArray({ operation: which, key, spec, operands: [a, b], options, result });
}

function productSpec(which: 'dot' | 'vdot', a: DType, b: DType, result: DType): ReductionSpec {
  // Sums of bools are logical: any product that is true.
  const inner = isIntegral(result) ? sumDType(result) : accumulatorDType(result);
  const complex = isComplex(inner);
  const [x, y] = [converted('x', a, inner), converted('y', b, inner)];
  const times = which === 'vdot' ? 'heddle_conjugate_times' : 'heddle_times';
  return {
    name: which,
    operands: [
      { name: 'x', dtype: a },
      { name: 'y', dtype: b },
    ],
    extras: [],
    outputs: [{ name: 'result', dtype: result }],
    preamble: infinityFunction + complexFunctions(inner),
    reduceType: elementType(inner).value,
    identity: converted('0', 'int32', inner),
    map: complex ? `${times}(${x}, ${y})` : `${x} * ${y}`,
    reduce: complex ? 'heddle_plus(a, b)' : 'a + b',
    postMap: result === 'bool' ? 'result = a != 0' : `result = ${converted('a', inner, accumulatorDType(result))}`,
    header: complex || isComplex(a) || isComplex(b),
  };
}
