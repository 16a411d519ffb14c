/** Names and what they stand for, by namespace. */
import type { ResolvedType } from './resolved-type';
import type { Token } from './tokenizer';

/** A template's parameter. Whether it takes a type or a value shows in what it is given. */
export interface TemplateParameter {
  readonly name: string;
  readonly isPack: boolean;
  /** Tokens of the default argument. */
  readonly fallback?: readonly Token[];
}

/** `typedef` and `using`, read when they are first needed: a declaration's tokens and the scope they mean something in. */
export interface AliasDeclaration {
  readonly form: 'alias';
  readonly tokens: readonly Token[];
  readonly scope: Scope;
  readonly templateParameters: readonly TemplateParameter[];
}

export interface StructDeclaration {
  readonly form: 'struct';
  /** With its namespace. */
  readonly name: string;
  /** Between the braces; undefined while only declared, or where the body is too long to look into. */
  readonly body: readonly Token[] | undefined;
  /** Everything from `struct` to the brace, and behind the closing one: attributes are there. */
  readonly attributes: readonly Token[];
  readonly isUnion: boolean;
  readonly hasBases: boolean;
  readonly scope: Scope;
  readonly templateParameters: readonly TemplateParameter[];
  /** Full specialisations with their arguments. A partial one makes the template opaque. */
  readonly specialisations: {
    readonly arguments: readonly (readonly Token[])[];
    readonly declaration: StructDeclaration;
  }[];
  hasPartialSpecialisation: boolean;
  /** The `#pragma pack` in force, in bytes. */
  readonly packing: number | undefined;
}

export type TypeDeclaration =
  | AliasDeclaration
  | StructDeclaration
  | { readonly form: 'resolved'; readonly type: ResolvedType }
  /** A template argument; `scope` is where the name expression is read. */
  | { readonly form: 'argument'; readonly tokens: readonly Token[]; readonly scope: Scope };

/** A named constant: an enumerator, a `constexpr` variable, a template argument. */
export type ValueDeclaration =
  { readonly value: bigint | undefined } | { readonly tokens: readonly Token[]; readonly scope: Scope };

// Bounds on what one lookup may visit.
const maximumImports = 8;
/** Deeper nesting of namespaces is not looked into. */
export const maximumScopeDepth = 32;

export class Scope {
  readonly types = new Map<string, TypeDeclaration>();
  readonly values = new Map<string, ValueDeclaration>();
  readonly namespaces = new Map<string, Scope>();
  readonly #imports: Scope[] = [];

  constructor(
    /** Qualified; empty for the global scope. */
    readonly name = '',
    readonly parent?: Scope,
    readonly depth = 0,
  ) {}

  /** The namespace of that name in here, made where there is none yet. */
  namespace(name: string): Scope {
    const existing = this.namespaces.get(name);
    if (existing) return existing;
    const scope = new Scope(this.qualify(name), this, this.depth + 1);
    this.namespaces.set(name, scope);
    return scope;
  }

  /** A scope for one template's parameters: names in it have no qualifier of their own. */
  nested(): Scope {
    return new Scope(this.name, this, this.depth + 1);
  }

  qualify(name: string): string {
    return this.name === '' ? name : `${this.name}::${name}`;
  }

  get root(): Scope {
    return this.parent?.root ?? this;
  }

  /** `using namespace`. */
  import(scope: Scope): void {
    if (this.#imports.length < maximumImports && scope !== this) this.#imports.push(scope);
  }

  findType(path: readonly string[]): TypeDeclaration | undefined {
    return this.#find(path, (scope, name) => scope.types.get(name));
  }

  findValue(path: readonly string[]): ValueDeclaration | undefined {
    return this.#find(path, (scope, name) => scope.values.get(name));
  }

  findNamespace(path: readonly string[]): Scope | undefined {
    return this.#find(path, (scope, name) => scope.namespaces.get(name));
  }

  /** Looks here, in what this scope imports, then outwards. A path that starts with an empty name starts at the root. */
  #find<Found>(path: readonly string[], lookUp: (scope: Scope, name: string) => Found | undefined): Found | undefined {
    if (path[0] === '') return this.root.#findInside(path.slice(1), lookUp);
    const inside = this.#findInside(path, lookUp);
    if (inside !== undefined) return inside;
    for (const imported of this.#imports) {
      const found = imported.#findInside(path, lookUp);
      if (found !== undefined) return found;
    }
    return this.parent ? this.parent.#find(path, lookUp) : undefined;
  }

  #findInside<Found>(
    [first, ...rest]: readonly string[],
    lookUp: (scope: Scope, name: string) => Found | undefined,
  ): Found | undefined {
    if (first === undefined) return undefined;
    if (rest.length === 0) return lookUp(this, first);
    const namespace = this.namespaces.get(first);
    return namespace ? namespace.#findInside(rest, lookUp) : undefined;
  }
}
