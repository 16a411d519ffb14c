/** Whether a result is NumPy's, but for the differences that the table accepts. */
import { dtypeInfo, type DType } from '@heddle/core';
import type { Complex } from '@heddle/core/backend';
import type { ExpectedArray } from './case';
import { bytesOf, elementsOf, type Element } from './elements';
import type { Accuracy } from './function-entry';

/** A result on the host. */
export interface ReceivedArray {
  readonly dtype: DType;
  readonly shape: readonly number[];
  /** In row-major order. */
  readonly bytes: Uint8Array;
}

export interface Difference {
  readonly text: string;
  /** Of the element in row-major order, if elements differ. */
  readonly index?: number;
}

/** Undefined if the arrays are the same but for accepted differences. */
export function differenceOf(
  expected: ExpectedArray,
  received: ReceivedArray,
  accuracy: Accuracy,
): Difference | undefined {
  const { dtype } = received;
  if (expected.dtype !== dtype) return { text: `dtype ${dtype}, NumPy has ${expected.dtype}` };
  if (expected.shape.join() !== received.shape.join()) {
    return { text: `shape (${received.shape.join(', ')}), NumPy has (${expected.shape.join(', ')})` };
  }
  const theirs = elementsOf(dtype, bytesOf(expected.values));
  const ours = elementsOf(dtype, received.bytes);
  const skipped = expected.undefined === undefined ? undefined : bytesOf(expected.undefined);
  const magnitudes = expected.magnitude === undefined ? undefined : elementsOf('float64', bytesOf(expected.magnitude));
  const { zeros, complexInfinity } = accuracy;
  const rule: Rule = {
    zeros,
    complexInfinity,
    ulp: boundOf(accuracy, expected.precision ?? dtype),
    precision: partOf(expected.precision ?? dtype),
  };
  for (const [index, wanted] of theirs.entries()) {
    const given = ours[index];
    if (skipped?.[index] === 1 || given === undefined) continue;
    const magnitude = magnitudes?.[index];
    if (isAccepted(wanted, given, dtype, rule, typeof magnitude === 'number' ? magnitude : undefined)) continue;
    return { text: `element ${index} is ${show(given)}, NumPy has ${show(wanted)}`, index };
  }
  return undefined;
}

/** What is accepted of one array. */
interface Rule {
  readonly zeros: Accuracy['zeros'];
  readonly complexInfinity: Accuracy['complexInfinity'];
  readonly ulp: number;
  /** The float that NumPy rounded to: with `out`, it may be narrower than the array's. */
  readonly precision: FloatName;
}

type FloatName = 'float16' | 'bfloat16' | 'float32' | 'float64';

function boundOf({ ulp = 0 }: Accuracy, dtype: string): number {
  return typeof ulp === 'number' ? ulp : ((ulp as Readonly<Record<string, number>>)[dtype] ?? ulp.other);
}

/** The float that a number consists of. */
function partOf(dtype: string): FloatName {
  if (dtype === 'complex64') return 'float32';
  return dtype === 'float16' || dtype === 'bfloat16' || dtype === 'float32' ? dtype : 'float64';
}

function isAccepted(wanted: Element, given: Element, dtype: DType, rule: Rule, magnitude: number | undefined): boolean {
  if (typeof wanted === 'object' && typeof given === 'object') {
    return isAcceptedComplex(wanted, given, partOf(dtype), rule, magnitude);
  }
  if (typeof wanted === 'number' && typeof given === 'number' && dtypeInfo(dtype).kind === 'float') {
    return isAcceptedFloat(wanted, given, partOf(dtype), rule, magnitude);
  }
  return wanted === given;
}

function isAcceptedFloat(
  wanted: number,
  given: number,
  dtype: FloatName,
  { ulp, zeros, precision }: Rule,
  magnitude: number | undefined,
): boolean {
  // All NaN are the same, whatever their bits.
  if (Number.isNaN(wanted) || Number.isNaN(given)) return Number.isNaN(wanted) && Number.isNaN(given);
  if (magnitude !== undefined && Number.isFinite(magnitude)) return isWithin(wanted, given, ulp, precision, magnitude);
  if (wanted === given) return wanted !== 0 || zeros === 'either' || Object.is(wanted, given);
  // Digits that NumPy has rounded away.
  if (precision !== dtype) return isWithin(wanted, given, Math.max(1, ulp), precision, Math.abs(wanted));
  if (ulp === 0) return false;
  const distance = ordinalOf(wanted, dtype) - ordinalOf(given, dtype);
  return distance <= BigInt(ulp) && -distance <= BigInt(ulp);
}

