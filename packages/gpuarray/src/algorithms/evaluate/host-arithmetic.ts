/**
 * The parts of an expression in which no array takes part, such as `2 * pi`: computed on the host, so that their result
 * is a number like any other, which does not widen the arrays.
 */
import { argumentError, internalError } from '@heddle/core/backend';
import { entryAt } from '../../array/entry-at';
import { scalarKind, type Scalar, type ScalarKind } from '../../array/dtype';
import type { ElementFunction } from '../functions';

/** A number and its kind, which is not always that of its value: 4 / 2 is a float. */
export interface WeakValue {
  readonly value: Scalar;
  readonly weak: ScalarKind;
}

export function weakValue(value: Scalar): WeakValue {
  return { value, weak: scalarKind(value) };
}

const kinds: readonly ScalarKind[] = ['bool', 'integer', 'float', 'complex'];

type RealFunction = (...values: number[]) => number;

type WholeFunction = (...values: bigint[]) => bigint;

/** Of whole numbers, where a double would round the result; none of these is given a divisor of 0. */
const exact: Readonly<Record<string, WholeFunction>> = {
  add: (a = 0n, b = 0n) => a + b,
  subtract: (a = 0n, b = 0n) => a - b,
  multiply: (a = 0n, b = 0n) => a * b,
  floorDivide: (a = 0n, b = 1n) => (a - floorRemainder(a, b)) / b,
  remainder: (a = 0n, b = 1n) => floorRemainder(a, b),
  negative: (a = 0n) => -a,
  positive: (a = 0n) => a,
  absolute: (a = 0n) => (a < 0n ? -a : a),
  power: (a = 0n, b = 0n) => (b < 0n ? BigInt(Number(a) ** Number(b)) : a ** b),
  square: (a = 0n) => a * a,
  minimum: (a = 0n, b = 0n) => (a < b ? a : b),
  maximum: (a = 0n, b = 0n) => (a > b ? a : b),
  floor: (a = 0n) => a,
  ceil: (a = 0n) => a,
  trunc: (a = 0n) => a,
};

/** Of the sign of the divisor. */
function floorRemainder(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

/** Of the sign of the divisor, as the device's functions have it: a quotient would be rounded before it is cut. */
function realRemainder(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 || Object.is(b, -0) ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
}

function realFloorDivide(a: number, b: number): number {
  if (b === 0) return a / b;
  const rest = a % b;
  const quotient = (a - rest) / b - (rest !== 0 && rest < 0 !== b < 0 ? 1 : 0);
  // A quotient of 0 has the sign of the true one.
  return quotient === 0 ? Math.trunc(a / b) * 0 : Math.round(quotient);
}

/** Whole numbers stay whole. */
const arithmetic: Readonly<Record<string, RealFunction>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  floorDivide: realFloorDivide,
  remainder: realRemainder,
  negative: (a) => -a,
  positive: (a) => a,
  absolute: Math.abs,
  power: (a, b) => a ** b,
  square: (a) => a * a,
  minimum: Math.min,
  maximum: Math.max,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
};

/** These give floats. */
const real: Readonly<Record<string, RealFunction>> = {
  divide: (a, b) => a / b,
  reciprocal: (a) => 1 / a,
  exp: Math.exp, expm1: Math.expm1, log: Math.log, log2: Math.log2, log10: Math.log10, log1p: Math.log1p,
  sqrt: Math.sqrt, cbrt: Math.cbrt, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos,
  atan: Math.atan, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, asinh: Math.asinh, acosh: Math.acosh,
  atanh: Math.atanh, hypot: Math.hypot, atan2: Math.atan2, fabs: Math.abs,
  exp2: (a) => 2 ** a,
  degrees: (a) => (a * 180) / Math.PI,
  radians: (a) => (a * Math.PI) / 180,
}; // prettier-ignore

/**
 * @throws HeddleError `ARGUMENT` for a function that is computed on devices only
 */
export function computeOnHost(fn: ElementFunction, operands: readonly WeakValue[]): WeakValue {
  const numbers = operands.flatMap(({ value }) => (typeof value === 'object' ? [] : [value]));
  if (numbers.length < operands.length) return complexOnHost(fn, operands);
  const values = numbers.map(Number);
  const kind = entryAt(kinds, Math.max(1, ...operands.map(({ weak }) => kinds.indexOf(weak))));
  const whole = arithmetic[fn.name];
  if (whole !== undefined) {
    const value = whole(...values);
    if (!Number.isInteger(value)) return { value, weak: 'float' };
    return { value: kind === 'integer' ? exactly(fn, numbers) : value, weak: kind };
  }
  const compute = real[fn.name];
  if (compute === undefined) throw onDeviceOnly(fn);
  return { value: compute(...values), weak: 'float' };
}

function exactly(fn: ElementFunction, operands: readonly (number | bigint | boolean)[]): number | bigint {
  const compute = exact[fn.name];
  if (compute === undefined) throw internalError(`${fn.name} has no form for whole numbers`);
  const value = compute(...operands.map(BigInt));
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function complexOnHost(fn: ElementFunction, operands: readonly WeakValue[]): WeakValue {
  const [a, b] = operands.map(({ value }) => (typeof value === 'object' ? value : { re: Number(value), im: 0 }));
  if (a === undefined) throw onDeviceOnly(fn);
  if (b === undefined) {
    if (fn.name === 'negative') return { value: { re: -a.re, im: -a.im }, weak: 'complex' };
    if (fn.name === 'positive') return { value: a, weak: 'complex' };
    if (fn.name === 'absolute') return { value: Math.hypot(a.re, a.im), weak: 'float' };
    throw onDeviceOnly(fn);
  }
  const value = (re: number, im: number): WeakValue => ({ value: { re, im }, weak: 'complex' });
  const size = b.re * b.re + b.im * b.im;
  switch (fn.name) {
    case 'add':
      return value(a.re + b.re, a.im + b.im);
    case 'subtract':
      return value(a.re - b.re, a.im - b.im);
    case 'multiply':
      return value(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    case 'divide':
      return value((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
    default:
      throw onDeviceOnly(fn);
  }
}

function onDeviceOnly(fn: ElementFunction): Error {
  return argumentError(`evaluate: ${fn.name} of numbers alone is not computed here`, {
    hint: 'Compute it in JavaScript, and put the result in ${…}.',
  });
}
