/** From a function's declaration to its signature. */
import type { DType } from '../dtype/dtype';
import { argumentError } from '../errors';
import { endOfGroup, spell, splitAtCommas } from './brackets';
import { withoutAttributes } from './attributes';
import type { RawDeclaration } from './declaration-reader';
import { kernelParameterOf } from './resolved-type';
import type { Scope, TemplateParameter } from './scope';
import { areOfKind, declaredName, splitSpecialisation } from './names/declared-name';
import { withDeclared, type KernelSignature, type Parameter } from './signature';
import { boundScope, readTemplateHeader, unboundScope } from './template-header';
import { tokenize, type Token } from './tokenizer';
import { TypeReader, type Declarator } from './type-reader';
import type { TypeResolver } from './type-resolver';

/** A function's declaration, taken apart. */
export interface FunctionDeclaration {
  /** With its namespaces, and the arguments of a template specialisation. */
  readonly name: string;
  /** Without those arguments. */
  readonly qualifiedName: string;
  readonly line: number;
  /** What stands before the name: return type and specifiers, attributes removed. */
  readonly specifiers: readonly Token[];
  readonly parameters: readonly (readonly Token[])[];
  readonly templateParameters: readonly TemplateParameter[];
  readonly dynamicShared: boolean;
  /** Of an explicit specialisation. */
  readonly specialisedFor: readonly (readonly Token[])[] | undefined;
  readonly hasCLinkage: boolean;
  readonly scope: Scope;
}

/** Words that may stand before a parenthesis without being a function's name. */
const notNames = new Set([
  'noexcept',
  'throw',
  'requires',
  'decltype',
  'sizeof',
  'defined',
  'explicit',
  'typeof',
  '__typeof__',
]);

/** The last macro of the portable dialect's parameter lists. It stands there without a comma. */
const dynamicSharedMacro = 'DYNAMIC_SHARED_PARAMETER';

/** Takes a function's declaration apart; undefined for a declaration that is not a function. */
export function readFunction(raw: RawDeclaration): FunctionDeclaration | undefined {
  const { parameters: templateParameters, declaration } = readTemplateHeader(raw.head);
  if (!declaration) return undefined;
  const tokens = withoutAttributes(declaration);
  const open = parameterList(tokens);
  if (open === undefined) return undefined;
  const nameStart = startOfName(tokens, open);
  const nameTokens = tokens.slice(nameStart, open);
  const inner = tokens.slice(open + 1, endOfGroup(tokens, open) - 1);
  const shared = inner.findIndex(({ text }) => text === dynamicSharedMacro);
  const list = shared < 0 ? inner : inner.slice(0, shared);
  const isEmpty = list.length === 0 || (list.length === 1 && list[0]?.text === 'void');
  const { name, specialisedFor } = splitSpecialisation(nameTokens);
  const qualifiedName = fullName(name, raw.scope);
  const isSpecialised = specialisedFor !== undefined && templateParameters?.length === 0;
  return {
    name: isSpecialised ? `${qualifiedName}<${specialisedFor.map(spell).join(', ')}>` : qualifiedName,
    qualifiedName,
    specialisedFor: isSpecialised ? specialisedFor : undefined,
    hasCLinkage: raw.hasCLinkage || isExternC(raw.head),
    line: nameTokens[0]?.line ?? 0,
    specifiers: tokens.slice(0, nameStart),
    parameters: isEmpty ? [] : splitAtCommas(list),
    templateParameters: templateParameters ?? [],
    dynamicShared: shared >= 0,
    scope: raw.scope,
  };
}

/** `extern "C"` before one declaration. */
export function isExternC([first, second]: readonly Token[]): boolean {
  return first?.text === 'extern' && second?.kind === 'string' && second.text === 'C';
}

/** A name as declared, `ns::k` or `k`, with all namespaces it is in. */
function fullName(tokens: readonly Token[], scope: Scope): string {
  const names = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const path = tokens[0]?.text === '::' ? [''] : [];
  const within = names.length > 1 ? scope.findNamespace([...path, ...names.slice(0, -1)]) : undefined;
  return within ? within.qualify(names.at(-1) ?? '') : scope.qualify(names.join('::'));
}

/** Index of the parenthesis that opens the parameter list: the last one behind a name, since macros come first. */
function parameterList(tokens: readonly Token[]): number | undefined {
  let found: number | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const { text, kind } = tokens[i] as Token;
    if (kind !== 'punctuation') continue;
    if (text === '(') {
      const before = tokens[i - 1];
      const follows =
        before?.kind === 'word' ? !notNames.has(before.text) : before?.text === '>' && found === undefined;
      if (follows) found = i;
    }
    if (text === '(' || text === '[' || text === '{') i = endOfGroup(tokens, i) - 1;
  }
  return found;
}

/** Walks back over `a::b::name<arguments>`. */
function startOfName(tokens: readonly Token[], open: number): number {
  let start = open - 1;
  if (tokens[start]?.text === '>') {
    let depth = 0;
    for (; start > 0; start--) {
      if (tokens[start]?.text === '>') depth++;
      else if (tokens[start]?.text === '<' && --depth === 0) break;
    }
    start--;
  }
  while (tokens[start - 1]?.text === '::' && tokens[start - 2]?.kind === 'word') start -= 2;
  return Math.max(0, start);
}

/** What signatures are made with. */
export interface SignatureContext {
  readonly resolver: TypeResolver;
  /** What was not read so far and may declare types; undefined if everything was read. */
  readonly outOfSight?: () => string | undefined;
}

