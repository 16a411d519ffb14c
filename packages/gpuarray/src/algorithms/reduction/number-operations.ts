/** The reductions of NumPy as specs: which type accumulates, from what, by what. */
import type { DType } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import { integerRange } from '../../array/dtype';
import { accumulatorDType, complexFunctions, converted, infinityFunction } from '../../kernel-kit/accumulators';
import { elementType, isComplex, isFloating } from '../../kernel-kit/element-type';
import type { ReductionSpec } from './reduction-spec';

export type SumLike = 'sum' | 'prod';
export type Extreme = 'min' | 'max';

/** Options that change a spec, as opposed to the arrays. */
export interface SpecVariant {
  /** A scalar joins the result. */
  readonly initial: boolean;
  /** A mask chooses the elements. */
  readonly masked: boolean;
}

/** `sum` or `prod` of elements of dtype `from`, in dtype `to`. */
export function sumSpec(which: SumLike, from: DType, to: DType, variant: SpecVariant): ReductionSpec {
  const inner = accumulatorDType(to);
  const complex = isComplex(inner);
  const identity = converted(which === 'sum' ? '0' : '1', 'int32', inner);
  const joined = (a: string, b: string): string => {
    if (complex) return `${which === 'sum' ? 'heddle_plus' : 'heddle_times'}(${a}, ${b})`;
    // A product of bools is computed in their accumulator, so nothing special is left to do.
    return which === 'sum' ? `${a} + ${b}` : `${a} * ${b}`;
  };
  return spec(which, {
    from,
    to,
    inner,
    variant,
    identity,
    value: converted('x', from, inner),
    reduce: joined('a', 'b'),
    result: (a) => converted(variant.initial ? joined(a, 'initial') : a, inner, accumulatorDType(to)),
  });
}

/** `min` or `max`; NaN wins. Complex numbers are ordered by their real, then their imaginary part. */
export function extremeSpec(which: Extreme, dtype: DType, variant: SpecVariant): ReductionSpec {
  const inner = accumulatorDType(dtype);
  const pick = (a: string, b: string): string => `(${precedes(which, a, b, inner)} ? ${a} : ${b})`;
  return spec(which, {
    from: dtype,
    to: dtype,
    inner,
    variant,
    identity: extremeIdentity(which, inner),
    value: 'x',
    reduce: pick('a', 'b'),
    result: (a) => (variant.initial ? pick(a, 'initial') : a),
  });
}

/** C condition under which `a` comes before `b`: smaller or greater, NaN before all. */
export function precedes(which: Extreme, a: string, b: string, dtype: DType): string {
  const sign = which === 'min' ? '<' : '>';
  if (isComplex(dtype)) {
    const nan = (x: string): string => `(${x}.re != ${x}.re || ${x}.im != ${x}.im)`;
    const before = `(${a}.re ${sign} ${b}.re || (${a}.re == ${b}.re && ${a}.im ${sign}= ${b}.im))`;
    // A number can have NaN in one part and a number in the other, which must not be compared.
    return `(${nan(a)} || (!${nan(b)} && ${before}))`;
  }
  return isFloating(dtype) ? `(${a} != ${a} || ${a} ${sign} ${b})` : `(${a} ${sign} ${b})`;
}

/** C expression of the value that every other one precedes. */
export function extremeIdentity(which: Extreme, dtype: DType): string {
  const infinity = which === 'min' ? 'heddle_infinity()' : '-heddle_infinity()';
  if (isComplex(dtype)) return `heddle_complex(${infinity}, ${infinity})`;
  if (isFloating(dtype)) return `(${elementType(dtype).value})(${infinity})`;
  if (dtype === 'bool') return which === 'min' ? '1' : '0';
  return integerLimit(dtype, which === 'min' ? 'greatest' : 'least');
}

/** The least or greatest value of an integer dtype as a C expression. */
export function integerLimit(dtype: DType, which: 'least' | 'greatest'): string {
  const range = integerRange(dtype);
  if (range === undefined) throw internalError(`${dtype} has no limits`);
  const [least, greatest] = range;
  // Two words put together: literals of 64 bits have another suffix in each language.
  const word = BigInt.asUintN(64, which === 'least' ? least : greatest);
  return `((${elementType(dtype).value})(((UINT64)${word >> 32n}u << 32) | ${word & 0xffffffffn}u))`;
}

interface SpecParts {
  readonly from: DType;
  readonly to: DType;
  readonly inner: DType;
  readonly variant: SpecVariant;
  readonly identity: string;
  /** C expression of an element as the accumulator's type. */
  readonly value: string;
  readonly reduce: string;
  readonly result: (a: string) => string;
}

function spec(name: string, parts: SpecParts): ReductionSpec {
  const { from, to, inner, variant, identity, value, reduce, result } = parts;
  const type = elementType(inner).value;
  return {
    name,
    operands: variant.masked
      ? [
          { name: 'x', dtype: from },
          { name: 'mask', dtype: 'bool' },
        ]
      : [{ name: 'x', dtype: from }],
    extras: variant.initial ? [{ name: 'initial', kind: 'scalar', type, dtype: inner }] : [],
    outputs: [{ name: 'y', dtype: to }],
    preamble: infinityFunction + complexFunctions(inner),
    reduceType: type,
    identity,
    map: variant.masked ? `mask ? ${value} : ${identity}` : value,
    reduce,
    postMap: `y = ${result('a')}`,
    header: isComplex(from) || isComplex(inner),
  };
}
