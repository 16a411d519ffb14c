/** Random elements of each dtype: tame ones, and extremes. */
import { dtypeInfo, type DType } from '@heddle/core';
import { bfloat16FromNumber, float16FromNumber, integerRanges } from '@heddle/core/backend';
import type { Random } from './random';

/**
 * Which values a function is tried with.
 *
 * - `any`: all, among them NaN, infinities and the ends of the range
 * - `tame`: small numbers and their fractions
 * - `near1`: from 1/2 to 2, with zeros, NaN and infinities: products of many do not overflow
 * - `few`: very few different ones, for sorts and sets
 * - `whole`: small whole numbers of either sign
 */
export type ValueRange = 'any' | 'tame' | 'near1' | 'few' | 'whole';

export const integers = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'] as const;
export const floats = ['float16', 'float32', 'float64'] as const;
export const complexes = ['complex64', 'complex128'] as const;
/** Every dtype that NumPy has. */
export const allDTypes = ['bool', ...integers, ...floats, ...complexes] as const;
export const realDTypes = ['bool', ...integers, ...floats] as const;
export const numbers = [...integers, ...floats, ...complexes] as const;
export const realNumbers = [...integers, ...floats] as const;
export const wholeDTypes = ['bool', ...integers] as const;
export const floating = [...floats, ...complexes] as const;

/** Bytes of so many random elements. */
export function randomBytes(random: Random, dtype: DType, count: number, range: ValueRange): Uint8Array {
  const { byteLength, kind } = dtypeInfo(dtype);
  const bytes = new Uint8Array(byteLength * count);
  const view = new DataView(bytes.buffer);
  // Arrays with an extreme in them are NaN or infinite after many operations: most arrays have none.
  const wildness = range === 'any' ? random.pick([0, 0, 0.1, 0.5]) : range === 'near1' ? random.pick([0, 0, 0.05]) : 0;
  for (let i = 0; i < count; i++) {
    const at = i * byteLength;
    if (kind === 'bool') view.setUint8(at, random.integer(0, 1));
    else if (kind === 'integer' || kind === 'unsigned')
      writeInteger(view, at, dtype, randomInteger(random, dtype, range, wildness));
    else {
      const part = dtype === 'complex64' ? 'float32' : dtype === 'complex128' ? 'float64' : dtype;
      const parts = kind === 'complex' ? 2 : 1;
      for (let k = 0; k < parts; k++) {
        writeFloat(view, at + (k * byteLength) / parts, part, randomFloat(random, part, range, wildness));
      }
    }
  }
  return bytes;
}

function randomInteger(random: Random, dtype: DType, range: ValueRange, wildness: number): bigint {
  const [least, greatest] = (integerRanges as Partial<Record<DType, readonly [bigint, bigint]>>)[dtype] ?? [0n, 1n];
  const signed = least < 0n;
  if (range === 'few') return BigInt(random.integer(signed ? -1 : 0, 2));
  if (range === 'near1') return BigInt(random.integer(signed ? -2 : 0, 3));
  if (range === 'any' && random.chance(wildness)) {
    return random.pick([least, least + 1n, greatest, greatest - 1n, greatest / 2n, greatest / 2n + 1n, 0n, 1n]);
  }
  const size = range === 'whole' ? 4 : random.pick([3, 12, 100]);
  return BigInt(random.integer(signed ? -size : 0, size));
}

/** The largest and the smallest numbers of each float: largest, least normal, least. */
const ends: Readonly<Record<string, readonly number[]>> = {
  float16: [65504, 2 ** -14, 2 ** -24],
  bfloat16: [2 ** 127 * (2 - 2 ** -7), 2 ** -126, 2 ** -133],
  float32: [2 ** 127 * (2 - 2 ** -23), 2 ** -126, 2 ** -149],
  float64: [Number.MAX_VALUE, 2 ** -1022, Number.MIN_VALUE],
};

function randomFloat(random: Random, dtype: DType, range: ValueRange, wildness: number): number {
  if (range === 'few') return random.pick([-1, 0, 1, 2]);
  if (range === 'whole') return random.integer(-4, 4);
  if (range === 'near1') {
    if (random.chance(wildness)) return random.pick([0, -0, NaN, Infinity, -Infinity]);
    return (random.chance(0.3) ? -1 : 1) * 2 ** (2 * random.real() - 1);
  }
  if (random.chance(wildness)) {
    const sign = random.chance(0.5) ? 1 : -1;
    return sign * random.pick([0, NaN, Infinity, 0.5, 1, 2, ...(ends[dtype] ?? []), 2 ** 31, 2 ** 63, 1e-5]);
  }
  switch (random.integer(0, 4)) {
    case 0:
      return random.integer(-8, 8);
    case 1:
      return random.integer(-16, 16) / 4;
    case 2:
      return 2 * random.real() - 1;
    default:
      return 20 * random.real() - 10;
  }
}

function writeInteger(view: DataView, at: number, dtype: DType, value: bigint): void {
  switch (dtypeInfo(dtype).byteLength) {
    case 1:
      view.setUint8(at, Number(BigInt.asUintN(8, value)));
      break;
    case 2:
      view.setUint16(at, Number(BigInt.asUintN(16, value)), true);
      break;
    case 4:
      view.setUint32(at, Number(BigInt.asUintN(32, value)), true);
      break;
    default:
      view.setBigUint64(at, BigInt.asUintN(64, value), true);
  }
}

function writeFloat(view: DataView, at: number, dtype: DType, value: number): void {
  switch (dtype) {
    case 'float16':
      view.setUint16(at, float16FromNumber(value), true);
      break;
    case 'bfloat16':
      view.setUint16(at, bfloat16FromNumber(value), true);
      break;
    case 'float32':
      view.setFloat32(at, value, true);
      break;
    default:
      view.setFloat64(at, value, true);
  }
}
