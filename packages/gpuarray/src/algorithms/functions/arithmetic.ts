/** Sums, products, quotients, powers, signs. */
import type { DType } from '@heddle/core';
import { computeType } from '../../kernel-kit/c-types';
import {
  common,
  complexCall,
  isComplex,
  isFloat,
  isInteger,
  kindOf,
  type ElementFunction,
  type Emit,
} from './element-function';

const notBool = (dtype: DType) => dtype !== 'bool';
const notComplex = (dtype: DType) => !isComplex(dtype);
const boolHint = 'bool has no arithmetic of that kind: use logicalXor or logicalNot, or convert with astype.';

// Signed overflow is undefined in C. NumPy wraps around, which unsigned arithmetic does.
function wrapping(operator: string): Emit {
  return ([a, b], dtype) => {
    if (isFloat(dtype)) return `${a} ${operator} ${b}`;
    const unsigned = dtype === 'int64' || dtype === 'uint64' ? 'UINT64' : 'unsigned int';
    return `(${computeType(dtype)})((${unsigned})${a} ${operator} (${unsigned})${b})`;
  };
}

function arithmetic(name: string, operator: string, complex: string, onBool: string | undefined): ElementFunction {
  const wrapped = wrapping(operator);
  return common(name, 2, onBool === undefined ? { allowed: notBool, hint: boolHint } : {}, (values, dtype) => {
    if (isComplex(dtype)) return complexCall(dtype, complex, values.slice(0, 2));
    if (dtype === 'bool') return `${values[0]} ${onBool ?? '||'} ${values[1]}`;
    return wrapped(values, dtype);
  });
}

/** The C type whose division functions of the header serve a dtype. */
function divisionType(dtype: DType): 'int' | 'INT64' | 'float' | 'double' {
  if (isFloat(dtype)) return dtype === 'float64' ? 'double' : 'float';
  return dtype === 'int64' ? 'INT64' : 'int';
}

function wholeDivision(name: string, fn: string, onUnsigned: (a: string, b: string) => string): ElementFunction {
  return common(
    name,
    2,
    { compute: (dtype) => (dtype === 'bool' ? 'int8' : dtype), allowed: notComplex },
    ([a, b], dtype) => {
      if (kindOf(dtype) === 'unsigned') return `(${b} == 0 ? 0 : ${onUnsigned(a, b)})`;
      const type = divisionType(dtype);
      return `(${computeType(dtype)})${fn}_${type}(${a}, ${b})`;
    },
  );
}

function power(): ElementFunction {
  const fn = common('power', 2, { compute: (dtype) => (dtype === 'bool' ? 'int8' : dtype) }, ([a, b], dtype) => {
    if (isComplex(dtype)) return `${dtype}_pow(${a}, ${b})`;
    if (isFloat(dtype)) return `heddle_pow_${divisionType(dtype)}(${a}, ${b})`;
    const type = computeType(dtype);
    const wide = dtype === 'int64' || dtype === 'uint64' ? type : kindOf(dtype) === 'unsigned' ? 'unsigned_int' : 'int';
    return `(${type})heddle_power_${wide}(${a}, ${b})`;
  });
  return {
    ...fn,
    refuses: (place, value, dtype) =>
      place === 1 && isInteger(dtype) && (typeof value === 'number' || typeof value === 'bigint') && value < 0
        ? `integers to the power ${value} are not integers; convert the array to a float dtype first`
        : undefined,
  };
}

export const arithmeticFunctions = {
  add: arithmetic('add', '+', 'add', '||'),
  subtract: arithmetic('subtract', '-', 'sub', undefined),
  multiply: arithmetic('multiply', '*', 'mul', '&&'),
  divide: common(
    'divide',
    2,
    { compute: (dtype) => (isFloat(dtype) || isComplex(dtype) ? dtype : 'float64') },
    (values, dtype) =>
      isComplex(dtype) ? complexCall(dtype, 'div', values.slice(0, 2)) : `${values[0]} / ${values[1]}`,
  ),
  floorDivide: wholeDivision('floorDivide', 'heddle_floor_divide', (a, b) => `${a} / ${b}`),
  remainder: wholeDivision('remainder', 'heddle_remainder', (a, b) => `${a} % ${b}`),
  fmod: common(
    'fmod',
    2,
    { compute: (dtype) => (dtype === 'bool' ? 'int8' : dtype), allowed: notComplex },
    ([a, b], dtype) => {
      if (isFloat(dtype)) return `fmod(${a}, ${b})`;
      // The least integer divided by -1 overflows, though its remainder is 0.
      return kindOf(dtype) === 'integer'
        ? `(${b} == 0 || ${b} == -1 ? 0 : ${a} % ${b})`
        : `(${b} == 0 ? 0 : ${a} % ${b})`;
    },
  ),
  power: power(),
  negative: common('negative', 1, { allowed: notBool, hint: boolHint }, ([a], dtype) => {
    if (isComplex(dtype)) return `${dtype}_neg(${a})`;
    if (isFloat(dtype)) return `-${a}`;
    return `(${computeType(dtype)})(0 - (${dtype === 'int64' || dtype === 'uint64' ? 'UINT64' : 'unsigned int'})${a})`;
  }),
  positive: common('positive', 1, { allowed: notBool, hint: boolHint }, ([a]) => a),
  absolute: common(
    'absolute',
    1,
    { result: (dtype) => (dtype === 'complex64' ? 'float32' : dtype === 'complex128' ? 'float64' : dtype) },
    ([a], dtype) => {
      if (isComplex(dtype)) return `${dtype}_abs(${a})`;
      if (isFloat(dtype)) return `fabs(${a})`;
      if (kindOf(dtype) !== 'integer') return a;
      return `(${computeType(dtype)})(${a} < 0 ? 0 - (${dtype === 'int64' ? 'UINT64' : 'unsigned int'})${a} : ${a})`;
    },
  ),
  sign: common('sign', 1, { allowed: notBool, hint: boolHint }, ([a], dtype) => {
    if (isComplex(dtype)) return complexCall(dtype, 'sign', [a]);
    if (isFloat(dtype)) return `heddle_sign_${divisionType(dtype)}(${a})`;
    return kindOf(dtype) === 'integer' ? `(${a} > 0 ? 1 : ${a} < 0 ? -1 : 0)` : `(${a} != 0 ? 1 : 0)`;
  }),
  square: common('square', 1, { compute: (dtype) => (dtype === 'bool' ? 'int8' : dtype) }, ([a], dtype) =>
    isComplex(dtype) ? complexCall(dtype, 'mul', [a, a]) : wrapping('*')([a, a, ''], dtype),
  ),
  reciprocal: common('reciprocal', 1, { allowed: notBool, hint: boolHint }, ([a], dtype) => {
    if (isComplex(dtype)) return `${dtype}_div(${dtype}_make(1, 0), ${a})`;
    return isFloat(dtype) ? `1 / ${a}` : `(${a} == 0 ? 0 : 1 / ${a})`;
  }),
};
