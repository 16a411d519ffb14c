/** Splits an expression into tokens, and tells whose syntax it is written in. */
import { argumentError } from '@heddle/core/backend';
import type { Syntax } from './syntax-tree';

export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'operator' | 'end';
  readonly text: string;
  /** Offset in the expression. */
  readonly at: number;
}

// Longest first: `**` is not two `*`.
const operators = /^(===|!==|\*\*|\/\/|<=|>=|==|!=|<<|>>|&&|\|\||[-+*/%<>&|^~!?:()[\],.])/;
const digits = String.raw`\d(?:_?\d)*`;
const number = new RegExp(
  String.raw`^(?:0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|(?:${digits}(?:\.(?:${digits})?)?|\.${digits})(?:[eE][-+]?${digits})?)`,
);
const name = /^[\p{L}_$][\p{L}\p{N}_$]*/u;
const string = /^("([^"\\\n]|\\.)*"|'([^'\\\n]|\\.)*')/;

/** Tokens of an expression, closed by one of kind `end`. @throws HeddleError `ARGUMENT` at a character of no token */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest);
    if (space) {
      at += space[0].length;
      continue;
    }
    const token = tokenAt(rest, at);
    if (!token) throw syntaxError(text, at, `${JSON.stringify(rest.charAt(0))} means nothing here`);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

/**
 * Whose syntax an expression is in: JavaScript's if it uses a spelling that only JavaScript has, else Python's.
 * `a % b` alone is Python: that is what tuning files hold.
 */
export function syntaxOf(tokens: readonly Token[]): Syntax {
  const javascript = new Set(['&&', '||', '!', '===', '!==', '?', 'Math', 'true', 'false', 'null', 'undefined']);
  return tokens.some(({ kind, text }) => kind !== 'string' && javascript.has(text)) ? 'javascript' : 'python';
}

/** An error that shows where in the expression it is. */
export function syntaxError(text: string, at: number, problem: string, hint?: string): Error {
  // On one line, so that the mark stands under its place.
  const line = text.replace(/\s/g, ' ');
  return argumentError(`The expression ${JSON.stringify(text)} cannot be read: ${problem}.`, {
    excerpt: `  ${line}\n  ${' '.repeat(at)}^`,
    hint:
      hint ?? "Expressions are written in Python's or JavaScript's syntax and know parameters, numbers and strings.",
  });
}

function tokenAt(rest: string, at: number): Token | undefined {
  const kinds = [
    ['number', number],
    ['string', string],
    ['name', name],
    ['operator', operators],
  ] as const;
  for (const [kind, pattern] of kinds) {
    const match = pattern.exec(rest);
    if (match) return { kind, text: match[0], at };
  }
  return undefined;
}
