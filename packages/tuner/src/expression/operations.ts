/**
 * What the operators and functions of the language do, value by value.
 *
 * The interpreter calls these; generated code does too, wherever it cannot prove that plain JavaScript does the same.
 */
import { EvaluationFault } from './evaluation-fault';
import { floorDivide, modulo, parsedNumber, roundHalfToEven, roundToDigits } from './numbers';
import type { ArithmeticOperator, ComparisonOperator, ExpressionValue, FunctionName, Syntax } from './syntax-tree';

export { EvaluationFault, floorDivide };

type Value = ExpressionValue;

/** The number that a value stands for; true is 1 and false is 0, as in both languages. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new EvaluationFault(`${describe(value)} is not a number`);
}

/** An arithmetic operator on two values. */
export function arithmetic(operator: ArithmeticOperator, syntax: Syntax, left: Value, right: Value): Value {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  const a = toNumber(left);
  const b = toNumber(right);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / divisor(b, syntax);
    case '//':
      return floorDivide(a, divisor(b, syntax));
    case '%':
      return syntax === 'python' ? modulo(a, divisor(b, syntax)) : a % b;
    case '**':
      return power(a, b, syntax);
    case '<<':
    case '>>':
      return shifted(operator, a, b);
    default:
      return bitwise(operator, a, b);
  }
}

/** The divisor, unless it is zero where Python's rules hold: JavaScript's rules give Infinity or NaN. */
function divisor(b: number, syntax: Syntax): number {
  if (b === 0 && syntax === 'python') throw new EvaluationFault('a division by zero');
  return b;
}

/** The bits of an integer inverted. */
export function complement(value: Value): number {
  return -integer(toNumber(value), '~') - 1;
}

/** A comparison of two values. `==` takes true for 1 and false for 0; `===` does not. */
export function compare(operator: Exclude<ComparisonOperator, 'in' | 'not in'>, left: Value, right: Value): boolean {
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    default:
      return typeof left === 'string' && typeof right === 'string'
        ? inOrder(operator, left, right)
        : inOrder(operator, toNumber(left), toNumber(right));
  }
}

/** Equality as `==` and `in` have it. */
export function isEqual(left: Value, right: Value): boolean {
  return left === right || numberOrSelf(left) === numberOrSelf(right);
}

/** Membership as `in` has it. */
export function isAmong(left: Value, items: readonly Value[]): boolean {
  return items.some((item) => isEqual(left, item));
}

/** One of the functions of the language. */
export function call(callee: FunctionName, syntax: Syntax, operands: readonly Value[]): Value {
  if (callee === 'bool') return Boolean(operands[0]);
  const [text] = operands;
  if ((callee === 'int' || callee === 'float') && typeof text === 'string') return parsedNumber(callee, text);
  const numbers = operands.map(toNumber);
  const value = callNumeric(callee, syntax, numbers);
  const [a = NaN] = numbers;
  // Python has no value if a function of one number leaves the numbers, and no integer that is not finite.
  const hasValue = Number.isFinite(value) || (!Number.isFinite(a) && !roundings.has(callee));
  if (syntax === 'python' && numbers.length === 1 && !hasValue) {
    throw new EvaluationFault(`${callee}(${a}) has no value`);
  }
  return value;
}

const roundings: ReadonlySet<FunctionName> = new Set(['int', 'trunc', 'floor', 'ceil', 'round']);

function callNumeric(callee: Exclude<FunctionName, 'bool'>, syntax: Syntax, numbers: readonly number[]): number {
  const [a = NaN, b] = numbers;
  switch (callee) {
    case 'int':
    case 'trunc':
      return Math.trunc(a);
    case 'float':
      return a;
    case 'min':
      return Math.min(...numbers);
    case 'max':
      return Math.max(...numbers);
    case 'round':
      if (b !== undefined) return roundToDigits(a, b);
      return syntax === 'python' ? roundHalfToEven(a) : Math.round(a);
    case 'pow':
      return power(a, b ?? NaN, syntax);
    default:
      return Math[callee](a);
  }
}

// By Python's rules zero has no reciprocal, and a root of a negative number is not a real one.
function power(a: number, b: number, syntax: Syntax): number {
  if (syntax === 'python' && ((a === 0 && b < 0) || (a < 0 && Number.isFinite(b) && !Number.isInteger(b)))) {
    throw new EvaluationFault(`${a} ** ${b} has no value`);
  }
  return a ** b;
}

function shifted(operator: '<<' | '>>', a: number, b: number): number {
  const count = integer(b, operator);
  const value = integer(a, operator);
  if (count < 0) throw new EvaluationFault(`a shift by ${count}, which is negative`);
  if (operator === '>>') return Math.floor(value / 2 ** Math.min(count, widest));
  return value === 0 ? value : value * 2 ** count;
}

/** Bits that the largest number has: shifted to the right by as many, nothing but the sign is left. */
const widest = 1023;

function integer(a: number, operator: string): number {
  if (!Number.isInteger(a)) throw new EvaluationFault(`${a} is not an integer, which ${operator} needs`);
  return a;
}

function bitwise(operator: '&' | '|' | '^', a: number, b: number): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) {
    throw new EvaluationFault(`${Number.isSafeInteger(a) ? b : a} is not an integer, which ${operator} needs`);
  }
  const [wideA, wideB] = [BigInt(a), BigInt(b)];
  if (operator === '&') return Number(wideA & wideB);
  return Number(operator === '|' ? wideA | wideB : wideA ^ wideB);
}

function inOrder<T extends number | string>(operator: '<' | '<=' | '>' | '>=', a: T, b: T): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

function numberOrSelf(value: Value): Value {
  return typeof value === 'boolean' ? Number(value) : value;
}

function describe(value: unknown): string {
  if (value === null) return 'None';
  return value === undefined ? 'a value that is missing' : JSON.stringify(value);
}
