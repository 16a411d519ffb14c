/**
 * Attributes of declarations: `__attribute__((...))`, `[[...]]`, `alignas(...)` and similar attributes, and what they
 * say about the layout of values.
 */
import { endOfGroup, splitAtCommas } from './brackets';
import type { Token } from './tokenizer';

/** The layout that the attributes of one declaration ask for. */
export interface LayoutAttributes {
  /** The largest alignment that is asked for, in bytes; undefined if none is. */
  readonly alignment?: number;
  /** Members are not aligned. */
  readonly isPacked?: boolean;
  /** An unknown attribute, which may change the layout. */
  readonly unknown?: string;
}

export const noAttributes: LayoutAttributes = {};

/** Words that are followed by a group, in which one alignment stands. */
const alignmentWords = new Set(['alignas', '_Alignas', '__align__', '__builtin_align__']);
/** Words that are followed by a list of attributes. */
const listWords = new Set(['__attribute__', '__attribute', '__declspec']);
/** Attributes of a kernel, not of its types. */
const launchWords = new Set([
  ...['__launch_bounds__', '__cluster_dims__', '__maxnreg__', '__block_size__', '__nv_pure__'],
]);

/** Attributes that leave the layout as it is, without namespace and underscores. */
const harmless = new Set([
  ...['unused', 'used', 'maybe_unused', 'deprecated', 'unavailable', 'nodiscard', 'warn_unused', 'warn_unused_result'],
  ...['visibility', 'type_visibility', 'may_alias', 'weak', 'section', 'abi_tag', 'annotate', 'designated_init'],
  ...['noinline', 'always_inline', 'nothrow', 'pure', 'const', 'cold', 'hot', 'noreturn', 'fallthrough', 'likely'],
  ...['unlikely', 'nonnull', 'returns_nonnull', 'malloc', 'artificial', 'flatten', 'optnone', 'convergent'],
  ...['device', 'host', 'global', 'shared', 'constant', 'managed', 'launch_bounds', 'device_builtin', 'nv_pure'],
  ...['dllexport', 'dllimport', 'noalias', 'restrict', 'carries_dependency', 'reqd_work_group_size'],
  ...['work_group_size_hint', 'vec_type_hint', 'intel_reqd_sub_group_size', 'amdgpu_flat_work_group_size'],
]);

/** Index after the attribute that starts at `index`; undefined if none does. */
export function endOfAttribute(tokens: readonly Token[], index: number): number | undefined {
  const token = tokens[index];
  if (token?.kind === 'punctuation') {
    const isDouble = token.text === '[' && tokens[index + 1]?.text === '[' && tokens[index + 2]?.text !== '[';
    return isDouble ? endOfGroup(tokens, index) : undefined;
  }
  if (token?.kind !== 'word') return undefined;
  const { text } = token;
  if (!alignmentWords.has(text) && !listWords.has(text) && !launchWords.has(text)) return undefined;
  return tokens[index + 1]?.text === '(' ? endOfGroup(tokens, index + 1) : index + 1;
}

/** The tokens without attributes; those within parentheses stay, they are a parameter's. */
export function withoutAttributes(tokens: readonly Token[]): readonly Token[] {
  return split(tokens).others;
}

/** The attributes' tokens alone. */
export function attributesIn(tokens: readonly Token[]): readonly Token[] {
  return split(tokens).attributes;
}

/** Index after the attributes that a list starts with. */
export function endOfLeadingAttributes(tokens: readonly Token[]): number {
  let index = 0;
  for (let end = endOfAttribute(tokens, 0); end !== undefined; end = endOfAttribute(tokens, index)) index = end;
  return index;
}

/**
 * What the attributes among some tokens ask for.
 *
 * @param alignmentOf - bytes that the operand of `alignas` stands for; undefined if unknown
 */
export function layoutAttributes(
  tokens: readonly Token[],
  alignmentOf: (operand: readonly Token[]) => number | undefined,
): LayoutAttributes {
  let found = noAttributes;
  for (const { name, operand } of attributeList(tokens)) {
    const isAlignment = name === 'aligned' || name === 'align';
    const alignment = isAlignment && operand ? alignmentOf(operand) : undefined;
    if (alignment !== undefined) found = { ...found, alignment: Math.max(alignment, found.alignment ?? 1) };
    else if (name === 'packed') found = { ...found, isPacked: true };
    else if (!harmless.has(name)) found = { ...found, unknown: name };
  }
  return found;
}

/** The attributes of two lists together. */
export function mergeAttributes(one: LayoutAttributes, other: LayoutAttributes): LayoutAttributes {
  const alignments = [one.alignment, other.alignment].filter((alignment) => alignment !== undefined);
  const unknown = one.unknown ?? other.unknown;
  return {
    ...(alignments.length > 0 ? { alignment: Math.max(...alignments) } : {}),
    ...(one.isPacked || other.isPacked ? { isPacked: true } : {}),
    ...(unknown === undefined ? {} : { unknown }),
  };
}

/** Why a type with an attribute that is not known is not known itself; undefined if there is none. */
export function whyUnknown({ unknown }: LayoutAttributes): string | undefined {
  return unknown && `depends on the attribute '${unknown}', of which Heddle does not know what it does there`;
}

/** True if it says nothing about a layout. */
export function saysNothing({ alignment, isPacked, unknown }: LayoutAttributes): boolean {
  return alignment === undefined && isPacked !== true && unknown === undefined;
}

interface Attribute {
  /** Without namespace and underscores. */
  readonly name: string;
  readonly operand: readonly Token[] | undefined;
}

function attributeList(tokens: readonly Token[]): Attribute[] {
  const found: Attribute[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const end = endOfAttribute(tokens, i);
    if (end === undefined) continue;
    const word = tokens[i]?.text ?? '';
    if (alignmentWords.has(word)) found.push({ name: 'aligned', operand: tokens.slice(i + 2, end - 1) });
    else if (!launchWords.has(word)) found.push(...listed(tokens.slice(word === '[' ? i : i + 1, end)));
    i = end - 1;
  }
  return found;
}

/** The attributes within `((a, b(c)))`, `(a)` or `[[x::a, b]]`. */
function listed(group: readonly Token[]): Attribute[] {
  let inner = group.slice(1, -1);
  if ((inner[0]?.text === '(' || inner[0]?.text === '[') && endOfGroup(inner, 0) === inner.length) {
    inner = inner.slice(1, -1);
  }
  const colon = inner[0]?.text === 'using' ? inner.findIndex(({ text }) => text === ':') : -1;
  return splitAtCommas(inner.slice(colon + 1)).flatMap((part) => {
    const open = part.findIndex(({ text }) => text === '(');
    const name = (open < 0 ? part : part.slice(0, open)).at(-1)?.text;
    if (name === undefined) return [];
    return [{ name: name.replace(/^__|__$/g, ''), operand: open < 0 ? undefined : part.slice(open + 1, -1) }];
  });
}

function split(tokens: readonly Token[]): { attributes: readonly Token[]; others: readonly Token[] } {
  const [attributes, others]: [Token[], Token[]] = [[], []];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const attribute = endOfAttribute(tokens, i);
    const isGroup = token.kind === 'punctuation' && token.text === '(';
    const end = attribute ?? (isGroup ? endOfGroup(tokens, i) : i + 1);
    (attribute === undefined ? others : attributes).push(...tokens.slice(i, end));
    i = end - 1;
  }
  return { attributes, others };
}
