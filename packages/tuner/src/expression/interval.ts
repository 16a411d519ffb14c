/** Ranges of numbers, for proving that a division cannot be by zero or that a bound cannot be met. */
import { floorDivide } from './numbers';

/** All numbers from low to high, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export const anyNumber: Interval = { low: -Infinity, high: Infinity };
export const truth: Interval = { low: 0, high: 1 };

/** The least interval with all of the given numbers. If one is not a number, nothing is known. */
export function spanOf(numbers: readonly number[]): Interval {
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return anyNumber;
  let low = Infinity;
  let high = -Infinity;
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return { low, high };
}

/** Everything an arithmetic operator can give on two ranges. Rounding is monotone, so these hold in floating point. */
export function arithmeticRange(operator: string, a: Interval, b: Interval): Interval {
  switch (operator) {
    case '+':
      return spanOf([a.low + b.low, a.high + b.high]);
    case '-':
      return spanOf([a.low - b.high, a.high - b.low]);
    case '*':
      return spanOf([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]);
    case '/':
      return excludesZero(b) ? spanOf(quotients(a, b)) : anyNumber;
    case '//':
      return excludesZero(b) ? wholeQuotients(a, b) : anyNumber;
    case '%':
      return a.low >= 0 && b.low > 0 ? { low: 0, high: Math.min(a.high, b.high) } : anyNumber;
    default:
      return anyNumber;
  }
}

/** True if no number of the range is zero. */
export function excludesZero({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}

/** The quotients without their fractions. Beyond these numbers their floor need not rise with them. */
function wholeQuotients(a: Interval, b: Interval): Interval {
  const span = spanOf(corners(a, b).map(([x, y]) => floorDivide(x, y)));
  return span.low >= -(2 ** 50) && span.high <= 2 ** 50 ? span : anyNumber;
}

function quotients(a: Interval, b: Interval): number[] {
  return corners(a, b).map(([x, y]) => x / y);
}

function corners(a: Interval, b: Interval): [number, number][] {
  return [
    [a.low, b.low],
    [a.low, b.high],
    [a.high, b.low],
    [a.high, b.high],
  ];
}
