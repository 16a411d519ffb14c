/** Which of their arguments a source's functions and macros may change: `void add(int &sum)`, `#define ADD(sum) sum++`. */
import { closing, type Token } from '../tokens';
import type { Range } from './declaration';
import { isChanged, type Macro } from './expressions';

/** The places of the arguments, by the names of what they are given to. */
export type ChangedArguments = ReadonlyMap<string, ReadonlySet<number>>;

export function changedArguments(
  tokens: readonly Token[],
  macros: ReadonlyMap<string, readonly Macro[]>,
): ChangedArguments {
  const found = new Map<string, Set<number>>();
  const add = (name: string, place: number): void => void found.set(name, (found.get(name) ?? new Set()).add(place));
  for (const [name, bodies] of macros)
    for (const { parameters, body } of bodies)
      for (const [place, parameter] of [...parameters].entries())
        if (body.some(({ text }, at) => text === parameter && isChanged(body, at))) add(name, place);
  for (const [at, { text }] of tokens.entries())
    if (isDefined(tokens, at))
      for (const [place, range] of argumentsAt(tokens, at + 1).entries())
        if (isReference(tokens, range)) add(text, place);
  return found;
}

/** The arguments, between two tokens, of calls that may change them. */
export function changedBetween(tokens: readonly Token[], [first, end]: Range, changed: ChangedArguments): Range[] {
  const ranges: Range[] = [];
  for (let at = first; at < end; at++) {
    const places = changed.get(tokens[at]?.text ?? '');
    const open = places ? openingOf(tokens, at, end) : undefined;
    if (places && open !== undefined) ranges.push(...argumentsAt(tokens, open).filter((_, place) => places.has(place)));
  }
  return ranges;
}

/** Whether a name is that of a function which is defined: `name(…) {`, `name(…) const {`, `name(…) : member(…) {`. */
export function isDefined(tokens: readonly Token[], at: number): boolean {
  const name = tokens[at]?.text ?? '';
  if (!/^(?!(?:if|for|while|switch|catch)$)[A-Za-z_]/.test(name) || tokens[at + 1]?.text !== '(') return false;
  return /^(?:\{|const|noexcept|->|-|:)$/.test(tokens[closing(tokens, at + 1) + 1]?.text ?? '');
}

// The `(` of `name(` or `name<…>(`.
function openingOf(tokens: readonly Token[], at: number, end: number): number | undefined {
  if (tokens[at + 1]?.text === '(') return at + 1;
  if (tokens[at + 1]?.text !== '<') return undefined;
  for (let next = at + 2; next < end && !/^[;{}]$/.test(tokens[next]?.text ?? ''); next++)
    if (tokens[next]?.text === '>' && tokens[next + 1]?.text === '(') return next + 1;
  return undefined;
}

function argumentsAt(tokens: readonly Token[], open: number): Range[] {
  const ranges: Range[] = [];
  const close = closing(tokens, open);
  let start = open + 1;
  for (let at = open + 1; at <= close; at++) {
    const text = tokens[at]?.text ?? '';
    if (/^[([{]$/.test(text)) at = closing(tokens, at);
    else if (text === ',' || at === close) {
      ranges.push([start, at]);
      start = at + 1;
    }
  }
  return ranges;
}

// `int &sum`, `T &&value`
function isReference(tokens: readonly Token[], [first, end]: Range): boolean {
  const words = tokens.slice(first, end).map(({ text }) => text);
  const sign = words.indexOf('&');
  return sign > 0 && /^(?:[A-Za-z_]\w*|[>*&])$/.test(words[sign - 1] ?? '') && !words.slice(0, sign).includes('const');
}
