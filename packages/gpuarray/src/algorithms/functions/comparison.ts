/** Comparisons, the lesser and greater of two, logical and bitwise functions. */
import { resultType, type OperandType } from '../../array/dtype';
import type { DType } from '@heddle/core';
import { computeType } from '../../kernel-kit/c-types';
import { common, isComplex, isFloat, isInteger, kindOf, undefinedFor, type ElementFunction } from './element-function';

const toBool = (): DType => 'bool';

function comparison(
  name: string,
  operator: string,
  onComplex: (prefix: string, a: string, b: string) => string,
): ElementFunction {
  const shared = common(name, 2, { result: toBool }, ([a, b], dtype) =>
    isComplex(dtype) ? onComplex(dtype, a, b) : `${a} ${operator} ${b}`,
  );
  return {
    ...shared,
    compares: true,
    // The dtype that int64 and uint64 have in common, float64, does not tell neighbours apart.
    resolve: (operands) =>
      operands.every(isIntegerArray) && isFloat(resultType(operands))
        ? { operands: operands.map(widest), result: 'bool' }
        : shared.resolve(operands),
    emit: (values, dtypes) => {
      const [a = '', b = ''] = values;
      const [left = 'bool', right = 'bool'] = dtypes;
      if (left === right) return shared.emit(values, dtypes);
      // A number beyond an integer dtype is to all of its integers what it is to 0.
      if (isFloat(left)) return `${a} ${operator} 0`;
      if (isFloat(right)) return `0 ${operator} ${b}`;
      // A negative number is to all unsigned ones what 0 is to 1.
      return left === 'int64'
        ? `(${a} < 0 ? 0 ${operator} 1 : (UINT64)${a} ${operator} ${b})`
        : `(${b} < 0 ? 1 ${operator} 0 : ${a} ${operator} (UINT64)${b})`;
    },
  };
}

function isIntegerArray(operand: OperandType): boolean {
  return 'dtype' in operand && isInteger(operand.dtype);
}

function widest(operand: OperandType): DType {
  return kindOf(resultType([operand])) === 'unsigned' ? 'uint64' : 'int64';
}

/** `nan`: whether NaN wins, as NumPy's minimum has it, or loses, as fmin has it. */
function extreme(name: string, operator: '<' | '>', nan: 'wins' | 'loses'): ElementFunction {
  return common(name, 2, {}, ([a, b], dtype) => {
    if (isComplex(dtype)) {
      const [x, y] = operator === '<' ? [a, b] : [b, a];
      const isNan =
        nan === 'wins'
          ? `${dtype}_isnan(${a}) ? ${a} : ${dtype}_isnan(${b}) ? ${b}`
          : `${dtype}_isnan(${a}) ? ${b} : ${dtype}_isnan(${b}) ? ${a}`;
      return `(${isNan} : ${dtype}_lt(${x}, ${y}) ? ${a} : ${b})`;
    }
    if (!isFloat(dtype)) return `(${a} ${operator} ${b} ? ${a} : ${b})`;
    if (nan === 'loses') return operator === '<' ? `fmin(${a}, ${b})` : `fmax(${a}, ${b})`;
    return `(${a} ${operator} ${b} || ${a} != ${a} ? ${a} : ${b})`;
  });
}

/** Nonzero, as a C condition. */
function truth(value: string, dtype: DType): string {
  return isComplex(dtype) ? `(${value}.re != 0 || ${value}.im != 0)` : `(${value} != 0)`;
}

function logical(name: string, combine: (a: string, b: string) => string): ElementFunction {
  return {
    name,
    arity: 2,
    // Each operand is judged in its own dtype; a weak one in its default.
    resolve: (operands) => ({ operands: operands.map((operand) => resultType([operand])), result: 'bool' }),
    emit: ([a = '', b = ''], [left = 'bool', right = 'bool']) => combine(truth(a, left), truth(b, right)),
  };
}

function bitwise(name: string, operator: string): ElementFunction {
  const allowed = (dtype: DType) => isInteger(dtype) || dtype === 'bool';
  return common(
    name,
    2,
    { allowed, hint: 'Bits are those of integers and bool.' },
    ([a, b], dtype) => `(${computeType(dtype)})(${a} ${operator} ${b})`,
  );
}

