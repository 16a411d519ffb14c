/** Checks JavaScript values against the element types. */
import { bfloat16FromNumber } from './bfloat16';
import { describe } from '../diagnostics/describe';
import { dtypeInfo, type DType } from './dtype';
import { float16FromNumber } from './float16';

/** Least and greatest value of each integer dtype. */
export const integerRanges = {
  int8: [-(2n ** 7n), 2n ** 7n - 1n],
  uint8: [0n, 2n ** 8n - 1n],
  int16: [-(2n ** 15n), 2n ** 15n - 1n],
  uint16: [0n, 2n ** 16n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
} as const satisfies Partial<Record<DType, readonly [bigint, bigint]>>;

/** Returns why a dtype cannot hold a value, or undefined if it can. */
export type ScalarCheck = (value: unknown) => string | undefined;

/**
 * Returns why a dtype cannot hold a value, or undefined if it can.
 *
 * - integers: whole numbers within the range; int64 and uint64 take bigint and safe integers
 * - floats: any number, NaN and infinities too; a finite number beyond the range is an error, and does not become
 *   infinite
 * - complex: `{ re, im }`, or a number for its real part
 * - bool: true, false, 1, 0
 *
 * @returns the end of a sentence: `got 300; uint8 holds 0 to 255`
 */
export function scalarProblem(value: unknown, dtype: DType): string | undefined {
  return scalarCheck(dtype)(value);
}

/** {@link scalarProblem} for one dtype, which looks up the dtype once. */
export function scalarCheck(dtype: DType): ScalarCheck {
  switch (dtypeInfo(dtype).kind) {
    case 'bool':
      return (value) =>
        value === true || value === false || value === 0 || value === 1 ? undefined : `got ${describe(value)}`;
    case 'float':
      return floatCheck(dtype);
    case 'complex':
      return complexCheck(dtype === 'complex64' ? 'float32' : 'float64');
    default:
      return dtype === 'int64' || dtype === 'uint64' ? wideIntegerCheck(dtype) : integerCheck(dtype as NarrowInteger);
  }
}

type NarrowInteger = Exclude<keyof typeof integerRanges, 'int64' | 'uint64'>;

function integerCheck(dtype: NarrowInteger): ScalarCheck {
  const least = Number(integerRanges[dtype][0]);
  const greatest = Number(integerRanges[dtype][1]);
  return (value) => {
    if (typeof value !== 'number') return `got ${describe(value)}`;
    if (!Number.isInteger(value)) return `got ${value}, which is not an integer`;
    if (value >= least && value <= greatest) return undefined;
    return `got ${value}; ${dtype} holds ${least} to ${greatest}`;
  };
}

function wideIntegerCheck(dtype: 'int64' | 'uint64'): ScalarCheck {
  const [least, greatest] = integerRanges[dtype];
  const leastNumber = dtype === 'uint64' ? 0 : Number.MIN_SAFE_INTEGER;
  return (value) => {
    if (typeof value === 'number') {
      if (!Number.isInteger(value)) return `got ${value}, which is not an integer`;
      if (!Number.isSafeInteger(value)) return `got ${value}, which a number holds inexactly; pass a bigint`;
      if (value >= leastNumber) return undefined;
    } else if (typeof value !== 'bigint') {
      return `got ${describe(value)}`;
    } else if (value >= least && value <= greatest) {
      return undefined;
    }
    return `got ${describe(value)}; ${dtype} holds ${least} to ${greatest}`;
  };
}

function floatCheck(dtype: DType): ScalarCheck {
  return (value) => {
    if (typeof value !== 'number') return `got ${describe(value)}`;
    if (!Number.isFinite(value) || fitsFloat(value, dtype)) return undefined;
    return `got ${value}, which is beyond the range of ${dtype}`;
  };
}

function fitsFloat(value: number, dtype: DType): boolean {
  if (dtype === 'float32') return Number.isFinite(Math.fround(value));
  if (dtype === 'float16') return (float16FromNumber(value) & 0x7fff) < 0x7c00;
  if (dtype === 'bfloat16') return (bfloat16FromNumber(value) & 0x7fff) < 0x7f80;
  return true;
}

function complexCheck(part: DType): ScalarCheck {
  const check = floatCheck(part);
  return (value) => {
    if (typeof value === 'number') return check(value);
    if (typeof value !== 'object' || value === null) return `got ${describe(value)}`;
    const { re, im } = value as { re?: unknown; im?: unknown };
    if (re === undefined || im === undefined) return `got ${describe(value)} without re and im`;
    const real = check(re);
    if (real !== undefined) return `${real} (re)`;
    const imaginary = check(im);
    return imaginary === undefined ? undefined : `${imaginary} (im)`;
  };
}
