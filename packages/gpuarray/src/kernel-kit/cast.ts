/** A value of one dtype as a value of another, in portable source. */
import { dtypeInfo, type DType } from '@heddle/core';
import { computeType } from './c-types';

/**
 * @param value - an expression without side effects, of `computeType(from)`
 * @returns an expression of `computeType(to)`: complex to real drops the imaginary part; to bool is "is not zero"
 */
export function castExpression(value: string, from: DType, to: DType): string {
  if (from === to) return value;
  const source = dtypeInfo(from);
  const target = dtypeInfo(to);
  if (target.kind === 'complex') return toComplex(value, from, to);
  if (source.kind === 'complex') {
    if (to === 'bool') return `(unsigned char)((${value}).re != 0 || (${value}).im != 0)`;
    return castExpression(`(${value}).re`, from === 'complex64' ? 'float32' : 'float64', to);
  }
  if (to === 'bool') return `(unsigned char)((${value}) != 0)`;
  if (source.kind === 'float') return fromFloat(value, to);
  return `(${computeType(to)})(${value})`;
}

function toComplex(value: string, from: DType, to: DType): string {
  const part = to === 'complex64' ? 'float' : 'double';
  const make = `${to}_make`;
  if (dtypeInfo(from).kind === 'complex') return `${make}((${part})(${value}).re, (${part})(${value}).im)`;
  return `${make}((${part})(${value}), (${part})0)`;
}

// By way of a wider integer: C leaves a negative float to an unsigned type undefined, and NumPy wraps it around.
function fromFloat(value: string, to: DType): string {
  switch (to) {
    case 'int8':
    case 'uint8':
    case 'int16':
    case 'uint16':
      return `(${computeType(to)})(int)(${value})`;
    case 'uint32':
      return `(unsigned int)(INT64)(${value})`;
    case 'uint64':
      return `((${value}) < 0 ? (UINT64)(INT64)(${value}) : (UINT64)(${value}))`;
    default:
      return `(${computeType(to)})(${value})`;
  }
}
