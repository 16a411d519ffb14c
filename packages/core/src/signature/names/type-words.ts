/** C's words for numbers, in the order and number that compilers write them in. */

const typeWords = new Set([
  ...['void', 'bool', 'char', 'short', 'int', 'long', 'signed', 'unsigned', 'float', 'double', 'wchar_t', 'auto'],
  ...['char8_t', 'char16_t', 'char32_t', '_Bool', '__signed__', '__int128', '__float128'],
]);

export function isTypeWord(text: string): boolean {
  return typeWords.has(text);
}

/** `long unsigned` is `unsigned long`, `short int` is `short`. */
export function orderedWords(words: readonly string[]): string {
  const has = (word: string): boolean => words.includes(word);
  const unsigned = has('unsigned') ? 'unsigned ' : '';
  const longs = words.filter((word) => word === 'long').length;
  if (has('_Bool')) return 'bool';
  if (has('char'))
    return has('unsigned') ? 'unsigned char' : has('signed') || has('__signed__') ? 'signed char' : 'char';
  if (has('short')) return `${unsigned}short`;
  if (has('__int128')) return `${unsigned}__int128`;
  if (has('double')) return longs > 0 ? 'long double' : 'double';
  if (longs > 0) return `${unsigned}${longs > 1 ? 'long long' : 'long'}`;
  const other = words.find((word) => !['int', 'signed', '__signed__', 'unsigned'].includes(word));
  return other ?? `${unsigned}int`;
}
