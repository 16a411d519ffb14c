/** Reads template arguments of a source as trees, each as what the template's parameter takes. */
import { spell } from '../brackets';
import type { Scope, TemplateParameter } from '../scope';
import type { Token } from '../tokenizer';
import { boundScope } from '../template-header';
import type { TreeContext } from './tree-context';
import type { ArgumentNode, TypeNode } from './type-tree';
import { isTypeWord } from './type-words';

/**
 * Arguments with the defaults of those that are left out.
 *
 * @param parameters - the template's; none where its declaration was not seen
 * @param bound - where the parameters stand for these arguments, if there is such a scope already
 */
export function readArguments(
  list: readonly (readonly Token[])[],
  parameters: readonly TemplateParameter[],
  scope: Scope,
  context: TreeContext,
  bound?: Scope,
): readonly ArgumentNode[] {
  const given = list.map((tokens, i) => readArgument(tokens, parameterAt(parameters, i), scope, context, bound));
  const missing = parameters.slice(list.length).filter(({ isPack }) => !isPack);
  const inner = bound ?? (missing.length === 0 ? undefined : boundScope(parameters, list, scope, scope));
  return [...given, ...missing.map((parameter) => readDefault(parameter, inner ?? scope, context))];
}

/** A pack takes all arguments from its place on. */
export function parameterAt(parameters: readonly TemplateParameter[], index: number): TemplateParameter | undefined {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.isPack === true ? last : undefined);
}

function readDefault(parameter: TemplateParameter, scope: Scope, context: TreeContext): ArgumentNode {
  const tokens = parameter.fallback ?? [];
  return tokens.length === 0 ? { kind: 'unknown', text: '' } : readArgument(tokens, parameter, scope, context);
}

export function readArgument(
  tokens: readonly Token[],
  parameter: TemplateParameter | undefined,
  scope: Scope,
  context: TreeContext,
  bound: Scope = scope,
): ArgumentNode {
  const kind = parameter?.kind ?? argumentKind(tokens, scope) ?? 'type';
  if (kind !== 'value') return { kind: 'type', type: context.readType(tokens, scope) };
  return readValue(tokens, scope, context, declaredType(parameter, bound, context));
}

// The type of `template <int N>`; undefined for `auto`, and for one that depends on other parameters.
function declaredType(
  parameter: TemplateParameter | undefined,
  scope: Scope,
  context: TreeContext,
): TypeNode | undefined {
  const tokens = parameter?.type;
  if (!tokens || tokens.some(({ text }) => text === 'auto' || text === 'decltype')) return undefined;
  const type = context.readType(tokens, scope);
  const plain = type.form === 'qualified' ? type.of : type;
  return plain.form === 'unknown' ? undefined : plain;
}

/** A number, or the address of a function or variable. @param type - of the template's parameter, if it is known */
export function readValue(tokens: readonly Token[], scope: Scope, context: TreeContext, type?: TypeNode): ArgumentNode {
  const literal = literalOf(tokens, scope, context);
  if (literal) return { kind: 'value', value: literal.value, type: type ?? literal.type };
  const path = entityPath(tokens);
  return path ? { kind: 'entity', path } : { kind: 'unknown', text: spell(tokens) };
}

interface Literal {
  readonly value: bigint;
  readonly type: TypeNode | undefined;
}

function literalOf(tokens: readonly Token[], scope: Scope, context: TreeContext): Literal | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  if (first.kind === 'string' && tokens.length === 1) return characterOf(first.text);
  const cast = castOf(tokens, scope, context);
  if (cast) return cast;
  const value = context.resolver.valueOf(tokens, scope);
  return value === undefined ? undefined : { value, type: literalType(tokens, scope) };
}

function characterOf(text: string): Literal | undefined {
  const [only, ...more] = text;
  if (only === undefined || more.length > 0) return undefined;
  return { value: BigInt(only.codePointAt(0) ?? 0), type: { form: 'builtin', name: 'char' } };
}

/** `(Color)7`, `Color(7)` */
function castOf(tokens: readonly Token[], scope: Scope, context: TreeContext): Literal | undefined {
  const close = tokens.findIndex(({ text }) => text === ')');
  const inner = tokens.slice(1, close);
  if (tokens[0]?.text !== '(' || close < 2 || close === tokens.length - 1) return undefined;
  if (argumentKind(inner, scope) === 'value' || inner.some(({ kind }) => kind === 'number')) return undefined;
  const operand = literalOf(tokens.slice(close + 1), scope, context);
  return operand && { value: operand.value, type: context.readType(inner, scope) };
}

function literalType(tokens: readonly Token[], scope: Scope): TypeNode | undefined {
  const plain = tokens[0]?.text === '-' || tokens[0]?.text === '+' ? tokens.slice(1) : tokens;
  const [first] = plain;
  if (first === undefined) return undefined;
  if (plain.length === 1 && first.kind === 'number') return { form: 'builtin', name: typeOfSuffix(first.text) };
  if (plain.length === 1 && (first.text === 'true' || first.text === 'false')) return { form: 'builtin', name: 'bool' };
  const path = entityPath(plain)?.map(({ name }) => name);
  const found = path && scope.findValue(path);
  if (found && 'value' in found && found.enumeration !== undefined) {
    return { form: 'named', path: found.enumeration.split('::').map((name) => ({ name })) };
  }
  return undefined;
}

function typeOfSuffix(literal: string): string {
  const suffix = (/[ul]*$/i.exec(literal.replace(/^0x/i, ''))?.[0] ?? '').toLowerCase();
  const longs = suffix.replace('u', '').length;
  return `${suffix.includes('u') ? 'unsigned ' : ''}${longs === 0 ? 'int' : longs === 1 ? 'long' : 'long long'}`;
}

/** `&ns::f`, `f` */
function entityPath(tokens: readonly Token[]): { readonly name: string }[] | undefined {
  const plain = tokens[0]?.text === '&' ? tokens.slice(1) : tokens;
  if (!plain.every(({ kind, text }) => kind === 'word' || text === '::')) return undefined;
  const names = plain.filter(({ kind }) => kind === 'word').map(({ text }) => ({ name: text }));
  return names.length === 0 ? undefined : names;
}

/** Whether tokens are a type or a value; undefined if only declarations that were not seen could tell. */
export function argumentKind(tokens: readonly Token[], scope: Scope): 'type' | 'value' | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  if (first.kind === 'number' || first.kind === 'string' || /^[-+!~&({]$/.test(first.text)) return 'value';
  if (/^(?:true|false|nullptr|sizeof|alignof|static_cast)$/.test(first.text)) return 'value';
  if (isTypeWord(first.text) || /^(?:const|volatile|typename|struct|class|enum|decltype)$/.test(first.text))
    return 'type';
  const path = leadingPath(tokens);
  if (scope.findType(path)) return 'type';
  return scope.findValue(path) ? 'value' : undefined;
}

function leadingPath(tokens: readonly Token[]): string[] {
  const path: string[] = tokens[0]?.text === '::' ? [''] : [];
  for (const { kind, text } of tokens) {
    if (kind === 'word') path.push(text);
    else if (text !== '::') break;
  }
  return path;
}
