/** How each dtype is spelled in portable source: as it lies in memory, and as kernels compute with it. */
import { dtypeInfo, HeddleError, type Device, type DType } from '@heddle/core';

/** One dtype in portable source. */
export interface ElementType {
  readonly dtype: DType;
  /** C type of an element in memory. float16 and bfloat16 are their bits, so that every device can hold them. */
  readonly storage: string;
  /** C type that expressions see: float for the half-precision types, a byte of 0 or 1 for bool. */
  readonly value: string;
  /** C expression of type `value` from an expression of type `storage`. */
  readonly load: (stored: string) => string;
  /** C expression of type `storage` from an expression of type `value`. */
  readonly store: (value: string) => string;
}

const integerNames: Partial<Record<DType, string>> = {
  int8: 'signed char',
  uint8: 'unsigned char',
  int16: 'short',
  uint16: 'unsigned short',
  int32: 'int',
  uint32: 'unsigned int',
  int64: 'INT64',
  uint64: 'UINT64',
};

/** The spelling of a dtype. */
export function elementType(dtype: DType): ElementType {
  const same = (text: string): string => text;
  const integer = integerNames[dtype];
  if (integer !== undefined) return { dtype, storage: integer, value: integer, load: same, store: same };
  switch (dtype) {
    case 'bool': {
      const truth = (text: string): string => `((${text}) != 0)`;
      return { dtype, storage: 'unsigned char', value: 'unsigned char', load: truth, store: truth };
    }
    case 'float32':
      return { dtype, storage: 'float', value: 'float', load: same, store: same };
    case 'float64':
      return { dtype, storage: 'double', value: 'double', load: same, store: same };
    case 'complex64':
      return { dtype, storage: 'complex64_t', value: 'complex64_t', load: same, store: same };
    case 'complex128':
      return { dtype, storage: 'complex128_t', value: 'complex128_t', load: same, store: same };
    default: {
      const call = (name: string) => (text: string) => `${name}(${text})`;
      return {
        dtype,
        storage: 'unsigned short',
        value: 'float',
        load: call(`heddle_${dtype}_to_float`),
        store: call(`heddle_float_to_${dtype}`),
      };
    }
  }
}

/**
 * The functions that elements of these dtypes need in source.
 *
 * bfloat16 rounds to nearest even; NaN stays NaN.
 */
export function elementFunctions(dtypes: Iterable<DType>): string {
  const used = new Set(dtypes);
  return (used.has('float16') ? float16Functions : '') + (used.has('bfloat16') ? bfloat16Functions : '');
}

/**
 * @throws HeddleError `UNSUPPORTED` for a dtype in which the device cannot compute
 */
export function requireDType(device: Device, dtype: DType, operation: string): void {
  const wide = dtype === 'float64' || dtype === 'complex128';
  if (!wide || device.has('float64')) return;
  throw new HeddleError('UNSUPPORTED', `${operation}: this device does not compute with ${dtype}`, {
    backend: device.backend,
    hint: 'Convert the operands to float32 first, or pass a dtype.',
  });
}

/** True for signed and unsigned integers and bool. */
export function isIntegral(dtype: DType): boolean {
  const { kind } = dtypeInfo(dtype);
  return kind === 'integer' || kind === 'unsigned' || kind === 'bool';
}

/** True for floating-point dtypes, which have NaN. */
export function isFloating(dtype: DType): boolean {
  return dtypeInfo(dtype).kind === 'float';
}

export function isComplex(dtype: DType): boolean {
  return dtypeInfo(dtype).kind === 'complex';
}

const float16Functions = `
#if defined(HEDDLE_DIALECT_OPENCL)
DEVICE float heddle_float16_to_float(unsigned short bits) { return vload_half(0, (const __private half*)&bits); }
DEVICE unsigned short heddle_float_to_float16(float value) {
  unsigned short bits;
  vstore_half_rte(value, 0, (__private half*)&bits);
  return bits;
}
#else
DEVICE float heddle_float16_to_float(unsigned short bits) { return __half2float(__ushort_as_half(bits)); }
DEVICE unsigned short heddle_float_to_float16(float value) { return __half_as_ushort(__float2half_rn(value)); }
#endif
`;

// The header that user kernels get defines the same two.
const bfloat16Functions = `
#ifndef HEDDLE_ARRAY_HEADER
DEVICE float heddle_bfloat16_to_float(unsigned short bits) {
  union { unsigned int word; float value; } both;
  both.word = (unsigned int)bits << 16;
  return both.value;
}
DEVICE unsigned short heddle_float_to_bfloat16(float value) {
  union { unsigned int word; float value; } both;
  both.value = value;
  if (value != value) return 0x7fc0;
  return (unsigned short)((both.word + 0x7fff + ((both.word >> 16) & 1)) >> 16);
}
#endif
`;
