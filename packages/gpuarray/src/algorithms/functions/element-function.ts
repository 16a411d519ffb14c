/** A function of elements: which dtypes it takes and gives, and how it is written in portable source. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, type DTypeKind } from '@heddle/core/backend';
import { promoteTypes, resultType, type OperandType, type Scalar } from '../../array/dtype';
import { floatTypeOf } from '../../array/dtype/floating';

/** What a function makes of its operands' dtypes. */
export interface Resolution {
  /** What each operand is converted to before {@link ElementFunction.emit} sees it. */
  readonly operands: readonly DType[];
  readonly result: DType;
}

export interface ElementFunction {
  readonly name: string;
  readonly arity: number;
  /** @throws HeddleError `ARGUMENT` for dtypes it is not defined on */
  readonly resolve: (operands: readonly OperandType[]) => Resolution;
  /**
   * @param values - names of variables, of `computeType(operands[i])`; each may be used more than once
   * @returns an expression that converts to `computeType(result)`
   */
  readonly emit: (values: readonly string[], operands: readonly DType[]) => string;
  /** Functions in portable C that the expression calls, callees first; texts that several functions share are equal. */
  readonly preamble?: (operands: readonly DType[]) => readonly string[];
  /**
   * True if the function accepts a number that the array's integer dtype does not hold: a comparison with one has an
   * answer. `emit` then gets the number as a float32, of which only the sign counts. The integers keep their own dtype.
   */
  readonly compares?: boolean;
  /**
   * Why the function is not defined for a number among its operands; undefined if it is.
   *
   * @param place - of the operand
   * @param dtype - which the number is converted to
   */
  readonly refuses?: (place: number, value: Scalar, dtype: DType) => string | undefined;
}

/** Names of variables; those beyond the function's arity are not there. */
export type Values = readonly [string, string, string];

export type Emit = (values: Values, operand: DType) => string;

export function kindOf(dtype: DType): DTypeKind {
  return dtypeInfo(dtype).kind;
}

/** True for dtypes whose values are complex. */
export function isComplex(dtype: DType): boolean {
  return kindOf(dtype) === 'complex';
}

export function isFloat(dtype: DType): boolean {
  return kindOf(dtype) === 'float';
}

export function isInteger(dtype: DType): boolean {
  const kind = kindOf(dtype);
  return kind === 'integer' || kind === 'unsigned';
}

/** The error for dtypes that a function is not defined on. */
export function undefinedFor(name: string, operands: readonly OperandType[], hint?: string): Error {
  const given = operands.map((operand) => ('dtype' in operand ? operand.dtype : `a ${operand.weak} scalar`));
  return argumentError(`${name} is not defined for ${given.join(' and ')}`, hint === undefined ? {} : { hint });
}

/** How operands are brought to one dtype, and which dtypes are allowed there. */
export interface CommonRule {
  /** The dtype to compute in, from the one that the operands have in common. Default: that one. */
  readonly compute?: (common: DType) => DType;
  /** Default: the dtype computed in. */
  readonly result?: (compute: DType) => DType;
  readonly allowed?: (common: DType) => boolean;
  readonly hint?: string;
}

/** A function whose operands are first brought to the dtype they have in common. */
export function common(name: string, arity: number, rule: CommonRule, emit: Emit): ElementFunction {
  return {
    name,
    arity,
    resolve: (operands) => {
      const dtype = resultType(operands);
      if (rule.allowed !== undefined && !rule.allowed(dtype)) throw undefinedFor(name, operands, rule.hint);
      const compute = rule.compute === undefined ? dtype : rule.compute(dtype);
      const result = rule.result === undefined ? compute : rule.result(compute);
      return { operands: new Array<DType>(arity).fill(compute), result };
    },
    emit: ([a = '', b = '', c = ''], [dtype = 'bool']) => emit([a, b, c], dtype),
  };
}

/** A function of floating-point numbers; integers are converted to the float that holds them. */
export function floating(
  name: string,
  arity: number,
  emit: Emit,
  rule: { readonly complex?: boolean; readonly result?: (compute: DType) => DType } = {},
): ElementFunction {
  return {
    name,
    arity,
    resolve: (operands) => {
      const shared = resultType(operands);
      if (isComplex(shared) && rule.complex !== true) throw undefinedFor(name, operands);
      const compute = floatTypeOfAll(operands, shared);
      return { operands: new Array<DType>(arity).fill(compute), result: rule.result?.(compute) ?? compute };
    },
    emit: ([a = '', b = '', c = ''], [dtype = 'bool']) => emit([a, b, c], dtype),
  };
}

/** Arrays of integers meet in floats: int8 and uint8 in float16, which holds either, not in that of their int16. */
function floatTypeOfAll(operands: readonly OperandType[], shared: DType): DType {
  if (isFloat(shared) || isComplex(shared)) return shared;
  const floats = operands.map((operand) => ('dtype' in operand ? floatTypeOf(operand.dtype) : floatTypeOf(shared)));
  return floats.reduce<DType>((a, b) => promoteTypes(a, b), floats[0] ?? 'float64');
}

/** `complex64_add(a, b)` for complex dtypes. */
export function complexCall(dtype: DType, fn: string, values: readonly string[]): string {
  return `${dtype}_${fn}(${values.join(', ')})`;
}
