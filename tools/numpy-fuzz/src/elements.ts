/** Elements of arrays from their bytes. */
import { dtypeInfo, type DType } from '@heddle/core';
import { numberFromBfloat16, numberFromFloat16, type Complex } from '@heddle/core/backend';

export type Element = number | bigint | boolean | Complex;

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

export function elementsOf(dtype: DType, bytes: Uint8Array): Element[] {
  const { byteLength } = dtypeInfo(dtype);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / byteLength }, (_, i) => elementAt(view, dtype, i * byteLength));
}

function elementAt(view: DataView, dtype: DType, at: number): Element {
  switch (dtype) {
    case 'bool':
      return view.getUint8(at) !== 0;
    case 'int8':
      return view.getInt8(at);
    case 'uint8':
      return view.getUint8(at);
    case 'int16':
      return view.getInt16(at, true);
    case 'uint16':
      return view.getUint16(at, true);
    case 'int32':
      return view.getInt32(at, true);
    case 'uint32':
      return view.getUint32(at, true);
    case 'int64':
      return view.getBigInt64(at, true);
    case 'uint64':
      return view.getBigUint64(at, true);
    case 'float16':
      return numberFromFloat16(view.getUint16(at, true));
    case 'bfloat16':
      return numberFromBfloat16(view.getUint16(at, true));
    case 'float32':
      return view.getFloat32(at, true);
    case 'float64':
      return view.getFloat64(at, true);
    case 'complex64':
      return { re: view.getFloat32(at, true), im: view.getFloat32(at + 4, true) };
    case 'complex128':
      return { re: view.getFloat64(at, true), im: view.getFloat64(at + 8, true) };
  }
}

/** The same elements of a real dtype in ascending order, NaN last. */
export function sortedBytes(dtype: DType, bytes: Uint8Array): Uint8Array {
  const { byteLength } = dtypeInfo(dtype);
  const elements = elementsOf(dtype, bytes);
  const order = [...elements.keys()].sort((a, b) => compareReal(elements[a], elements[b]));
  return Uint8Array.from(order.flatMap((i) => [...bytes.subarray(i * byteLength, (i + 1) * byteLength)]));
}

function compareReal(a: Element | undefined, b: Element | undefined): number {
  if (typeof a === 'object' || typeof b === 'object' || a === undefined || b === undefined) return 0;
  if (a !== a || b !== b) return Number(a !== a) - Number(b !== b);
  return a < b ? -1 : a > b ? 1 : 0;
}
