/** The types that elements accumulate in, and the way to them. */
import { dtypeInfo, type DType } from '@heddle/core';
import { elementType, isComplex, isIntegral } from './element-type';

/** What sums and products of a dtype are: small integers widen to 64 bits. */
export function sumDType(dtype: DType): DType {
  if (!isIntegral(dtype)) return dtype;
  return dtypeInfo(dtype).kind === 'unsigned' ? 'uint64' : 'int64';
}

/** What means are: float64 of integers, else the dtype. */
export function meanDType(dtype: DType): DType {
  return isIntegral(dtype) ? 'float64' : dtype;
}

/** The dtype that accumulates for a result. */
export function accumulatorDType(dtype: DType): DType {
  return dtype === 'float16' || dtype === 'bfloat16' ? 'float32' : dtype;
}

/** The real dtype of a complex one's parts. */
export function partDType(dtype: DType): DType {
  return dtype === 'complex64' ? 'float32' : dtype === 'complex128' ? 'float64' : dtype;
}

/** C expression of `value`, of dtype `from`, in dtype `to`. */
export function converted(value: string, from: DType, to: DType): string {
  if (from === to) return value;
  const target = elementType(to);
  if (isComplex(to)) {
    const part = elementType(partDType(to)).value;
    return isComplex(from)
      ? `heddle_complex((${part})(${value}).re, (${part})(${value}).im)`
      : `heddle_complex((${part})(${value}), (${part})0)`;
  }
  if (to === 'bool') return `((${value}) != 0)`;
  return `((${target.value})(${value}))`;
}

/** Not every compiler has a name for it. */
export const infinityFunction = `
DEVICE float heddle_infinity(void) {
  union { unsigned int word; float value; } both;
  both.word = 0x7f800000u;
  return both.value;
}
`;

/** Complex arithmetic for a value type, where it is complex. */
export function complexFunctions(dtype: DType): string {
  if (!isComplex(dtype)) return '';
  const type = elementType(dtype).value;
  const part = elementType(partDType(dtype)).value;
  return `
DEVICE ${type} heddle_complex(${part} re, ${part} im) { ${type} z; z.re = re; z.im = im; return z; }
DEVICE ${type} heddle_plus(${type} a, ${type} b) { return heddle_complex(a.re + b.re, a.im + b.im); }
DEVICE ${type} heddle_times(${type} a, ${type} b) {
  return heddle_complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
DEVICE ${type} heddle_conjugate_times(${type} a, ${type} b) {
  return heddle_complex(a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re);
}
`;
}
