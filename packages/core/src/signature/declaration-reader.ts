/**
 * Cuts a source into its declarations, without bodies of functions, and keeps track of the namespace each stands in.
 *
 * It does not recurse and reads nothing twice, so broken or hostile text takes only linear time.
 */
import { withoutAttributes } from './attributes';
import { endOfAngles } from './brackets';
import { packingWord } from './packing';
import { maximumScopeDepth, type Scope } from './scope';
import type { Token } from './tokenizer';
import type { TokenSource } from './token-source';

/** One declaration, as its tokens. */
export interface RawDeclaration {
  /** Everything up to the `;` or the `{`. Initialisers in braces are left out. */
  readonly head: readonly Token[];
  /** What is between the braces of a struct or enum. */
  readonly body?: readonly Token[];
  /** What follows those braces, up to the `;`. */
  readonly tail: readonly Token[];
  /** The packing changes between those braces: which members it is for differs by compiler. */
  readonly isRepacked: boolean;
  /** It is a function with a body, which has been skipped. */
  readonly isFunctionDefinition: boolean;
  readonly scope: Scope;
  /** It stands within `extern "C" { }`. */
  readonly hasCLinkage: boolean;
}

/** No honest declaration is longer; the rest of a longer one is passed over, and it is not reported. */
const maximumHeadTokens = 4096;
const maximumBodyTokens = 50_000;

/** Reads all declarations of a source and hands each on. */
export function readDeclarations(
  source: TokenSource,
  scope: Scope,
  report: (declaration: RawDeclaration) => void,
): void {
  new DeclarationReader(source, scope, report).readAll();
}

interface Frame {
  readonly scope: Scope;
  readonly hasCLinkage: boolean;
}

class DeclarationReader {
  readonly #frames: Frame[] = [];
  #frame: Frame;
  #head: Token[] = [];
  #isTooLong = false;

  constructor(
    private readonly source: TokenSource,
    scope: Scope,
    private readonly report: (declaration: RawDeclaration) => void,
  ) {
    this.#frame = { scope, hasCLinkage: false };
  }

  readAll(): void {
    let depth = 0;
    for (let token = this.source.next(true); token; token = this.source.next(true)) {
      const text = token.kind === 'string' ? '' : token.text;
      if (depth > 0 && text === '{') {
        // A lambda or a braced value within parentheses.
        this.#skipBraces();
      } else if (text === ';') {
        depth = 0;
        this.#finish({});
      } else if (text === '}') {
        depth = 0;
        this.#leaveScope();
      } else if (text === '{') {
        this.#openBrace();
      } else if (text === ':' && this.#isAccessLabel()) {
        this.#head = [];
      } else {
        if (text === '(' || text === '[') depth++;
        else if ((text === ')' || text === ']') && depth > 0) depth--;
        this.#keep(token);
      }
    }
  }

  #keep(token: Token): void {
    if (this.#head.length < maximumHeadTokens) this.#head.push(token);
    else this.#isTooLong = true;
  }

