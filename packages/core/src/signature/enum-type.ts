/** The type that an enum's values have. */
import { integerLiteral } from './integer-arithmetic';
import type { DType } from '../dtype/dtype';
import type { Token } from './tokenizer';

/** An enumerator's value, and the tokens that say it. */
export interface Enumerator {
  /** As a signed 64-bit integer; undefined if unknown. */
  readonly value: bigint | undefined;
  /** Empty for one that follows the one before it. */
  readonly expression: readonly Token[];
}

/**
 * The type that compilers choose for an enum without one of its own: `int` if it holds all values, else the smallest
 * that does.
 *
 * @returns undefined if a value is unknown
 */
export function typeOfEnumerators(enumerators: readonly Enumerator[]): DType | undefined {
  let [least, greatest] = [0n, 0n];
  for (const { value, expression } of enumerators) {
    if (value === undefined || (value < 0n && expression.some(mayBeUnsigned))) return undefined;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const isWithin = (bits: bigint) => least >= -(1n << (bits - 1n)) && greatest < 1n << (bits - 1n);
  if (isWithin(32n)) return 'int32';
  if (least === 0n && greatest < 1n << 32n) return 'uint32';
  return isWithin(64n) ? 'int64' : undefined;
}

// What is negative as a signed integer is a large one if an operand is unsigned.
function mayBeUnsigned({ kind, text }: Token): boolean {
  return kind === 'word' || (kind === 'number' && integerLiteral(text, false)?.isUnsigned === true);
}
