/** Types that exist without being declared. */
import { pick } from './pick';
import type { Target } from './target';

const ofC = [
  'int',
  'float',
  'double',
  'short',
  'unsigned char',
  'char',
  'signed char',
  'unsigned short',
  'unsigned',
  'unsigned int',
  'long',
  'unsigned long',
  'short int',
  'long unsigned int',
  'signed',
];
const ofCpp = [...ofC, 'bool', 'long long', 'unsigned long long', 'long long unsigned int', 'int long long'];
const ofOpencl = [...ofC, 'uchar', 'ushort', 'uint', 'ulong'];

export function scalarName({ language }: Target, index: number): string {
  return pick(language === 'opencl' ? ofOpencl : ofCpp, index);
}

const elements = ['float', 'int', 'double', 'short', 'uchar', 'uint', 'long', 'char'];

/** `float4`, with as many lanes. */
export function vectorName(lanes: number, index: number): string {
  return `${pick(elements, index)}${lanes}`;
}
