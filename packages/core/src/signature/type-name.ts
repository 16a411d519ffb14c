/** A type's name in tokens, apart from what is declared with it. */
import { endOfAngles, splitAtCommas } from './brackets';
import type { Token } from './tokenizer';

/** The names of `ns::traits<float>` with the template arguments of each; an empty one first for a leading `::`. */
export interface TypeName {
  readonly path: readonly string[];
  readonly lists: readonly (readonly (readonly Token[])[] | undefined)[];
}

const elaborated = new Set(['typename', 'struct', 'class', 'union', 'enum', 'const', 'volatile', 'template']);

/** The name that tokens are, or that a `typedef` gives another name to; undefined for pointers and the like. */
export function typeNameOf(tokens: readonly Token[]): TypeName | undefined {
  const path: string[] = [];
  const lists: (readonly (readonly Token[])[] | undefined)[] = [];
  let at = 0;
  while (elaborated.has(tokens[at]?.text ?? '')) at++;
  if (tokens[at]?.text === '::') {
    path.push('');
    lists.push(undefined);
    at++;
  }
  for (;;) {
    const token = tokens[at];
    if (token?.kind !== 'word') return undefined;
    at++;
    if (token.text === 'template') continue;
    path.push(token.text);
    const end = tokens[at]?.text === '<' ? endOfAngles(tokens, at) : undefined;
    const inner = end === undefined ? [] : tokens.slice(at + 1, end - 1);
    lists.push(end === undefined ? undefined : inner.length === 0 ? [] : splitAtCommas(inner));
    at = end ?? at;
    if (tokens[at]?.text !== '::') break;
    at++;
  }
  // `typedef Name other`
  const rest = tokens.length - at;
  return rest === 0 || (rest === 1 && tokens[at]?.kind === 'word') ? { path, lists } : undefined;
}
