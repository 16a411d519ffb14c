/** Enters what a declaration declares (types, constants, imported names) into its scope. */
import {
  attributesIn,
  endOfLeadingAttributes,
  layoutAttributes,
  saysNothing,
  whyUnknown,
  withoutAttributes,
} from './attributes';
import { endOfAngles, splitAtCommas } from './brackets';
import type { RawDeclaration } from './declaration-reader';
import { whyOfOption } from './data-model';
import { typeOfEnumerators, type Enumerator } from './enum-type';
import { packingWord } from './packing';
import { unknownType, type ResolvedType } from './resolved-type';
import type { Scope, StructDeclaration, TemplateParameter } from './scope';
import { scalarFacts } from './builtin-types';
import { TypeReader } from './type-reader';
import type { TypeResolver } from './type-resolver';
import { readTemplateHeader } from './template-header';
import type { Token } from './tokenizer';

/** What a declaration turned out to be. */
export interface Declared {
  /** It cannot also be a variable or field: a typedef, a constant, an import. */
  readonly isComplete: boolean;
  /** Name in the scope of the struct or enum it defines, also of one without a name. */
  readonly typeName?: string;
}

const complete: Declared = { isComplete: true };

/** Enters a declaration's names. */
export function declare(raw: RawDeclaration, resolver: TypeResolver): Declared {
  const { parameters, declaration } = readTemplateHeader(raw.head);
  const first = declaration?.[0]?.text;
  if (declaration === undefined || first === undefined) return complete;
  if (first === packingWord) {
    resolver.packing.follow(declaration.slice(1));
    return complete;
  }
  if (first === 'namespace') return declareNamespaceAlias(declaration, raw.scope);
  if (first === 'using') return declareUsing(declaration, parameters ?? [], raw.scope);
  if (raw.isFunctionDefinition) return complete;
  const isTypedef = first === 'typedef';
  const keyword = declaration.findIndex(({ text }) => typeKeywords.has(text));
  // `struct S { ... }`, `struct S;`; but `struct S s;` declares a variable.
  const definesType = raw.body !== undefined || (keyword === 0 && declaration.length === 2);
  const typeName =
    definesType && keyword >= 0 ? declareType(raw, declaration.slice(keyword), parameters, resolver) : undefined;
  if (isTypedef) return declareTypedef(raw, declaration.slice(1), typeName, resolver);
  if (typeName !== undefined) return { isComplete: raw.tail.length === 0, typeName };
  return declareConstant(declaration, raw.scope) ? complete : { isComplete: false };
}

/** Words that begin the definition of a type. */
export const typeKeywords: ReadonlySet<string> = new Set(['struct', 'class', 'union', 'enum']);

/** `namespace a = b::c;` */
function declareNamespaceAlias(tokens: readonly Token[], scope: Scope): Declared {
  const name = tokens[1]?.text;
  const target = tokens[2]?.text === '=' ? scope.findNamespace(pathOf(tokens.slice(3))) : undefined;
  if (name !== undefined && target) scope.namespaces.set(name, target);
  return complete;
}

/** The names of `::a::b`, an empty one first for the `::`. */
function pathOf(tokens: readonly Token[]): string[] {
  const names = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  return tokens[0]?.text === '::' ? ['', ...names] : names;
}

/** `using namespace a::b;`, `using a::b;`, `using T = type;` */
function declareUsing(tokens: readonly Token[], parameters: readonly TemplateParameter[], scope: Scope): Declared {
  const equals = tokens.findIndex(({ text }) => text === '=');
  const name = tokens[1]?.text ?? '';
  if (equals > 0) {
    const type = [...attributesIn(tokens.slice(2, equals)), ...tokens.slice(equals + 1)];
    scope.types.set(name, { form: 'alias', tokens: type, scope, templateParameters: parameters });
    return complete;
  }
  const path = pathOf(tokens.slice(name === 'namespace' ? 2 : 1));
  if (name === 'namespace') {
    const imported = scope.findNamespace(path);
    if (imported) scope.import(imported);
    return complete;
  }
  const type = scope.findType(path);
  const last = path.at(-1);
  if (type && last !== undefined) scope.types.set(last, type);
  const kernels = scope.findKernels(path);
  if (kernels.length > 0 && last !== undefined) scope.addKernels(last, kernels);
  return complete;
}

function declareTypedef(
  raw: RawDeclaration,
  declaration: readonly Token[],
  typeName: string | undefined,
  resolver: TypeResolver,
): Declared {
  const { scope } = raw;
  const base: readonly Token[] =
    typeName === undefined ? specifiersOf(declaration, scope, resolver) : ownType(declaration, typeName);
  const rest =
    typeName === undefined ? declaration.slice(base.length) : raw.tail.slice(endOfLeadingAttributes(raw.tail));
  for (const part of splitAtCommas(rest)) {
    const tokens = [...base, ...part];
    const reader = new TypeReader(tokens, scope, resolver);
    const { name } = reader.declarator(reader.specifiers());
    // `typedef struct S S` declares nothing that the struct's own name does not.
    const isOwnName = part.length === 1 && base.at(-1)?.text === name;
    if (name !== '' && !isOwnName) scope.types.set(name, { form: 'alias', tokens, scope, templateParameters: [] });
  }
  return complete;
}

/** The type that a typedef defines itself, with the attributes before it, which are those of the names. */
function ownType(declaration: readonly Token[], typeName: string): readonly Token[] {
  const keyword = declaration.findIndex(({ text }) => typeKeywords.has(text));
  return [...attributesIn(declaration.slice(0, keyword)), { kind: 'word', text: typeName, line: 0 }];
}

