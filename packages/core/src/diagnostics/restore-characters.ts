/**
 * Characters that a compiler does not write as they are. GCC in the C locale and NVIDIA's compilers escape them in
 * identifiers; NVIDIA's write a question mark for each byte of one in a string; clang writes `<U+1F9F5>` for those that
 * its version of Unicode does not know, and until version 13 leaves them out of what `#error` says.
 *
 * Compilers still run in the C locale: their messages are then English with plain quotation marks, which Heddle can
 * parse, and no locale needs to be installed.
 */
import { withLostCharacters } from './lost-characters';

const altered = /\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|<U\+[0-9A-F]{4,6}>|\?\?/;
const escape = /\\u([0-9a-f]{4})|\\U([0-9a-f]{8})|<U\+([0-9A-F]{4,6})>/g;
// "gr????er": two or more for each character.
const quotedQuestions = /"([^"\n]*\?\?[^"\n]*)"/g;
// A line that only marks a place in the one above.
const markOnly = /^ *\^[~^ ]*$/;
const visible = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** What a compiler was given: the fields of a `CompileRequest` that hold the user's texts. */
export interface GivenTexts {
  readonly userSource: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly defines?: Readonly<Record<string, string>>;
  readonly names?: readonly string[];
}

/** A compiler's log with the characters of the source. An escape that the user wrote is not changed. */
export function restoredCharacters(log: string, texts: GivenTexts): string {
  const { userSource, headers = {}, options = [], defines = {}, names = [] } = texts;
  const given = [userSource, ...Object.values(headers), ...options, ...Object.values(defines), ...names];
  return withLostCharacters(withoutEscapes(log, given), given);
}

function withoutEscapes(log: string, given: readonly string[]): string {
  if (!altered.test(log)) return log;
  const lines = log.split('\n');
  return lines.map((line, i) => restoredLine(line, lines[i - 1], given)).join('\n');
}

function restoredLine(line: string, above: string | undefined, given: readonly string[]): string {
  if (above !== undefined && markOnly.test(line)) {
    const at = line.indexOf('^');
    return ' '.repeat(unescaped(above.slice(0, at), given).length) + line.slice(at);
  }
  return unescaped(line, given).replace(quotedQuestions, (whole, text: string) => {
    const found = stringLike(text, given);
    return found === undefined ? whole : `"${found}"`;
  });
}

function unescaped(line: string, given: readonly string[]): string {
  return line.replace(escape, (whole: string, short?: string, long?: string, clangs?: string) => {
    const code = parseInt(short ?? long ?? clangs ?? '', 16);
    const isCharacter = code >= 0xa0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter || given.some((text) => text.includes(whole))) return whole;
    const character = String.fromCodePoint(code);
    // clang's escape is how a user sees a character of no width, or one that turns the direction of the line.
    return clangs === undefined || visible.test(character) ? character : whole;
  });
}

/** The part of a text whose bytes are those of the string, with a byte beyond ASCII for each of its question marks. */
function stringLike(string: string, given: readonly string[]): string | undefined {
  const pattern = string
    .split(/(\?+)/)
    .map((part) => (part.startsWith('?') ? `[\\x80-\\xff?]{${part.length}}` : literal(part)))
    .join('');
  // From the first byte of a character to the last one of another.
  const bytes = new RegExp(`(?![\\x80-\\xbf])${pattern}(?![\\x80-\\xbf])`);
  for (const text of given) {
    const [found] = bytes.exec(Buffer.from(text, 'utf8').toString('latin1')) ?? [];
    if (found !== undefined && /[\x80-\xff]/.test(found)) return Buffer.from(found, 'latin1').toString('utf8');
  }
  return undefined;
}

function literal(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
