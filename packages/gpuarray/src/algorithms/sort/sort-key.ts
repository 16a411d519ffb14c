/** Keys as unsigned words whose order is that of the elements. */
import { dtypeInfo, type DType } from '@heddle/core';
import { internalError } from '@heddle/core/backend';

/** How a dtype's elements become words that radix sort can sort. */
export interface SortKey {
  readonly dtype: DType;
  /** Bits of a word. */
  readonly bits: 8 | 16 | 32 | 64;
  /** C type of a word: also that of the elements' bits in memory. */
  readonly word: string;
}

const words = [
  { bits: 8, word: 'unsigned char' },
  { bits: 16, word: 'unsigned short' },
  { bits: 32, word: 'unsigned int' },
  { bits: 64, word: 'UINT64' },
] as const;

/** The word of a dtype. Complex numbers have none. */
export function sortKey(dtype: DType): SortKey {
  const bits = dtypeInfo(dtype).byteLength * 8;
  const word = words.find((each) => each.bits === bits);
  if (word === undefined) throw internalError(`${dtype} has no word to sort by`);
  return { dtype, ...word };
}

/**
 * Functions `heddle_to_word` and `heddle_from_word` between the bits of an element and its word.
 *
 * Signed integers have their sign turned around. Floats are turned around where they are negative, and all NaN become
 * the greatest word, so that they come last, as in NumPy (M. Herf, "Radix Tricks", 2001).
 *
 * @param equalZeros - negative zero sorts like zero: for orders, where equal elements must keep theirs
 */
export function keyFunctions({ dtype, bits, word }: SortKey, equalZeros: boolean): string {
  const { kind } = dtypeInfo(dtype);
  const sign = `(${word})((${word})1 << ${bits - 1})`;
  const [to, from] =
    kind === 'float'
      ? floatFunctions(dtype, word, sign, equalZeros)
      : kind === 'integer'
        ? [`return (${word})(bits ^ ${sign});`, `return (${word})(word ^ ${sign});`]
        : ['return bits;', 'return word;'];
  return `
typedef ${word} heddle_word;
DEVICE heddle_word heddle_to_word(heddle_word bits) { ${to} }
DEVICE heddle_word heddle_from_word(heddle_word word) { ${from} }
`;
}

interface FloatBits {
  readonly infinity: string;
  /** The NaN that sorted arrays hold. */
  readonly quiet: string;
}

const floatBits: Readonly<Partial<Record<DType, FloatBits>>> = {
  float16: { infinity: '0x7c00', quiet: '0x7e00' },
  bfloat16: { infinity: '0x7f80', quiet: '0x7fc0' },
  float32: { infinity: '0x7f800000u', quiet: '0x7fc00000u' },
};
const doubleBits: FloatBits = { infinity: '((UINT64)0x7ff00000u << 32)', quiet: '((UINT64)0x7ff80000u << 32)' };

function floatFunctions(dtype: DType, word: string, sign: string, equalZeros: boolean): readonly [string, string] {
  const { infinity: greatest, quiet: notANumber } = floatBits[dtype] ?? doubleBits;
  const zero = equalZeros ? `if (bits == ${sign}) bits = 0;` : '';
  return [
    `${zero} if ((${word})(bits & (${word})~${sign}) > (${word})${greatest}) return (${word})~(${word})0; ` +
      `return (bits & ${sign}) != 0 ? (${word})~bits : (${word})(bits | ${sign});`,
    `if (word == (${word})~(${word})0) return (${word})${notANumber}; ` +
      `return (word & ${sign}) != 0 ? (${word})(word & (${word})~${sign}) : (${word})~word;`,
  ];
}
