/**
 * Replaces macros by what they stand for, as C does: arguments first, then the whole again, each macro hidden in what
 * came from it.
 *
 * A wrong use (too many arguments, a parenthesis that never closes) is left as it stands. So is
 * everything once the budget is used up: its meaning is unknown then, but nothing takes long.
 */
import type { Budget } from './budget';
import { hideAll, hideCommon, hideName, hides, type HiddenNames } from './hidden-names';
import type { Macro } from './macro';
import { substitute, type MacroArgument } from './macro-substitution';
import type { TokenSource } from './token-source';
import type { Token } from './tokenizer';

/** Macros in macros, and uses in arguments of uses. */
const maximumMacroDepth = 32;
/** More is not an argument list but a parenthesis that was left open. */
const maximumArgumentTokens = 50_000;

export interface MacroTable {
  readonly macros: ReadonlyMap<string, Macro>;
  /** Tokens that may still be read and written for the sake of macros. */
  readonly budget: Budget;
}

/** The tokens of a source with macros replaced. */
export class MacroExpander implements TokenSource {
  readonly #read: () => Token | undefined;
  readonly #table: MacroTable;
  readonly #depth: number;
  /** Tokens that come before those of the source, last one first. */
  readonly #pending: Token[] = [];

  /** @param depth - how many arguments around this source are being expanded */
  constructor(read: () => Token | undefined, table: MacroTable, depth = 0) {
    this.#read = read;
    this.#table = table;
    this.#depth = depth;
  }

  next(expand: boolean): Token | undefined {
    for (;;) {
      const token = this.#next();
      if (token?.kind !== 'word') return token;
      const macro = this.#table.macros.get(token.text);
      // Code that skips braces must see those in macros, but nothing else.
      if (!macro || !(expand || macro.isUnbalanced) || !this.#expand(token, macro)) return token;
    }
  }

  unread(token: Token): void {
    this.#pending.push(token);
  }

  #next(): Token | undefined {
    return this.#pending.pop() ?? this.#read();
  }

  /** Puts the macro's tokens in front; false if it cannot be expanded here. */
  #expand(use: Token, macro: Macro): boolean {
    if (hides(use.hidden, use.text) || (use.hidden?.count ?? 0) >= maximumMacroDepth) return false;
    if (!this.#table.budget.spend()) return false;
    if (macro.parameterCount === undefined) return this.#replace(use, macro, [], use.hidden);
    const list = this.#argumentList(macro, macro.parameterCount);
    if (!list) return false;
    const given = list.arguments.map((written) => this.#argument(written));
    // The closing parenthesis may come from outside of the macro that the name came from.
    if (this.#replace(use, macro, given, hideCommon(use.hidden, list.close.hidden))) return true;
    this.#unreadAll(list.tokens);
    return false;
  }

  #replace(use: Token, macro: Macro, given: readonly MacroArgument[], around: HiddenNames | undefined): boolean {
    const tokens = substitute(macro, given, this.#table.budget);
    if (!tokens) return false;
    const hiddenInUse = hideName(around, use.text);
    const hidden = new Map<HiddenNames | undefined, HiddenNames | undefined>([[undefined, hiddenInUse]]);
    for (let i = tokens.length - 1; i >= 0; i--) {
      const token = tokens[i] as Token;
      if (!hidden.has(token.hidden)) hidden.set(token.hidden, hideAll(hiddenInUse, token.hidden));
      const { kind, text } = token;
      this.#pending.push({ kind, text, line: use.line, hidden: hidden.get(token.hidden) });
    }
    return true;
  }

  #argument(tokens: readonly Token[] | undefined): MacroArgument {
    const written = tokens ?? [];
    let expanded: readonly Token[] | undefined;
    return { isGiven: tokens !== undefined, written, expanded: () => (expanded ??= this.#expandAll(written)) };
  }

  #expandAll(tokens: readonly Token[]): readonly Token[] {
    return this.#depth < maximumMacroDepth ? expandTokens(tokens, this.#table, this.#depth + 1) : tokens;
  }

  /** Reads the arguments that follow; undefined, with nothing read, if they are not those of a use. */
  #argumentList(macro: Macro, count: number): ArgumentList | undefined {
    const tokens: Token[] = [];
    const given: Token[][] = [[]];
    let depth = 0;
    while (tokens.length < maximumArgumentTokens) {
      const token = this.#next();
      if (!token) break;
      tokens.push(token);
      if ((tokens.length === 1 && !isPunctuation(token, '(')) || !this.#table.budget.spend()) break;
      if (isPunctuation(token, '(') && depth++ === 0) continue;
      if (isPunctuation(token, ')') && --depth === 0) {
        const list = completeArguments(given, macro, count);
        if (list) return { arguments: list, close: token, tokens };
        break;
      }
      const isRest = macro.isVariadic && given.length === count;
      if (depth === 1 && !isRest && isPunctuation(token, ',')) given.push([]);
      else given.at(-1)?.push(token);
    }
    this.#unreadAll(tokens);
    return undefined;
  }

  #unreadAll(tokens: readonly Token[]): void {
    for (let i = tokens.length - 1; i >= 0; i--) this.#pending.push(tokens[i] as Token);
  }
}

interface ArgumentList {
  /** Undefined for a rest that is left out. */
  readonly arguments: readonly (readonly Token[] | undefined)[];
  readonly close: Token;
  /** All that was read, parentheses and commas too. */
  readonly tokens: readonly Token[];
}

/** All tokens with macros replaced. */
export function expandTokens(tokens: readonly Token[], table: MacroTable, depth = 0): Token[] {
  let index = 0;
  const expander = new MacroExpander(() => tokens[index++], table, depth);
  const expanded: Token[] = [];
  for (let token = expander.next(true); token; token = expander.next(true)) expanded.push(token);
  return expanded;
}

/** As many arguments as the macro takes; undefined for a wrong number of them. */
function completeArguments(given: Token[][], macro: Macro, count: number): ArgumentList['arguments'] | undefined {
  const isEmpty = given.length === 1 && given[0]?.length === 0;
  if (count === 0) return isEmpty ? [] : undefined;
  if (macro.isVariadic && count === 1 && isEmpty) return [undefined];
  if (given.length === count) return given;
  return macro.isVariadic && given.length === count - 1 ? [...given, undefined] : undefined;
}

function isPunctuation(token: Token, text: string): boolean {
  return token.kind === 'punctuation' && token.text === text;
}
