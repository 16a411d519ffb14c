/** The functions of elements as methods: PyCUDA's cumath, PyOpenCL's clmath, NumPy's names and rules. */
import type { DType } from '@heddle/core';
import type { GpuArray, OperandOf } from '../array/gpu-array';
import type { FloatOf, Promoted, QuotientOf, RealOf, WithScalar } from '../dtype';
import { call } from './named';

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

function unary<Result extends Record<DType, DType>>(name: string): Unary<Result> {
  return (x, options) => call(name, [x], options);
}

function binary(name: string): (a: OperandOf, b: OperandOf, options?: OutOption) => never {
  return (a, b, options) => call(name, [a, b], options) as never;
}

/** Of integers these give floats: float16 for 8 bits, float32 for 16, float64 for more. */
export class ElementwiseMathematics {
  readonly exp: Unary<Floats> = unary('exp');
  readonly exp2: Unary<Floats> = unary('exp2');
  /** 10 to the power of each element. */
  readonly exp10: Unary<Floats> = unary('exp10');
  /** `exp(x) - 1`, exact near 0. */
  readonly expm1: Unary<Floats> = unary('expm1');
  readonly log: Unary<Floats> = unary('log');
  readonly log2: Unary<Floats> = unary('log2');
  readonly log10: Unary<Floats> = unary('log10');
  /** `log(1 + x)`, exact near 0. */
  readonly log1p: Unary<Floats> = unary('log1p');
  /** The exponent of 2, as a float. */
  readonly logb: Unary<Floats> = unary('logb');
  readonly sqrt: Unary<Floats> = unary('sqrt');
  /** `1 / sqrt(x)`. */
  readonly rsqrt: Unary<Floats> = unary('rsqrt');
  readonly cbrt: Unary<Floats> = unary('cbrt');
  readonly sin: Unary<Floats> = unary('sin');
  readonly cos: Unary<Floats> = unary('cos');
  readonly tan: Unary<Floats> = unary('tan');
  readonly asin: Unary<Floats> = unary('asin');
  readonly acos: Unary<Floats> = unary('acos');
  readonly atan: Unary<Floats> = unary('atan');
  readonly sinh: Unary<Floats> = unary('sinh');
  readonly cosh: Unary<Floats> = unary('cosh');
  readonly tanh: Unary<Floats> = unary('tanh');
  readonly asinh: Unary<Floats> = unary('asinh');
  readonly acosh: Unary<Floats> = unary('acosh');
  readonly atanh: Unary<Floats> = unary('atanh');
  /** `sin(pi * x)`, exact at halves. */
  readonly sinpi: Unary<Floats> = unary('sinpi');
  /** `cos(pi * x)`, exact at halves. */
  readonly cospi: Unary<Floats> = unary('cospi');
  readonly tanpi: Unary<Floats> = unary('tanpi');
  readonly asinpi: Unary<Floats> = unary('asinpi');
  readonly acospi: Unary<Floats> = unary('acospi');
  readonly atanpi: Unary<Floats> = unary('atanpi');
  readonly erf: Unary<Floats> = unary('erf');
  readonly erfc: Unary<Floats> = unary('erfc');
  /** The gamma function. */
  readonly tgamma: Unary<Floats> = unary('tgamma');
  /** The logarithm of the absolute value of the gamma function. */
  readonly lgamma: Unary<Floats> = unary('lgamma');
  readonly fabs: Unary<Floats> = unary('fabs');
  /** From radians. */
  readonly degrees: Unary<Floats> = unary('degrees');
  /** From degrees. */
  readonly radians: Unary<Floats> = unary('radians');

  readonly floor: Unary<Same> = unary('floor');
  readonly ceil: Unary<Same> = unary('ceil');
  readonly trunc: Unary<Same> = unary('trunc');
  readonly rint: Unary<Same> = unary('rint');
  readonly square: Unary<Same> = unary('square');
  readonly sign: Unary<Same> = unary('sign');
  readonly reciprocal: Unary<Same> = unary('reciprocal');
  readonly negative: Unary<Same> = unary('negative');
  readonly positive: Unary<Same> = unary('positive');
  readonly conj: Unary<Same> = unary('conj');
  readonly invert: Unary<Same> = unary('invert');
  readonly absolute: Unary<Reals> = unary('absolute');
  readonly real: Unary<Reals> = unary('real');
  readonly imag: Unary<Reals> = unary('imag');
  /** The phase of complex numbers; 0 or pi of real ones. */
  readonly angle: <D extends DType>(x: GpuArray<D>, options?: OutOption) => GpuArray<RealOf<FloatOf<D>>> = unary(
    'angle',
  ) as never;
  /** The exponent of 2, as an integer. */
  readonly ilogb: Unary<Integers> = unary('ilogb');
  readonly isnan: Unary<Bools> = unary('isnan');
  readonly isinf: Unary<Bools> = unary('isinf');
  readonly isfinite: Unary<Bools> = unary('isfinite');
  readonly signbit: Unary<Bools> = unary('signbit');
  readonly logicalNot: Unary<Bools> = unary('logicalNot');