  #isAccessLabel(): boolean {
    const only = this.#head.length === 1 ? this.#head[0]?.text : undefined;
    return only === 'public' || only === 'private' || only === 'protected';
  }

  /** Reports what has been read and starts afresh. */
  #finish(rest: Partial<Omit<RawDeclaration, 'head' | 'scope'>>): void {
    if (this.#head.length > 0 && !this.#isTooLong) {
      const other = { tail: [], isRepacked: false, isFunctionDefinition: false };
      this.report({ head: this.#head, ...other, ...this.#frame, ...rest });
    }
    this.#head = [];
    this.#isTooLong = false;
  }

  #leaveScope(): void {
    this.#head = [];
    this.#isTooLong = false;
    this.#frame = this.#frames.pop() ?? this.#frame;
  }

  #openBrace(): void {
    const plain = withoutAttributes(withoutTemplateHeaders(this.#head));
    const has = (text: string) => plain.some((token) => token.text === text && token.kind === 'punctuation');
    if (hasInitialiser(plain)) this.#skipBraces();
    else if (isLinkage(plain)) this.#enter({ scope: this.#frame.scope, hasCLinkage: plain[1]?.text === 'C' });
    else if (plain.some(({ text }) => text === 'namespace') && !has('(')) this.#enterNamespace(plain);
    else if (isTypeDefinition(plain)) this.#readTypeBody();
    else if (has('(')) {
      this.#skipBraces();
      this.#finish({ isFunctionDefinition: true });
    } else if (plain.length < 2) {
      // Most likely a macro that opens a namespace: what is inside is read as if it stood outside.
      this.#enter(this.#frame);
    } else this.#readBracedValue();
  }

  #enter(frame: Frame): void {
    this.#frames.push(this.#frame);
    this.#frame = frame;
    this.#head = [];
    this.#isTooLong = false;
  }

  /** `namespace a::b`, `inline namespace v1`, `namespace a::inline v1`, `namespace` without a name. */
  #enterNamespace(plain: readonly Token[]): void {
    const start = plain.findIndex(({ text }) => text === 'namespace');
    const words = plain.slice(start + 1).filter(({ kind }) => kind === 'word');
    let { scope } = this.#frame;
    if (scope.depth + words.length > maximumScopeDepth) {
      this.#head = [];
      this.#isTooLong = false;
      this.#skipBraces();
      return;
    }
    let isInline = plain.slice(0, start).some(({ text }) => text === 'inline');
    for (const { text } of words) {
      if (text !== 'inline') scope = isInline ? scope.inlineNamespace(text) : scope.namespace(text);
      isInline = text === 'inline';
    }
    this.#enter({ scope, hasCLinkage: this.#frame.hasCLinkage });
  }

  /** `int n{3}` becomes `int n = 3`. */
  #readBracedValue(): void {
    const brace = this.#head.at(-1);
    this.#keep({ kind: 'punctuation', text: '=', line: brace?.line ?? 0 });
    for (const token of this.#collectBraces(maximumHeadTokens) ?? []) this.#keep(token);
  }

  #readTypeBody(): void {
    const collected = this.#collectBraces(maximumBodyTokens);
    const { body, directives } = withoutPacking(collected ?? []);
    const tail: Token[] = [];
    for (let token = this.source.next(true); token; token = this.source.next(true)) {
      const text = token.kind === 'string' ? '' : token.text;
      if (text === ';') break;
      if (text === '{') {
        this.#skipBraces();
        continue;
      }
      if (text === '}') {
        // The semicolon is missing; the brace closes what is around.
        this.source.unread(token);
        break;
      }
      if (tail.length < maximumHeadTokens) tail.push(token);
    }
    this.#finish({ tail, isRepacked: directives.length > 0, ...(collected ? { body } : {}) });
    for (const directive of directives) {
      this.#head = directive;
      this.#finish({});
    }
  }

  /** Tokens up to the closing brace; undefined for more than `limit`. */
  #collectBraces(limit: number): Token[] | undefined {
    const tokens: Token[] = [];
    for (let depth = 1; ;) {
      const token = this.source.next(true);
      if (!token) break;
      const text = token.kind === 'string' ? '' : token.text;
      if (text === '{') depth++;
      else if (text === '}' && --depth === 0) break;
      if (tokens.length <= limit) tokens.push(token);
    }
    return tokens.length > limit ? undefined : tokens;
  }

  /** Passes everything up to the closing brace. */
  #skipBraces(): void {
    for (let depth = 1; ;) {
      const token = this.source.next(false);
      if (!token) return;
      if (token.kind !== 'punctuation') continue;
      if (token.text === '{') depth++;
      else if (token.text === '}' && --depth === 0) return;
    }
  }
}

/** The tokens between braces, and the directives about packing that stand among them. */
function withoutPacking(tokens: readonly Token[]): { readonly body: readonly Token[]; readonly directives: Token[][] } {
  if (!tokens.some(({ text }) => text === packingWord)) return { body: tokens, directives: [] };
  const body: Token[] = [];
  const directives: Token[][] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.text !== packingWord) {
      body.push(token);
      continue;
    }
    const end = tokens.findIndex(({ text }, at) => at > i && text === ';');
    directives.push(tokens.slice(i, end < 0 ? undefined : end));
    i = end < 0 ? tokens.length : end;
  }
  return { body, directives };
}

/** An `=` outside of parentheses that is not part of an operator's name. */
function hasInitialiser(head: readonly Token[]): boolean {
  let depth = 0;
  for (const { kind, text } of head) {
    if (text === 'operator') return false;
    if (kind !== 'punctuation') continue;
    if (text === '(' || text === '[') depth++;
    else if (text === ')' || text === ']') depth--;
    else if (text === '=' && depth === 0) return true;
  }
  return false;
}

function isLinkage(head: readonly Token[]): boolean {
  return head.length === 2 && head[0]?.text === 'extern' && head[1]?.kind === 'string';
}

/** Words that may stand before `struct`. */
const wordsBeforeType = new Set([
  'typedef',
  'const',
  'static',
  'extern',
  'volatile',
  'constexpr',
  'inline',
  '__constant__',
  '__device__',
]);

function isTypeDefinition(head: readonly Token[]): boolean {
  const first = head.find(({ text }) => !wordsBeforeType.has(text))?.text;
  if (first !== 'struct' && first !== 'class' && first !== 'union' && first !== 'enum') return false;
  return !head.some(({ kind, text }) => kind === 'punctuation' && text === '(');
}

/** The tokens after all `template<...>` at the start. */
export function withoutTemplateHeaders(head: readonly Token[]): readonly Token[] {
  let rest = head;
  while (rest[0]?.text === 'template' && rest[1]?.text === '<') {
    const end = endOfAngles(rest, 1);
    if (end === undefined) return rest;
    rest = rest.slice(end);
  }
  return rest;
}
