/** From a function's declaration to its signature. */
import type { DType } from '../dtype/dtype';
import { argumentError, HeddleError } from '../errors';
import { endOfAngles, endOfGroup, spell, splitAtCommas } from './brackets';
import { withoutAttributes, type RawDeclaration } from './declaration-reader';
import { parameterOf } from './resolved-type';
import type { Scope, TemplateParameter } from './scope';
import type { KernelSignature, Parameter } from './signature';
import { boundScope, readTemplateHeader, unboundScope } from './template-header';
import { tokenize, type Token } from './tokenizer';
import { TypeReader, type Declarator } from './type-reader';
import type { TypeResolver } from './type-resolver';

/** A function's declaration, taken apart. */
export interface FunctionDeclaration {
  /** As declared, with the arguments of a template specialisation. */
  readonly name: string;
  readonly line: number;
  /** What stands before the name: return type and specifiers, attributes removed. */
  readonly specifiers: readonly Token[];
  readonly parameters: readonly (readonly Token[])[];
  readonly templateParameters: readonly TemplateParameter[];
  readonly dynamicShared: boolean;
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

/** Takes a function's declaration apart; undefined for a declaration that is no function. */
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
  return {
    name: raw.scope.qualify(spell(nameTokens)),
    line: nameTokens[0]?.line ?? 0,
    specifiers: tokens.slice(0, nameStart),
    parameters: isEmpty ? [] : splitAtCommas(list),
    templateParameters: templateParameters ?? [],
    dynamicShared: shared >= 0,
    scope: raw.scope,
  };
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
  /** The whole source, for the excerpts of errors. */
  readonly source: string;
  /** What was not read so far and may declare types; undefined where everything was read. */
  readonly outOfSight?: () => string | undefined;
  /** Plain C++ functions may take references, which are passed as pointers; kernels may not. */
  readonly allowsReferences: boolean;
}

/**
 * The signature of a function. A template's has unknown types where its parameters stand, and `instantiate`.
 *
 * @throws HeddleError `COMPILE` for a kernel with a reference as a parameter
 */
export function signatureOf(declaration: FunctionDeclaration, context: SignatureContext): KernelSignature {
  const { templateParameters, scope } = declaration;
  if (templateParameters.length === 0) return makeSignature(declaration, declaration.name, scope, context);
  const unbound = makeSignature(declaration, declaration.name, unboundScope(templateParameters, scope), context);
  const signature = { ...unbound, templateParameters: templateParameters.map(({ name }) => name) };
  const instantiate = (templateArguments: readonly string[]) =>
    instantiateFunction(declaration, templateArguments, context);
  return Object.defineProperty(signature, 'instantiate', { value: instantiate });
}

function instantiateFunction(
  declaration: FunctionDeclaration,
  templateArguments: readonly string[],
  context: SignatureContext,
): KernelSignature {
  const { name, templateParameters, scope } = declaration;
  context.resolver.renew();
  const tokens = templateArguments.map(tokenize);
  const bound = boundScope(templateParameters, tokens, scope.root, scope);
  if (!bound) {
    const takes = templateParameters.map((parameter) => parameter.name).join(', ');
    throw argumentError(`${name} takes the template arguments <${takes}>, not <${templateArguments.join(', ')}>`, {
      kernel: name,
    });
  }
  const pack = templateParameters.findIndex(({ isPack }) => isPack);
  const expanded = pack < 0 ? declaration : expandPack(declaration, pack, tokens.slice(pack), bound);
  return makeSignature(expanded, `${name}<${tokens.map(spell).join(', ')}>`, bound, context);
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
  const parameters = declaration.parameters.map((tokens) => readParameter(tokens, declaration, scope, context));
  return {
    name,
    parameters,
    templateParameters: [],
    line: declaration.line,
    ...(declaration.dynamicShared ? { dynamicShared: true } : {}),
  };
}

function readParameter(
  tokens: readonly Token[],
  declaration: FunctionDeclaration,
  scope: Scope,
  context: SignatureContext,
): Parameter {
  const reader = new TypeReader(tokens, scope, context.resolver);
  const declarator = reader.declarator(reader.specifiers());
  if (declarator.type.form === 'reference' && !context.allowsReferences)
    throw referenceError(declarator, declaration, context);
  // How many values a pack takes shows only in its arguments.
  if (declarator.isPack) return { name: declarator.name, kind: 'bytes', type: `${declarator.type.spelling}...` };
  const parameter = parameterOf(declarator.name, declarator.type);
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

function referenceError({ name, type }: Declarator, declaration: FunctionDeclaration, context: SignatureContext) {
  const { line } = declaration;
  const which = name === '' ? type.spelling : `${type.spelling} ${name}`;
  const text = line > 0 ? context.source.split('\n')[line - 1] : undefined;
  return new HeddleError('COMPILE', `${declaration.name}: ${which} is a reference, which a kernel cannot take`, {
    kernel: declaration.name,
    parameter: name,
    ...(text === undefined ? {} : { excerpt: `> ${line} | ${text.trimEnd().slice(0, 200)}` }),
    hint: 'Take a pointer, or the value itself.',
  });
}

/** What a plain function returns; 'none' for void, undefined for what is no number. */
export function returnTypeOf(declaration: FunctionDeclaration, resolver: TypeResolver): DType | 'none' | undefined {
  const type = TypeReader.readType(declaration.specifiers, declaration.scope, resolver);
  if (type.form === 'void') return 'none';
  return type.form === 'value' && type.facts.kind === 'scalar' ? type.facts.dtype : undefined;
}

/** Splits the arguments of a name expression: `float, ns::pair<int, 2>`. */
export function splitTemplateArguments(name: readonly Token[]): { path: readonly Token[]; list: string[] | undefined } {
  const open = name.findIndex(({ kind, text }) => kind === 'punctuation' && text === '<');
  if (open < 0) return { path: name, list: undefined };
  const end = endOfAngles(name, open);
  if (end !== name.length) return { path: [], list: undefined };
  const inner = name.slice(open + 1, end - 1);
  return { path: name.slice(0, open), list: inner.length === 0 ? [] : splitAtCommas(inner).map(spell) };
}
