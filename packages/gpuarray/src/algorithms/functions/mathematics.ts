/** The functions of PyCUDA's cumath and PyOpenCL's clmath, by NumPy's rules for dtypes. */
import { dtypeInfo, type DType } from '@heddle/core';
import { computeType } from '../../kernel-kit/c-types';
import { common, complexCall, floating, isComplex, isFloat, kindOf, type ElementFunction } from './element-function';

/** Functions that every dialect has under the same name, for real numbers. */
const realOnly = [
  'exp10', 'logb', 'cbrt', 'erf', 'erfc', 'tgamma', 'lgamma', 'fabs',
] as const; // prettier-ignore
/** Those that the header has for complex numbers too. */
const realAndComplex = [
  'exp', 'exp2', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sqrt', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan',
  'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh',
] as const; // prettier-ignore
/** Whole numbers stay what they are. */
const rounding = ['floor', 'ceil', 'trunc'] as const;
const ofTwo = ['hypot', 'atan2', 'copysign'] as const;

const real = (compute: DType): DType =>
  compute === 'complex64' ? 'float32' : compute === 'complex128' ? 'float64' : compute;
const toBool = (): DType => 'bool';
const pi = '3.14159265358979323846';

/** A literal in the precision of the dtype, which must not widen the computation. */
function literal(text: string, dtype: DType): string {
  return `(${computeType(dtype)})${text}`;
}

function scaled(name: string, fn: string, factor: string, arity = 1): ElementFunction {
  return floating(
    name,
    arity,
    (values, dtype) => `${fn}(${values.slice(0, arity).join(', ')}) * ${literal(factor, dtype)}`,
  );
}

function test(name: string, onFloat: (value: string) => string, otherwise: boolean): ElementFunction {
  return common(name, 1, { result: toBool }, ([a], dtype) => {
    if (isFloat(dtype)) return onFloat(a);
    if (!isComplex(dtype)) return otherwise ? '1' : '0';
    return `(${onFloat(`${a}.re`)} ${otherwise ? '&&' : '||'} ${onFloat(`${a}.im`)})`;
  });
}

function each<Name extends string>(
  names: readonly Name[],
  make: (name: Name) => ElementFunction,
): Record<Name, ElementFunction> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, ElementFunction>;
}

const ldexp: ElementFunction = {
  name: 'ldexp',
  arity: 2,
  resolve: ([x, exponent]) => {
    const dtype = floating('ldexp', 1, ([a]) => a).resolve(x === undefined ? [] : [x]).result;
    const { result: power } = common('ldexp', 1, { allowed: (d) => !isFloat(d) && !isComplex(d) }, ([a]) => a).resolve(
      exponent === undefined ? [] : [exponent],
    );
    return { operands: [dtype, power], result: dtype };
  },
  // Exponents are ints in C; beyond the ends of every float's range they come to the same.
  emit: ([a = '', b = ''], [, power = 'int32']) => {
    const below = kindOf(power) === 'integer' ? `${b} < -9999 ? -9999 : ` : '';
    return dtypeInfo(power).byteLength <= 2
      ? `ldexp(${a}, (int)${b})`
      : `ldexp(${a}, ${below}${b} > 9999 ? 9999 : (int)${b})`;
  },
};

