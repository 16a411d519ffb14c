/**
 * C-family text to tokens: one pass, no backtracking, so that no input takes more than linear time.
 *
 * Comments and white space vanish, strings become one token each, a directive's `#` is marked as such. What is left
 * open at the end of the text (a comment, a string) is taken to reach there.
 */

import type { HiddenNames } from './hidden-names';

export type TokenKind = 'word' | 'number' | 'string' | 'punctuation' | 'directive';

export interface Token {
  readonly kind: TokenKind;
  /** Strings are kept up to {@link maximumStringLength} characters: `extern "C"` and names of headers are looked at. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Macros that this token came from: they are not expanded in it again. */
  readonly hidden?: HiddenNames | undefined;
}

/** Longer than any name of a file that is worth looking for. */
export const maximumStringLength = 1024;

const [tab, newline, carriageReturn, space, quote, hash, apostrophe] = [9, 10, 13, 32, 34, 35, 39];
const [star, plus, minus, dot, slash, colon, backslash] = [42, 43, 45, 46, 47, 58, 92];

/** A place in a text, to which a tokenizer can go back. */
export interface TokenizerMark {
  readonly position: number;
  readonly line: number;
  readonly atLineStart: boolean;
}

/** What an `#include` asks for. */
export interface HeaderName {
  readonly name: string;
  /** Between quotation marks: looked for beside the includer first. */
  readonly quoted: boolean;
}

/** Reads the tokens of a text one after the other. */
export class Tokenizer {
  readonly #text: string;
  readonly #numbered: boolean;
  #position = 0;
  #start = 0;
  #line = 1;
  /** True if a `#` would start a directive: nothing but white space before it on its line. */
  #atLineStart = true;

  /** @param numbered - false for a text that is not the user's source: its tokens say line 0 */
  constructor(text: string, numbered = true) {
    this.#text = text;
    this.#numbered = numbered;
  }

  /** The next token, or undefined at the end. */
  next(): Token | undefined {
    this.#skipBlank();
    const text = this.#text;
    if (this.#position >= text.length) return undefined;
    const start = this.#position;
    this.#start = start;
    const line = this.#numbered ? this.#line : 0;
    const code = text.charCodeAt(start);
    const first = this.#atLineStart;
    this.#atLineStart = false;
    if (isWordStart(code)) return this.#word(start, line);
    if (isDigit(code) || (code === dot && isDigit(text.charCodeAt(start + 1)))) return this.#number(start, line);
    if (code === quote || code === apostrophe) return this.#quoted(start, line, code);
    this.#position++;
    if (code === hash && first) return { kind: 'directive', text: '#', line };
    const pair = (code === colon || code === hash) && text.charCodeAt(start + 1) === code;
    if (pair) this.#position++;
    const ellipsis = code === dot && text.startsWith('...', start);
    if (ellipsis) this.#position += 2;
    return { kind: 'punctuation', text: text.slice(start, this.#position), line };
  }

  /** The rest of the logical line, comments removed, continuations joined: the body of a directive. */
  restOfLine(): Token[] {
    const tokens: Token[] = [];
    // A longer line is passed over, not kept: no directive is that long.
    for (;;) {
      this.#skipBlank(true);
      const code = this.#text.charCodeAt(this.#position);
      if (code !== code || code === newline) return tokens;
      const token = this.next();
      if (!token) return tokens;
      if (tokens.length < 10_000) tokens.push(token);
    }
  }

  /** The word that stands next on this line: a directive's or macro's name. */
  wordOnLine(): string | undefined {
    this.#skipBlank(true);
    return isWordStart(this.#text.charCodeAt(this.#position)) ? this.next()?.text : undefined;
  }

  /** The last token as the source writes it, with the quotation marks of a string, and where it begins. */
  get lastToken(): PlacedToken {
    return { text: this.#text.slice(this.#start, this.#position), start: this.#start };
  }

  /** Line that the tokenizer stands on, from 1, in a header too. */
  get line(): number {
    return this.#line;
  }

  /** Where the tokenizer stands. */
  mark(): TokenizerMark {
    return { position: this.#position, line: this.#line, atLineStart: this.#atLineStart };
  }

  /** Goes back to where it stood. */
  reset({ position, line, atLineStart }: TokenizerMark): void {
    this.#position = position;
    this.#line = line;
    this.#atLineStart = atLineStart;
  }

  /** The text passed since, as it is written. */
  textSince({ position }: TokenizerMark): string {
    return this.#text.slice(position, this.#position);
  }

  /** True if this very character comes next, not even white space before it. */
  isAt(character: string): boolean {
    return this.#text[this.#position] === character;
  }

  /**
   * The name between `<` and `>`, or between quotation marks, of an `#include`, in which a backslash is a backslash;
   * undefined if there is none.
   */
  headerName(): HeaderName | undefined {
    this.#skipBlank(true);
    const open = this.#text[this.#position];
    if (open !== '<' && open !== '"') return undefined;
    const end = this.#endOfLine();
    const rest = this.#text.slice(this.#position + 1, end);
    const close = rest.indexOf(open === '<' ? '>' : '"');
    if (close < 0) return undefined;
    this.#position += close + 2;
    return { name: rest.slice(0, close), quoted: open === '"' };
  }

  /** Passes over everything until a directive's `#`: how text that a condition removed is left out. */
  skipToDirective(): void {
    // Tokens, not lines: a `#` within a comment or a raw string begins no directive.
    for (;;) {
      const mark = this.mark();
      const token = this.next();
      if (!token) return;
      if (token.kind !== 'directive') continue;
      this.reset({ ...mark, atLineStart: true });
      return;
    }
  }

  #endOfLine(): number {
    const end = this.#text.indexOf('\n', this.#position);
    return end < 0 ? this.#text.length : end;
  }

  /** Passes white space, comments and line continuations; with `withinLine`, stops at the end of the line. */
  #skipBlank(withinLine = false): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#position);
      if (code === newline) {
        if (withinLine) return;
        this.#line++;
        this.#atLineStart = true;
        this.#position++;
      } else if (isBlank(code)) {
        this.#position++;
      } else if (code === slash && text.charCodeAt(this.#position + 1) === slash) {
        this.#skipLineComment();
      } else if (code === slash && text.charCodeAt(this.#position + 1) === star) {
        this.#skipBlockComment();
      } else if (code === backslash && this.#continuationLength() > 0) {
        this.#position += this.#continuationLength();
        this.#line++;
      } else {
        return;
      }
    }
  }

  /** Characters of a backslash at the end of a line with that end; 0 where the backslash is none. */
  #continuationLength(): number {
    const next = this.#text.charCodeAt(this.#position + 1);
    if (next === newline) return 2;
    return next === carriageReturn && this.#text.charCodeAt(this.#position + 2) === newline ? 3 : 0;
  }

  #skipLineComment(): void {
    for (;;) {
      const end = this.#endOfLine();
      this.#position = end;
      const last = this.#text.charCodeAt(end - 1) === carriageReturn ? end - 2 : end - 1;
      if (end >= this.#text.length || this.#text.charCodeAt(last) !== backslash) return;
      // The backslash carries the comment on to the next line.
      this.#position = end + 1;
      this.#line++;
    }
  }

  #skipBlockComment(): void {
    const end = this.#text.indexOf('*/', this.#position + 2);
    const stop = end < 0 ? this.#text.length : end + 2;
    this.#countLines(this.#position, stop);
    this.#position = stop;
  }

  #countLines(from: number, to: number): void {
    // Not indexOf, which would search on beyond `to`, again and again.
    for (let at = from; at < to; at++) if (this.#text.charCodeAt(at) === newline) this.#line++;
  }

  #word(start: number, line: number): Token {
    const text = this.#text;
    let end = start + 1;
    while (isWordPart(text.charCodeAt(end))) end++;
    this.#position = end;
    const word = text.slice(start, end);
    const after = text.charCodeAt(end);
    if (after === quote && isRawPrefix(word)) return this.#raw(line);
    return { kind: 'word', text: word, line };
  }

  #number(start: number, line: number): Token {
    const text = this.#text;
    let end = start + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      const signed =
        (code === plus || code === minus) && isExponent(text.charCodeAt(end - 1)) && !isHexadecimal(text, start);
      const separator = code === apostrophe && isWordPart(text.charCodeAt(end + 1));
      if (!isWordPart(code) && code !== dot && !signed && !separator) break;
      end++;
    }
    this.#position = end;
    return { kind: 'number', text: text.slice(start, end), line };
  }

