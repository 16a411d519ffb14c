/** The functions of elements as methods: PyCUDA's cumath, PyOpenCL's clmath, NumPy's names and rules. */
import type { DType } from '@heddle/core';
import type { GpuArray, OperandOf } from '../array/gpu-array';
import { assertNoOptions } from '../array/no-options';
import type { FloatOf, Promoted, QuotientOf, RealOf, WithScalar } from '../array/dtype';
import { apply } from '../algorithms/elementwise/apply';
import { functions, type ElementFunction } from '../algorithms/functions';

/** An operand's dtype, as far as it has one. */
export type Common<A, B> =
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

/** The output of a function, if not a new array. */
export interface OutOption {
  /** Has the result's shape, and a dtype of the same kind. */
  readonly out?: GpuArray;
}

export type Unary<Result extends Record<DType, DType>> = <D extends DType>(
  x: GpuArray<D>,
  options?: OutOption,
) => GpuArray<Result[D]>;
type Floats = { readonly [D in DType]: FloatOf<D> };
type Same = { readonly [D in DType]: D };
type Reals = { readonly [D in DType]: RealOf<D> };
type Phases = { readonly [D in DType]: RealOf<FloatOf<D>> };
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

/** These give floats for integers: float16 for 8 bits, float32 for 16, float64 for more. */
export abstract class ElementwiseMathematics {
  readonly exp: Unary<Floats> = this.#unary(functions.exp);
  readonly exp2: Unary<Floats> = this.#unary(functions.exp2);
  /** 10 to the power of each element. */
  readonly exp10: Unary<Floats> = this.#unary(functions.exp10);
  /** `exp(x) - 1`, exact near 0. */
  readonly expm1: Unary<Floats> = this.#unary(functions.expm1);
  readonly log: Unary<Floats> = this.#unary(functions.log);
  readonly log2: Unary<Floats> = this.#unary(functions.log2);
  readonly log10: Unary<Floats> = this.#unary(functions.log10);
  /** `log(1 + x)`, exact near 0. */
  readonly log1p: Unary<Floats> = this.#unary(functions.log1p);
  /** The exponent of 2, as a float. */
  readonly logb: Unary<Floats> = this.#unary(functions.logb);
  readonly sqrt: Unary<Floats> = this.#unary(functions.sqrt);
  /** `1 / sqrt(x)`. */
  readonly rsqrt: Unary<Floats> = this.#unary(functions.rsqrt);
  readonly cbrt: Unary<Floats> = this.#unary(functions.cbrt);
  readonly sin: Unary<Floats> = this.#unary(functions.sin);
  readonly cos: Unary<Floats> = this.#unary(functions.cos);
  readonly tan: Unary<Floats> = this.#unary(functions.tan);
  readonly asin: Unary<Floats> = this.#unary(functions.asin);
  readonly acos: Unary<Floats> = this.#unary(functions.acos);
  readonly atan: Unary<Floats> = this.#unary(functions.atan);
  readonly sinh: Unary<Floats> = this.#unary(functions.sinh);
  readonly cosh: Unary<Floats> = this.#unary(functions.cosh);
  readonly tanh: Unary<Floats> = this.#unary(functions.tanh);
  readonly asinh: Unary<Floats> = this.#unary(functions.asinh);
  readonly acosh: Unary<Floats> = this.#unary(functions.acosh);
  readonly atanh: Unary<Floats> = this.#unary(functions.atanh);
  /** `sin(pi * x)`, exact at halves. */
  readonly sinpi: Unary<Floats> = this.#unary(functions.sinpi);
  /** `cos(pi * x)`, exact at halves. */
  readonly cospi: Unary<Floats> = this.#unary(functions.cospi);
  readonly tanpi: Unary<Floats> = this.#unary(functions.tanpi);
  readonly asinpi: Unary<Floats> = this.#unary(functions.asinpi);
  readonly acospi: Unary<Floats> = this.#unary(functions.acospi);
  readonly atanpi: Unary<Floats> = this.#unary(functions.atanpi);
  readonly erf: Unary<Floats> = this.#unary(functions.erf);
  readonly erfc: Unary<Floats> = this.#unary(functions.erfc);
  /** The gamma function. */
  readonly tgamma: Unary<Floats> = this.#unary(functions.tgamma);
  /** The logarithm of the absolute value of the gamma function. */
  readonly lgamma: Unary<Floats> = this.#unary(functions.lgamma);
  readonly fabs: Unary<Floats> = this.#unary(functions.fabs);
  /** From radians. */
  readonly degrees: Unary<Floats> = this.#unary(functions.degrees);
  /** From degrees. */
  readonly radians: Unary<Floats> = this.#unary(functions.radians);

  readonly floor: Unary<Same> = this.#unary(functions.floor);
  readonly ceil: Unary<Same> = this.#unary(functions.ceil);
  readonly trunc: Unary<Same> = this.#unary(functions.trunc);
  readonly rint: Unary<Floats> = this.#unary(functions.rint);
  readonly square: Unary<Same> = this.#unary(functions.square);
  readonly sign: Unary<Same> = this.#unary(functions.sign);
  readonly reciprocal: Unary<Same> = this.#unary(functions.reciprocal);
  readonly negative: Unary<Same> = this.#unary(functions.negative);
  readonly positive: Unary<Same> = this.#unary(functions.positive);
  readonly conj: Unary<Same> = this.#unary(functions.conj);
  readonly invert: Unary<Same> = this.#unary(functions.invert);
  readonly absolute: Unary<Reals> = this.#unary(functions.absolute);
  readonly real: Unary<Reals> = this.#unary(functions.real);
  readonly imag: Unary<Reals> = this.#unary(functions.imag);
  /** The phase of complex numbers; 0 or pi of real ones. */
  readonly angle: Unary<Phases> = this.#unary(functions.angle);
  /** The exponent of 2, as an integer. */
  readonly ilogb: Unary<Integers> = this.#unary(functions.ilogb);
  readonly isnan: Unary<Bools> = this.#unary(functions.isnan);
  readonly isinf: Unary<Bools> = this.#unary(functions.isinf);
  readonly isfinite: Unary<Bools> = this.#unary(functions.isfinite);
  readonly signbit: Unary<Bools> = this.#unary(functions.signbit);
  readonly logicalNot: Unary<Bools> = this.#unary(functions.logicalNot);

