/** C++ types and qualified names as trees: what symbols of a binary and names in a source are compared by. */

/** One step of a qualified name, with its template arguments: `pair<int, float>` of `ns::pair<int, float>`. */
export interface NamePart {
  readonly name: string;
  readonly arguments?: readonly ArgumentNode[];
}

export type TypeNode =
  /** In the compilers' own words: `unsigned int`, `long long`. */
  | { readonly form: 'builtin'; readonly name: string }
  /** A class or enum. `isOpen`: its declaration was not seen, so it may be an alias of another type. */
  | { readonly form: 'named'; readonly path: readonly NamePart[]; readonly isOpen?: boolean }
  | { readonly form: 'pointer' | 'reference' | 'rvalue'; readonly of: TypeNode }
  | { readonly form: 'qualified'; readonly isConst: boolean; readonly isVolatile: boolean; readonly of: TypeNode }
  | { readonly form: 'array'; readonly of: TypeNode; readonly extent: bigint | undefined }
  | {
      readonly form: 'function';
      readonly returns: TypeNode;
      readonly parameters: readonly TypeNode[];
      readonly isVariadic: boolean;
    }
  | { readonly form: 'member'; readonly of: TypeNode; readonly in: TypeNode }
  /** A template's parameter pack with what it stands for. */
  | { readonly form: 'pack'; readonly list: readonly TypeNode[] }
  /** A type that only a compiler can tell: `typename T::type`, `decltype(...)`. */
  | { readonly form: 'unknown'; readonly text: string };

export type ArgumentNode =
  | { readonly kind: 'type'; readonly type: TypeNode }
  /** A number, with the type of the template's parameter if that is known. */
  | { readonly kind: 'value'; readonly value: bigint; readonly type: TypeNode | undefined }
  /** A function or variable. */
  | { readonly kind: 'entity'; readonly path: readonly NamePart[] }
  | { readonly kind: 'pack'; readonly list: readonly ArgumentNode[] }
  | { readonly kind: 'unknown'; readonly text: string };

/** How sure it is that two trees mean the same: `possible` where one of them holds what only a compiler can tell. */
export type Likeness = 'same' | 'possible' | 'different';

/** The less sure of several. */
export function weakest(likenesses: readonly Likeness[]): Likeness {
  if (likenesses.includes('different')) return 'different';
  return likenesses.includes('possible') ? 'possible' : 'same';
}

export function compareTypes(a: TypeNode, b: TypeNode): Likeness {
  if (a.form === 'unknown' || b.form === 'unknown') return 'possible';
  if (isOpen(a) || isOpen(b)) return compareOpen(a, b);
  switch (a.form) {
    case 'builtin':
      return b.form === 'builtin' && a.name === b.name ? 'same' : 'different';
    case 'named':
      return b.form === 'named' ? comparePaths(a.path, b.path) : 'different';
    case 'pointer':
    case 'reference':
    case 'rvalue':
      return a.form === b.form ? compareTypes(a.of, b.of) : 'different';
    case 'qualified':
      return b.form === 'qualified' && a.isConst === b.isConst && a.isVolatile === b.isVolatile
        ? compareTypes(a.of, b.of)
        : 'different';
    case 'array':
      return b.form === 'array' && a.extent === b.extent ? compareTypes(a.of, b.of) : 'different';
    case 'function':
      return b.form === 'function' ? compareFunctions(a, b) : 'different';
    case 'member':
      return b.form === 'member' ? weakest([compareTypes(a.of, b.of), compareTypes(a.in, b.in)]) : 'different';
    case 'pack':
      return b.form === 'pack' ? compareTypeLists(a.list, b.list) : 'different';
  }
}

/** A name of which no declaration was seen is the same as itself, and may be any other class, enum or number. */
function compareOpen(a: TypeNode, b: TypeNode): Likeness {
  if (a.form === 'named' && b.form === 'named') {
    const likeness = comparePaths(a.path, b.path);
    return likeness === 'different' ? 'possible' : likeness;
  }
  return 'possible';
}

