/**
 * Which expressions have the same value for all threads of a block, or one that follows from the thread's index alone.
 * True only if this is certain: no memory is read in one, and no function called that is not known.
 */
import { tokensOf, type Token } from '../tokens';
import { changedBetween, type ChangedArguments } from './changed-arguments';
import type { Range } from './declaration';
import { isVector } from './types';
import { lookUp, type Scope, type Variable } from './statements';

/** The code around the kernels, which decides what a name in a kernel may mean. */
export interface Surroundings {
  /** Bodies of macros by their names: all, where one is defined several times. */
  readonly macros: ReadonlyMap<string, readonly Macro[]>;
  /** Variables in memory that threads can write. */
  readonly writable: ReadonlySet<string>;
  /** Functions of the source's own. */
  readonly functions: ReadonlySet<string>;
  /** Arguments of those functions and of macros that are changed there. */
  readonly changed: ChangedArguments;
  /** Its own types with members. */
  readonly classes: ReadonlySet<string>;
}

export interface Macro {
  readonly parameters: ReadonlySet<string>;
  readonly body: readonly Token[];
}

/** Whose values may stand in an expression. */
export interface Allowed {
  readonly threadIndex: boolean;
  variable(variable: Variable): boolean;
}

const threadIndex = /^(?:threadIdx|hipThreadIdx_[xyz]|THREAD_INDEX|GLOBAL_INDEX)$/;
const changes = /^(?:\+\+|--|=|<<=|>>=|[-+*/%&|^]=)$/;
const sign = /^(?:[-+*/%&|^<>!~?:.,()]|[=!<>]=)$/;
const name = /^[A-Za-z_]\w*$/;
const number = /^\d/;
const castOrSize =
  /^(?:sizeof|alignof|int|unsigned|long|short|char|float|double|bool|size_t|static_cast|reinterpret_cast|u?int(?:8|16|32|64)_t)$/;
const pureFunction =
  /^(?:min|max|abs|f?(?:min|max|abs)f?|u(?:min|max)|(?:ceil|floor|sqrt|log2|exp2|rint)f?|__(?:popc|clz|ffs|brev)(?:ll)?|__u?mul(?:hi|24)|BLOCK_INDEX|BLOCK_SIZE|GRID_SIZE|GLOBAL_SIZE|THREAD_INDEX|GLOBAL_INDEX)$/;
const strange =
  /^(?:heddle_(?:thread|global|get)_\w*|__\w*(?:sync|shfl|lane|warp)\w*|clock\w*|wall_clock64|__globaltimer|new|delete|this)$/;

/** Whether a token of an expression changes the variable it names. */
export function isChanged(tokens: readonly Token[], at: number): boolean {
  const text = (index: number): string => tokens[index]?.text ?? '';
  return changes.test(text(at + 1)) || text(at - 1) === '++' || text(at - 1) === '--' || isAddressed(tokens, at);
}

/** Whether the address of the variable that a token names is taken: `&v`, `(int*)&v`, `&(v)`. */
export function isAddressed(tokens: readonly Token[], at: number): boolean {
  const text = (index: number): string => tokens[index]?.text ?? '';
  let sign = at - 1;
  while (text(sign) === '(') sign--;
  return text(sign) === '&' && isUnary(tokens, sign, () => true);
}

/** Whether a name is that of a member: `.x`, `->x`, `::x`. */
export function isMember(tokens: readonly Token[], at: number): boolean {
  const [before, last] = [tokens[at - 2]?.text, tokens[at - 1]?.text];
  return last === '.' || (last === '>' && before === '-') || (last === ':' && before === ':');
}

export class Expressions {
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Whether an expression is made of numbers and of what is allowed. */
  consistsOf(allowed: Allowed, tokens: readonly Token[], [first, end]: Range, scope: Scope): boolean {
    return this.#allowedTokens({ allowed, scope, macros: new Set() }, tokens.slice(first, end), new Set());
  }

  #allowedTokens(state: State, tokens: readonly Token[], parameters: ReadonlySet<string>): boolean {
    return tokens.every(({ text }, at) => {
      if (number.test(text)) return true;
      if (parameters.has(text)) return !isCall(tokens, at);
      if (name.test(text)) return this.#allowedName(state, tokens, at);
      if ((text === '*' || text === '&') && this.#isUnary(state, tokens, at)) return false;
      // A member of what a pointer points to lies in memory.
      if (text === '-' && tokens[at + 1]?.text === '>') return false;
      return sign.test(text);
    });
  }

  // With what a macro in front of it stands for: `INT *p`, with `#define INT (int)`.
  #isUnary({ scope }: State, tokens: readonly Token[], at: number): boolean {
    const mayBeType = (word: string): boolean => !lookUp(scope, word);
    const [before, sign] = [tokens[at - 1]?.text ?? '', tokens[at]];
    const isUnaryBehind = ({ body }: Macro): boolean => !!sign && isUnary([...body, sign], body.length, mayBeType);
    return isUnary(tokens, at, mayBeType) || (this.#surroundings.macros.get(before)?.some(isUnaryBehind) ?? false);
  }

