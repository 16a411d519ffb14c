/** The functions of elements as methods: PyCUDA's cumath, PyOpenCL's clmath, NumPy's names and rules. */
import type { DType } from '@heddle/core';
import type { GpuArray, OperandOf } from '../array/gpu-array';
import type { FloatOf, Promoted, QuotientOf, RealOf, WithScalar } from '../array/dtype';
import { apply } from '../algorithms/elementwise/apply';
import { functions, type ElementFunction } from '../algorithms/functions';

/** An operand's dtype, as far as it has one. */
type Common<A, B> =
  A extends GpuArray<infer D>
    ? B extends GpuArray<infer E>
      ? Promoted<D, E>
      : WithScalar<D, B>
    : B extends GpuArray<infer E>
      ? WithScalar<E, A>
      : DType;

/** The float that holds both; integers are converted each on its own. */
type CommonFloat<A, B> =
  A extends GpuArray<infer D>
    ? B extends GpuArray<infer E>
      ? Promoted<D, E> extends IntegerType
        ? Promoted<FloatOf<D>, FloatOf<E>>
        : Promoted<D, E>
      : FloatOf<WithScalar<D, B>>
    : FloatOf<Common<A, B>>;
type IntegerType = 'bool' | 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64';

/** Where a function writes, if not to a new array. */
export interface OutOption {
  /** Of the result's shape, and of a dtype of its kind. */
  readonly out?: GpuArray;
}

type Unary<Result extends Record<DType, DType>> = <D extends DType>(
  x: GpuArray<D>,
  options?: OutOption,
) => GpuArray<Result[D]>;
type Floats = { readonly [D in DType]: FloatOf<D> };
type Same = { readonly [D in DType]: D };
type Reals = { readonly [D in DType]: RealOf<D> };
type Bools = { readonly [D in DType]: 'bool' };
type Integers = { readonly [D in DType]: 'int32' };
type Binary = <const A extends OperandOf, const B extends OperandOf>(
  a: A,
  b: B,
  options?: OutOption,
) => GpuArray<Common<A, B>>;
type BinaryFloat = <const A extends OperandOf, const B extends OperandOf>(
  a: A,
  b: B,
  options?: OutOption,
) => GpuArray<CommonFloat<A, B>>;
type BinaryBool = (a: OperandOf, b: OperandOf, options?: OutOption) => GpuArray<'bool'>;

function unary<Result extends Record<DType, DType>>(fn: ElementFunction): Unary<Result> {
  return (x, options) => apply(fn, [x], options);
}

function binary(fn: ElementFunction): (a: OperandOf, b: OperandOf, options?: OutOption) => never {
  return (a, b, options) => apply(fn, [a, b], options) as never;
}

