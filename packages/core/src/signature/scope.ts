/** Names and what they stand for, by namespace. */
import type { Packing } from './packing';
import type { ResolvedType } from './resolved-type';
import type { Token } from './tokenizer';

/** A template's parameter. */
export interface TemplateParameter {
  readonly name: string;
  readonly isPack: boolean;
  /** What it takes; absent if that shows only in what it is given. */
  readonly kind?: 'type' | 'value' | 'template';
  /** Tokens of a value's type. */
  readonly type?: readonly Token[];
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
  /** Everything from `struct` to the brace, and after the closing one: attributes are there. */
  readonly attributes: readonly Token[];
  /** Some of them stand after the closing brace. */
  readonly hasTrailingAttributes: boolean;
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
  /** The `#pragma pack` in force. */
  readonly packing: Packing;
}

export type TypeDeclaration =
  | AliasDeclaration
  | StructDeclaration
  /** `name`: an enum's, with its namespace. */
  | { readonly form: 'resolved'; readonly type: ResolvedType; readonly name?: string }
  /** A template argument; `scope` is where the name expression is read. */
  | { readonly form: 'argument'; readonly tokens: readonly Token[]; readonly scope: Scope };

/** A named constant: an enumerator, a `constexpr` variable, a template argument. */
export type ValueDeclaration =
  /** `enumeration`: the enum that it is an enumerator of, with its namespace. */
  | { readonly value: bigint | undefined; readonly enumeration?: string }
  | { readonly tokens: readonly Token[]; readonly scope: Scope };

// Bounds on what one lookup may visit.
const maximumImports = 8;
/** Deeper nesting of namespaces is not looked into. */
export const maximumScopeDepth = 32;

export class Scope {
  readonly types = new Map<string, TypeDeclaration>();
  readonly values = new Map<string, ValueDeclaration>();
  readonly namespaces = new Map<string, Scope>();
  /** Qualified names of the kernels that a name means here. */
  readonly kernels = new Map<string, string[]>();
  readonly #imports: Scope[] = [];
  /** Inline namespaces, whose names count as this scope's. */
  readonly #inline = new Set<Scope>();

  constructor(
    /** Qualified; empty for the global scope. */
    readonly name = '',
    readonly parent?: Scope,
    readonly depth = 0,
  ) {}

  /** The namespace of that name in here, made if there is none yet. */
  namespace(name: string): Scope {
    const existing = this.namespaces.get(name);
    if (existing) return existing;
    const scope = new Scope(this.qualify(name), this, this.depth + 1);
    this.namespaces.set(name, scope);
    return scope;
  }

  /** As {@link namespace}: what is in it is found in this scope, too. */
  inlineNamespace(name: string): Scope {
    const scope = this.namespace(name);
    this.#inline.add(scope);
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

  /** Enters a kernel into the scope that its qualified name says; called of the outermost one. */
  declareKernel(qualifiedName: string): void {
    const path = qualifiedName.split('::');
    const scope = path.length > 1 ? this.findNamespace(path.slice(0, -1)) : this;
    scope?.addKernels(path.at(-1) ?? '', [qualifiedName]);
  }

  /** Kernels declared here, or named here by `using`. */
  addKernels(name: string, added: readonly string[]): void {
    this.kernels.set(name, [...new Set([...(this.kernels.get(name) ?? []), ...added])]);
  }

  /** Qualified names of the kernels that C++ finds by a name that is used in this scope. */
  findKernels(path: readonly string[]): readonly string[] {
    if (path[0] === '') return this.root.findKernels(path.slice(1));
    const found = [...new Set(this.#kernelsInside(path, new Set()))];
    return found.length > 0 || !this.parent ? found : this.parent.findKernels(path);
  }

  #kernelsInside(path: readonly string[], seen: Set<Scope>): readonly string[] {
    const [first, ...rest] = path;
    if (first === undefined || seen.has(this)) return [];
    seen.add(this);
    const namespace = this.namespaces.get(first);
    const own = rest.length === 0 ? this.kernels.get(first) : namespace && namespace.#kernelsInside(rest, new Set());
    const inline = [...this.#inline].flatMap((scope) => scope.#kernelsInside(path, seen));
    const found = [...(own ?? []), ...inline];
    if (found.length > 0) return found;
    return this.#imports.flatMap((scope) => scope.#kernelsInside(path, seen));
  }

  /** Looks here, in what this scope imports, then outwards. A path that starts with an empty name starts at the root. */
  #find<Found>(path: readonly string[], lookUp: (scope: Scope, name: string) => Found | undefined): Found | undefined {
    if (path[0] === '') return this.root.#findInside(path.slice(1), lookUp, new Set());
    const inside = this.#findInside(path, lookUp, new Set());
    if (inside !== undefined) return inside;
    return this.parent ? this.parent.#find(path, lookUp) : undefined;
  }

  /** Looks in this scope, its inline namespaces, then in what it imports. */
  #findInside<Found>(
    path: readonly string[],
    lookUp: (scope: Scope, name: string) => Found | undefined,
    seen: Set<Scope>,
  ): Found | undefined {
    const [first, ...rest] = path;
    if (first === undefined || seen.has(this)) return undefined;
    seen.add(this);
    const namespace = this.namespaces.get(first);
    const own = rest.length === 0 ? lookUp(this, first) : namespace && namespace.#findInside(rest, lookUp, new Set());
    if (own !== undefined) return own;
    for (const scope of [...this.#inline, ...this.#imports]) {
      const found = scope.#findInside(path, lookUp, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
