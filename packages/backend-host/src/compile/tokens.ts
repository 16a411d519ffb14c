/** Words, numbers, literals and signs of a C++ source: as much of it as has to be understood to rewrite it. */
export interface Token {
  readonly text: string;
  /** Of its first character in the source. */
  readonly start: number;
}

const commentOrCode =
  /\/\/.*|\/\*[^]*?\*\/|R"([^\s()\\]{0,16})\([^]*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\d[\w.']*|\+\+|--|<<=|>>=|[-+*/%&|^=!<>]=|\S/g;
const isComment = /^\/[/*]/;
const directive = /^[ \t]*#(?:\\\r?\n|.)*/gm;
const closingOf = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** Without comments. Directives are taken apart like everything else. */
export function tokensOf(source: string): readonly Token[] {
  const all = Array.from(source.matchAll(commentOrCode), (match) => ({ text: match[0], start: match.index }));
  return all.filter(({ text }) => !isComment.test(text));
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

/** Where the bracket at an index is closed; behind the last token where it is not. */
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