function specifiersOf(declaration: readonly Token[], scope: Scope, resolver: TypeResolver): readonly Token[] {
  const reader = new TypeReader(declaration, scope, resolver);
  reader.specifiers();
  return declaration.slice(0, reader.position);
}

/** `constexpr int n = 3`, `static const int n = 3, m = 4`. */
function declareConstant(declaration: readonly Token[], scope: Scope): boolean {
  const equals = declaration.findIndex(({ kind, text }) => kind === 'punctuation' && text === '=');
  const before = declaration.slice(0, Math.max(0, equals));
  if (!before.some(({ text }) => text === 'const' || text === 'constexpr')) return false;
  for (const [index, part] of splitAtCommas(declaration).entries()) {
    const at = part.findIndex(({ kind, text }) => kind === 'punctuation' && text === '=');
    const name = part[at - 1];
    // After the first comma only further names of the same declaration may follow.
    if (name?.kind !== 'word' || (index > 0 && at !== 1)) continue;
    scope.values.set(name.text, { tokens: part.slice(at + 1), scope });
  }
  return true;
}

/** Enters a struct or enum; gives the name it can be found by. */
function declareType(
  raw: RawDeclaration,
  declaration: readonly Token[],
  parameters: readonly TemplateParameter[] | undefined,
  resolver: TypeResolver,
): string {
  const plain = withoutAttributes(declaration);
  const isScoped = plain[0]?.text === 'enum' && (plain[1]?.text === 'class' || plain[1]?.text === 'struct');
  const nameToken = plain[isScoped ? 2 : 1];
  const name = nameToken?.kind === 'word' && nameToken.text !== 'final' ? nameToken.text : unnamed(raw.scope);
  if (plain[0]?.text === 'enum') declareEnum(raw, plain, name, isScoped, resolver);
  else declareStruct(raw, plain, name, parameters, resolver);
  return name;
}

/** A name that no source can contain. */
function unnamed(scope: Scope): string {
  return `(unnamed ${scope.types.size})`;
}

function declareStruct(
  raw: RawDeclaration,
  plain: readonly Token[],
  name: string,
  parameters: readonly TemplateParameter[] | undefined,
  resolver: TypeResolver,
): void {
  const { scope } = raw;
  const known = scope.types.get(name);
  // A forward declaration adds nothing to a definition seen before.
  if (raw.body === undefined && known?.form === 'struct') return;
  const angles = plain[2]?.text === '<' ? endOfAngles(plain, 2) : undefined;
  const declaration: StructDeclaration = {
    form: 'struct',
    name: scope.qualify(name),
    body: raw.body,
    attributes: ownAttributes(raw),
    hasTrailingAttributes: endOfLeadingAttributes(raw.tail) > 0,
    isUnion: plain[0]?.text === 'union',
    hasBases: plain.slice(angles ?? 2).some(({ text }) => text === ':'),
    scope,
    templateParameters: parameters ?? [],
    specialisations: known?.form === 'struct' ? known.specialisations : [],
    hasPartialSpecialisation: false,
    packing: raw.isRepacked ? 'unknown' : resolver.packing.current,
  };
  if (angles === undefined) scope.types.set(name, declaration);
  else if (known?.form === 'struct') {
    const given = splitAtCommas(plain.slice(3, angles - 1));
    if (declaration.templateParameters.length > 0) known.hasPartialSpecialisation = true;
    else known.specialisations.push({ arguments: given, declaration });
  }
}

/** Attributes of the type itself: those after the keyword, and after the closing brace. */
function ownAttributes({ head, tail }: RawDeclaration): readonly Token[] {
  const keyword = head.findIndex(({ text }) => typeKeywords.has(text));
  return [...attributesIn(head.slice(keyword)), ...tail.slice(0, endOfLeadingAttributes(tail))];
}

function declareEnum(
  raw: RawDeclaration,
  plain: readonly Token[],
  name: string,
  isScoped: boolean,
  resolver: TypeResolver,
): void {
  const { scope, body } = raw;
  const enumeration = scope.qualify(name);
  const enumerators = scope.namespace(name);
  const values: Enumerator[] = [];
  let next: bigint | undefined = 0n;
  for (const part of splitAtCommas(body ?? [])) {
    const [enumerator] = part;
    if (enumerator?.kind !== 'word') continue;
    const equals = part.findIndex(({ text }) => text === '=');
    const expression = equals < 0 ? [] : part.slice(equals + 1);
    const value: bigint | undefined = equals < 0 ? next : resolver.valueOf(expression, enumerators);
    values.push({ value, expression });
    enumerators.values.set(enumerator.text, { value, enumeration });
    if (!isScoped) scope.values.set(enumerator.text, { value, enumeration });
    next = value === undefined ? undefined : value + 1n;
  }
  const type = enumType(raw, plain, isScoped ? [] : values, resolver);
  scope.types.set(name, { form: 'resolved', type: { ...type, spelling: name }, name: enumeration });
}

/** @param values - of an enum that is not scoped, whose type follows from them if it names none */
function enumType(
  raw: RawDeclaration,
  plain: readonly Token[],
  values: readonly Enumerator[],
  resolver: TypeResolver,
): ResolvedType {
  const colon = plain.findIndex(({ text }) => text === ':');
  const attributes = layoutAttributes(ownAttributes(raw), (operand) => resolver.alignment(operand, raw.scope));
  if (!saysNothing(attributes)) return unknownType('enum', whyUnknown(attributes));
  if (colon >= 0) return TypeReader.readType(plain.slice(colon + 1), raw.scope, resolver);
  const dtype = resolver.model.layoutOption === undefined ? typeOfEnumerators(values) : undefined;
  return dtype
    ? { form: 'value', facts: scalarFacts(dtype), spelling: 'enum' }
    : unknownType('enum', whyOfOption(resolver.model));
}
