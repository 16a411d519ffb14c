/** Which kernels of a source are executed block by block, and the source with the functions that do. */
import type { CompileRequest } from '@heddle/core/backend';
import { closing, tokensAndDirectives, type Token } from '../tokens';
import { blockFunction, blockFunctionName, holdsBarrier } from './block-function';
import { changedArguments, isDefined } from './changed-arguments';
import { textOf } from './declaration';
import { Expressions, macrosOf, type Macro } from './expressions';
import { isAtFileScope, kernelDefinitions, type KernelDefinition } from './kernel-definition';
import { SourceLines } from './source-lines';
import type { Source } from './source-text';
import { NotUnderstood } from './statements';

export interface BlockFunctions {
  /** With every line where it was, as `#line` has it. */
  readonly source: string;
  /** By the kernels' names, the names of their functions. */
  readonly names: ReadonlyMap<string, string>;
}

// Waits of other kinds than the block's barrier; what depends on the order in which threads run; what jumps; what changes
// a constant; what says where it stands.
const refused =
  /^(?:__syncthreads_\w+|\w+_sync|__syncwarp|__shfl\w*|__any|__all|__ballot\w*|__activemask|__match\w*|__reduce_\w+|__nanosleep|sync|arrive|wait|cg|cooperative_groups|cuda|thread_rank|asm|__asm__|goto|volatile|register|thread_local|alloca|__builtin_alloca|co_\w+|try|throw|setjmp|mutable|const_cast|__func__|__FUNCTION__|__PRETTY_FUNCTION__|__COUNTER__|heddle_(?:region|thread|block|barrier|here|suspended)\w*)$/;
// A comment that goes on after a backslash.
const endsInComment = /\/\/.*\\[ \t]*\r?\n/;
const barrier = /^(?:__syncthreads|BARRIER)$/;
const jump = /^(?:return|break|continue|case|default|__syncthreads|BARRIER|__shared__)$/;
const knownHeader =
  /^#\s*include\s*[<"](?:cuda_runtime\.h|cuda_runtime_api\.h|cuda\.h|cuda_fp16\.h|cuda_bf16\.h|math_constants\.h|device_launch_parameters\.h|vector_types\.h|cuComplex\.h|hip\/hip_runtime\.h|hip\/hip_fp16\.h|(?:stdint|stddef|stdio|math|float|limits)\.h|c(?:stdint|stddef|stdio|math|float|limits))[>"]/;

/** @param source - the user's, or what was made of it line by line */
export function withBlockFunctions(
  source: string,
  request: Pick<CompileRequest, 'kernels' | 'defines' | 'options'>,
): BlockFunctions {
  const none: BlockFunctions = { source, names: new Map() };
  if (!/\b(?:__syncthreads|BARRIER)\b/.test(source) || endsInComment.test(source)) return none;
  const defines = definesOf(request);
  if (!defines) return none;
  const tokens = tokensAndDirectives(source);
  const definitions = kernelDefinitions(tokens);
  const macros = macrosOf(tokens, defines);
  if (!isUnderstood(tokens, definitions, macros)) return none;
  const surroundings = {
    macros,
    writable: writableNames(tokens),
    functions: functionNames(tokens),
    changed: changedArguments(tokens, macros),
    classes: classNames(tokens),
  };
  const special = specializedNames(tokens);
  const expressions = new Expressions(surroundings);
  const plain = new Set(request.kernels.map(({ name }) => name));
  const lines = new SourceLines(source, tokens);
  const made: { readonly at: number; readonly text: string; readonly name: string }[] = [];
  for (const definition of definitions) {
    const isOne = definitions.filter(({ name }) => name === definition.name).length === 1;
    const isPlain = isOne && plain.has(definition.name) && !special.has(definition.name);
    const isEligible = isPlain && isSimple(tokens, definition) && !declaresByMacro(tokens, definition, macros);
    const text = isEligible ? written({ text: source, tokens, lines }, definition, expressions) : undefined;
    if (text === undefined) continue;
    // On lines of its own, after which the kernel's last goes on.
    const at = (tokens[definition.body[1]]?.start ?? 0) + 1;
    made.push({ at, text: `\n${text}\n${lines.directive(at)}`, name: definition.name });
  }
  return {
    source: made.reduceRight((all, { at, text }) => `${all.slice(0, at)}${text}${all.slice(at)}`, source),
    names: new Map(made.map(({ name }) => [name, blockFunctionName(name)])),
  };
}

