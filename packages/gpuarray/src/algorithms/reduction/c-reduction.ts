/** Reductions with C arguments that are indexed by `i`, as PyCUDA writes them. */
import type { DType } from '@heddle/core';
import { argumentError, describe, isDType } from '@heddle/core/backend';
import { assertTogether } from '../../array/assert-together';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { isList } from '../../array/is-list';
import { formatShape, sameShape } from '../../array/shape';
import { emptyArray } from '../../array/empty';
import { checkArguments, deviceOf } from '../../kernel-kit/check-arguments';
import { elementFunctions, elementType, requireDType } from '../../kernel-kit/element-type';
import { parseArguments, type KernelExtra } from '../../kernel-kit/kernel-extra';
import type { ReductionCallOptions } from './reduction-kernel';
import type { ReductionSpec } from './reduction-spec';
import { assertOutput } from '../../kernel-kit/axes';
import { runReduction } from './run-reduction';

/** PyCUDA's form. */
export interface CReductionOptions {
  readonly name?: string;
  /** dtype of the result, in which values are reduced. */
  readonly dtypeOut: DType;
  /** C expression that `reduceExpr` leaves alone. */
  readonly neutral: string | number;
  /** C expression in `a` and `b`; associative and commutative. */
  readonly reduceExpr: string;
  /** C expression in the arguments and `i`. Default: the first array's element. */
  readonly mapExpr?: string;
  /** What expressions see, as C writes arguments: `const float *x, const float *y`. */
  readonly arguments: string;
  readonly preamble?: string;
  /** Compiler options. */
  readonly options?: readonly string[];
}

/** A kernel of this form, ready to be called. */
export interface CForm {
  readonly extras: readonly KernelExtra[];
  call(values: readonly unknown[], options: ReductionCallOptions): GpuArray;
}

const rangeExtras: readonly KernelExtra[] = ['heddle_start', 'heddle_step'].map((name) => ({
  name,
  kind: 'scalar',
  type: 'INT64',
  dtype: 'int64',
}));

/** @throws HeddleError `ARGUMENT` for options that cannot be right */
export function cSpec(name: string, options: CReductionOptions): CForm {
  const { dtypeOut, neutral, reduceExpr, preamble = '' } = options;
  if (!isDType(dtypeOut)) throw argumentError(`${name}: dtypeOut is a dtype, not ${describe(dtypeOut)}`);
  if (typeof reduceExpr !== 'string')
    throw argumentError(`${name}: reduceExpr is a string, not ${describe(reduceExpr)}`);
  if (neutral === undefined) throw argumentError(`${name}: the neutral element is missing`, { parameter: 'neutral' });
  const extras = parseArguments(options.arguments, preamble, name).map((extra) => ({ ...extra, writable: false }));
  const first = extras.find(({ kind }) => kind === 'memory');
  if (!first) throw argumentError(`${name}: there is no array among the arguments`, { parameter: 'arguments' });
  const mapExpr = options.mapExpr ?? `${first.name}[i]`;
  const inner = elementType(dtypeOut);
  const spec: ReductionSpec = {
    name,
    operands: [],
    extras: [...extras, ...rangeExtras],
    outputs: [{ name: 'heddle_result', dtype: dtypeOut }],
    preamble: elementFunctions([dtypeOut]) + preamble,
    reduceType: inner.value,
    identity: String(neutral),
    map: mapExpr.replace(/\bi\b/g, '(heddle_start + heddle_step * i)'),
    reduce: reduceExpr,
    postMap: 'heddle_result = a',
    header: true,
    ...(options.options ? { options: options.options } : {}),
  };
  const direct = elementwiseForm(spec, extras, mapExpr);
  return { extras, call: (values, call) => callForm(name, { spec, direct, extras, dtypeOut }, values, call) };
}

/**
 * The same reduction with arrays as operands, where the expression uses them as `x[i]` only: then strides are free, and
 * elements are loaded in packs.
 */
