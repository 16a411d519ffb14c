/** The options in a variable's text. */

/**
 * The words as they are written. White space separates them; quotation marks hold one together, and a backslash takes
 * the meaning from the next character, as in a shell.
 */
export function rawWords(text: string): string[] {
  return text.match(/(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\$)+/g) ?? [];
}

/** A word without the quotation marks and backslashes that it is written with. */
export function unquotedWord(word: string): string {
  return word.replace(/\\([^])|"((?:[^"\\]|\\[^])*)"?|'([^']*)'?/g, unquoted);
}

/** The words, as a compiler takes them. */
export function splitWords(text: string): string[] {
  return rawWords(text).map(unquotedWord);
}

/**
 * An option so written that a shell takes it for one word, and nvcc too: that one wants the option's name outside the
 * quotation marks.
 */
export function quotedWord(word: string): string {
  const [, name = '', value = ''] = /^(-[\w-]*=?)?([^]*)$/.exec(word) ?? [];
  return /^[\w@%+=:,./-]*$/.test(value) ? word : `${name}"${value.replace(/["\\$`]/g, '\\$&')}"`;
}

function unquoted(_: string, escaped?: string, inDouble?: string, inSingle?: string): string {
  if (escaped !== undefined) return escaped;
  return inDouble === undefined ? (inSingle ?? '') : inDouble.replace(/\\(["\\$`])/g, '$1');
}
