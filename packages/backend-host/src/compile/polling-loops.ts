/**
 * Loops that do nothing but wait for another thread: `while (*flag == 0);`, `while (atomicCAS(lock, 0, 1) != 0);`. On a
 * GPU the other thread goes on by itself. Here the threads of a block take turns on one processor, and one that never
 * gives its turn away would wait for ever: so each round of such a loop gives it away.
 *
 * A loop without a body whose condition changes nothing ends by another thread or never, so none is slowed down that
 * computes.
 */
import { closing, tokensOf, type Token } from './tokens';

const turn = '::__nanosleep(0)';

const changes = /^(?:\+\+|--|=|<<=|>>=|[-+*/%&|^]=)$/;
const name = /^(?!(?:true|false)$)[A-Za-z_]/;

/** The source, on the same lines, whose loops that wait for other threads let those run. */
export function yieldInPollingLoops(source: string): string {
  if (!/\bwhile\b/.test(source)) return source;
  const tokens = tokensOf(source);
  const text = (index: number): string | undefined => tokens[index]?.text;
  const places: { readonly at: number; readonly inserted: string }[] = [];
  const takeTurns = (index: number, inserted: string): void => {
    const at = tokens[index]?.start;
    if (at !== undefined) places.push({ at, inserted });
  };
  // The `while` after a `do` does not begin a loop.
  const ends = new Set<number>();
  for (const [index, { text: word }] of tokens.entries()) {
    if (word === 'do') {
      // Where such a statement ends is not looked for.
      if (text(index + 1) !== '{') return source;
      const close = closing(tokens, index + 1);
      if (text(close + 1) !== 'while') return source;
      ends.add(close + 1);
      if (onlyOrders(tokens, index + 2, close) && onlyLooks(tokens, close + 2)) takeTurns(close, `${turn};`);
    } else if (word === 'while' && !ends.has(index) && onlyLooks(tokens, index + 1)) {
      const body = closing(tokens, index + 1) + 1;
      // It stays one statement, of which an `if` and its `else` may consist.
      if (text(body) === ';') takeTurns(body, turn);
      if (text(body) !== '{') continue;
      const close = closing(tokens, body);
      if (onlyOrders(tokens, body + 1, close)) takeTurns(close, `${turn};`);
    }
  }
  return places
    .sort((a, b) => b.at - a.at)
    .reduce((made, { at, inserted }) => `${made.slice(0, at)}${inserted}${made.slice(at)}`, source);
}

// Whether a condition in parentheses looks at something, which `do {} while (0)` does not, and changes nothing by itself:
// what functions it calls do is not known.
function onlyLooks(tokens: readonly Token[], open: number): boolean {
  if (tokens[open]?.text !== '(') return false;
  const condition = tokens.slice(open, closing(tokens, open)).map(({ text }) => text);
  return condition.some((text) => name.test(text)) && !condition.some((text) => changes.test(text));
}

// Whether there are only fences and empty statements from one index to another.
function onlyOrders(tokens: readonly Token[], from: number, to: number): boolean {
  const between = tokens.slice(from, to).map(({ text }) => text);
  return /^(?:;|__threadfence\w*\(\);)*$/.test(between.join(''));
}
