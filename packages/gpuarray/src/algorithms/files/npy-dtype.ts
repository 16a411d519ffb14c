/** NumPy's type descriptors, as they stand in .npy files, and the dtypes they mean. */
import { Buffer } from 'node:buffer';
import { dtypes, type DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';

export interface StoredType {
  readonly dtype: DType;
  /** Bytes of a number are stored highest first. */
  readonly bigEndian: boolean;
}

const codes: { readonly [D in DType]: string } = {
  bool: 'b1',
  int8: 'i1',
  uint8: 'u1',
  int16: 'i2',
  uint16: 'u2',
  int32: 'i4',
  uint32: 'u4',
  int64: 'i8',
  uint64: 'u8',
  float16: 'f2',
  // NumPy has no bfloat16 of its own. This is the name by which the ml_dtypes package registers it there.
  bfloat16: 'bfloat16',
  float32: 'f4',
  float64: 'f8',
  complex64: 'c8',
  complex128: 'c16',
};

const dtypesByCode: ReadonlyMap<string, DType> = new Map(dtypes.map((dtype) => [codes[dtype], dtype]));

/** The descriptor of a dtype, little-endian: `<f4`. */
export function descriptorOf(dtype: DType): string {
  const code = codes[dtype];
  if (dtype === 'bfloat16') return code;
  return `${code.endsWith('1') ? '|' : '<'}${code}`;
}

/**
 * What a descriptor means.
 *
 * @throws HeddleError `ARGUMENT` for types that no dtype holds: objects, strings, times, extended precision
 */
export function storedType(descriptor: string, name: string): StoredType {
  const [, order = '', code = ''] = /^([<>=|]?)(.*)$/s.exec(descriptor) ?? [];
  const dtype = dtypesByCode.get(code);
  if (dtype !== undefined) return { dtype, bigEndian: order === '>' };
  throw argumentError(`${name} holds ${describeType(code)} ('${descriptor}'), which no dtype here can hold`, {
    hint: `Convert it with NumPy's astype() to one of ${Object.keys(codes).join(', ')}.`,
  });
}

const kinds: Readonly<Record<string, string>> = {
  O: 'pickled Python objects',
  S: 'byte strings',
  a: 'byte strings',
  U: 'text',
  M: 'dates',
  m: 'time differences',
  V: 'raw records',
  f: 'extended-precision numbers',
  c: 'extended-precision complex numbers',
};

function describeType(code: string): string {
  return kinds[code.charAt(0)] ?? 'elements of an unknown type';
}

/** Exchanges the bytes of every number in place. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (size === 2) buffer.swap16();
  else if (size === 4) buffer.swap32();
  else if (size === 8) buffer.swap64();
}
