/** Cuts an expression into tokens. */
import { argumentError } from '@heddle/core/backend';
import type { Scalar, ScalarKind } from '../../array/dtype';
import { excerptOf, templateText } from './expression';

export type Token =
  | { readonly kind: 'operand'; readonly index: number; readonly at: number }
  | { readonly kind: 'literal'; readonly value: Scalar; readonly weak: ScalarKind; readonly at: number }
  | { readonly kind: 'name' | 'operator' | 'end'; readonly text: string; readonly at: number };

const space = /\s+/y;
const number = /(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(n|j|f)?/y;
const name = /[A-Za-z_]\w*/y;
const operator = /\*\*|\/\/|&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%&|^~!<>?:(),]/y;

/** @throws HeddleError `ARGUMENT` with the expression, for a character that begins nothing */
export function tokenize(strings: readonly string[]): Token[] {
  const text = templateText(strings);
  const tokens: Token[] = [];
  let base = 0;
  strings.forEach((part, k) => {
    if (k > 0) {
      tokens.push({ kind: 'operand', index: k - 1, at: base });
      base += `\${${k}}`.length;
    }
    tokenizePart(part, base, tokens, text);
    base += part.length;
  });
  tokens.push({ kind: 'end', text: 'the end', at: base });
  return tokens;
}

function tokenizePart(part: string, base: number, tokens: Token[], whole: string): void {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(part);
  };
  while (at < part.length) {
    const blank = match(space);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const digits = match(number);
    const found = digits ?? match(name) ?? match(operator);
    if (!found) {
      const character = String.fromCodePoint(part.codePointAt(at) ?? 0);
      throw argumentError(`evaluate: '${character}' has no meaning in an expression`, {
        excerpt: excerptOf(whole, base + at),
      });
    }
    if (digits) tokens.push(literal(digits, base + at, whole));
    else tokens.push({ kind: /^\w/.test(found[0]) ? 'name' : 'operator', text: found[0], at: base + at });
    at += found[0].length;
  }
}

function literal([text, suffix]: RegExpExecArray, at: number, whole: string): Token {
  const digits = suffix === undefined ? text : text.slice(0, -1);
  const isWhole = /^\d+$/.test(digits) || /^0[xX]/.test(digits);
  if (suffix === 'j') return { kind: 'literal', value: { re: 0, im: Number(digits) }, weak: 'complex', at };
  if (suffix === 'n' && !isWhole) {
    throw argumentError(`evaluate: ${text} is not a whole number`, { excerpt: excerptOf(whole, at) });
  }
  if (!isWhole || suffix === 'f') return { kind: 'literal', value: Number(digits), weak: 'float', at };
  const value = Number(digits);
  return {
    kind: 'literal',
    value: Number.isSafeInteger(value) && suffix !== 'n' ? value : BigInt(digits),
    weak: 'integer',
    at,
  };
}
