/** A name expression taken apart: `(void (*)(int*))ns::f<float>`, `static_cast<void (*)(int*)>(&f)`, `f<3>`. */
import { endOfAngles, endOfGroup, splitAtCommas } from '../brackets';
import type { Token } from '../tokenizer';

export interface NameParts {
  /** An empty name first for a leading `::`. */
  readonly path: readonly string[];
  /** Template arguments of the last name; undefined if there is no list. */
  readonly list: readonly (readonly Token[])[] | undefined;
  /** The type of function that the expression chooses an overload by. */
  readonly cast: readonly Token[] | undefined;
}

/** Undefined for text that is not a name expression of a function. */
export function nameParts(tokens: readonly Token[]): NameParts | undefined {
  const [first] = tokens;
  if (first?.text === '&') return nameParts(tokens.slice(1));
  if (first?.text === 'static_cast' && tokens[1]?.text === '<') return staticCast(tokens);
  if (first?.text !== '(') return qualifiedName(tokens);
  const end = endOfGroup(tokens, 0);
  const inner = tokens.slice(1, end - 1);
  if (end === tokens.length) return nameParts(inner);
  return withCast(nameParts(tokens.slice(end)), inner);
}

function staticCast(tokens: readonly Token[]): NameParts | undefined {
  const end = endOfAngles(tokens, 1);
  const isWhole = end !== undefined && tokens[end]?.text === '(' && endOfGroup(tokens, end) === tokens.length;
  return isWhole ? withCast(nameParts(tokens.slice(end + 1, -1)), tokens.slice(2, end - 1)) : undefined;
}

function withCast(parts: NameParts | undefined, cast: readonly Token[]): NameParts | undefined {
  return parts && { ...parts, cast: parts.cast ?? cast };
}

function qualifiedName(tokens: readonly Token[]): NameParts | undefined {
  const path: string[] = tokens[0]?.text === '::' ? [''] : [];
  let at = path.length;
  for (;;) {
    const name = tokens[at];
    if (name?.kind !== 'word') return undefined;
    path.push(name.text);
    at++;
    if (tokens[at]?.text !== '::') break;
    at++;
    if (tokens[at]?.text === 'template') at++;
  }
  if (at === tokens.length) return { path, list: undefined, cast: undefined };
  if (tokens[at]?.text !== '<' || endOfAngles(tokens, at) !== tokens.length) return undefined;
  const inner = tokens.slice(at + 1, -1);
  return { path, list: inner.length === 0 ? [] : splitAtCommas(inner), cast: undefined };
}
