/** How each dtype is written in portable source: as memory holds it, as kernels compute with it, as they are passed it. */
import type { DType } from '@heddle/core';

interface Types {
  /** Of an element in memory. */
  readonly stored: string;
  /** Of a value being computed with. */
  readonly computed: string;
  /** Of a scalar argument; complex numbers are passed in two of them. */
  readonly passed: string;
}

const types: Readonly<Record<DType, Types>> = {
  bool: { stored: 'unsigned char', computed: 'unsigned char', passed: 'int' },
  int8: { stored: 'signed char', computed: 'signed char', passed: 'int' },
  uint8: { stored: 'unsigned char', computed: 'unsigned char', passed: 'unsigned int' },
  int16: { stored: 'short', computed: 'short', passed: 'int' },
  uint16: { stored: 'unsigned short', computed: 'unsigned short', passed: 'unsigned int' },
  int32: { stored: 'int', computed: 'int', passed: 'int' },
  uint32: { stored: 'unsigned int', computed: 'unsigned int', passed: 'unsigned int' },
  int64: { stored: 'INT64', computed: 'INT64', passed: 'INT64' },
  uint64: { stored: 'UINT64', computed: 'UINT64', passed: 'UINT64' },
  float16: { stored: 'HALF', computed: 'float', passed: 'float' },
  bfloat16: { stored: 'unsigned short', computed: 'float', passed: 'float' },
  float32: { stored: 'float', computed: 'float', passed: 'float' },
  float64: { stored: 'double', computed: 'double', passed: 'double' },
  complex64: { stored: 'complex64_t', computed: 'complex64_t', passed: 'float' },
  complex128: { stored: 'complex128_t', computed: 'complex128_t', passed: 'double' },
};

/** The type of an element in memory. */
export function cType(dtype: DType): string {
  return types[dtype].stored;
}

/** The type that kernels compute with: float for the 16-bit floats, which are widened when they are read. */
export function computeType(dtype: DType): string {
  return types[dtype].computed;
}

/** The type of a scalar parameter. Integers narrower than 32 bits are passed as 32. */
export function parameterType(dtype: DType): string {
  return types[dtype].passed;
}

/** The dtype that values are computed in: float32 for the 16-bit floats, else the same. */
export function computeDType(dtype: DType): DType {
  return dtype === 'float16' || dtype === 'bfloat16' ? 'float32' : dtype;
}

/** An element of memory as a value to compute with. */
export function loadExpression(dtype: DType, pointer: string, index: string): string {
  switch (dtype) {
    case 'float16':
      return `LOAD_HALF(${pointer}, ${index})`;
    case 'bfloat16':
      return `heddle_bfloat16_to_float((${pointer})[${index}])`;
    case 'bool':
      return `(unsigned char)((${pointer})[${index}] != 0)`;
    default:
      return `(${pointer})[${index}]`;
  }
}

/** Writes a value of {@link computeType} to memory; a statement with its semicolon. */
export function storeStatement(dtype: DType, pointer: string, index: string, value: string): string {
  switch (dtype) {
    case 'float16':
      return `STORE_HALF(${value}, ${pointer}, ${index});`;
    case 'bfloat16':
      return `(${pointer})[${index}] = heddle_float_to_bfloat16(${value});`;
    case 'bool':
      return `(${pointer})[${index}] = (unsigned char)((${value}) != 0);`;
    default:
      return `(${pointer})[${index}] = (${value});`;
  }
}
