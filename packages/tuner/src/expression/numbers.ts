/** What Python does with numbers where JavaScript has no operator or function for it. */
import { EvaluationFault } from './evaluation-fault';

/** Python's remainder, which has the sign of the divisor. */
export function modulo(a: number, b: number): number {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
}

/**
 * The floor of the exact quotient, which agrees with the remainder: `1 // 0.1` is 9, although `1 / 0.1` rounds to 10.
 * By zero it is the quotient that JavaScript's rules give.
 */
export function floorDivide(a: number, b: number): number {
  if (b === 0) return a / b;
  const remainder = a % b;
  const quotient = (a - remainder) / b;
  // Whole but for the rounding of the difference.
  const whole = Math.floor(quotient);
  const nearest = quotient - whole > 0.5 ? whole + 1 : whole;
  const floor = remainder !== 0 && remainder < 0 !== b < 0 ? nearest - 1 : nearest;
  // A zero has the sign that the quotient has.
  return floor === 0 ? 0 * (a / b) : floor;
}

/** Rounds to the nearest integer, a half to the even one. */
export function roundHalfToEven(a: number): number {
  const floor = Math.floor(a);
  if (a - floor !== 0.5) return Math.round(a);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Rounds to decimal digits, a half to the even one; negative counts round before the point. The exact number counts:
 * 2.675 is stored as a little less, and becomes 2.67.
 */
export function roundToDigits(a: number, digits: number): number {
  if (!Number.isInteger(digits)) throw new EvaluationFault(`${digits} is not a number of digits`);
  if (!Number.isFinite(a)) return a;
  const size = Math.abs(a);
  return Math.sign(a) * (digits < 0 ? roundedToMultiple(size, 10 ** -digits) : roundedFraction(size, digits));
}

function roundedToMultiple(size: number, unit: number): number {
  const rest = size % unit;
  const below = size - rest;
  const isOdd = (below / unit) % 2 === 1;
  return rest * 2 > unit || (rest * 2 === unit && isOdd) ? below + unit : below;
}

function roundedFraction(size: number, digits: number): number {
  // More digits than toFixed knows change no number but one near zero.
  if (Number.isInteger(size) || digits > 100) return size;
  const rounded = size.toFixed(digits);
  // A number is halfway exactly if it is an odd number of halves to that power of two, and has one more digit then.
  const isHalfway = Math.abs((size * 2 ** (digits + 1)) % 2) === 1;
  const isEven = /[02468]$/.test(rounded);
  return Number(isHalfway && !isEven ? size.toFixed(digits + 1).slice(0, -1) : rounded);
}

/** The number that a text is, in Python's spelling. */
export function parsedNumber(callee: 'int' | 'float', text: string): number {
  const spelling = callee === 'int' ? /^[-+]?\d+(_\d+)*$/ : decimal;
  const trimmed = text.trim();
  if (!spelling.test(trimmed)) throw new EvaluationFault(`${callee}(${JSON.stringify(text)}) has no value`);
  return Number(trimmed.replaceAll('_', ''));
}

const decimal = /^[-+]?(\d+(_\d+)*\.?|(\d+(_\d+)*)?\.\d+(_\d+)*)(e[-+]?\d+(_\d+)*)?$/i;