export const mathematicalFunctions = {
  ...each(realOnly, (name) => floating(name, 1, ([a]) => `${name}(${a})`)),
  ...each(realAndComplex, (name) =>
    floating(
      name,
      1,
      (values, dtype) => (isComplex(dtype) ? complexCall(dtype, name, values.slice(0, 1)) : `${name}(${values[0]})`),
      {
        complex: true,
      },
    ),
  ),
  ...each(rounding, (name) =>
    common(name, 1, { allowed: (dtype) => !isComplex(dtype) }, ([a], dtype) => (isFloat(dtype) ? `${name}(${a})` : a)),
  ),
  // Unlike floor, it gives integers the float that holds them, as in NumPy 2.
  rint: floating(
    'rint',
    1,
    ([a], dtype) => (isComplex(dtype) ? `${dtype}_make(rint(${a}.re), rint(${a}.im))` : `rint(${a})`),
    { complex: true },
  ),
  ...each(ofTwo, (name) => floating(name, 2, ([a, b]) => `${name}(${a}, ${b})`)),
  // The 16-bit floats are computed with in float, whose neighbours are not theirs.
  nextafter: floating('nextafter', 2, ([a, b], dtype) =>
    dtype === 'float16' || dtype === 'bfloat16' ? `heddle_nextafter_${dtype}(${a}, ${b})` : `nextafter(${a}, ${b})`,
  ),
  rsqrt: floating('rsqrt', 1, ([a], dtype) => `${literal('1', dtype)} / sqrt(${a})`),
  ...each(['sinpi', 'cospi'] as const, (name) =>
    floating(name, 1, ([a], dtype) => `heddle_${name}_${computeType(dtype)}(${a})`),
  ),
  tanpi: floating('tanpi', 1, ([a], dtype) => {
    const type = computeType(dtype);
    return `heddle_sinpi_${type}(${a}) / heddle_cospi_${type}(${a})`;
  }),
  asinpi: scaled('asinpi', 'asin', `(1 / ${pi})`),
  acospi: scaled('acospi', 'acos', `(1 / ${pi})`),
  atanpi: scaled('atanpi', 'atan', `(1 / ${pi})`),
  atan2pi: scaled('atan2pi', 'atan2', `(1 / ${pi})`, 2),
  degrees: scaled('degrees', '', `(180 / ${pi})`),
  radians: scaled('radians', '', `(${pi} / 180)`),
  logaddexp: floating('logaddexp', 2, ([a, b], dtype) => `heddle_logaddexp_${computeType(dtype)}(${a}, ${b})`),
  // The one that is further from 0, or nearer; where both are as far, the greater or the lesser.
  maxmag: floating(
    'maxmag',
    2,
    ([a, b]) => `(fabs(${a}) > fabs(${b}) ? ${a} : fabs(${b}) > fabs(${a}) ? ${b} : fmax(${a}, ${b}))`,
  ),
  minmag: floating(
    'minmag',
    2,
    ([a, b]) => `(fabs(${a}) < fabs(${b}) ? ${a} : fabs(${b}) < fabs(${a}) ? ${b} : fmin(${a}, ${b}))`,
  ),
  ldexp,
  ilogb: floating('ilogb', 1, ([a]) => `ilogb(${a})`, { result: () => 'int32' }),
  isnan: test('isnan', (a) => `(${a} != ${a})`, false),
  isinf: test('isinf', (a) => `(${a} == ${a} && ${a} - ${a} != 0)`, false),
  isfinite: test('isfinite', (a) => `(${a} - ${a} == 0)`, true),
  signbit: floating('signbit', 1, ([a], dtype) => `(copysign(${literal('1', dtype)}, ${a}) < 0)`, { result: toBool }),
  conj: common('conj', 1, {}, ([a], dtype) => (isComplex(dtype) ? `${dtype}_conj(${a})` : a)),
  real: common('real', 1, { result: real }, ([a], dtype) => (isComplex(dtype) ? `${a}.re` : a)),
  imag: common('imag', 1, { result: real }, ([a], dtype) => (isComplex(dtype) ? `${a}.im` : '0')),
  angle: floating(
    'angle',
    1,
    ([a], dtype) =>
      isComplex(dtype)
        ? `${dtype}_arg(${a})`
        : `(${a} != ${a} ? ${a} : copysign(${literal('1', dtype)}, ${a}) < 0 ? ${literal(pi, dtype)} : 0)`,
    { complex: true, result: real },
  ),
  // The parts of a number: PyCUDA's frexp and modf give both at once, and are made of these.
  frexpMantissa: floating('frexpMantissa', 1, ([a], dtype) => `heddle_mantissa_${computeType(dtype)}(${a})`),
  frexpExponent: floating('frexpExponent', 1, ([a], dtype) => `heddle_exponent_${computeType(dtype)}(${a})`, {
    result: () => 'int32',
  }),
  modfFraction: floating('modfFraction', 1, ([a], dtype) => `heddle_fraction_${computeType(dtype)}(${a})`),
  modfWhole: floating('modfWhole', 1, ([a]) => `trunc(${a})`),
};