/** Of integers these give floats: float16 for 8 bits, float32 for 16, float64 for more. */
export class ElementwiseMathematics {
  readonly exp: Unary<Floats> = unary(functions.exp);
  readonly exp2: Unary<Floats> = unary(functions.exp2);
  /** 10 to the power of each element. */
  readonly exp10: Unary<Floats> = unary(functions.exp10);
  /** `exp(x) - 1`, exact near 0. */
  readonly expm1: Unary<Floats> = unary(functions.expm1);
  readonly log: Unary<Floats> = unary(functions.log);
  readonly log2: Unary<Floats> = unary(functions.log2);
  readonly log10: Unary<Floats> = unary(functions.log10);
  /** `log(1 + x)`, exact near 0. */
  readonly log1p: Unary<Floats> = unary(functions.log1p);
  /** The exponent of 2, as a float. */
  readonly logb: Unary<Floats> = unary(functions.logb);
  readonly sqrt: Unary<Floats> = unary(functions.sqrt);
  /** `1 / sqrt(x)`. */
  readonly rsqrt: Unary<Floats> = unary(functions.rsqrt);
  readonly cbrt: Unary<Floats> = unary(functions.cbrt);
  readonly sin: Unary<Floats> = unary(functions.sin);
  readonly cos: Unary<Floats> = unary(functions.cos);
  readonly tan: Unary<Floats> = unary(functions.tan);
  readonly asin: Unary<Floats> = unary(functions.asin);
  readonly acos: Unary<Floats> = unary(functions.acos);
  readonly atan: Unary<Floats> = unary(functions.atan);
  readonly sinh: Unary<Floats> = unary(functions.sinh);
  readonly cosh: Unary<Floats> = unary(functions.cosh);
  readonly tanh: Unary<Floats> = unary(functions.tanh);
  readonly asinh: Unary<Floats> = unary(functions.asinh);
  readonly acosh: Unary<Floats> = unary(functions.acosh);
  readonly atanh: Unary<Floats> = unary(functions.atanh);
  /** `sin(pi * x)`, exact at halves. */
  readonly sinpi: Unary<Floats> = unary(functions.sinpi);
  /** `cos(pi * x)`, exact at halves. */
  readonly cospi: Unary<Floats> = unary(functions.cospi);
  readonly tanpi: Unary<Floats> = unary(functions.tanpi);
  readonly asinpi: Unary<Floats> = unary(functions.asinpi);
  readonly acospi: Unary<Floats> = unary(functions.acospi);
  readonly atanpi: Unary<Floats> = unary(functions.atanpi);
  readonly erf: Unary<Floats> = unary(functions.erf);
  readonly erfc: Unary<Floats> = unary(functions.erfc);
  /** The gamma function. */
  readonly tgamma: Unary<Floats> = unary(functions.tgamma);
  /** The logarithm of the absolute value of the gamma function. */
  readonly lgamma: Unary<Floats> = unary(functions.lgamma);
  readonly fabs: Unary<Floats> = unary(functions.fabs);
  /** From radians. */
  readonly degrees: Unary<Floats> = unary(functions.degrees);
  /** From degrees. */
  readonly radians: Unary<Floats> = unary(functions.radians);

  readonly floor: Unary<Same> = unary(functions.floor);
  readonly ceil: Unary<Same> = unary(functions.ceil);
  readonly trunc: Unary<Same> = unary(functions.trunc);
  readonly rint: Unary<Same> = unary(functions.rint);
  readonly square: Unary<Same> = unary(functions.square);
  readonly sign: Unary<Same> = unary(functions.sign);
  readonly reciprocal: Unary<Same> = unary(functions.reciprocal);
  readonly negative: Unary<Same> = unary(functions.negative);
  readonly positive: Unary<Same> = unary(functions.positive);
  readonly conj: Unary<Same> = unary(functions.conj);
  readonly invert: Unary<Same> = unary(functions.invert);
  readonly absolute: Unary<Reals> = unary(functions.absolute);
  readonly real: Unary<Reals> = unary(functions.real);
  readonly imag: Unary<Reals> = unary(functions.imag);
  /** The phase of complex numbers; 0 or pi of real ones. */
  readonly angle: <D extends DType>(x: GpuArray<D>, options?: OutOption) => GpuArray<RealOf<FloatOf<D>>> = unary(
    functions.angle,
  ) as never;
  /** The exponent of 2, as an integer. */
  readonly ilogb: Unary<Integers> = unary(functions.ilogb);
  readonly isnan: Unary<Bools> = unary(functions.isnan);
  readonly isinf: Unary<Bools> = unary(functions.isinf);
  readonly isfinite: Unary<Bools> = unary(functions.isfinite);
  readonly signbit: Unary<Bools> = unary(functions.signbit);
  readonly logicalNot: Unary<Bools> = unary(functions.logicalNot);

