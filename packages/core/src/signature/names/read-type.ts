/** Reads types of a source as trees: their names are looked up where they stand, as a compiler does. */
import { endOfAttribute } from '../attributes';
import { endOfAngles, endOfGroup, splitAtCommas, spell } from '../brackets';
import { Budget } from '../budget';
import type { Scope } from '../scope';
import { boundScope } from '../template-header';
import type { Token } from '../tokenizer';
import type { TypeResolver } from '../type-resolver';
import { readArguments } from './read-argument';
import type { TreeContext } from './tree-context';
import { classInSymbols, standardType } from './standard-types';
import { asParameter, qualified, referenceTo, type NamePart, type TypeNode } from './type-tree';
import { isTypeWord, orderedWords } from './type-words';

/** Words that are not part of a type. */
const ignoredWords = new Set([
  ...[
    'register',
    'static',
    'extern',
    'inline',
    'mutable',
    'constexpr',
    'typename',
    'typedef',
    'restrict',
    '__restrict',
  ],
  ...[
    '__restrict__',
    '__grid_constant__',
    '__extension__',
    'struct',
    'class',
    'union',
    'enum',
    '__device__',
    '__host__',
  ],
]);

// Real types do not nest deeper; an alias of itself would never end.
const maximumDepth = 40;
/** Of one question. */
const maximumTypes = 1000;

/** The type that tokens spell. A declared name among them is passed over. */
export function readTypeTree(tokens: readonly Token[], scope: Scope, resolver: TypeResolver): TypeNode {
  return contextOf(resolver).readType(tokens, scope);
}

/** What types and template arguments of one question are read with. @param names - see {@link UndeclaredNames} */
export function contextOf(resolver: TypeResolver, names: UndeclaredNames = 'open'): TreeContext {
  return new Reading(resolver, new Budget(maximumTypes), 0, names);
}

/**
 * What a name means that was not declared: `open` if it may be another name of any type, `class` if it is the name that
 * compilers write in symbols.
 */
type UndeclaredNames = 'open' | 'class';

class Reading implements TreeContext {
  constructor(
    readonly resolver: TypeResolver,
    readonly budget: Budget,
    readonly depth: number,
    readonly undeclared: UndeclaredNames,
  ) {}

  readonly readType = (tokens: readonly Token[], scope: Scope): TypeNode => {
    const isTooMuch = this.depth > maximumDepth || tokens.length === 0 || !this.budget.spend();
    if (isTooMuch) return { form: 'unknown', text: spell(tokens) };
    const inner = new Reading(this.resolver, this.budget, this.depth + 1, this.undeclared);
    const reader = new TypeTreeReader(tokens, scope, inner);
    return reader.declarator(reader.specifiers());
  };
}

