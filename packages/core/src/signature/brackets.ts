/** Matching brackets in lists of tokens. */
import type { Token } from './tokenizer';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Index just after the bracket that closes the one at `open`; the end of the tokens if none does.
 * Brackets of the other kinds in between are counted as well, so that a `}` within parentheses does not confuse.
 */
export function endOfGroup(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const { text, kind } = tokens[i] as Token;
    if (kind !== 'punctuation') continue;
    if (Object.hasOwn(closing, text)) depth++;
    else if ((text === ')' || text === ']' || text === '}') && --depth === 0) return i + 1;
  }
  return tokens.length;
}

/** Index just after the `>` that closes the `<` at `open`; undefined if none does. */
export function endOfAngles(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const { text, kind } = tokens[i] as Token;
    if (kind !== 'punctuation') continue;
    if (Object.hasOwn(closing, text)) i = endOfGroup(tokens, i) - 1;
    else if (text === '<') depth++;
    else if (text === '>' && --depth === 0) return i + 1;
    else if (text === ';' || text === ')' || text === '}') return undefined;
  }
  return undefined;
}

/** Splits at commas outside of all brackets; `<` counts as one if a word stands before it. Empty parts are kept. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  let angles = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === 'punctuation') {
      if (Object.hasOwn(closing, token.text)) {
        const end = endOfGroup(tokens, i);
        for (; i < end; i++) part.push(tokens[i] as Token);
        i--;
        continue;
      }
      if (token.text === '<' && tokens[i - 1]?.kind === 'word') angles++;
      else if (token.text === '>' && angles > 0) angles--;
      else if (token.text === ',' && angles === 0) {
        parts.push(part);
        part = [];
        continue;
      }
    }
    part.push(token);
  }
  parts.push(part);
  return parts;
}

/** Tokens as text, with a space only where two words would run together. */
export function spell(tokens: readonly Token[]): string {
  let text = '';
  let previous: Token | undefined;
  for (const token of tokens) {
    const apart = previous && isWordLike(previous) && isWordLike(token);
    const afterComma = previous?.text === ',';
    const written = token.kind === 'string' ? quoted(token.text) : token.text;
    text += apart || afterComma ? ` ${written}` : written;
    previous = token;
  }
  return text;
}

// A token does not keep its quotes; text of one character is nearly always a character.
function quoted(text: string): string {
  return text.length === 1 ? `'${text}'` : `"${text}"`;
}

function isWordLike({ kind }: Token): boolean {
  return kind === 'word' || kind === 'number';
}
