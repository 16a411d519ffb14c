/**
 * The options in a variable's text. Words are separated by white space; quotation marks hold one together, and a
 * backslash takes the meaning from the next character, as in a shell.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"?|'[^']*'?|\\$)+/g)) {
    words.push(word.replace(/\\([^])|"((?:[^"\\]|\\[^])*)"?|'([^']*)'?/g, unquoted));
  }
  return words;
}

function unquoted(_: string, escaped?: string, inDouble?: string, inSingle?: string): string {
  if (escaped !== undefined) return escaped;
  return inDouble === undefined ? (inSingle ?? '') : inDouble.replace(/\\(["\\$`])/g, '$1');
}