function elementwiseForm(
  spec: ReductionSpec,
  extras: readonly KernelExtra[],
  mapExpr: string,
): ReductionSpec | undefined {
  const arrays = extras.filter(({ kind }) => kind === 'memory');
  let map = mapExpr;
  for (const { name } of arrays)
    map = map.replace(new RegExp(`\\b${name}\\s*\\[\\s*i\\s*\\]`, 'g'), `heddle_element_${name}`);
  const usesMore = /\bi\b/.test(map) || arrays.some(({ name }) => new RegExp(`\\b${name}\\b`).test(map));
  const operands = arrays.flatMap(({ name, dtype }) =>
    dtype === undefined ? [] : [{ name: `heddle_element_${name}`, dtype }],
  );
  if (usesMore || operands.length < arrays.length) return undefined;
  return {
    ...spec,
    operands,
    extras: extras.filter(({ kind }) => kind === 'scalar'),
    map,
  };
}

interface FormParts {
  readonly spec: ReductionSpec;
  readonly direct: ReductionSpec | undefined;
  readonly extras: readonly KernelExtra[];
  readonly dtypeOut: DType;
}

function callForm(name: string, parts: FormParts, values: readonly unknown[], options: ReductionCallOptions): GpuArray {
  if (options.axis !== undefined || options.keepdims !== undefined) {
    throw argumentError(`${name}: axes need the form with parameter strings`, { parameter: 'axis' });
  }
  const arrays = checkArguments(name, parts.extras, values);
  const device = deviceOf(name, arrays);
  requireDType(device, parts.dtypeOut, name);
  const { out, range } = options;
  if (isList(out)) throw argumentError(`${name} has one output`, { parameter: 'out' });
  if (out) assertOutput(out, parts.dtypeOut, [], name);
  assertTogether(name, out ? [...arrays, out] : arrays);
  // Allocated after all checks, so that nothing is lost if one fails.
  const outputOf = (): GpuArray => out ?? emptyArray<DType>(device, parts.dtypeOut, []);
  const shapesAgree = arrays.every(({ shape }) => sameShape(shape, arrays[0]?.shape ?? []));
  if (range === undefined && !shapesAgree) {
    const shapes = arrays.map(({ shape }) => formatShape(shape)).join(' and ');
    throw argumentError(`${name}: the shapes ${shapes} differ`, {
      hint: 'Pass a range to say which elements are meant.',
    });
  }
  // The dtype of a byte may be bool or uint8: the kernel is made for what is declared.
  const sameDTypes = parts.direct?.operands.every(({ dtype }, n) => dtype === arrays[n]?.dtype) ?? false;
  if (parts.direct && sameDTypes && range === undefined) {
    const scalars = values.filter((_, n) => parts.extras[n]?.kind === 'scalar');
    const axes = (arrays[0]?.shape ?? []).map((_, axis) => axis);
    const key = JSON.stringify(parts.direct);
    const output = outputOf();
    runReduction(device, {
      operation: name,
      key,
      spec: parts.direct,
      operands: arrays,
      axes,
      extras: scalars,
      outputs: [output],
    });
    return output;
  }
  const { start, step, count } = indicesOf(name, range, arrays[0]?.size ?? 0);
  const output = outputOf();
  const dense = values.map((value) => (isGpuArray(value) ? contiguous(value) : value));
  runReduction(device, {
    operation: name,
    key: JSON.stringify(parts.spec),
    spec: parts.spec,
    operands: [],
    shape: [count],
    axes: [0],
    extras: [...dense, start, step],
    outputs: [output],
    wide: Math.max(...arrays.map(({ size }) => size)) > 2 ** 30,
  });
  dense.forEach((value, n) => {
    if (isGpuArray(value) && value !== values[n]) value.dispose();
  });
  return output;
}

function indicesOf(
  name: string,
  range: ReductionCallOptions['range'],
  size: number,
): { readonly start: number; readonly step: number; readonly count: number } {
  const { start = 0, stop, step = 1 } = range ?? { stop: size };
  for (const [what, value] of Object.entries({ start, stop, step })) {
    if (!Number.isSafeInteger(value))
      throw argumentError(`${name}: range.${what} is a whole number, not ${describe(value)}`);
  }
  if (step === 0) throw argumentError(`${name}: range.step is 0`, { parameter: 'range' });
  return { start, step, count: Math.max(0, Math.ceil((stop - start) / step)) };
}