function isOpen(type: TypeNode): boolean {
  return type.form === 'named' && type.isOpen === true;
}

function compareFunctions(
  a: Extract<TypeNode, { form: 'function' }>,
  b: Extract<TypeNode, { form: 'function' }>,
): Likeness {
  if (a.isVariadic !== b.isVariadic) return 'different';
  return weakest([compareTypes(a.returns, b.returns), compareTypeLists(a.parameters, b.parameters)]);
}

export function compareTypeLists(a: readonly TypeNode[], b: readonly TypeNode[]): Likeness {
  if (a.length !== b.length) return 'different';
  return weakest(a.map((type, i) => compareTypes(type, b[i] ?? type)));
}

/** Two qualified names; `::a::b<int>` is compared step by step. */
export function comparePaths(a: readonly NamePart[], b: readonly NamePart[]): Likeness {
  if (a.length !== b.length) return 'different';
  return weakest(a.map((part, i) => compareParts(part, b[i] ?? part)));
}

function compareParts(a: NamePart, b: NamePart): Likeness {
  if (a.name !== b.name) return 'different';
  return compareArguments(a.arguments ?? [], b.arguments ?? []);
}

/** Two lists of template arguments; packs count as their elements. */
export function compareArguments(a: readonly ArgumentNode[], b: readonly ArgumentNode[]): Likeness {
  const [one, other] = [flattened(a), flattened(b)];
  if (one.length !== other.length) return 'different';
  return weakest(one.map((argument, i) => compareArgument(argument, other[i] ?? argument)));
}

export function flattened(list: readonly ArgumentNode[]): readonly ArgumentNode[] {
  return list.flatMap((argument) => (argument.kind === 'pack' ? flattened(argument.list) : [argument]));
}

function compareArgument(a: ArgumentNode, b: ArgumentNode): Likeness {
  if (a.kind === 'unknown' || b.kind === 'unknown') return 'possible';
  if (a.kind === 'type') return b.kind === 'type' ? compareTypes(a.type, b.type) : 'different';
  if (a.kind === 'entity') return b.kind === 'entity' ? comparePaths(a.path, b.path) : 'different';
  if (a.kind !== 'value' || b.kind !== 'value' || a.value !== b.value) return 'different';
  if (a.type === undefined || b.type === undefined) return 'possible';
  // An integer is converted to the type of the template's parameter, which may be another one.
  const likeness = compareTypes(a.type, b.type);
  return likeness === 'different' && isConverted(a.type) && isConverted(b.type) ? 'possible' : likeness;
}

function isConverted(type: TypeNode): boolean {
  return type.form === 'builtin' && type.name !== 'bool';
}

/** A type with its qualifiers, which are never nested: `const` of `volatile int` is `const volatile int`. */
export function qualified(of: TypeNode, isConst: boolean, isVolatile: boolean): TypeNode {
  if (!isConst && !isVolatile) return of;
  if (of.form === 'array') return { ...of, of: qualified(of.of, isConst, isVolatile) };
  if (of.form === 'reference' || of.form === 'rvalue' || of.form === 'function') return of;
  if (of.form !== 'qualified') return { form: 'qualified', isConst, isVolatile, of };
  return { form: 'qualified', isConst: isConst || of.isConst, isVolatile: isVolatile || of.isVolatile, of: of.of };
}

/** A parameter's type as the function's own type has it: arrays and functions decay, and qualifiers of the value go. */
export function asParameter(type: TypeNode): TypeNode {
  if (type.form === 'array') return { form: 'pointer', of: type.of };
  if (type.form === 'function') return { form: 'pointer', of: type };
  return type.form === 'qualified' ? type.of : type;
}

/** A reference to a type; those to references collapse. */
export function referenceTo(of: TypeNode, form: 'reference' | 'rvalue'): TypeNode {
  if (of.form === 'reference') return of;
  if (of.form === 'rvalue') return { form, of: of.of };
  return { form, of };
}
