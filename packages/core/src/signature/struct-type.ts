/** By-value structs: the members read from their definition, for each list of template arguments once. */
import { attributesIn, endOfLeadingAttributes, layoutAttributes, saysNothing, whyUnknown } from './attributes';
import { ownAttributes, whyOfOption } from './data-model';
import { readDeclarations, type RawDeclaration } from './declaration-reader';
import { declare, typeKeywords } from './declarations';
import { unknownType, type ResolvedType } from './resolved-type';
import { maximumScopeDepth, type Scope, type StructDeclaration } from './scope';
import { layoutStruct, type Member } from './struct-layout';
import { boundScope } from './template-header';
import { KeptTokens } from './token-source';
import { TypeReader } from './type-reader';
import type { TemplateArguments, TypeResolver } from './type-resolver';
import type { Token } from './tokenizer';

/** A struct with its template arguments. */
export interface StructInstance {
  readonly type: ResolvedType;
  /** Where the types and constants it declares inside are found; undefined if it could not be read. */
  readonly members?: Scope;
}

/** What the definition of a struct says about a value of it. */
export function structType(
  declaration: StructDeclaration,
  templateArguments: TemplateArguments,
  scope: Scope,
  spelling: string,
  resolver: TypeResolver,
): StructInstance {
  const names = templateArguments.map((tokens) => resolver.canonicalArgument(tokens, scope));
  const key = names.join(', ');
  // Types that double in length with each step of nesting would fill the memory.
  if (key.length > 1000 || spelling.length > 1000) return { type: unknownType(declaration.name) };
  const instances = resolver.structs.get(declaration) ?? new Map<string, StructInstance>();
  resolver.structs.set(declaration, instances);
  const known = instances.get(key);
  if (known) return { ...known, type: { ...known.type, spelling } };
  // Stands there while the struct is being read: one that contains itself is not a struct.
  instances.set(key, { type: unknownType(spelling) });
  const chosen = specialisationFor(declaration, names, resolver) ?? declaration;
  const instance = readStruct(chosen, chosen === declaration ? templateArguments : [], scope, spelling, resolver);
  instances.set(key, instance);
  return instance;
}

function specialisationFor(
  { specialisations, scope }: StructDeclaration,
  names: readonly string[],
  resolver: TypeResolver,
): StructDeclaration | undefined {
  return specialisations.find(
    (specialisation) =>
      specialisation.arguments.length === names.length &&
      specialisation.arguments.every((tokens, i) => resolver.canonicalArgument(tokens, scope) === names[i]),
  )?.declaration;
}

function readStruct(
  declaration: StructDeclaration,
  templateArguments: TemplateArguments,
  scope: Scope,
  spelling: string,
  resolver: TypeResolver,
): StructInstance {
  const { body, templateParameters } = declaration;
  const inner = boundScope(templateParameters, templateArguments, scope, declaration.scope);
  if (!inner || !body || declaration.hasPartialSpecialisation || inner.depth > maximumScopeDepth) {
    return { type: unknownType(spelling) };
  }
  const reader = new MemberReader(inner, resolver);
  const { packing } = declaration;
  resolver.packing.during(packing, () => {
    readDeclarations(new KeptTokens(body), inner, (raw) => reader.read(raw));
  });
  const attributes = layoutAttributes(declaration.attributes, (operand) => resolver.alignment(operand, inner));
  const gnuAttributes = resolver.model.gnuAttributes !== false;
  const isIgnored = !gnuAttributes && declaration.hasTrailingAttributes && !saysNothing(attributes);
  const why =
    whyUnknown(attributes) ??
    (isIgnored ? ownAttributes : undefined) ??
    (packing === 'unknown' ? 'depends on a directive about packing that compilers do not agree on' : undefined) ??
    whyOfOption(resolver.model);
  const facts = layoutStruct(reader.members, {
    isUnion: declaration.isUnion,
    isOpaque: reader.isOpaque,
    why,
    isUnknown: why !== undefined || reader.isVirtual || declaration.hasBases,
    isPacked: attributes.isPacked === true,
    packing: packing === 'unknown' ? undefined : packing,
    packingLimitsAlignas: resolver.model.packingLimitsAlignas,
    gnuAttributes,
    alignment: attributes.alignment,
  });
  return { type: { form: 'value', spelling, facts }, members: inner };
}

/** Collects the members that take room. */
class MemberReader {
  readonly members: Member[] = [];
  /** Its bytes are not only its fields: members of an unnamed union or struct. */
  isOpaque = false;
  /** A pointer to the table of virtual functions comes first. */
  isVirtual = false;

  constructor(
    private readonly scope: Scope,
    private readonly resolver: TypeResolver,
  ) {}

  read(raw: RawDeclaration): void {
    const words = new Set(raw.head.filter(({ kind }) => kind === 'word').map(({ text }) => text));
    if (words.has('virtual')) this.isVirtual = true;
    const { isComplete, typeName } = declare(raw, this.resolver);
    if (typeName !== undefined) this.#membersOfOwnType(raw, typeName);
    if (typeName !== undefined || words.has('static') || words.has('friend') || words.has('static_assert')) return;
    // A constant that is not static is a field like any other.
    const isConstantField = words.has('const') && !words.has('typedef') && !words.has('using');
    if ((isComplete && !isConstantField) || words.has('constexpr')) return;
    if (words.has('operator') || words.has('template') || raw.isFunctionDefinition) return;
    this.#fields(raw.head);
  }

  /** `struct { ... } name;`: the type is defined where it is used. Without a name, its members count as the outer's. */
  #membersOfOwnType(raw: RawDeclaration, typeName: string): void {
    const names = raw.tail.slice(endOfLeadingAttributes(raw.tail));
    // Attributes before `struct` are those of the names.
    const keyword = raw.head.findIndex(({ text }) => typeKeywords.has(text));
    const attributes = attributesIn(raw.head.slice(0, keyword));
    if (names.length > 0) this.#fields([...attributes, { kind: 'word', text: typeName, line: 0 }, ...names]);
    else if (typeName.startsWith('(') && raw.head.every(({ text }) => text !== 'enum')) {
      this.isOpaque = true;
      this.#fields([
        { kind: 'word', text: typeName, line: 0 },
        { kind: 'word', text: typeName, line: 0 },
      ]);
    }
  }

  #fields(tokens: readonly Token[]): void {
    const reader = new TypeReader(tokens, this.scope, this.resolver);
    const base = reader.specifiers();
    while (!reader.atEnd) {
      const { name, type, attributes } = reader.declarator(base);
      // Functions take no room, and `S(S&)` reads like one as well.
      if (type.form === 'function') return;
      // A bit-field.
      if (reader.take(':')) this.members.push({ name, type: unknownType('bit-field'), attributes });
      else if (name !== '') this.members.push({ name, type, attributes });
      reader.skipToComma();
      if (!reader.take(',')) return;
    }
  }
}
