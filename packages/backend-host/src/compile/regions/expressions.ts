/**
 * Which expressions have the same value for all threads of a block, or one that follows from the thread's index alone.
 * Only what is known to be so is said to be: no memory is read in one, and no function called that is not known.
 */
import { tokensOf, type Token } from '../tokens';
import type { Range } from './declaration';
import { lookUp, type Scope, type Variable } from './statements';

/** What a source has around its kernels that decides what a name in one of them may mean. */
export interface Surroundings {
  /** Bodies of macros by their names: all, where one is defined several times. */
  readonly macros: ReadonlyMap<string, readonly Macro[]>;
  /** Variables in memory that threads can write. */
  readonly writable: ReadonlySet<string>;
  /** Functions of the source's own. */
  readonly functions: ReadonlySet<string>;
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

const threadIndex = /^(?:threadIdx|THREAD_INDEX|GLOBAL_INDEX)$/;
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
  if (changes.test(text(at + 1)) || text(at - 1) === '++' || text(at - 1) === '--') return true;
  return text(at - 1) === '&' && !isLogicalAnd(tokens, at - 1) && !isOperand(text(at - 2));
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
      if (number.test(text) || parameters.has(text)) return true;
      if (name.test(text)) return isMember(tokens, at) || this.#allowedName(state, tokens, at);
      if ((text === '*' || text === '&') && !isOperand(tokens[at - 1]?.text ?? '') && !isLogicalAnd(tokens, at))
        return false;
      // A member of what a pointer points to lies in memory.
      if (text === '-' && tokens[at + 1]?.text === '>') return false;
      return sign.test(text);
    });
  }

  #allowedName(state: State, tokens: readonly Token[], at: number): boolean {
    const text = tokens[at]?.text ?? '';
    const variable = lookUp(state.scope, text);
    if (variable) return state.allowed.variable(variable);
    if (strange.test(text) || this.#surroundings.writable.has(text)) return false;
    if (threadIndex.test(text)) return state.allowed.threadIndex;
    const macros = this.#surroundings.macros.get(text);
    if (macros) return this.#allowedMacro(state, text, macros);
    const isCall = tokens[at + 1]?.text === '(';
    return !isCall || castOrSize.test(text) || (pureFunction.test(text) && !this.#surroundings.functions.has(text));
  }

  #allowedMacro(state: State, text: string, macros: readonly Macro[]): boolean {
    // Within its own body a macro's name is no macro.
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

function isOperand(text: string): boolean {
  return /^[\w)\]'"]/.test(text) && !/^(?:return|case|else|do|sizeof)$/.test(text);
}

function isLogicalAnd(tokens: readonly Token[], at: number): boolean {
  const starts = [at - 1, at, at + 1].map((index) => (tokens[index]?.text === '&' ? tokens[index].start : -1));
  const here = tokens[at]?.start ?? 0;
  return starts[0] === here - 1 || starts[2] === here + 1;
}