  /** A string or character; an unfinished one ends with its line. */
  #quoted(start: number, line: number, closing: number): Token {
    const text = this.#text;
    let end = start + 1;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === closing) break;
      if (code === newline) break;
      if (code !== backslash) continue;
      end++;
      if (text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === newline) end++;
      if (text.charCodeAt(end) === newline) this.#line++;
    }
    this.#position = text.charCodeAt(end) === closing ? end + 1 : Math.min(end, text.length);
    return { kind: 'string', text: text.slice(start + 1, Math.min(end, start + 1 + maximumStringLength)), line };
  }

  /** A raw string: `R"delimiter(...)delimiter"`. Standing at its quote. */
  #raw(line: number): Token {
    const text = this.#text;
    const open = text.indexOf('(', this.#position);
    // A delimiter has at most 16 characters; without one the compiler will complain, and the rest means nothing.
    const delimiter = open >= 0 && open - this.#position <= 17 ? text.slice(this.#position + 1, open) : undefined;
    const end = delimiter === undefined ? -1 : text.indexOf(`)${delimiter}"`, open);
    const stop = end < 0 || delimiter === undefined ? text.length : end + delimiter.length + 2;
    this.#countLines(this.#position, stop);
    this.#position = stop;
    return { kind: 'string', text: '', line };
  }
}

/** All tokens of a text without directives: a macro's value, a name expression, a parameter list. */
export function tokenize(text: string): Token[] {
  const tokenizer = new Tokenizer(text, false);
  const tokens: Token[] = [];
  for (let token = tokenizer.next(); token; token = tokenizer.next()) tokens.push(token);
  return tokens;
}

/** A token as the source writes it. */
export interface PlacedToken {
  readonly text: string;
  /** Of its first character in the source. */
  readonly start: number;
}

/** All tokens of a C++ source with their places, for those who rewrite it. Directives are taken apart like the rest. */
export function placedTokens(source: string): PlacedToken[] {
  const tokenizer = new Tokenizer(source);
  const tokens: PlacedToken[] = [];
  while (tokenizer.next() !== undefined) tokens.push(tokenizer.lastToken);
  return tokens;
}

function isBlank(code: number): boolean {
  return code === space || (code >= tab && code <= carriageReturn) || code === 0xfeff || code === 0xa0;
}

function isWordStart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    (code >= 128 && !isBlank(code))
  );
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isExponent(code: number): boolean {
  return code === 101 || code === 69 || code === 112 || code === 80;
}

/** `0x1e+1` is a sum, unlike `1e+1`. (`0x1p+1` is rare enough to be read as a sum, too.) */
function isHexadecimal(text: string, start: number): boolean {
  return text.charCodeAt(start) === 48 && (text.charCodeAt(start + 1) | 32) === 120;
}

function isRawPrefix(word: string): boolean {
  return word === 'R' || word === 'LR' || word === 'uR' || word === 'UR' || word === 'u8R';
}
