/**
 * Finds what a source text includes, without preprocessing it.
 *
 * Both branches of every `#if` count, so a file may be found that the compiler never opens. That costs a needless
 * recompilation at worst; to miss one would serve a stale kernel. A source whose includes do not follow from the text
 * alone is reported as untrackable and not cached.
 */
import type { SourceLanguage } from '../signature/signature';

/** One file that a text asks for. */
export interface IncludeDirective {
  /** The name between the quotes or angle brackets. */
  readonly name: string;
  /** True for `"x"`, which is searched for beside the includer first. */
  readonly quoted: boolean;
  /** True for `#include_next`: which of several files it means depends on the includer's own place. */
  readonly next: boolean;
  /** True if the file is data (`#embed`, a Fortran module) and includes nothing itself. */
  readonly data: boolean;
}

export interface ScannedText {
  readonly directives: readonly IncludeDirective[];
  /** Why the includes cannot all be known; undefined if they are. */
  readonly untrackable: string | undefined;
}

const nothing: ScannedText = { directives: [], untrackable: undefined };

const words = ['include', 'import', 'embed', 'incbin'];

/** Finds the include directives of a text; comments, strings and raw strings are respected. */
export function scanIncludes(text: string, language: SourceLanguage | undefined): ScannedText {
  const found = mayInclude(text) ? scanPreprocessor(text, rawStringsOf(language)) : nothing;
  return language === 'fortran' ? withFortran(text, found) : found;
}

/**
 * False if no preprocessor would read a file for the text: the usual kernel. Searches for plain text decide that at
 * native speed, where the first use of a regular expression alone would take a tenth of a millisecond.
 */
export function mayInclude(text: string): boolean {
  // A word may be broken over two lines.
  return hasWord(text) || (text.includes('\\') && hasWord(withoutBrokenLines(text)));
}

function hasWord(text: string): boolean {
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

function withoutBrokenLines(text: string): string {
  return text.replace(/\\[ \t]*\r?\n/g, '');
}

// In C, R"( is a macro named R in front of a string.
function rawStringsOf(language: SourceLanguage | undefined): boolean {
  return language !== 'c' && language !== 'opencl' && language !== 'fortran';
}

// Everything that can hide a directive, or hide what hides one: a comment or raw string that does not end takes the
// rest of the text, a string or character ends with its line, and the ' in 1'000 opens nothing.
const tokens =
  /\/\*(?:[^]*?\*\/|[^]*)|\/\/[^\n]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|(?<!\w)(?:u8|[uUL])?R"([^()\\\s"]{0,16})\((?:[^]*?\)\1"|[^]*)|(?<![\w.])\d[\w.]*(?:'\w[\w.]*)+/g;

function scanPreprocessor(text: string, rawStrings: boolean): ScannedText {
  if (/\?\?[=/]/.test(text)) return { directives: [], untrackable: 'it uses trigraphs' };
  const clean = withoutComments(withoutBrokenLines(text), rawStrings);
  const directives: IncludeDirective[] = [];
  let untrackable = hiddenDependency(clean);

  const add = (word: string, operand: string): void => {
    const name = /^(?:"([^"\n]+)"|<([^>\n]+)>)/.exec(operand);
    const found = name?.[1] ?? name?.[2];
    if (found === undefined) untrackable ??= `'${word} ${operand.trim()}' names no file`;
    else directives.push(directive(found, name?.[1] !== undefined, word));
  };
  for (const [, word = '', operand = ''] of clean.matchAll(
    /^[ \t\f\v]*(?:#|%:)[ \t\f\v]*(include_next|include|import|embed)\b[ \t\f\v]*(.*)/gm,
  )) {
    add(word, operand);
  }
  // A header that is only asked for (`__has_include`) changes the result by being there.
  for (const [, word = '', operand = ''] of clean.matchAll(
    /\b__has_(include_next|include|embed)[ \t]*\([ \t]*([^\n]*)/g,
  )) {
    add(word, operand);
  }
  for (const [, operand = ''] of clean.matchAll(/^[ \t]*(?:export[ \t]+)?import[ \t]*(["<][^\n]*)/gm)) {
    add('import', operand);
  }
  return { directives, untrackable };
}

function directive(name: string, quoted: boolean, word: string): IncludeDirective {
  return { name, quoted, next: word === 'include_next', data: word === 'embed' };
}

function withoutComments(text: string, rawStrings: boolean): string {
  return text.replace(tokens, (token: string, rawDelimiter: string | undefined) => {
    if (token.startsWith('/*') || token.startsWith('//')) return ' ';
    // If there are no raw strings, the token may have swallowed directives: it stays in sight.
    return rawDelimiter !== undefined && rawStrings ? '""' : token;
  });
}

function hiddenDependency(clean: string): string | undefined {
  if (clean.includes('.incbin')) return 'it uses .incbin';
  if (/^[ \t]*(?:export[ \t]+)?import[ \t]+[\w.:]+[ \t]*;/m.test(clean)) return 'it imports a C++ module';
  return undefined;
}

// An include line of Fortran is not a preprocessor directive; a module is read from its compiled .mod file.
function withFortran(text: string, found: ScannedText): ScannedText {
  const directives = [...found.directives];
  for (const [, , name = ''] of text.matchAll(/^[ \t]*include[ \t]*(['"])([^\n]*?)\1/gim)) {
    directives.push({ name, quoted: true, next: false, data: false });
  }
  for (const [, name = ''] of text.matchAll(
    /(?:^|;)[ \t]*use\b(?:[ \t]*,[ \t]*\w+)?[ \t]*(?:::)?[ \t]*([a-z]\w*)/gim,
  )) {
    directives.push({ name: `${name.toLowerCase()}.mod`, quoted: true, next: false, data: true });
  }
  for (const [, name = ''] of text.matchAll(/^[ \t]*submodule[ \t]*\([ \t]*([a-z]\w*)/gim)) {
    directives.push({ name: `${name.toLowerCase()}.smod`, quoted: true, next: false, data: true });
  }
  return { directives, untrackable: found.untrackable };
}
