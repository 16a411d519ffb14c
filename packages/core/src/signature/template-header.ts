/** `template<...>` before a declaration. */
import { endOfAngles, splitAtCommas } from './brackets';
import type { Scope, TemplateParameter } from './scope';
import { unknownType } from './resolved-type';
import type { Token } from './tokenizer';
import { isTypeWord } from './names/type-words';

/** A declaration with what its template header says. */
export interface Templated {
  /**
   * The parameters; empty for `template<>`, undefined for no template. An explicit instantiation
   * (`template void f<int>(int);`) declares nothing new, so it has no declaration.
   */
  readonly parameters: readonly TemplateParameter[] | undefined;
  readonly declaration: readonly Token[] | undefined;
}

/** Separates a declaration from its template header. */
export function readTemplateHeader(head: readonly Token[]): Templated {
  let parameters: TemplateParameter[] | undefined;
  let declaration = head;
  while (declaration[0]?.text === 'template') {
    const end = declaration[1]?.text === '<' ? endOfAngles(declaration, 1) : undefined;
    if (end === undefined) return { parameters, declaration: undefined };
    const inner = declaration.slice(2, end - 1);
    parameters = [...(parameters ?? []), ...(inner.length === 0 ? [] : splitAtCommas(inner).map(readParameter))];
    declaration = declaration.slice(end);
  }
  return { parameters, declaration };
}

function readParameter(tokens: readonly Token[]): TemplateParameter {
  const equals = tokens.findIndex(({ kind, text }) => kind === 'punctuation' && text === '=');
  const declared = equals < 0 ? tokens : tokens.slice(0, equals);
  const last = declared.at(-1);
  // `typename`, `int` alone: a parameter that nobody refers to.
  const name = last?.kind === 'word' && declared.length > 1 ? last.text : '';
  const isPack = declared.some(({ text }) => text === '...');
  const kind = kindOf(declared);
  const type = (name === '' ? declared : declared.slice(0, -1)).filter(({ text }) => text !== '...');
  return {
    name,
    isPack,
    ...(kind === undefined ? {} : { kind }),
    ...(kind === 'value' ? { type } : {}),
    ...(equals < 0 ? {} : { fallback: tokens.slice(equals + 1) }),
  };
}

/** What a parameter takes; undefined if a concept or a type may stand before its name. */
function kindOf(declared: readonly Token[]): TemplateParameter['kind'] {
  const first = declared[0]?.text ?? '';
  if (first === 'template') return 'template';
  const isMember = declared.some(({ text }) => text === '::');
  if (first === 'class' || (first === 'typename' && !isMember)) return 'type';
  const isValue =
    first === 'typename' || first === 'auto' || first === 'const' || first === 'enum' || isTypeWord(first);
  return isValue || declared.some(({ text }) => text === '*' || text === '&' || text === '(') ? 'value' : undefined;
}

/** A scope in which template parameters stand for nothing known: how a template reads without its arguments. */
export function unboundScope(parameters: readonly TemplateParameter[], scope: Scope): Scope {
  const inner = scope.nested();
  for (const { name } of parameters) {
    inner.types.set(name, { form: 'resolved', type: unknownType(name) });
    inner.values.set(name, { value: undefined });
  }
  return inner;
}

/**
 * A scope in which template parameters stand for arguments; undefined if their number does not fit.
 *
 * @param argumentScope - where the arguments' own names mean something
 */
export function boundScope(
  parameters: readonly TemplateParameter[],
  templateArguments: readonly (readonly Token[])[],
  argumentScope: Scope,
  scope: Scope,
): Scope | undefined {
  const inner = scope.nested();
  const pack = parameters.findIndex(({ isPack }) => isPack);
  if (templateArguments.length > parameters.length && pack < 0) return undefined;
  for (const [index, { name, isPack, fallback }] of parameters.entries()) {
    if (isPack) {
      inner.types.set(name, { form: 'resolved', type: unknownType(name) });
      inner.values.set(name, { value: undefined });
      continue;
    }
    const given = templateArguments[index];
    const tokens = given ?? fallback;
    if (tokens === undefined || tokens.length === 0) return undefined;
    const from = given ? argumentScope : inner;
    inner.types.set(name, { form: 'argument', tokens, scope: from });
    inner.values.set(name, { tokens, scope: from });
  }
  return inner;
}