/** The signature of a function. A template's has unknown types where its parameters stand, and `instantiate`. */
export function signatureOf(declaration: FunctionDeclaration, context: SignatureContext): KernelSignature {
  const { templateParameters, scope, name } = declaration;
  const { resolver } = context;
  if (templateParameters.length === 0) {
    return withDeclared(makeSignature(declaration, name, scope, context), declaredName(declaration, scope, resolver));
  }
  const inner = unboundScope(templateParameters, scope);
  const unbound = makeSignature(declaration, name, inner, context);
  const signature = { ...unbound, templateParameters: templateParameters.map((parameter) => parameter.name) };
  const instantiate = (templateArguments: readonly string[]) =>
    instantiateFunction(declaration, templateArguments, context);
  return Object.defineProperty(withDeclared(signature, declaredName(declaration, inner, resolver)), 'instantiate', {
    value: instantiate,
  });
}

function instantiateFunction(
  declaration: FunctionDeclaration,
  templateArguments: readonly string[],
  context: SignatureContext,
): KernelSignature {
  const { name, templateParameters, scope } = declaration;
  context.resolver.renew();
  const tokens = templateArguments.map(tokenize);
  const bound = areOfKind(tokens, templateParameters, scope.root)
    ? boundScope(templateParameters, tokens, scope.root, scope)
    : undefined;
  if (!bound) {
    const takes = templateParameters.map((parameter) => parameter.name).join(', ');
    throw argumentError(`${name} takes the template arguments <${takes}>, not <${templateArguments.join(', ')}>`, {
      kernel: name,
    });
  }
  const pack = templateParameters.findIndex(({ isPack }) => isPack);
  const expanded = pack < 0 ? declaration : expandPack(declaration, pack, tokens.slice(pack), bound);
  const signature = makeSignature(expanded, `${name}<${tokens.map(spell).join(', ')}>`, bound, context);
  return withDeclared(signature, declaredName(expanded, bound, context.resolver, tokens));
}

/** `Ts... xs` as one parameter for each argument of the pack: `Ts0 xs0, Ts1 xs1`, with each `Ts<i>` bound. */
function expandPack(
  declaration: FunctionDeclaration,
  index: number,
  packArguments: readonly (readonly Token[])[],
  bound: Scope,
): FunctionDeclaration {
  const pack = declaration.templateParameters[index]?.name ?? '';
  for (const [i, tokens] of packArguments.entries()) {
    bound.types.set(`${pack}${i}`, { form: 'argument', tokens, scope: declaration.scope.root });
  }
  const parameters = declaration.parameters.flatMap((tokens) => {
    const isExpansion = tokens.some(({ text }) => text === '...') && tokens.some(({ text }) => text === pack);
    if (!isExpansion) return [tokens];
    return packArguments.map((_, i) =>
      tokens
        .filter(({ text }) => text !== '...')
        .map((token, at, kept) =>
          token.text === pack || (at === kept.length - 1 && token.kind === 'word')
            ? { ...token, text: `${token.text}${i}` }
            : token,
        ),
    );
  });
  return { ...declaration, parameters };
}

function makeSignature(
  declaration: FunctionDeclaration,
  name: string,
  scope: Scope,
  context: SignatureContext,
): KernelSignature {
  return {
    name,
    parameters: declaration.parameters.map((tokens) => readParameter(tokens, scope, context)),
    templateParameters: [],
    line: declaration.line,
    ...(declaration.dynamicShared ? { dynamicShared: true } : {}),
  };
}

// A reference is passed as the address of what it refers to, which is a pointer's.
function readParameter(tokens: readonly Token[], scope: Scope, context: SignatureContext): Parameter {
  const reader = new TypeReader(tokens, scope, context.resolver);
  const declarator = reader.declarator(reader.specifiers());
  // How many values a pack takes shows only in its arguments.
  if (declarator.isPack) return { name: declarator.name, kind: 'bytes', type: `${declarator.type.spelling}...` };
  const parameter = kernelParameterOf(declarator.name, declarator.type);
  const missing = context.outOfSight?.();
  if (missing === undefined) return parameter;
  const unknown = `is not declared, and Heddle has not read '${missing}'`;
  // `FIELD(int, x)` and `int POINTER x` are a macro's, if they are anything.
  const isNameless = declarator.type.form === 'function' && declarator.name === '';
  const isCut = parameter.kind !== 'pointer' && !reader.atEnd && !reader.take('=');
  if (isNameless || isCut) return { name: declarator.name, kind: 'bytes', type: spell(tokens), unknown };
  const isKnown = parameter.byteLength !== undefined || parameter.kind === 'local';
  return isKnown ? parameter : { ...parameter, unknown };
}

/** Reads one parameter, default value and all. */
export function readParameterDeclarator(tokens: readonly Token[], scope: Scope, resolver: TypeResolver): Declarator {
  const reader = new TypeReader(tokens, scope, resolver);
  return reader.declarator(reader.specifiers());
}

/** What a plain function returns; 'none' for void, undefined for what is not a number. */
export function returnTypeOf(declaration: FunctionDeclaration, resolver: TypeResolver): DType | 'none' | undefined {
  const type = TypeReader.readType(declaration.specifiers, declaration.scope, resolver);
  if (type.form === 'void') return 'none';
  return type.form === 'value' && type.facts.kind === 'scalar' ? type.facts.dtype : undefined;
}
