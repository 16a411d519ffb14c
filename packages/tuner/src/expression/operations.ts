/**
 * What the operators and functions of the language do, value by value.
 *
 * The interpreter calls these; generated code does too, wherever it cannot prove that plain JavaScript does the same.
 */
import type { ArithmeticOperator, ComparisonOperator, ExpressionValue, FunctionName, Syntax } from './syntax-tree';

/** An operand that an operator cannot take, or a division by zero; becomes a HeddleError where the expression is known. */
export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault';
}

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
      return Math.floor(a / divisor(b, syntax));
    case '%':
      return syntax === 'python' ? modulo(a, divisor(b, syntax)) : a % b;
    case '**':
      return a ** b;
    case '<<':
      return a * 2 ** b;
    case '>>':
      return Math.floor(a / 2 ** b);
    default:
      return bitwise(operator, a, b);
  }
}

/** Python's remainder, which has the sign of the divisor. */
export function modulo(a: number, b: number): number {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
}

/** The divisor, unless it is zero where Python's rules hold: JavaScript's rules give Infinity or NaN. */
export function divisor(b: number, syntax: Syntax = 'python'): number {
  if (b === 0 && syntax === 'python') throw new EvaluationFault('a division by zero');
  return b;
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

/** One of the functions of the language. */
export function call(callee: FunctionName, syntax: Syntax, operands: readonly Value[]): Value {
  if (callee === 'bool') return Boolean(operands[0]);
  if ((callee === 'int' || callee === 'float') && typeof operands[0] === 'string') return parsed(callee, operands[0]);
  const numbers = operands.map(toNumber);
  const a = numbers[0] ?? NaN;
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
      return syntax === 'python' ? roundHalfToEven(a) : Math.round(a);
    case 'pow':
      return a ** (numbers[1] ?? NaN);
    default:
      return Math[callee](a);
  }
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

function parsed(callee: 'int' | 'float', text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(value) || (callee === 'int' && !Number.isInteger(value))) {
    throw new EvaluationFault(`${callee}(${describe(text)}) has no value`);
  }
  return value;
}

function roundHalfToEven(a: number): number {
  const floor = Math.floor(a);
  if (a - floor !== 0.5) return Math.round(a);
  return floor % 2 === 0 ? floor : floor + 1;
}

function describe(value: unknown): string {
  if (value === null) return 'None';
  return value === undefined ? 'a value that is missing' : JSON.stringify(value);
}