class TypeTreeReader {
  #index = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly scope: Scope,
    private readonly context: Reading,
  ) {}

  specifiers(): TypeNode {
    const words: string[] = [];
    let isConst = false;
    let isVolatile = false;
    let named: TypeNode | undefined;
    for (;;) {
      if (this.#skipAttribute()) continue;
      const token = this.tokens[this.#index];
      if (token === undefined || (token.kind !== 'word' && token.text !== '::')) break;
      const { text } = token;
      if (text === 'const' || text === '__const') isConst = true;
      else if (text === 'volatile' || text === '__volatile__') isVolatile = true;
      else if (isTypeWord(text) && named === undefined) words.push(text);
      else if (!ignoredWords.has(text)) {
        // A second name is what is being declared.
        if (named !== undefined || words.length > 0) break;
        named = this.#named();
        continue;
      }
      this.#index++;
    }
    const type: TypeNode = named ?? this.#ofWords(words);
    return qualified(type, isConst, isVolatile);
  }

  declarator(base: TypeNode): TypeNode {
    let type = base;
    for (;;) {
      const text = this.#text();
      if (this.#skipAttribute()) continue;
      if (text === '*') type = { form: 'pointer', of: type };
      else if (text === '&') type = this.#reference(type);
      else if (text === 'const' || text === '__const') type = qualified(type, true, false);
      else if (text === 'volatile') type = qualified(type, false, true);
      else if (this.#isMemberPointer()) type = this.#memberPointer(type);
      else if (text !== '...' && (text === undefined || !ignoredWords.has(text))) break;
      this.#index++;
    }
    const inner = this.#innerDeclarator();
    if (inner === undefined && this.tokens[this.#index]?.kind === 'word') this.#index++;
    type = this.#suffixes(type);
    if (inner === undefined) return type;
    const { resolver, budget, depth, undeclared: names } = this.context;
    return new TypeTreeReader(inner, this.scope, new Reading(resolver, budget, depth + 1, names)).declarator(type);
  }

  #ofWords(words: readonly string[]): TypeNode {
    return words.length === 0
      ? { form: 'unknown', text: spell(this.tokens) }
      : { form: 'builtin', name: orderedWords(words) };
  }

  #reference(of: TypeNode): TypeNode {
    if (this.tokens[this.#index + 1]?.text !== '&') return referenceTo(of, 'reference');
    this.#index++;
    return referenceTo(of, 'rvalue');
  }

  /** `S::*` */
  #isMemberPointer(): boolean {
    let at = this.#index;
    while (this.tokens[at]?.kind === 'word' && this.tokens[at + 1]?.text === '::') at += 2;
    return at > this.#index && this.tokens[at]?.text === '*';
  }

  #memberPointer(of: TypeNode): TypeNode {
    const start = this.#index;
    while (this.#text() !== '*') this.#index++;
    const inside = this.context.readType(this.tokens.slice(start, this.#index - 1), this.scope);
    return { form: 'member', of, in: inside };
  }

  #innerDeclarator(): readonly Token[] | undefined {
    if (this.#text() !== '(' || this.context.depth > maximumDepth) return undefined;
    const end = endOfGroup(this.tokens, this.#index);
    const inner = this.tokens.slice(this.#index + 1, end - 1);
    const [first, second] = inner;
    const isDeclarator =
      first?.text === '*' ||
      first?.text === '&' ||
      first?.text === '(' ||
      (first?.kind === 'word' && second?.text === '::');
    if (!isDeclarator) return undefined;
    this.#index = end;
    return inner;
  }

  #suffixes(base: TypeNode): TypeNode {
    const extents: (bigint | undefined)[] = [];
    while (this.#text() === '[') {
      const end = endOfGroup(this.tokens, this.#index);
      extents.push(this.context.resolver.valueOf(this.tokens.slice(this.#index + 1, end - 1), this.scope));
      this.#index = end;
    }
    if (this.#text() === '(') return this.#function(base);
    return extents.reduceRight<TypeNode>((of, extent) => ({ form: 'array', of, extent }), base);
  }

  #function(returns: TypeNode): TypeNode {
    const end = endOfGroup(this.tokens, this.#index);
    const inner = this.tokens.slice(this.#index + 1, end - 1);
    this.#index = end;
    const list = inner.length === 0 || (inner.length === 1 && inner[0]?.text === 'void') ? [] : splitAtCommas(inner);
    const isEllipsis = (tokens: readonly Token[]): boolean => tokens.length === 1 && tokens[0]?.text === '...';
    const parameters = list
      .filter((tokens) => !isEllipsis(tokens))
      .map((tokens) => asParameter(this.context.readType(tokens, this.scope)));
    return { form: 'function', returns, parameters, isVariadic: list.some(isEllipsis) };
  }

  /** A name, qualified and with template arguments, looked up. */
  #named(): TypeNode {
    const start = this.#index;
    if (this.#text() === 'decltype' || this.#text() === '__typeof__') return this.#asWritten(start);
    const path: string[] = [];
    const lists: (readonly (readonly Token[])[] | undefined)[] = [];
    if (this.#text() === '::') {
      path.push('');
      lists.push(undefined);
      this.#index++;
    }
    for (;;) {
      const token = this.tokens[this.#index];
      if (token?.kind !== 'word') break;
      this.#index++;
      if (token.text === 'template') continue;
      path.push(token.text);
      lists.push(this.#templateArguments());
      // `int S::*` ends before the star.
      if (this.#text() !== '::' || this.tokens[this.#index + 1]?.kind !== 'word') break;
      this.#index++;
    }
    // Something got on, or the caller would read the same token for ever.
    if (this.#index === start) this.#index++;
    const found = typeOfName(path, lists, this.scope, this.context);
    return found ?? { form: 'unknown', text: spell(this.tokens.slice(start, this.#index)) };
  }

  #asWritten(start: number): TypeNode {
    this.#index++;
    if (this.#text() === '(') this.#index = endOfGroup(this.tokens, this.#index);
    return { form: 'unknown', text: spell(this.tokens.slice(start, this.#index)) };
  }

  #templateArguments(): readonly (readonly Token[])[] | undefined {
    if (this.#text() !== '<') return undefined;
    const end = endOfAngles(this.tokens, this.#index);
    if (end === undefined) return undefined;
    const inner = this.tokens.slice(this.#index + 1, end - 1);
    this.#index = end;
    return inner.length === 0 ? [] : splitAtCommas(inner);
  }

  #skipAttribute(): boolean {
    const end = endOfAttribute(this.tokens, this.#index);
    if (end === undefined) return false;
    this.#index = end;
    return true;
  }

  #text(): string | undefined {
    const token = this.tokens[this.#index];
    return token?.kind === 'string' ? undefined : token?.text;
  }
}

type ArgumentLists = readonly (readonly (readonly Token[])[] | undefined)[];

/** The type of a name; undefined for a member of what cannot be looked into. */
function typeOfName(
  path: readonly string[],
  lists: ArgumentLists,
  scope: Scope,
  context: TreeContext,
): TypeNode | undefined {
  const list = lists.at(-1);
  const declaration = scope.findType(path) ?? context.resolver.findMember(path, lists, scope);
  switch (declaration?.form) {
    case undefined:
      return undeclared(path, lists, scope, context);
    case 'argument':
      return context.readType(declaration.tokens, declaration.scope);
    case 'resolved':
      return declaration.name === undefined ? undefined : { form: 'named', path: pathOf(declaration.name) };
    case 'struct': {
      const names = pathOf(declaration.name);
      if (declaration.templateParameters.length === 0 || list === undefined) return { form: 'named', path: names };
      return {
        form: 'named',
        path: withLast(names, readArguments(list, declaration.templateParameters, scope, context)),
      };
    }
    case 'alias': {
      const { templateParameters, tokens } = declaration;
      const inner =
        templateParameters.length === 0
          ? declaration.scope
          : boundScope(templateParameters, list ?? [], scope, declaration.scope);
      return inner && context.readType(tokens, inner);
    }
  }
}

/** A name from a header that was not read: C's own type if it is known to be one, else some class. */
function undeclared(
  path: readonly string[],
  lists: ArgumentLists,
  scope: Scope,
  context: TreeContext,
): TypeNode | undefined {
  // A member of a template's parameter, or of a class that was not looked into.
  const first = scope.findType(path.slice(0, 1));
  if (path.length > 1 && first) return undefined;
  const names = path.filter((name) => name !== '');
  const isStandard = names.length === 1 || (names.length === 2 && names[0] === 'std');
  const builtin = isStandard ? standardType(names.at(-1) ?? '', context.resolver.model) : undefined;
  if (builtin !== undefined) return { form: 'builtin', name: builtin };
  const parts = path.flatMap((name, i): NamePart[] => {
    const list = lists[i];
    if (name === '') return [];
    if (list === undefined) return [{ name: classInSymbols(name) }];
    return [{ name, arguments: readArguments(list, [], scope, context) }];
  });
  return context.undeclared === 'class' ? { form: 'named', path: parts } : { form: 'named', path: parts, isOpen: true };
}

function pathOf(name: string): NamePart[] {
  return name.split('::').map((part) => ({ name: part }));
}

function withLast(path: readonly NamePart[], list: NamePart['arguments']): readonly NamePart[] {
  const last = path.at(-1);
  return last && list ? [...path.slice(0, -1), { name: last.name, arguments: list }] : path;
}
