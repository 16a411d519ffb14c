/**
 * How a row of value places is packed into 32-bit words: a mixed-radix number, most significant variable first.
 *
 * One word holds 4 thousand million combinations, enough for nearly every component; more variables take more words.
 */

/** Where a variable is in a row. */
export interface Digit {
  readonly word: number;
  readonly stride: number;
  readonly radix: number;
}

/** Digits for variables of the given radices, in order. */
export function rowLayout(radices: readonly number[]): Digit[] {
  const wordOf = wordsOf(radices);
  const digits: Digit[] = [];
  const strides = new Map<number, number>();
  for (let variable = radices.length - 1; variable >= 0; variable--) {
    const word = wordOf[variable] ?? 0;
    const radix = radices[variable] ?? 1;
    const stride = strides.get(word) ?? 1;
    digits.unshift({ word, stride, radix });
    strides.set(word, stride * radix);
  }
  return digits;
}

function wordsOf(radices: readonly number[]): number[] {
  let word = 0;
  let product = 1;
  return radices.map((radix) => {
    product *= radix;
    if (product > 0x1_0000_0000) {
      word++;
      product = radix;
    }
    return word;
  });
}
