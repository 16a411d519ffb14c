/**
 * Characters beyond ASCII that clang, until version 13, leaves out of a message that is nothing but the user's own text:
 * that of `#error`, `#warning`, `#pragma message` and `diagnose_if`. NVIDIA's compiler of OpenCL C is made of such a
 * clang.
 */

const diagnostic = /^(.*?: (?:(?:fatal )?error|warning|note): )([\t\x20-\x7e]*)\r?$/;
const directive = /^\s*#\s*(?:error|warning)[ \t]+([^\r\n]*)/gm;
const string = /"((?:\\.|[^"\\\n])*)"/g;
const beyondAscii = /[^\x00-\x7f]/;

/** The log with messages in full, as the line that is shown below each says, or the only text that it can be. */
export function withLostCharacters(log: string, given: readonly string[]): string {
  const lines = log.split('\n');
  const inGiven = once(() => given.flatMap(messagesIn));
  const restored = (line: string, below: string): string => {
    const [, place, message] = diagnostic.exec(line) ?? [];
    if (place === undefined || message === undefined) return line;
    const isWhole = (text: string): boolean => asciiOf(text) === message;
    const found = messagesIn(below).find(isWhole) ?? only(inGiven().filter(isWhole));
    return found === undefined ? line : place + found;
  };
  return lines.map((line, i) => restored(line, lines[i + 1] ?? '')).join('\n');
}

/** The texts of a source's own messages (`#error` and others) with characters beyond ASCII. */
function messagesIn(text: string): string[] {
  if (!beyondAscii.test(text)) return [];
  const found = [...text.matchAll(directive), ...text.matchAll(string)].map(([, message = '']) => message);
  return found.filter((message) => beyondAscii.test(message));
}

function asciiOf(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '');
}

function only(texts: readonly string[]): string | undefined {
  return new Set(texts).size === 1 ? texts[0] : undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
