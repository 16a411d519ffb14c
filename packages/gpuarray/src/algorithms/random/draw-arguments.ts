/** Checks of what users pass to a generator. Each throws an `ARGUMENT` error that names the parameter. */
import type { Device, DType } from '@heddle/core';
import { argumentError, describe, integerRanges, requireCapability } from '@heddle/core/backend';
import type { FloatDType } from './float-rounding';
import type { IntegerDType } from './integers';
import type { PoissonDType } from './poisson';

export const floatDTypes = ['float32', 'float64', 'float16', 'bfloat16'] as const satisfies readonly FloatDType[];
export const integerDTypes = Object.keys(integerRanges) as readonly IntegerDType[];
export const poissonDTypes = ['int64', 'uint64', 'int32', 'uint32'] as const satisfies readonly PoissonDType[];

/** The two key words of a seed. */
export function seedWords(seed: unknown): readonly [low: number, high: number] {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  const value = whole ? BigInt(seed as number | bigint) : -1n;
  if (value < 0n || value >= 2n ** 64n) {
    throw argumentError(`a seed is a whole number from 0 to 2^64 - 1, not ${describe(seed)}`, { parameter: 'seed' });
  }
  return [Number(value & 0xffffffffn), Number(value >> 32n)];
}

export function checkDType<D extends DType>(operation: string, dtype: D, allowed: readonly DType[]): D {
  if (allowed.includes(dtype)) return dtype;
  throw argumentError(`${operation} gives ${allowed.join(', ')}; not ${describe(dtype)}`, { parameter: 'dtype' });
}

export function checkInteger(parameter: string, value: unknown, least: number, greatest: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= greatest) {
    return value as number;
  }
  throw argumentError(`${parameter} takes whole numbers from ${least} to ${greatest}, not ${describe(value)}`, {
    parameter,
  });
}

/** A finite number, at least `least` and at most `greatest`. */
export function checkNumber(parameter: string, value: unknown, least = -Infinity, greatest = Infinity): number {
  if (Number.isFinite(value) && (value as number) >= least && (value as number) <= greatest) return value as number;
  const bounds =
    least === -Infinity ? '' : greatest === Infinity ? ` of at least ${least}` : ` from ${least} to ${greatest}`;
  throw argumentError(`${parameter} takes a finite number${bounds}, not ${describe(value)}`, { parameter });
}

/** First value and number of values of an interval within a dtype. */
export function integerInterval(
  low: unknown,
  high: unknown,
  dtype: IntegerDType,
  endpoint: boolean,
): { readonly first: bigint; readonly range: bigint } {
  const first = wholeNumber('low', low);
  const end = wholeNumber('high', high) + (endpoint ? 1n : 0n);
  const [least, greatest] = integerRanges[dtype];
  if (first < least || end > greatest + 1n) {
    throw argumentError(`integers: [${first}, ${end}) is not within ${dtype}, which holds ${least} to ${greatest}`);
  }
  if (end <= first) throw argumentError(`integers: there is none from ${first} up to and without ${end}`);
  return { first, range: end - first };
}

function wholeNumber(parameter: string, value: unknown): bigint {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value as number | bigint);
  throw argumentError(`${parameter} takes a whole number (a bigint beyond 2^53), not ${describe(value)}`, {
    parameter,
  });
}

export function requireFloat64(device: Device, operation: string): void {
  requireCapability(device.capabilities, 'float64', operation, device.backend);
}
