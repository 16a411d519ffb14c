/** What the dtypes of results are, as TypeScript computes them. The rules at run time are the functions' own. */
import type { DType } from '@heddle/core';
import type { Complex } from '@heddle/core/backend';
import type { Promoted } from './promotion';

type ComplexType = 'complex64' | 'complex128';
type FloatType = 'float16' | 'bfloat16' | 'float32' | 'float64';

/** What elements of `D` and a scalar give: a whole number leaves integers what they are, another makes float64. */
export type WithScalar<D extends DType, S> = S extends boolean
  ? D
  : S extends bigint
    ? D extends 'bool'
      ? 'int64'
      : D
    : S extends number
      ? D extends FloatType | ComplexType
        ? D
        : D extends 'bool'
          ? 'int64' | 'float64'
          : D | 'float64'
      : S extends Complex
        ? D extends ComplexType
          ? D
          : D extends 'float16' | 'bfloat16' | 'float32'
            ? 'complex64'
            : 'complex128'
        : never;

/** An operand that has a dtype. */
interface Typed<D extends DType> {
  readonly dtype: D;
}

/** The dtype of `D` together with an operand. */
export type With<D extends DType, O> = O extends Typed<infer E> ? Promoted<D, E> : WithScalar<D, O>;

/** The float that holds the elements: what `sin` gives. */
export type FloatOf<D extends DType> = D extends FloatType | ComplexType
  ? D
  : D extends 'bool' | 'int8' | 'uint8'
    ? 'float16'
    : D extends 'int16' | 'uint16'
      ? 'float32'
      : 'float64';

/** What a division gives: integers become float64. */
export type QuotientOf<D extends DType> = D extends FloatType | ComplexType ? D : 'float64';

/** The parts of complex numbers; everything else is its own. */
export type RealOf<D extends DType> = D extends 'complex64' ? 'float32' : D extends 'complex128' ? 'float64' : D;

/** What a sum gives: integers add up in 64 bits. */
export type SumOf<D extends DType> = D extends FloatType | ComplexType
  ? D
  : D extends 'uint8' | 'uint16' | 'uint32' | 'uint64'
    ? 'uint64'
    : 'int64';
