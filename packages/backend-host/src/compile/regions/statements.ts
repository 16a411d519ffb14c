/**
 * A kernel's body as far as barriers shape it: the loops and branches that hold one, and the statements between. What
 * holds none stays text.
 */
import { closing, type Token } from '../tokens';
import { parseDeclaration, type Declaration, type Range } from './declaration';

/** The names that a `{}` or a loop's head declares. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly variables: Map<string, Variable>;
}

export interface Variable {
  readonly name: string;
  readonly scope: Scope;
  /** Undefined for a parameter. */
  readonly declared: { readonly declaration: Declaration; readonly index: number } | undefined;
}

export interface Declared {
  readonly kind: 'declaration';
  readonly scope: Scope;
  readonly range: Range;
  readonly declaration: Declaration;
  readonly variables: readonly Variable[];
}

export interface Plain {
  readonly kind: 'plain';
  readonly scope: Scope;
  readonly range: Range;
}

/** `for` without its head's first part is `while`. */
export interface Loop {
  readonly kind: 'loop';
  /** Whether the condition stands after the body: `do {} while (…);`. */
  readonly isBehind: boolean;
  readonly scope: Scope;
  readonly initial: Declared | Plain | undefined;
  readonly condition: Range;
  readonly step: Range;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly kind: 'barrier' }
  /** `break` or `continue` of a loop that holds barriers. */
  | { readonly kind: 'jump'; readonly range: Range }
  /** Declares shared memory or a type, and does nothing. */
  | { readonly kind: 'kept'; readonly range: Range }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | {
      readonly kind: 'branch';
      readonly scope: Scope;
      readonly head: Range;
      readonly condition: Range;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | Declared
  | Plain
  | Loop;

// The first words of declarations, which otherwise might be of names that the rest of the kernel means.
const mayDeclare =
  /^(?:auto|const|constexpr|struct|class|enum|union|unsigned|signed|long|short|int|char|float|double|bool|alignas|decltype|typeof|typename|__typeof__|__attribute__|__align__|__builtin_align__|\[)$/;

const notDeclared = /^(?:return|if|else|for|while|do|switch|case|goto|new|delete|throw)$/;
const startsStatement = /^(?:\{|for|while|if|do|switch)$/;

/** Thrown if a kernel's text is not understood: it is compiled in another way then. */
export class NotUnderstood extends Error {}

export function isBarrier(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text;
  return word === '__syncthreads' || word === 'BARRIER';
}

export class StatementParser {
  readonly #tokens: readonly Token[];
  /** Of the body's outermost statements. */
  readonly scope: Scope;

  constructor(tokens: readonly Token[], parameters: readonly string[]) {
    this.#tokens = tokens;
    const outer: Scope = { parent: undefined, variables: new Map() };
    for (const name of parameters) outer.variables.set(name, { name, scope: outer, declared: undefined });
    this.scope = { parent: outer, variables: new Map() };
  }

  /** @throws NotUnderstood */
  parse([first, end]: Range): readonly Statement[] {
    return this.#statements(first, end, this.scope);
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #statements(first: number, end: number, scope: Scope): readonly Statement[] {
    const statements: Statement[] = [];
    for (let at = first; at < end;) {
      const stop = this.#endOf(at, end);
      statements.push(this.#statement(at, stop, scope));
      at = stop;
    }
    return statements;
  }

  // After the statement that begins at an index.
  #endOf(first: number, end: number): number {
    const at = this.#behindPragmas(first);
    const word = this.#text(at);
    if (word === '{') return closing(this.#tokens, at) + 1;
    if (word === 'if') {
      const then = this.#endOf(this.#behindHead(at), end);
      return this.#text(then) === 'else' ? this.#endOf(then + 1, end) : then;
    }
    if (word === 'for' || word === 'while' || word === 'switch') return this.#endOf(this.#behindHead(at), end);
    if (word === 'do') return this.#behindSemicolon(this.#endOf(at + 1, end), end);
    // Macros in front of a statement: `UNROLL for (…) {}`, `REPEAT(4) {}`.
    const behind = this.#text(at + 1) === '(' ? closing(this.#tokens, at + 1) + 1 : at + 1;
    if (/^[A-Za-z_]/.test(word) && startsStatement.test(this.#text(behind))) return this.#endOf(behind, end);
    return this.#behindSemicolon(at, end);
  }

  #behindPragmas(first: number): number {
    let at = first;
    for (;;) {
      if (this.#text(at).startsWith('#')) at++;
      else if (this.#text(at) === '_Pragma') at = closing(this.#tokens, at + 1) + 1;
      else return at;
    }
  }

  // After the parentheses of an `if`, a `for` or a `while`.
  #behindHead(keyword: number): number {
    const open = this.#text(keyword + 1) === 'constexpr' ? keyword + 2 : keyword + 1;
    if (this.#text(open) !== '(') throw new NotUnderstood();
    return closing(this.#tokens, open) + 1;
  }

  #behindSemicolon(first: number, end: number): number {
    for (let at = first; at < end; at++) {
      const text = this.#text(at);
      if (text === ';') return at + 1;
      if (text === '(' || text === '[' || text === '{') at = closing(this.#tokens, at);
    }
    throw new NotUnderstood();
  }

  #statement(start: number, end: number, scope: Scope): Statement {
    const first = this.#behindPragmas(start);
    if (this.#holdsBarrier(first, end) || this.#holdsJump(first, end)) return this.#structured(first, end, scope);
    const word = this.#text(first);
    if (/^(?:SHARED|DYNAMIC_SHARED|typedef|using|static_assert)$/.test(word) || this.#isShared(first, end))
      return { kind: 'kept', range: [first, end] };
    // Constants that functions have in common.
    if (word === 'static' && /^const(?:expr)?$/.test(this.#text(first + 1)))
      return { kind: 'kept', range: [first, end] };
    if (word === 'static' || word === 'extern') throw new NotUnderstood();
    return this.#declaration([first, end], scope) ?? { kind: 'plain', scope, range: [start, end] };
  }

  #isShared(first: number, end: number): boolean {
    const words = this.#tokens.slice(first, end).map(({ text }) => text);
    const at = words.indexOf('__shared__');
    return at >= 0 && !words.slice(0, at).some((text) => /^(?:[={};]|if|for|while|switch|do)$/.test(text));
  }

  #holdsBarrier(first: number, end: number): boolean {
    for (let at = first; at < end; at++) if (isBarrier(this.#tokens, at)) return true;
    return false;
  }

  // Whether a statement has a `break` or `continue` of a surrounding loop that contains barriers.
  #holdsJump(first: number, end: number): boolean {
    for (let at = first; at < end; at++) {
      const word = this.#text(at);
      if (/^(?:break|continue)$/.test(word)) return true;
      // A `continue` in a `switch` is of no loop in there.
      if (/^(?:for|while|do)$/.test(word)) at = this.#endOf(at, end) - 1;
      if (word !== 'switch') continue;
      const stop = this.#endOf(at, end);
      if (this.#holdsContinue(at, stop)) throw new NotUnderstood();
      at = stop - 1;
    }
    return false;
  }

  #holdsContinue(first: number, end: number): boolean {
    for (let at = first; at < end; at++) if (this.#text(at) === 'continue') return true;
    return false;
  }

  // A barrier, or what holds one.
  #structured(first: number, end: number, scope: Scope): Statement {
    const word = this.#text(first);
    if (isBarrier(this.#tokens, first)) {
      const rest = [first + 1, first + 2, first + 3].map((at) => this.#text(at)).join('');
      if (rest === '();' && end === first + 4) return { kind: 'barrier' };
    }
    if (word === '{') return { kind: 'block', body: this.#statements(first + 1, end - 1, newScope(scope)) };
    if (word === 'if') return this.#branch(first, end, scope);
    if (word === 'for' || word === 'while') return this.#loop(first, end, scope);
    if (word === 'do') return this.#loopBehind(first, end, scope);
    if (/^(?:break|continue)$/.test(word) && end === first + 2) return { kind: 'jump', range: [first, end] };
    throw new NotUnderstood();
  }

  #branch(first: number, end: number, scope: Scope): Statement {
    const behind = this.#behindHead(first);
    const then = this.#endOf(behind, end);
    return {
      kind: 'branch',
      scope,
      // With the `constexpr` before its parenthesis, if there is one.
      head: [first, this.#text(first + 1) === 'constexpr' ? first + 3 : first + 2],
      condition: [this.#text(first + 1) === 'constexpr' ? first + 3 : first + 2, behind - 1],
      then: this.#body(behind, then, scope),
      otherwise: this.#text(then) === 'else' ? this.#body(then + 1, end, scope) : [],
    };
  }

  #loop(first: number, end: number, scope: Scope): Statement {
    const behind = this.#behindHead(first);
    const head: Scope = newScope(scope);
    if (this.#text(first) === 'while') {
      const body = this.#body(behind, end, head);
      return {
        kind: 'loop',
        isBehind: false,
        scope: head,
        initial: undefined,
        condition: [first + 2, behind - 1],
        step: [end, end],
        body,
      };
    }
    const condition = this.#behindSemicolon(first + 2, behind - 1);
    const step = this.#behindSemicolon(condition, behind - 1);
    const range: Range = [first + 2, condition];
    const initial = condition === first + 3 ? undefined : (this.#declaration(range, head) ?? plainOf(range, head));
    const body = this.#body(behind, end, head);
    return {
      kind: 'loop',
      isBehind: false,
      scope: head,
      initial,
      condition: [condition, step - 1],
      step: [step, behind - 1],
      body,
    };
  }

  #loopBehind(first: number, end: number, scope: Scope): Statement {
    const behind = this.#endOf(first + 1, end);
    if (this.#text(first + 1) !== '{' || this.#text(behind) !== 'while') throw new NotUnderstood();
    return {
      kind: 'loop',
      isBehind: true,
      scope,
      initial: undefined,
      condition: [behind + 2, this.#behindHead(behind) - 1],
      step: [end, end],
      body: this.#body(first + 1, behind, scope),
    };
  }

  #body(first: number, end: number, scope: Scope): readonly Statement[] {
    return this.#text(first) === '{'
      ? this.#statements(first + 1, end - 1, newScope(scope))
      : this.#statements(first, end, newScope(scope));
  }

  // `int`, `Type name`
  #mayDeclare(first: number): boolean {
    const isName = (at: number): boolean => /^[A-Za-z_]\w*$/.test(this.#text(at));
    return (
      mayDeclare.test(this.#text(first)) ||
      (isName(first) &&
        isName(first + 1) &&
        !notDeclared.test(this.#text(first)) &&
        !startsStatement.test(this.#text(first + 1)))
    );
  }

  #declaration(range: Range, scope: Scope): Declared | undefined {
    const declaration = parseDeclaration(this.#tokens, range);
    if (!declaration) {
      if (this.#mayDeclare(range[0])) throw new NotUnderstood();
      return undefined;
    }
    const variables = declaration.declarators.map(({ name }, index): Variable => {
      // A name that hides another would have to be distinguished from it everywhere.
      if (lookUp(scope, name)) throw new NotUnderstood();
      const variable: Variable = { name, scope, declared: { declaration, index } };
      scope.variables.set(name, variable);
      return variable;
    });
    return { kind: 'declaration', scope, range, declaration, variables };
  }
}

export function lookUp(scope: Scope, name: string): Variable | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const variable = at.variables.get(name);
    if (variable) return variable;
  }
  return undefined;
}

function newScope(parent: Scope): Scope {
  return { parent, variables: new Map() };
}

function plainOf(range: Range, scope: Scope): Plain {
  return { kind: 'plain', scope, range };
}