  readonly add: Binary = binary(functions.add);
  readonly subtract: Binary = binary(functions.subtract);
  readonly multiply: Binary = binary(functions.multiply);
  readonly floorDivide: Binary = binary(functions.floorDivide);
  readonly remainder: Binary = binary(functions.remainder);
  readonly fmod: Binary = binary(functions.fmod);
  readonly power: Binary = binary(functions.power);
  readonly minimum: Binary = binary(functions.minimum);
  readonly maximum: Binary = binary(functions.maximum);
  readonly fmin: Binary = binary(functions.fmin);
  readonly fmax: Binary = binary(functions.fmax);
  readonly bitwiseAnd: Binary = binary(functions.bitwiseAnd);
  readonly bitwiseOr: Binary = binary(functions.bitwiseOr);
  readonly bitwiseXor: Binary = binary(functions.bitwiseXor);
  readonly leftShift: Binary = binary(functions.leftShift);
  readonly rightShift: Binary = binary(functions.rightShift);
  /** True division: integers give float64. */
  readonly divide: <const A extends OperandOf, const B extends OperandOf>(
    a: A,
    b: B,
    options?: OutOption,
  ) => GpuArray<QuotientOf<Common<A, B>>> = binary(functions.divide);
  readonly hypot: BinaryFloat = binary(functions.hypot);
  readonly atan2: BinaryFloat = binary(functions.atan2);
  readonly atan2pi: BinaryFloat = binary(functions.atan2pi);
  readonly copysign: BinaryFloat = binary(functions.copysign);
  readonly nextafter: BinaryFloat = binary(functions.nextafter);
  readonly logaddexp: BinaryFloat = binary(functions.logaddexp);
  readonly maxmag: BinaryFloat = binary(functions.maxmag);
  readonly minmag: BinaryFloat = binary(functions.minmag);
  readonly equal: BinaryBool = binary(functions.equal);
  readonly notEqual: BinaryBool = binary(functions.notEqual);
  readonly less: BinaryBool = binary(functions.less);
  readonly lessEqual: BinaryBool = binary(functions.lessEqual);
  readonly greater: BinaryBool = binary(functions.greater);
  readonly greaterEqual: BinaryBool = binary(functions.greaterEqual);
  readonly logicalAnd: BinaryBool = binary(functions.logicalAnd);
  readonly logicalOr: BinaryBool = binary(functions.logicalOr);
  readonly logicalXor: BinaryBool = binary(functions.logicalXor);

  /** `x * 2 ** exponent`. */
  ldexp<D extends DType>(x: GpuArray<D>, exponent: OperandOf, options?: OutOption): GpuArray<FloatOf<D>> {
    return apply(functions.ldexp, [x, exponent], options) as unknown as GpuArray<FloatOf<D>>;
  }

  /** The mantissa, from 0.5 to 1, and the exponent of 2. */
  frexp<D extends DType>(x: GpuArray<D>): readonly [mantissa: GpuArray<FloatOf<D>>, exponent: GpuArray<'int32'>] {
    const operand = x as unknown as GpuArray;
    return [apply(functions.frexpMantissa, [operand]), apply(functions.frexpExponent, [operand])] as never;
  }

  /** The part behind the point and the part before it, both of the sign of the element. */
  modf<D extends DType>(x: GpuArray<D>): readonly [fraction: GpuArray<FloatOf<D>>, whole: GpuArray<FloatOf<D>>] {
    const operand = x as unknown as GpuArray;
    return [apply(functions.modfFraction, [operand]), apply(functions.modfWhole, [operand])] as never;
  }

  /** The elements, no less than `low` and no greater than `high`. */
  clip<D extends DType>(x: GpuArray<D>, low: OperandOf, high: OperandOf, options?: OutOption): GpuArray<D> {
    return apply(functions.clip, [x, low, high], options) as unknown as GpuArray<D>;
  }

  /** Elements of `yes` where the condition is true, else of `no`. */
  where<const A extends OperandOf, const B extends OperandOf>(
    condition: OperandOf,
    yes: A,
    no: B,
    options?: OutOption,
  ): GpuArray<Common<A, B>> {
    return apply(functions.where, [condition, yes, no], options) as never;
  }
}