function written(source: Source, definition: KernelDefinition, expressions: Expressions): string | undefined {
  try {
    return blockFunction(source, definition, expressions);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

function isSimple(tokens: readonly Token[], { body, name, parameters }: KernelDefinition): boolean {
  const inside = tokens.slice(...body).map(({ text }) => text);
  const isPlain = !inside.some(
    (text, at) =>
      refused.test(text) ||
      (text.startsWith('#') && !/^#\s*(?:pragma|line)\b/.test(text)) ||
      // A cast to a reference: `(int&)k`, `reinterpret_cast<int&>(k)`.
      (text === '&' && /^[)>]$/.test(inside[at + 1] ?? '')) ||
      // It could see that a region's copy is a constant.
      (text === 'decltype' && inside[at + 2] === '('),
  );
  const isNamed = !textOf(tokens, parameters).includes('.');
  return isPlain && isNamed && holdsBarrier(tokens, body) && isAtFileScope(tokens, body[0] - 1) && name !== '';
}

// `DECLARE(float, sum);`: an unknown name.
function declaresByMacro(
  tokens: readonly Token[],
  { body: [first, end] }: KernelDefinition,
  macros: ReadonlyMap<string, readonly Macro[]>,
): boolean {
  const word = /^[A-Za-z_]\w*$/;
  const keyword = /^(?:if|else|for|while|do|return|switch|case|new|delete|sizeof|typename)$/;
  const declares = ({ body }: Macro): boolean =>
    body.some(
      ({ text }, at) =>
        word.test(text) &&
        !keyword.test(text) &&
        word.test(body[at + 1]?.text ?? '') &&
        /^[=;,[{(]?$/.test(body[at + 2]?.text ?? '') &&
        depthAt(body, at) === 0,
    );
  return tokens.slice(first, end).some(({ text }, at) => {
    const isFirst = /^[;{}]$|^#/.test(tokens[first + at - 1]?.text ?? '');
    return (
      isFirst && macros.get(text)?.some((macro) => macro.parameters.size + macro.body.length > 2 && declares(macro))
    );
  });
}

function depthAt(body: readonly Token[], index: number): number {
  return body
    .slice(0, index)
    .reduce((depth, { text }) => depth + Number(/^[([{]$/.test(text)) - Number(/^[)\]}]$/.test(text)), 0);
}

// Whether the code around the kernels has no hidden effect in them.
function isUnderstood(
  tokens: readonly Token[],
  definitions: readonly KernelDefinition[],
  macros: ReadonlyMap<string, readonly Macro[]>,
): boolean {
  if (macros.has('BARRIER') || isSpelledOtherwise(tokens)) return false;
  const isInKernel = (at: number): boolean => definitions.some(({ body: [first, end] }) => at >= first && at < end);
  const isHarmless = ({ text }: Token, at: number): boolean => {
    if (text.startsWith('#')) return !/^#\s*(?:include|undef)\b/.test(text) || knownHeader.test(text);
    return isInKernel(at) || !(refused.test(text) || barrier.test(text));
  };
  const hides = ({ body }: Macro): boolean =>
    body.some(
      ({ text }, at) => refused.test(text) || jump.test(text) || (text === '#' && body[at + 1]?.text === '#'),
    ) || !isBalanced(body);
  return tokens.every(isHarmless) && ![...macros.values()].flat().some(hides);
}

// Lines that go on after a backslash, in words or comments, and brackets in other letters, `<%`.
function isSpelledOtherwise(tokens: readonly Token[]): boolean {
  return tokens.some(({ text, start }, at) => {
    const next = tokens[at + 1];
    const pair = next?.start === start + 1 ? `${text}${next.text}` : text;
    return /^(?:\\|<%|%>|<:|%:)/.test(pair);
  });
}

// Every bracket is closed, and there is no statement that a macro could add to others.
function isBalanced(body: readonly Token[]): boolean {
  let depth = 0;
  for (const { text } of body) {
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text) && --depth < 0) return false;
    if (text === ';' && depth === 0) return false;
  }
  return depth === 0;
}

// Undefined if options bring in what is not seen.
function definesOf({
  defines,
  options,
}: Pick<CompileRequest, 'defines' | 'options'>): Record<string, string> | undefined {
  const all: Record<string, string> = { ...defines };
  for (const [at, option] of options.entries()) {
    if (/^-(?:include|imacros|U|x|std=c)|^@/.test(option)) return undefined;
    const define = option === '-D' ? options[at + 1] : /^-D(.+)/.exec(option)?.[1];
    const [, name, value] = /^(\w+)(?:=([^]*))?$/.exec(define ?? '') ?? [];
    if (define !== undefined && name === undefined) return undefined;
    if (name !== undefined) all[name] = value ?? '1';
  }
  return all;
}

// Variables that kernels may write: `__device__ int counter;`. The name of an array alone is an address, which does not
// change.
function writableNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, { text }] of tokens.entries()) {
    if (!/^(?:__device__|__managed__|__shared__|SHARED|DYNAMIC_SHARED|static|extern)$/.test(text)) continue;
    if (text === 'static' && isConstant(tokens, at + 1)) continue;
    let isFunction = false;
    for (let inner = at + 1; inner < tokens.length; inner++) {
      const word = tokens[inner]?.text ?? '';
      if (word === '(') isFunction = true;
      if (/^(?:struct|class|union)$/.test(word)) isFunction = false;
      if (/^(?:[;}]|"C")$/.test(word) || (word === '{' && isFunction)) break;
      // Values, or the members of the variable's type.
      if (word === '{') inner = closing(tokens, inner);
      if (/^[;,=){]$/.test(tokens[inner + 1]?.text ?? '') && /^[A-Za-z_]/.test(word)) names.add(word);
    }
  }
  return names;
}

