/** Several neighbouring elements of every operand by one load each: types, declarations and loads in portable source. */
import { dtypeInfo } from '@heddle/core';
import type { DeviceTuning } from './device-tuning';
import { elementType } from './element-type';
import type { ReductionAccess } from './reduction-access';
import { baseName } from './reduction-functions';
import type { ReductionOperand, ReductionSpec } from './reduction-spec';

/** Results of a pack of columns at most: each needs an accumulator of its own. */
const mostColumns = 4;

/** Elements of a pack: what the widest operand fits into `packBytes`. */
export function packLength(
  operands: readonly Pick<ReductionOperand, 'dtype'>[],
  mapping: ReductionAccess['mapping'],
  tuning: DeviceTuning,
): number {
  const widest = Math.max(1, ...operands.map(({ dtype }) => dtypeInfo(dtype).byteLength));
  const length = Math.max(1, Math.floor(tuning.packBytes / widest));
  return mapping === 'columns' ? Math.min(mostColumns, length) : length;
}

/** For each operand, the types `<operand>_word` and `<operand>_pack`. */
export function packTypes(spec: ReductionSpec, length: number): string {
  return spec.operands
    .map(({ name, dtype }) => {
      const word = packWord(length * dtypeInfo(dtype).byteLength);
      const base = baseName(name);
      return `typedef ${word} ${base}_word;
typedef union { ${base}_word word; ${elementType(dtype).storage} element[${length}]; } ${base}_pack;`;
    })
    .join('\n');
}

function packWord(bytes: number): string {
  const words: Readonly<Record<number, string>> = {
    16: 'uint4',
    8: 'uint2',
    4: 'unsigned int',
    2: 'unsigned short',
    1: 'unsigned char',
  };
  return words[bytes] ?? 'uint4';
}

/** Statements for the n-th pack in flight of every operand. */
export interface PackAccess {
  readonly declarations: (n: number) => string;
  /** Loads the packs, each from what `word` says for an operand's pointer. */
  readonly load: (n: number, word: (pointer: string) => string) => string;
  /** Expressions of element `e` of each operand's pack. */
  readonly element: (n: number, e: string) => readonly string[];
}

export function packAccess(spec: ReductionSpec): PackAccess {
  const names = spec.operands.map(({ name }) => baseName(name));
  return {
    declarations: (n) => names.map((name) => `${name}_pack ${name}_p${n};`).join(' '),
    load: (n, word) => names.map((name) => `${name}_p${n}.word = ${word(name)};`).join(' '),
    element: (n, e) => names.map((name) => `${name}_p${n}.element[${e}]`),
  };
}

/** Joins accumulators pairwise: rounding errors grow with the logarithm of their number. */
export function joined(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  const half = names.length >> 1;
  return `heddle_join(${joined(names.slice(0, half))}, ${joined(names.slice(half))})`;
}
