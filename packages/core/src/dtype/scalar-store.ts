/** Writing one checked value in the little-endian form that devices read. */
import { bfloat16FromNumber } from './bfloat16';
import type { Complex, DType, ScalarOf } from './dtype';
import { float16FromNumber } from './float16';

/** Any value that {@link scalarProblem} has no objection to, whatever the dtype. */
export type ScalarValue = number | bigint | boolean | Complex;

/** Writes a value at a byte offset, which need not be aligned. */
export type ScalarStore = (view: DataView, offset: number, value: ScalarValue) => void;

/** How values of each dtype are written. They must have been checked: a wrong one is written as something else. */
export const scalarStores: { readonly [D in DType]: ScalarStore } = {
  bool: (view, offset, value) => view.setUint8(offset, value ? 1 : 0),
  int8: (view, offset, value) => view.setInt8(offset, value as number),
  uint8: (view, offset, value) => view.setUint8(offset, value as number),
  int16: (view, offset, value) => view.setInt16(offset, value as number, true),
  uint16: (view, offset, value) => view.setUint16(offset, value as number, true),
  int32: (view, offset, value) => view.setInt32(offset, value as number, true),
  uint32: (view, offset, value) => view.setUint32(offset, value as number, true),
  int64: storeWideInteger,
  uint64: storeWideInteger,
  float16: (view, offset, value) => view.setUint16(offset, float16FromNumber(value as number), true),
  bfloat16: (view, offset, value) => view.setUint16(offset, bfloat16FromNumber(value as number), true),
  float32: (view, offset, value) => view.setFloat32(offset, value as number, true),
  float64: (view, offset, value) => view.setFloat64(offset, value as number, true),
  complex64: (view, offset, value) => {
    view.setFloat32(offset, realPart(value), true);
    view.setFloat32(offset + 4, imaginaryPart(value), true);
  },
  complex128: (view, offset, value) => {
    view.setFloat64(offset, realPart(value), true);
    view.setFloat64(offset + 8, imaginaryPart(value), true);
  },
};

/** The type of a value of `D`, wider than what a buffer gives back: int64 takes numbers too. */
export type ScalarInput<D extends DType> = D extends 'int64' | 'uint64'
  ? number | bigint
  : D extends 'complex64' | 'complex128'
    ? Complex | number
    : D extends 'bool'
      ? boolean | 0 | 1
      : ScalarOf<D>;

// Two words instead of BigInt(value), which would allocate.
function storeWideInteger(view: DataView, offset: number, value: ScalarValue): void {
  if (typeof value === 'bigint') {
    // Sets the low 64 bits, so negative values come out as two's complement.
    view.setBigUint64(offset, value, true);
    return;
  }
  const number = value as number;
  view.setUint32(offset, number >>> 0, true);
  view.setInt32(offset + 4, Math.floor(number / 2 ** 32), true);
}

function realPart(value: ScalarValue): number {
  return typeof value === 'number' ? value : (value as Complex).re;
}

function imaginaryPart(value: ScalarValue): number {
  return typeof value === 'number' ? 0 : (value as Complex).im;
}