// `constexpr int Tile = 4;`, `const int Tile = 4;`
function isConstant(tokens: readonly Token[], first: number): boolean {
  if (!/^const(?:expr)?$/.test(tokens[first]?.text ?? '')) return false;
  const end = tokens.findIndex(({ text }, at) => at > first && /^[=;{(]$/.test(text));
  return !tokens.slice(first, end).some(({ text }) => text === '*');
}

function classNames(tokens: readonly Token[]): ReadonlySet<string> {
  const isName = (_: Token, at: number): boolean =>
    /^(?:struct|class|union)$/.test(tokens[at - 1]?.text ?? '') && tokens[at - 2]?.text !== 'enum';
  return new Set(tokens.filter(isName).map(({ text }) => text));
}

// What `template <> … name<int>(…)` defines for some arguments otherwise.
function specializedNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, { text }] of tokens.entries()) {
    if (text !== 'template' || tokens[at + 1]?.text !== '<' || tokens[at + 2]?.text !== '>') continue;
    for (let inner = at + 3; inner < tokens.length && !/^[;{(]$/.test(tokens[inner]?.text ?? ''); inner++)
      names.add(tokens[inner]?.text ?? '');
  }
  return names;
}

// `name(…) {`
function functionNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, { text }] of tokens.entries())
    if (
      tokens[at + 1]?.text === '(' &&
      /^[A-Za-z_]/.test(text) &&
      (/^(?:__device__|DEVICE|inline)$/.test(before(tokens, at)) || isDefined(tokens, at))
    )
      names.add(text);
  return names;
}

// The first word of the declaration in which a token stands.
function before(tokens: readonly Token[], at: number): string {
  let first = at;
  while (first > 0 && !/^[;{}]$|^#/.test(tokens[first - 1]?.text ?? '')) first--;
  return tokens.slice(first, at).find(({ text }) => /^(?:__device__|DEVICE|inline)$/.test(text))?.text ?? '';
}
