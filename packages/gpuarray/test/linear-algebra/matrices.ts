/** Random matrices of every dtype, and their products as NumPy defines them, in plain JavaScript. */
import { dtypeInfo, numbersFromBfloat16, numbersFromFloat16, type Device, type DType } from '@heddle/core';
import { bfloat16FromNumber, float16FromNumber } from '@heddle/core/backend';
import { uploadArray } from '../../src';
import type { GpuArray } from '../../src/array/gpu-array';

/** A number of any dtype; integers exact. */
export interface Value {
  readonly re: number | bigint;
  readonly im: number;
}

/** Small whole numbers, so that products are exact in every dtype that does not wrap around. */
export function wholeNumbers(dtype: DType, size: number, seed: number): Value[] {
  const { kind } = dtypeInfo(dtype);
  return Array.from({ length: size }, (_, i) => {
    const random = Math.imul(seed + i * 7919, 2654435761) >>> 0;
    const small = random % 7;
    if (kind === 'bool') return { re: random % 3 === 0 ? 1n : 0n, im: 0 };
    if (kind === 'unsigned') return { re: BigInt(random % 251), im: 0 };
    if (kind === 'integer') return { re: BigInt((random % 251) - 125), im: 0 };
    return { re: small - 3, im: kind === 'complex' ? ((random >>> 8) % 5) - 2 : 0 };
  });
}

export async function matrixOf(
  device: Device,
  dtype: DType,
  shape: readonly number[],
  values: readonly Value[],
): Promise<GpuArray> {
  const info = dtypeInfo(dtype);
  const host = new info.array(values.length * info.lanes);
  values.forEach(({ re, im }, i) => {
    if (info.kind === 'complex') [host[2 * i], host[2 * i + 1]] = [Number(re), im];
    else if (dtype === 'float16') host[i] = float16FromNumber(Number(re));
    else if (dtype === 'bfloat16') host[i] = bfloat16FromNumber(Number(re));
    else host[i] = host instanceof BigInt64Array || (info.byteLength === 8 && info.kind !== 'float') ? re : Number(re);
  });
  return await uploadArray(device, host, { dtype, shape });
}

export async function valuesOf(array: GpuArray): Promise<Value[]> {
  const host = (await array.get()) as ArrayLike<number | bigint>;
  const { kind } = dtypeInfo(array.dtype);
  if (array.dtype === 'float16') return [...numbersFromFloat16(host as Uint16Array)].map(real);
  if (array.dtype === 'bfloat16') return [...numbersFromBfloat16(host as Uint16Array)].map(real);
  if (kind === 'complex') {
    return Array.from({ length: host.length / 2 }, (_, i) => ({
      re: Number(host[2 * i]),
      im: Number(host[2 * i + 1]),
    }));
  }
  return Array.from(host, (value) => (kind === 'float' ? real(Number(value)) : { re: BigInt(value), im: 0 }));
}

const real = (re: number): Value => ({ re, im: 0 });

/** rows × depth times depth × columns, wrapped around as the dtype does. */
export function product(
  dtype: DType,
  a: readonly Value[],
  b: readonly Value[],
  [rows, depth, columns]: readonly [number, number, number],
): Value[] {
  const { kind, byteLength } = dtypeInfo(dtype);
  const exact = kind !== 'float' && kind !== 'complex';
  const out: Value[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let [whole, re, im] = [0n, 0, 0];
      for (let k = 0; k < depth; k++) {
        const [x, y] = [a[i * depth + k] as Value, b[k * columns + j] as Value];
        if (exact) whole += (x.re as bigint) * (y.re as bigint);
        else {
          re += Number(x.re) * Number(y.re) - x.im * y.im;
          im += Number(x.re) * y.im + x.im * Number(y.re);
        }
      }
      if (kind === 'bool') whole = whole > 0n ? 1n : 0n;
      else if (kind === 'integer') whole = BigInt.asIntN(8 * byteLength, whole);
      else if (kind === 'unsigned') whole = BigInt.asUintN(8 * byteLength, whole);
      out.push(exact ? { re: whole, im: 0 } : { re, im });
    }
  }
  return out;
}