  readonly add: Binary = binary('add');
  readonly subtract: Binary = binary('subtract');
  readonly multiply: Binary = binary('multiply');
  readonly floorDivide: Binary = binary('floorDivide');
  readonly remainder: Binary = binary('remainder');
  readonly fmod: Binary = binary('fmod');
  readonly power: Binary = binary('power');
  readonly minimum: Binary = binary('minimum');
  readonly maximum: Binary = binary('maximum');
  readonly fmin: Binary = binary('fmin');
  readonly fmax: Binary = binary('fmax');
  readonly bitwiseAnd: Binary = binary('bitwiseAnd');
  readonly bitwiseOr: Binary = binary('bitwiseOr');
  readonly bitwiseXor: Binary = binary('bitwiseXor');
  readonly leftShift: Binary = binary('leftShift');
  readonly rightShift: Binary = binary('rightShift');
  /** True division: integers give float64. */
  readonly divide: <const A extends OperandOf, const B extends OperandOf>(
    a: A,
    b: B,
    options?: OutOption,
  ) => GpuArray<QuotientOf<Common<A, B>>> = binary('divide');
  readonly hypot: BinaryFloat = binary('hypot');
  readonly atan2: BinaryFloat = binary('atan2');
  readonly atan2pi: BinaryFloat = binary('atan2pi');
  readonly copysign: BinaryFloat = binary('copysign');
  readonly nextafter: BinaryFloat = binary('nextafter');
  readonly logaddexp: BinaryFloat = binary('logaddexp');
  readonly maxmag: BinaryFloat = binary('maxmag');
  readonly minmag: BinaryFloat = binary('minmag');
  readonly equal: BinaryBool = binary('equal');
  readonly notEqual: BinaryBool = binary('notEqual');
  readonly less: BinaryBool = binary('less');
  readonly lessEqual: BinaryBool = binary('lessEqual');
  readonly greater: BinaryBool = binary('greater');
  readonly greaterEqual: BinaryBool = binary('greaterEqual');
  readonly logicalAnd: BinaryBool = binary('logicalAnd');
  readonly logicalOr: BinaryBool = binary('logicalOr');
  readonly logicalXor: BinaryBool = binary('logicalXor');

  /** `x * 2 ** exponent`. */
  ldexp<D extends DType>(x: GpuArray<D>, exponent: OperandOf, options?: OutOption): GpuArray<FloatOf<D>> {
    return call('ldexp', [x, exponent], options) as unknown as GpuArray<FloatOf<D>>;
  }

  /** The mantissa, from 0.5 to 1, and the exponent of 2. */
  frexp<D extends DType>(x: GpuArray<D>): readonly [mantissa: GpuArray<FloatOf<D>>, exponent: GpuArray<'int32'>] {
    const operand = x as unknown as GpuArray;
    return [call('frexpMantissa', [operand]), call('frexpExponent', [operand])] as never;
  }

  /** The part behind the point and the part before it, both of the sign of the element. */
  modf<D extends DType>(x: GpuArray<D>): readonly [fraction: GpuArray<FloatOf<D>>, whole: GpuArray<FloatOf<D>>] {
    const operand = x as unknown as GpuArray;
    return [call('modfFraction', [operand]), call('modfWhole', [operand])] as never;
  }

  /** The elements, no less than `low` and no greater than `high`. */
  clip<D extends DType>(x: GpuArray<D>, low: OperandOf, high: OperandOf, options?: OutOption): GpuArray<D> {
    return call('clip', [x, low, high], options) as unknown as GpuArray<D>;
  }

  /** Elements of `yes` where the condition is true, else of `no`. */
  where<const A extends OperandOf, const B extends OperandOf>(
    condition: OperandOf,
    yes: A,
    no: B,
    options?: OutOption,
  ): GpuArray<Common<A, B>> {
    return call('where', [condition, yes, no], options) as never;
  }
}