  readonly add: Binary = this.#binary(functions.add);
  readonly subtract: Binary = this.#binary(functions.subtract);
  readonly multiply: Binary = this.#binary(functions.multiply);
  readonly floorDivide: Binary = this.#binary(functions.floorDivide);
  readonly remainder: Binary = this.#binary(functions.remainder);
  readonly fmod: Binary = this.#binary(functions.fmod);
  readonly power: Binary = this.#binary(functions.power);
  readonly minimum: Binary = this.#binary(functions.minimum);
  readonly maximum: Binary = this.#binary(functions.maximum);
  readonly fmin: Binary = this.#binary(functions.fmin);
  readonly fmax: Binary = this.#binary(functions.fmax);
  readonly bitwiseAnd: Binary = this.#binary(functions.bitwiseAnd);
  readonly bitwiseOr: Binary = this.#binary(functions.bitwiseOr);
  readonly bitwiseXor: Binary = this.#binary(functions.bitwiseXor);
  readonly leftShift: Binary = this.#binary(functions.leftShift);
  readonly rightShift: Binary = this.#binary(functions.rightShift);
  /** True division: integers give float64. */
  readonly divide: <const A extends OperandOf, const B extends OperandOf>(
    a: A,
    b: B,
    options?: OutOption,
  ) => GpuArray<QuotientOf<Common<A, B>>> = this.#binary(functions.divide);
  readonly hypot: BinaryFloat = this.#binary(functions.hypot);
  readonly atan2: BinaryFloat = this.#binary(functions.atan2);
  readonly atan2pi: BinaryFloat = this.#binary(functions.atan2pi);
  readonly copysign: BinaryFloat = this.#binary(functions.copysign);
  readonly nextafter: BinaryFloat = this.#binary(functions.nextafter);
  readonly logaddexp: BinaryFloat = this.#binary(functions.logaddexp);
  readonly maxmag: BinaryFloat = this.#binary(functions.maxmag);
  readonly minmag: BinaryFloat = this.#binary(functions.minmag);
  readonly equal: BinaryBool = this.#binary(functions.equal);
  readonly notEqual: BinaryBool = this.#binary(functions.notEqual);
  readonly less: BinaryBool = this.#binary(functions.less);
  readonly lessEqual: BinaryBool = this.#binary(functions.lessEqual);
  readonly greater: BinaryBool = this.#binary(functions.greater);
  readonly greaterEqual: BinaryBool = this.#binary(functions.greaterEqual);
  readonly logicalAnd: BinaryBool = this.#binary(functions.logicalAnd);
  readonly logicalOr: BinaryBool = this.#binary(functions.logicalOr);
  readonly logicalXor: BinaryBool = this.#binary(functions.logicalXor);

  /** `x * 2 ** exponent`. */
  ldexp<D extends DType>(x: GpuArray<D>, exponent: OperandOf, options?: OutOption): GpuArray<FloatOf<D>> {
    return this.run(() => apply(functions.ldexp, [x, exponent], options));
  }

  /** The mantissa, from 0.5 to 1, and the exponent of 2. */
  frexp<D extends DType>(x: GpuArray<D>): readonly [mantissa: GpuArray<FloatOf<D>>, exponent: GpuArray<'int32'>];
  frexp<D extends DType>(x: GpuArray<D>, options?: unknown): readonly [GpuArray<FloatOf<D>>, GpuArray<'int32'>] {
    assertNoOptions('frexp', options);
    return this.run(() => [apply(functions.frexpMantissa, [x]), apply(functions.frexpExponent, [x])]);
  }

  /** The fraction and the whole part, both with the sign of the element. */
  modf<D extends DType>(x: GpuArray<D>): readonly [fraction: GpuArray<FloatOf<D>>, whole: GpuArray<FloatOf<D>>];
  modf<D extends DType>(x: GpuArray<D>, options?: unknown): readonly [GpuArray<FloatOf<D>>, GpuArray<FloatOf<D>>] {
    assertNoOptions('modf', options);
    return this.run(() => [apply(functions.modfFraction, [x]), apply(functions.modfWhole, [x])]);
  }

  /** The elements, no less than `low` and no greater than `high`. */
  clip<D extends DType>(x: GpuArray<D>, low: OperandOf, high: OperandOf, options?: OutOption): GpuArray<D> {
    return this.run(() => apply(functions.clip, [x, low, high], options));
  }

  /** Elements of `yes` where the condition is true, else of `no`. */
  where<const A extends OperandOf, const B extends OperandOf>(
    condition: OperandOf,
    yes: A,
    no: B,
    options?: OutOption,
  ): GpuArray<Common<A, B>> {
    return this.run(() => apply(functions.where, [condition, yes, no], options));
  }

  /** Does work on the stream of this object. */
  abstract run<T>(work: () => T): T;

  #unary<Result extends Record<DType, DType>>(fn: ElementFunction): Unary<Result> {
    return (x, options) => this.run(() => apply(fn, [x], options));
  }

  #binary(fn: ElementFunction): <D extends DType>(a: OperandOf, b: OperandOf, options?: OutOption) => GpuArray<D> {
    return (a, b, options) => this.run(() => apply(fn, [a, b], options));
  }
}
