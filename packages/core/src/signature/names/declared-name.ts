/** How a source knows a kernel that it declares: its full name, the types it takes, and the names that find it. */
import { endOfAngles, splitAtCommas } from '../brackets';
import type { Scope, TemplateParameter } from '../scope';
import type { DeclaredName } from '../signature';
import type { Token } from '../tokenizer';
import type { TypeResolver } from '../type-resolver';
import { argumentKind, parameterAt, readArguments } from './read-argument';
import { contextOf, readTypeTree } from './read-type';
import { asParameter, type ArgumentNode, type NamePart, type TypeNode } from './type-tree';

/** What a declaration says of a kernel's name. */
export interface NamedDeclaration {
  /** With its namespaces, without template arguments. */
  readonly qualifiedName: string;
  /** Of an explicit specialisation. */
  readonly specialisedFor: readonly (readonly Token[])[] | undefined;
  readonly parameters: readonly (readonly Token[])[];
  readonly templateParameters: readonly TemplateParameter[];
  readonly hasCLinkage: boolean;
  readonly scope: Scope;
}

/** `f<double>` of a specialisation: the name, and what stands in the brackets. */
export function splitSpecialisation(tokens: readonly Token[]): Pick<NamedDeclaration, 'specialisedFor'> & {
  readonly name: readonly Token[];
} {
  const open = tokens.findIndex(({ text }) => text === '<');
  const end = open < 0 ? undefined : endOfAngles(tokens, open);
  if (end === undefined) return { name: tokens, specialisedFor: undefined };
  const inner = tokens.slice(open + 1, end - 1);
  return { name: tokens.slice(0, open), specialisedFor: inner.length === 0 ? [] : splitAtCommas(inner) };
}

/**
 * @param scope - where the parameters' types are looked up: of an instance, the scope in which template parameters stand
 * for its arguments
 * @param given - the template arguments of an instance
 */
export function declaredName(
  declaration: NamedDeclaration,
  scope: Scope,
  resolver: TypeResolver,
  given?: readonly (readonly Token[])[],
): DeclaredName {
  const { qualifiedName, parameters, templateParameters, hasCLinkage } = declaration;
  const { root } = declaration.scope;
  const context = contextOf(resolver);
  const list = given ?? declaration.specialisedFor;
  const argumentsOf = (): readonly ArgumentNode[] | undefined => {
    if (given === undefined) return list && readArguments(list, [], declaration.scope, context);
    return readArguments(given, templateParameters, root, context, scope);
  };
  let types: readonly TypeNode[] | undefined;
  return {
    qualifiedName,
    hasCLinkage,
    get path() {
      return withArguments(qualifiedName, argumentsOf());
    },
    get parameters() {
      return (types ??= parameters.map((tokens) => asParameter(readTypeTree(tokens, scope, resolver))));
    },
    isFoundBy: (parts) => root.findKernels(parts).includes(qualifiedName),
    readType: (tokens) => readTypeTree(tokens, root, resolver),
    readArguments: (tokens) => readArguments(tokens, templateParameters, root, context),
    templateKinds: templateParameters.map(({ kind, isPack }) => `${kind ?? 'any'}${isPack ? '...' : ''}`),
    templateExample: templateParameters.flatMap((parameter) => exampleOf(parameter, declaration.scope)),
  };
}

/** Whether arguments are of the kinds that a template takes: `f<7>` is not one of `template <class T> f`. */
export function areOfKind(
  list: readonly (readonly Token[])[],
  parameters: readonly TemplateParameter[],
  scope: Scope,
): boolean {
  return list.every((tokens, i) => {
    const kind = parameterAt(parameters, i)?.kind;
    const given = argumentKind(tokens, scope);
    if (kind === undefined || given === undefined) return true;
    return (kind === 'value') === (given === 'value');
  });
}

function withArguments(qualifiedName: string, list: readonly ArgumentNode[] | undefined): readonly NamePart[] {
  const names = qualifiedName.split('::');
  return names.map((name, i) => (i < names.length - 1 || list === undefined ? { name } : { name, arguments: list }));
}

// An argument that nearly every template of the kind takes.
function exampleOf({ kind, type, isPack, fallback }: TemplateParameter, scope: Scope): string[] {
  if (isPack || fallback !== undefined) return [];
  if (kind !== 'value') return kind === 'template' ? [] : ['float'];
  const name = type?.filter(({ kind: word }) => word === 'word').map(({ text }) => text) ?? [];
  const enumeration = scope.findType(name);
  if (name.includes('bool')) return ['true'];
  return enumeration?.form === 'resolved' ? [`(${enumeration.name ?? 'int'})0`] : ['1'];
}
