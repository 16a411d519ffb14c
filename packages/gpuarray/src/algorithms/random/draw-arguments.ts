/** Checks of what users pass to a generator. Each throws an `ARGUMENT` error that names the parameter. */
import type { Device, DType } from '@heddle/core';
import { argumentError, describe, integerRanges, requireCapability } from '@heddle/core/backend';
import type { FloatDType } from './float-rounding';
import type { IntegerDType } from './integers';
import type { PoissonDType } from './poisson';

export const floatDTypes = ['float32', 'float64', 'float16', 'bfloat16'] as const satisfies readonly FloatDType[];
export const integerDTypes = [
  'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64',
] as const satisfies readonly IntegerDType[]; // prettier-ignore
export const poissonDTypes = ['int64', 'uint64', 'int32', 'uint32'] as const satisfies readonly PoissonDType[];

function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** The two key words of a seed. */
export function seedWords(seed: unknown): readonly [low: number, high: number] {
  const value = typeof seed === 'bigint' || isSafeInteger(seed) ? BigInt(seed) : -1n;
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
  if (isSafeInteger(value) && value >= least && value <= greatest) return value;
  throw argumentError(`${parameter} takes whole numbers from ${least} to ${greatest}, not ${describe(value)}`, {
    parameter,
  });
}

/** A finite number, at least `least` and at most `greatest`. */
export function checkNumber(parameter: string, value: unknown, least = -Infinity, greatest = Infinity): number {
  if (isFiniteNumber(value) && value >= least && value <= greatest) return value;
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
  if (typeof value === 'bigint' || isSafeInteger(value)) return BigInt(value);
  throw argumentError(`${parameter} takes a whole number (a bigint beyond 2^53), not ${describe(value)}`, {
    parameter,
  });
}

export function requireFloat64(device: Device, operation: string): void {
  requireCapability(device.capabilities, 'float64', operation, device.backend);
}