  #allowedName(state: State, tokens: readonly Token[], at: number): boolean {
    const text = tokens[at]?.text ?? '';
    const isCalled = isCall(tokens, at);
    // The effect of a member function is not known.
    const isQualified = isMember(tokens, at) && tokens[at - 1]?.text === ':';
    const isOfStandard = isQualified && !/^(?!std$)[\w>]/.test(tokens[at - 3]?.text ?? '') && pureFunction.test(text);
    if (isMember(tokens, at) && (isCalled ? !isOfStandard : !isQualified)) return !isCalled;
    const variable = isMember(tokens, at) ? undefined : lookUp(state.scope, text);
    if (variable) return !isCalled && state.allowed.variable(variable);
    if (strange.test(text) || this.#surroundings.writable.has(text)) return false;
    const macros = this.#surroundings.macros.get(text);
    if (macros) return this.#allowedMacro(state, text, macros);
    if (threadIndex.test(text)) return state.allowed.threadIndex;
    // Also if it is called by another name or after a parenthesis: `(lane)(2)`.
    if (this.#surroundings.functions.has(text)) return false;
    return !isCalled || castOrSize.test(text) || pureFunction.test(text);
  }

  /** The arguments, between two tokens, that a call may change. */
  changedBetween(tokens: readonly Token[], range: Range): readonly Range[] {
    return changedBetween(tokens, range, this.#surroundings.changed);
  }

  /** Whether a type is known to have members. */
  isClass(type: string): boolean {
    return isVector(type) || this.#surroundings.classes.has(type);
  }

  #allowedMacro(state: State, text: string, macros: readonly Macro[]): boolean {
    // Within its own body a macro's name is not a macro.
    if (state.macros.has(text)) return false;
    const inner = { ...state, macros: new Set([...state.macros, text]) };
    return macros.every(({ body, parameters }) => this.#allowedTokens(inner, body, parameters));
  }
}

interface State {
  readonly allowed: Allowed;
  readonly scope: Scope;
  /** Those that are being expanded. */
  readonly macros: ReadonlySet<string>;
}

/** The macros of a source's directives, and those given beside it. */
export function macrosOf(tokens: readonly Token[], defines: Readonly<Record<string, string>>): Map<string, Macro[]> {
  const macros = new Map<string, Macro[]>();
  const add = (macro: string, parameters: string, body: string): void => {
    const names = new Set(parameters.split(',').map((one) => one.trim()));
    macros.set(macro, [...(macros.get(macro) ?? []), { parameters: names, body: tokensOf(body) }]);
  };
  for (const [macro, value] of Object.entries(defines)) add(macro, '', value);
  for (const { text } of tokens) {
    const [, macro, parameters, body] = /^#\s*define\s+(\w+)(?:\(([^)]*)\))?([^]*)$/.exec(text) ?? [];
    if (macro !== undefined) add(macro, parameters ?? '', (body ?? '').replace(/\\\r?\n/g, ' '));
  }
  return macros;
}

// `f(`, `f<3>(`
function isCall(tokens: readonly Token[], at: number): boolean {
  const open = tokens[at + 1]?.text;
  if (open !== '<' || castOrSize.test(tokens[at]?.text ?? '')) return open === '(';
  for (let end = at + 2; end < tokens.length; end++) {
    const text = tokens[end]?.text ?? '';
    if (text === '>' && tokens[end + 1]?.text === '(') return true;
    if (/^[()[\]{};?|]$/.test(text) || (text === '&' && isLogicalAnd(tokens, end))) return false;
  }
  return false;
}

// Whether a star or an ampersand has no operand on its left: `= *p`, `(int)*p`.
function isUnary(tokens: readonly Token[], at: number, mayBeType: (word: string) => boolean): boolean {
  if (isLogicalAnd(tokens, at)) return false;
  const before = tokens[at - 1]?.text ?? '';
  if (before !== ')') return !isOperand(before);
  // The type of a cast: words, possibly followed by stars.
  let first = at - 2;
  while (/^[*&]$/.test(tokens[first]?.text ?? '')) first--;
  for (; /^(?:[A-Za-z_]\w*|[:<>])$/.test(tokens[first]?.text ?? ''); first--)
    if (!mayBeType(tokens[first]?.text ?? '')) return false;
  return tokens[first]?.text === '(' && !isOperand(tokens[first - 1]?.text ?? '');
}

export function isOperand(text: string): boolean {
  return /^[\w)\]'"]/.test(text) && !/^(?:return|case|else|do|sizeof)$/.test(text);
}

function isLogicalAnd(tokens: readonly Token[], at: number): boolean {
  const starts = [at - 1, at, at + 1].map((index) => (tokens[index]?.text === '&' ? tokens[index].start : -1));
  const here = tokens[at]?.start ?? 0;
  return starts[0] === here - 1 || starts[2] === here + 1;
}
