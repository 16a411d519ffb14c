/** Declarations of variables, taken apart: `const float *row = a + 4, sum = 0;`. */
import { closing, type Token } from '../tokens';

/** From one token up to another, which is not part of it. */
export type Range = readonly [first: number, end: number];

export interface Declarator {
  readonly name: string;
  /** What stands between the type and the name: `* __restrict__`. */
  readonly pointer: string;
  /** Array extents as they are written: `[4][Tile]`. */
  readonly extents: string;
  /** `= 0`, `(4)` or `{1, 2}`, with its sign or brackets. */
  readonly initializer: Range | undefined;
  /** The initializer's first token. */
  readonly sign: string;
}

export interface Declaration {
  /** Index of its first token. */
  readonly first: number;
  /** The type without `const` and `constexpr`. */
  readonly type: string;
  readonly isConst: boolean;
  readonly isConstexpr: boolean;
  readonly declarators: readonly Declarator[];
}

// The portable dialect's address spaces among them.
const qualifier = /^(?:const|constexpr|typename|struct|GLOBAL|CONSTANT|LOCAL)$/;
const builtInType = /^(?:unsigned|signed|long|short|int|char|float|double|bool|auto)$/;
const notType =
  /^(?:return|break|continue|goto|delete|new|throw|case|default|else|do|if|for|while|switch|using|typedef|sizeof|static|extern|inline|void|true|false)$/;
const identifier = /^[A-Za-z_]\w*$/;

/** A statement's declaration; undefined if it is none, or one that is not understood. */
export function parseDeclaration(tokens: readonly Token[], [first, end]: Range): Declaration | undefined {
  const type = typeAt(tokens, first, end);
  if (!type) return undefined;
  const declarators: Declarator[] = [];
  let at = type.end;
  while (at < end) {
    const next = declaratorAt(tokens, at, end);
    if (!next) return undefined;
    declarators.push(next.declarator);
    at = next.end;
  }
  if (declarators.length === 0) return undefined;
  const isConstexpr = tokens.slice(first, type.end).some(({ text }) => text === 'constexpr');
  return { first, type: type.words.join(' '), isConst: type.isConst, isConstexpr, declarators };
}

interface TypeAt {
  readonly words: readonly string[];
  readonly isConst: boolean;
  readonly end: number;
}

function typeAt(tokens: readonly Token[], first: number, end: number): TypeAt | undefined {
  const words: string[] = [];
  let isConst = false;
  let isNamed = false;
  let at = first;
  for (; at < end; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === 'const' || text === 'constexpr') isConst = true;
    else if (qualifier.test(text)) words.push(text);
    else if (builtInType.test(text)) {
      words.push(text);
      isNamed = true;
    } else if (!isNamed && identifier.test(text) && !notType.test(text)) {
      const last = qualifiedName(tokens, at, end);
      words.push(textOf(tokens, [at, last]));
      at = last - 1;
      isNamed = true;
    } else break;
  }
  return isNamed ? { words, isConst, end: at } : undefined;
}

// After `name`, `ns::name` and `name<arguments>::type`.
function qualifiedName(tokens: readonly Token[], first: number, end: number): number {
  let at = first + 1;
  for (;;) {
    if (tokens[at]?.text === '<') {
      let depth = 0;
      let close = at;
      for (; close < end; close++) {
        const text = tokens[close]?.text ?? '';
        if (text === '<') depth++;
        if (text === '>' && --depth === 0) break;
        if (/^[;{}]$/.test(text)) return at;
      }
      at = close + 1;
    }
    if (tokens[at]?.text !== ':' || tokens[at + 1]?.text !== ':') return at;
    at += 3;
  }
}

function declaratorAt(
  tokens: readonly Token[],
  first: number,
  end: number,
): { readonly declarator: Declarator; readonly end: number } | undefined {
  let at = first;
  while (/^(?:\*|&|const|__restrict__|__restrict|restrict)$/.test(tokens[at]?.text ?? '')) at++;
  const name = tokens[at]?.text ?? '';
  if (at >= end || !identifier.test(name) || notType.test(name)) return undefined;
  const pointer = textOf(tokens, [first, at]);
  let behind = at + 1;
  while (tokens[behind]?.text === '[') behind = closing(tokens, behind) + 1;
  const extents = textOf(tokens, [at + 1, behind]);
  const sign = tokens[behind]?.text ?? '';
  if (sign === ',' || sign === ';')
    return { declarator: { name, pointer, extents, initializer: undefined, sign }, end: behind + 1 };
  if (!/^[=({]$/.test(sign)) return undefined;
  const stop = initializerEnd(tokens, behind, end);
  if (stop === undefined) return undefined;
  return { declarator: { name, pointer, extents, initializer: [behind, stop], sign }, end: stop + 1 };
}

// After `<int *>`; if there is none, where it would be.
function behindAngles(tokens: readonly Token[], first: number, end: number): number {
  let depth = 0;
  for (let at = first; at < end; at++) {
    const text = tokens[at]?.text;
    if (text === '<') depth++;
    else if (text === '>') depth--;
    if (depth === 0) return at === first ? first : at + 1;
  }
  return first;
}

// Where the comma or the semicolon after an initializer is. A comma after `<` may be a template's.
function initializerEnd(tokens: readonly Token[], first: number, end: number): number | undefined {
  let hasAngle = false;
  for (let at = first; at < end; at++) {
    const text = tokens[at]?.text ?? '';
    if (/^[([{]$/.test(text)) at = closing(tokens, at);
    else if (/_cast$/.test(text)) at = behindAngles(tokens, at + 1, end) - 1;
    else if (text === ';') return at;
    else if (text === ',') return hasAngle ? undefined : at;
    else if (text === '<') hasAngle = true;
  }
  return undefined;
}

/** Tokens as text, on one line but for directives. Signs and numbers of several tokens, `>>` and `1e-5f`, stay whole. */
export function textOf(tokens: readonly Token[], [first, end]: Range): string {
  let all = '';
  let last: Token | undefined;
  for (const token of tokens.slice(first, end)) {
    const isApart = last && last.start + last.text.length < token.start;
    all += token.text.startsWith('#') ? `\n${token.text}\n` : `${isApart ? ' ' : ''}${token.text}`;
    last = token;
  }
  return all;
}
