/** Lambdas in a kernel, whose `return` is none of the kernel's. */
import { closing, type Token } from '../tokens';
import type { Range } from './declaration';
import { isOperand } from './expressions';

/** The bodies of the lambdas between two tokens. */
export function lambdaBodies(tokens: readonly Token[], [first, end]: Range): readonly Range[] {
  const bodies: Range[] = [];
  for (let at = first; at < end; at++) {
    const begin = bodyOfLambda(tokens, at, end);
    if (begin === undefined) continue;
    const close = closing(tokens, begin);
    bodies.push([begin, close]);
    at = close;
  }
  return bodies;
}

// Where the `{` of a lambda's body is whose `[` is at an index.
function bodyOfLambda(tokens: readonly Token[], open: number, end: number): number | undefined {
  if (tokens[open]?.text !== '[' || isOperand(tokens[open - 1]?.text ?? '')) return undefined;
  for (let at = closing(tokens, open) + 1; at < end; at++) {
    const text = tokens[at]?.text ?? '';
    if (text === '{') return at;
    if (text === '(') at = closing(tokens, at);
    else if (/^[;,)}\]=]$/.test(text)) return undefined;
  }
  return undefined;
}
