/**
 * Formats elements as NumPy prints them: as few digits as tell them apart, at most 8 after the point, columns aligned.
 */
import type { DType } from '@heddle/core';
import { isNegative, shortest, type Decimal, type Value } from './shortest-digits';

/** The greatest number of digits after the decimal point. */
const precision = 8;

/** All elements that are printed, in one width. */
export function formatElements(dtype: DType, values: readonly Value[]): string[] {
  const complexValues = values.filter((value) => typeof value === 'object');
  if (complexValues.length > 0) {
    const part = dtype === 'complex64' ? 'float32' : 'float64';
    const real = formatFloats(part, complexValues.map(({ re }) => re)); // prettier-ignore
    const imaginary = formatFloats(part, complexValues.map(({ im }) => Math.abs(im))); // prettier-ignore
    return complexValues.map(({ im }, k) => {
      const aligned = imaginary[k] ?? '';
      const digits = aligned.trim();
      // The unit follows the digits; the spaces that aligned them follow the unit.
      return `${real[k] ?? ''}${isNegative(im) ? '-' : '+'}${digits}j${' '.repeat(aligned.length - digits.length)}`;
    });
  }
  if (dtype === 'bool') return padStart(values.map((value) => (value === true ? 'True' : 'False')));
  if (dtype.startsWith('float') || dtype === 'bfloat16') {
    return formatFloats(dtype, values.filter((value) => typeof value === 'number')); // prettier-ignore
  }
  return padStart(values.map(String));
}

function padStart(texts: readonly string[]): string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text.padStart(width));
}

function formatFloats(dtype: DType, values: readonly number[]): string[] {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  const greatest = Math.max(0, ...sizes);
  const least = Math.min(Infinity, ...sizes);
  const finite = values.filter(Number.isFinite).map((value) => shortest(dtype, value));
  const useExponent = sizes.length > 0 && (greatest >= 1e8 || least < 1e-4 || greatest / least > 1000);
  const texts = useExponent ? exponentialTexts(finite) : positionalTexts(finite);
  let next = 0;
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return padStart(
    values.map((value) => {
      if (Number.isNaN(value)) return 'nan'.padStart(width);
      if (!Number.isFinite(value)) return (value < 0 ? '-inf' : 'inf').padStart(width);
      return texts[next++] ?? '';
    }),
  );
}

function positionalTexts(decimals: readonly Decimal[]): string[] {
  const parts = decimals.map((decimal) => {
    const { negative, digits, exponent } = roundDigits(decimal, precision + 1 + decimal.exponent);
    const whole = exponent < 0 ? '0' : digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
    const fraction = (exponent < 0 ? '0'.repeat(-exponent - 1) + digits : digits.slice(exponent + 1)).replace(
      /0+$/,
      '',
    );
    return { whole: `${negative ? '-' : ''}${whole}`, fraction };
  });
  const left = Math.max(0, ...parts.map(({ whole }) => whole.length));
  const right = Math.max(0, ...parts.map(({ fraction }) => fraction.length));
  return parts.map(({ whole, fraction }) => `${whole.padStart(left)}.${fraction.padEnd(right)}`);
}

function exponentialTexts(decimals: readonly Decimal[]): string[] {
  const rounded = decimals.map((decimal) => roundDigits(decimal, precision + 1));
  const fractions = rounded.map(({ digits }) => digits.slice(1).replace(/0+$/, ''));
  const right = Math.max(0, ...fractions.map(({ length }) => length));
  const texts = rounded.map(({ negative, digits, exponent }, k) => {
    const power = String(Math.abs(exponent)).padStart(2, '0');
    const fraction = (fractions[k] ?? '').padEnd(right, '0');
    return `${negative ? '-' : ''}${digits[0] ?? '0'}.${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  });
  return padStart(texts);
}

/** No more than so many significant digits, the last one rounded. */
function roundDigits(decimal: Decimal, count: number): Decimal {
  const { negative, digits, exponent } = decimal;
  if (digits.length <= count) return decimal;
  if (count <= 0) return { negative, digits: '0', exponent: 0 };
  const up = Number(digits[count]) >= 5;
  const kept = BigInt(digits.slice(0, count)) + (up ? 1n : 0n);
  const text = String(kept).padStart(count, '0');
  return text.length > count
    ? { negative, digits: text.slice(0, count), exponent: exponent + 1 }
    : { negative, digits: text, exponent };
}