// A shift by the width or more is undefined in C; as in NumPy it shifts everything out.
function shift(name: string, operator: '<<' | '>>'): ElementFunction {
  const allowed = (dtype: DType) => isInteger(dtype);
  return common(name, 2, { allowed, hint: 'Only integers can be shifted.' }, ([a, b], dtype) => {
    const wide = dtype === 'int64' || dtype === 'uint64';
    const signed = kindOf(dtype) === 'integer';
    const unsigned = wide ? 'UINT64' : 'unsigned int';
    const type = computeType(dtype);
    const bits = `(int)(8 * sizeof(${type}))`;
    const inRange = signed ? `(${b} >= 0 && ${b} < ${bits})` : `(${b} < ${bits.replace('(int)', `(${unsigned})`)})`;
    const shifted = operator === '<<' ? `(${type})((${unsigned})${a} << ${b})` : `(${type})(${a} >> ${b})`;
    return `(${inRange} ? ${shifted} : (${type})${operator === '>>' && signed ? `(${a} < 0 ? -1 : 0)` : '0'})`;
  });
}

/** The second or the third operand, as the first is true or not. */
const where: ElementFunction = {
  name: 'where',
  arity: 3,
  resolve: ([condition, ...choices]) => {
    if (condition === undefined || choices.length !== 2) throw undefinedFor('where', []);
    const dtype = resultType(choices);
    return { operands: [resultType([condition]), dtype, dtype], result: dtype };
  },
  emit: ([condition = '', a = '', b = ''], [dtype = 'bool']) => `(${truth(condition, dtype)} ? ${a} : ${b})`,
};

export const comparisonFunctions = {
  equal: comparison('equal', '==', (p, a, b) => `${p}_eq(${a}, ${b})`),
  notEqual: comparison('notEqual', '!=', (p, a, b) => `!${p}_eq(${a}, ${b})`),
  less: comparison('less', '<', (p, a, b) => `${p}_lt(${a}, ${b})`),
  lessEqual: comparison('lessEqual', '<=', (p, a, b) => `(${p}_lt(${a}, ${b}) || ${p}_eq(${a}, ${b}))`),
  greater: comparison('greater', '>', (p, a, b) => `${p}_lt(${b}, ${a})`),
  greaterEqual: comparison('greaterEqual', '>=', (p, a, b) => `(${p}_lt(${b}, ${a}) || ${p}_eq(${a}, ${b}))`),
  minimum: extreme('minimum', '<', 'wins'),
  maximum: extreme('maximum', '>', 'wins'),
  fmin: extreme('fmin', '<', 'loses'),
  fmax: extreme('fmax', '>', 'loses'),
  clip: common('clip', 3, { allowed: (dtype) => !isComplex(dtype) }, ([a, low, high], dtype) => {
    const type = computeType(dtype);
    const nan = isFloat(dtype)
      ? `${a} != ${a} ? ${a} : ${low} != ${low} ? ${low} : ${high} != ${high} ? ${high} : `
      : '';
    return `(${type})(${nan}${a} < ${low} ? (${low} < ${high} ? ${low} : ${high}) : ${a} > ${high} ? ${high} : ${a})`;
  }),
  where,
  logicalAnd: logical('logicalAnd', (a, b) => `${a} && ${b}`),
  logicalOr: logical('logicalOr', (a, b) => `${a} || ${b}`),
  logicalXor: logical('logicalXor', (a, b) => `${a} != ${b}`),
  logicalNot: common('logicalNot', 1, { result: toBool }, ([a], dtype) => `!${truth(a, dtype)}`),
  bitwiseAnd: bitwise('bitwiseAnd', '&'),
  bitwiseOr: bitwise('bitwiseOr', '|'),
  bitwiseXor: bitwise('bitwiseXor', '^'),
  invert: common('invert', 1, { allowed: (dtype) => isInteger(dtype) || dtype === 'bool' }, ([a], dtype) =>
    dtype === 'bool' ? `!${a}` : `(${computeType(dtype)})~${a}`,
  ),
  leftShift: shift('leftShift', '<<'),
  rightShift: shift('rightShift', '>>'),
};
