/** The tokens of a C++ source, as far as it has to be understood to rewrite it. */
import { placedTokens, type PlacedToken } from '@heddle/core/backend';

export type Token = PlacedToken;

/** Signs that stand for one operator if they touch. */
const operators = new Set(['++', '--', '<<=', '>>=', ...Array.from('-+*/%&|^=!<>', (sign) => `${sign}=`)]);
const directive = /^[ \t]*#(?:\\\r?\n|.)*/gm;
const closingOf = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** Without comments. Directives are taken apart like everything else, and so are `::` and `...`. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const token of placedTokens(source)) {
    if (token.text === '::' || token.text === '...' || token.text === '##') {
      for (const [i, text] of Array.from(token.text).entries()) tokens.push({ text, start: token.start + i });
    } else if (!joinsOperator(tokens, token)) tokens.push(token);
  }
  return tokens;
}

/** Makes a sign part of the operator before it, if they make one. */
function joinsOperator(tokens: Token[], { text, start }: Token): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.start + last.text.length !== start) return false;
  // `<<` is two signs, and `<<=` one operator.
  const before = tokens.at(-2);
  const isTouched = before !== undefined && before.start + before.text.length === last.start;
  if (text === '=' && isTouched && operators.has(`${before.text}${last.text}=`)) {
    tokens.splice(-2, 2, { text: `${before.text}${last.text}=`, start: before.start });
    return true;
  }
  if (!operators.has(last.text + text)) return false;
  tokens[tokens.length - 1] = { text: last.text + text, start: last.start };
  return true;
}

/** Without comments, each directive (`#pragma unroll`) being one token. */
export function tokensAndDirectives(source: string): readonly Token[] {
  const spans = Array.from(source.matchAll(directive), (match) => ({ text: match[0].trimStart(), end: endOf(match) }));
  const tokens: Token[] = [];
  let next = 0;
  for (const token of tokensOf(source)) {
    while ((spans[next]?.end ?? Infinity) <= token.start) next++;
    const span = spans[next];
    const start = span ? span.end - span.text.length : Infinity;
    if (token.start < start) tokens.push(token);
    if (token.start === start && span) tokens.push({ text: span.text, start });
  }
  return tokens;
}

/** Where the bracket at an index is closed; after the last token if it is not. */
export function closing(tokens: readonly Token[], index: number): number {
  const open = tokens[index]?.text ?? '';
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const text = tokens[at]?.text;
    if (text === open) depth++;
    if (text === closingOf.get(open) && --depth === 0) return at;
  }
  return tokens.length;
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}
