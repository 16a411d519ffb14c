/**
 * Assertions for cases. They are our own, so that no test library is needed. Their messages say what was expected, what
 * came, and where.
 */
import { isHeddleError, type ErrorCode, type HeddleError } from '@heddle/core';

/** A device did not do what it must. */
export class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure';
}

/** How far a computed number may be from the exact one. The larger of the given bounds counts. */
export interface Tolerance {
  readonly absolute?: number;
  /** Times the expected magnitude. */
  readonly relative?: number;
  /** Units in the last place of a float32 of the expected magnitude. */
  readonly ulps?: number;
}

/** What an error must carry besides its code. */
export interface ErrorExpectation {
  readonly message?: RegExp;
  readonly parameter?: string;
  readonly kernel?: string;
  readonly requested?: number;
  readonly max?: number;
}

type Element = number | bigint;
type Elements = ArrayLike<number> | ArrayLike<bigint>;

/** @throws ConformanceFailure with the given message, always */
export function fail(message: string): never {
  throw new ConformanceFailure(message);
}

export function ok(condition: boolean, message: string): void {
  if (!condition) fail(message);
}

/** The same value: NaN equals NaN, -0 does not equal 0. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  if (!Object.is(actual, expected)) fail(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** The same elements, compared as {@link equal} does. */
export function arrayEqual(actual: Elements, expected: Elements, what = 'array'): void {
  equal(actual.length, expected.length, `length of ${what}`);
  reportDifferences(actual, expected, what, (a, e) => Object.is(a, e));
}

/** The same numbers within a tolerance. NaN is close to NaN, an infinity to itself. */
export function close(
  actual: number | ArrayLike<number>,
  expected: number | ArrayLike<number>,
  tolerance: Tolerance,
  what = 'value',
): void {
  const [a, e] = [toArray(actual), toArray(expected)];
  equal(a.length, e.length, `length of ${what}`);
  reportDifferences(a, e, what, (x, y) => isClose(Number(x), Number(y), tolerance));
}

/**
 * The body throws a HeddleError with one of the codes.
 *
 * @returns the error, for closer looks
 */
export function throws(
  codes: ErrorCode | readonly ErrorCode[],
  body: () => unknown,
  expectation: ErrorExpectation = {},
): HeddleError {
  let value: unknown;
  try {
    value = body();
  } catch (error) {
    return matchError(error, codes, expectation);
  }
  return fail(`expected an error ${list(codes)}, got ${show(value)}`);
}

/** {@link throws} for promises. */
export async function rejects(
  codes: ErrorCode | readonly ErrorCode[],
  body: PromiseLike<unknown> | (() => PromiseLike<unknown>),
  expectation: ErrorExpectation = {},
): Promise<HeddleError> {
  let value: unknown;
  try {
    value = await (typeof body === 'function' ? body() : body);
  } catch (error) {
    return matchError(error, codes, expectation);
  }
  return fail(`expected an error ${list(codes)}, got ${show(value)}`);
}

function matchError(
  error: unknown,
  codes: ErrorCode | readonly ErrorCode[],
  { message, ...fields }: ErrorExpectation,
): HeddleError {
  const wanted = typeof codes === 'string' ? [codes] : codes;
  if (!isHeddleError(error)) fail(`expected a HeddleError ${list(codes)}, got ${show(error)}`);
  if (!wanted.includes(error.code)) fail(`expected an error ${list(codes)}, got ${error.code}: ${error.message}`);
  if (message && !message.test(error.message)) {
    fail(`expected a message that matches ${String(message)}, got: ${error.message}`);
  }
  for (const [field, value] of Object.entries(fields)) {
    equal((error as unknown as Record<string, unknown>)[field], value, `the error's ${field} (${error.message})`);
  }
  return error;
}

function list(codes: ErrorCode | readonly ErrorCode[]): string {
  return typeof codes === 'string' ? codes : codes.join(' or ');
}

function reportDifferences(
  actual: Elements,
  expected: Elements,
  what: string,
  agree: (actual: Element, expected: Element) => boolean,
): void {
  let count = 0;
  let first = -1;
  for (let i = 0; i < expected.length; i++) {
    if (agree(actual[i] as Element, expected[i] as Element)) continue;
    if (count === 0) first = i;
    count++;
  }
  if (count === 0) return;
  fail(
    `${what}: ${count} of ${expected.length} elements differ; the first is [${first}]: ` +
      `expected ${show(expected[first])}, got ${show(actual[first])}`,
  );
}

function isClose(actual: number, expected: number, { absolute = 0, relative = 0, ulps = 0 }: Tolerance): boolean {
  if (Object.is(actual, expected) || actual === expected) return true;
  if (!Number.isFinite(actual) || !Number.isFinite(expected)) return false;
  const bound = Math.max(absolute, relative * Math.abs(expected), ulps * float32Spacing(expected));
  return Math.abs(actual - expected) <= bound;
}

// The distance between neighbouring float32 values at this magnitude.
function float32Spacing(value: number): number {
  const exponent = Math.floor(Math.log2(Math.max(Math.abs(value), 2 ** -126)));
  return 2 ** (Math.max(exponent, -126) - 23);
}

function toArray(value: number | ArrayLike<number>): ArrayLike<number> {
  return typeof value === 'number' ? [value] : value;
}

function show(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value.length > 400 ? `${value.slice(0, 400)}...` : value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const elements = Array.from(value as unknown as ArrayLike<unknown>).slice(0, 8);
    return `[${elements.map(show).join(', ')}${(value as ArrayLike<unknown>).length > 8 ? ', ...' : ''}]`;
  }
  if (typeof value === 'object' && value !== null) return Object.prototype.toString.call(value);
  return String(value);
}
