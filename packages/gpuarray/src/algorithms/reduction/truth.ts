/** Reductions that ask which elements are not zero. NaN is not zero. */
import type { DType } from '@heddle/core';
import { assertOptions, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { assertStrided } from '../../array/assert-array';
import type { ReductionOptions } from '../../array/method-options';
import type { StridedArray } from '../../array/strided-array';
import { isComplex } from '../../kernel-kit/element-type';
import { reduceArray, reductionNames } from './reduce-array';
import type { ReductionSpec } from './reduction-spec';
import { remembered } from './sum';

const names = optionNames<ReductionOptions>(reductionNames);

type Question = 'any' | 'all' | 'countNonzero';

/** True if one element is not zero; false of none. */
export function any(a: StridedArray, options: ReductionOptions = {}): GpuArray<'bool'> {
  return ask('any', a, options, 'bool');
}

/** True if no element is zero; true of none. */
export function all(a: StridedArray, options: ReductionOptions = {}): GpuArray<'bool'> {
  return ask('all', a, options, 'bool');
}

/** How many elements are not zero, int64. */
export function countNonzero(a: StridedArray, options: ReductionOptions = {}): GpuArray<'int64'> {
  return ask('countNonzero', a, options, 'int64');
}

function ask<D extends 'bool' | 'int64'>(
  which: Question,
  a: StridedArray,
  options: ReductionOptions,
  result: D,
): GpuArray<D> {
  assertStrided(which, a);
  assertOptions(which, options, names);
  const masked = options.where !== undefined;
  const key = `${which}:${a.dtype}:${masked ? 'w' : ''}`;
  const spec = remembered(key, () => questionSpec(which, a.dtype, masked));
  return reduceArray({ operation: which, key, spec, operands: [a], options, result });
}

function questionSpec(which: Question, dtype: DType, masked: boolean): ReductionSpec {
  const truth = isComplex(dtype) ? '(x.re != 0 || x.im != 0)' : '(x != 0)';
  const identity = which === 'all' ? '1' : '0';
  const reduce = { any: 'a | b', all: 'a & b', countNonzero: 'a + b' }[which];
  return {
    name: which,
    operands: [{ name: 'x', dtype }, ...(masked ? [{ name: 'mask', dtype: 'bool' as const }] : [])],
    extras: [],
    outputs: [{ name: 'y', dtype: which === 'countNonzero' ? 'int64' : 'bool' }],
    preamble: '',
    reduceType: which === 'countNonzero' ? 'INT64' : 'int',
    identity,
    map: masked ? `mask ? ${truth} : ${identity}` : truth,
    reduce,
    postMap: 'y = a',
    header: isComplex(dtype),
  };
}