/** Rounding errors in proportion to a magnitude. Beyond the dtype's range, the order decides whether a sum overflows. */
function isWithin(wanted: number, given: number, ulp: number, dtype: FloatName, magnitude: number): boolean {
  const { largest, least, epsilon } = formatOf(dtype);
  if (magnitude > largest / 4 || wanted === given) return true;
  return Math.abs(wanted - given) <= ulp * epsilon * magnitude + least;
}

function isAcceptedComplex(
  wanted: Complex,
  given: Complex,
  part: FloatName,
  rule: Rule,
  magnitude: number | undefined,
): boolean {
  const isFinite = [wanted.re, wanted.im].every(Number.isFinite);
  if (isFinite && (rule.ulp > 0 || rule.precision !== part)) {
    const size = Math.max(Math.hypot(wanted.re, wanted.im), magnitude ?? 0);
    const isClose = (a: number, b: number) => isWithin(a, b, Math.max(1, rule.ulp), rule.precision, size);
    return isClose(wanted.re, given.re) && isClose(wanted.im, given.im);
  }
  const isNan = Number.isNaN(wanted.re) || Number.isNaN(wanted.im);
  if (isNan && rule.complexInfinity === 'either') return ![given.re, given.im].every(Number.isFinite);
  // A zero beside an infinity has the sign of what rounding left.
  const each: Rule = rule.complexInfinity === 'either' ? { ...rule, zeros: 'either' } : rule;
  return (
    isAcceptedFloat(wanted.re, given.re, part, each, undefined) &&
    isAcceptedFloat(wanted.im, given.im, part, each, undefined)
  );
}

interface FloatFormat {
  readonly largest: number;
  /** The least number above 0. */
  readonly least: number;
  /** From 1 to the next number. */
  readonly epsilon: number;
}

function formatOf(dtype: FloatName): FloatFormat {
  switch (dtype) {
    case 'float16':
      return { largest: 65504, least: 2 ** -24, epsilon: 2 ** -10 };
    case 'bfloat16':
      return { largest: 2 ** 127 * (2 - 2 ** -7), least: 2 ** -133, epsilon: 2 ** -7 };
    case 'float32':
      return { largest: 2 ** 127 * (2 - 2 ** -23), least: 2 ** -149, epsilon: 2 ** -23 };
    default:
      return { largest: Number.MAX_VALUE, least: Number.MIN_VALUE, epsilon: Number.EPSILON };
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** The place of a number among all of its dtype: neighbours are 1 apart, and both zeros are 0. */
function ordinalOf(value: number, dtype: FloatName): bigint {
  // The bits of a narrower float are the first of a wider one's, but for the exponent: count in the dtype's steps.
  if (dtype === 'float64') {
    bits.setFloat64(0, Math.abs(value));
    return value < 0 ? -bits.getBigUint64(0) : bits.getBigUint64(0);
  }
  if (dtype === 'float32') {
    bits.setFloat32(0, Math.abs(value));
    return value < 0 ? -BigInt(bits.getUint32(0)) : BigInt(bits.getUint32(0));
  }
  const { largest, least, epsilon } = formatOf(dtype);
  const size = Math.min(Math.abs(value), largest * (1 + epsilon));
  const leastNormal = least / epsilon;
  const exponent = size < leastNormal ? Math.log2(leastNormal) : Math.floor(Math.log2(size));
  const step = 2 ** exponent * epsilon;
  const above = Math.round((size - (size < leastNormal ? 0 : 2 ** exponent)) / step);
  const binades = size < leastNormal ? 0 : exponent - Math.log2(leastNormal) + 1;
  const ordinal = BigInt(binades / epsilon + above);
  return value < 0 ? -ordinal : ordinal;
}

export function show(element: Element): string {
  if (typeof element === 'object') return `${show(element.re)} + ${show(element.im)}i`;
  return Object.is(element, -0) ? '-0' : String(element);
}
