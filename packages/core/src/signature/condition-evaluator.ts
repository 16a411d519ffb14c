/** Whether the condition of an `#if` holds, as far as that follows from what was read. */
import { Budget } from './budget';
import { endOfGroup } from './brackets';
import { evaluate } from './constant-expression';
import { asSigned, integerLiteral } from './integer-arithmetic';
import type { Macro } from './macro';
import { expandTokens } from './macro-expander';
import type { Predefined } from './predefined-names';
import type { HeaderName, Token } from './tokenizer';

/** What conditions ask of the text around them. */
export interface ConditionContext {
  readonly macros: ReadonlyMap<string, Macro>;
  /** What is known of a name that is not a macro of the text. */
  predefined(name: string): Predefined;
  /** `__has_include`: true if the header is there, undefined if only the compiler knows. */
  hasHeader(header: HeaderName, next: boolean): boolean | undefined;
  /** True if the text is the source itself, not a header. */
  isInSource(): boolean;
}

/** What came of a condition. */
export interface ConditionOutcome {
  /** Undefined if only the compiler knows. */
  readonly holds: boolean | undefined;
  /** False if the same condition may have another outcome at another place. */
  readonly isAskable: boolean;
  /** The same for conditions that mean the same. */
  readonly expanded: string;
}

/** A longer condition is one that explodes; whether it holds is unknown. */
const maximumConditionTokens = 10_000;

// Begins a name that no source can contain, and that tells what is asked.
const unknownOperand = 'unknown ';
/** The same, of what is answered anew at each place. */
const unknownHere = 'unknown here ';
/** Macros that compilers replace anew at each place. */
const placeMacros = new Set(['__LINE__', '__COUNTER__', '__INCLUDE_LEVEL__']);

export class ConditionEvaluator {
  readonly #context: ConditionContext;
  // Conditions have a budget of their own: an explosive one must not keep the kernels' macros from being expanded.
  readonly #budget = new Budget(1_000_000);

  constructor(context: ConditionContext) {
    this.#context = context;
  }

  /** @param name - of the directive: `if`, `ifdef`, `ifndef` */
  evaluate(name: string, tokens: readonly Token[]): ConditionOutcome {
    if (name === 'if') return this.#expression(tokens);
    const macro = tokens[0]?.text ?? '';
    const defined = this.isDefined(macro);
    return {
      holds: defined === undefined ? undefined : defined === (name === 'ifdef'),
      isAskable: true,
      expanded: `${name} ${macro}`,
    };
  }

  isDefined(name: string): boolean | undefined {
    return this.#context.macros.has(name) || this.#context.predefined(name)?.defined;
  }

  #expression(tokens: readonly Token[]): ConditionOutcome {
    const table = { macros: this.#context.macros, budget: this.#budget };
    const operands = this.#replaceOperators(tokens);
    const expanded = expandTokens(operands, table);
    const text = expanded.map((token) => token.text).join(' ');
    const isAskable = !expanded.some(dependsOnPlace);
    if (expanded.length > maximumConditionTokens || !this.#budget.spend(expanded.length)) {
      return { holds: undefined, isAskable, expanded: text };
    }
    const value = evaluate(expanded, {
      valueOf: (name) => this.#valueOf(name[0]?.text ?? ''),
      sizeOf: () => undefined,
      isCondition: true,
    });
    return { holds: value === undefined ? undefined : value !== 0n, isAskable, expanded: text };
  }

  #valueOf(name: string): bigint | undefined {
    // A macro that is still there could not be expanded.
    if (name.startsWith(unknownOperand) || this.#context.macros.has(name)) return undefined;
    const known = this.#context.predefined(name);
    if (!known?.defined) return known && 0n;
    const value = known.value === undefined ? undefined : integerLiteral(known.value, true);
    return value && asSigned(value);
  }

  /** `defined X`, `defined(X)` and `__has_include(<x>)` as 0, 1 or a name that has no value. */
  #replaceOperators(tokens: readonly Token[]): Token[] {
    const replaced: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as Token;
      const next = tokens[i + 1]?.text;
      if (token.text === 'defined') {
        const name = tokens[i + (next === '(' ? 2 : 1)]?.text ?? '';
        replaced.push(operand(token, this.isDefined(name), `${unknownOperand}defined ${name}`));
        i += next === '(' ? 3 : 1;
      } else if (isHeaderQuestion(token) && next === '(') {
        const end = endOfGroup(tokens, i + 1);
        const inner = tokens.slice(i + 2, end - 1);
        const header = headerOf(inner);
        const next = token.text === '__has_include_next';
        const found = header && this.#context.hasHeader(header, next);
        // What lies beside a header is looked for from there.
        const isHere = next || (header?.quoted !== false && !this.#context.isInSource());
        const question = `${token.text} ${inner.map(({ text }) => text).join('')}`;
        replaced.push(operand(token, found, `${isHere ? unknownHere : unknownOperand}${question}`));
        i = end - 1;
      } else {
        replaced.push(token);
      }
    }
    return replaced;
  }
}

function operand({ line }: Token, value: boolean | undefined, question: string): Token {
  if (value === undefined) return { kind: 'word', text: question, line };
  return { kind: 'number', text: value ? '1' : '0', line };
}

function dependsOnPlace({ kind, text }: Token): boolean {
  return kind === 'word' && (placeMacros.has(text) || text.startsWith(unknownHere));
}

function isHeaderQuestion({ kind, text }: Token): boolean {
  return kind === 'word' && (text === '__has_include' || text === '__has_include_next');
}

/** The header that the tokens of an `#include` or `__has_include` name: `"x"`, `<x>`. */
export function headerOf(tokens: readonly Token[]): HeaderName | undefined {
  const [first] = tokens;
  if (first?.kind === 'string') return { name: first.text, quoted: true };
  if (first?.text !== '<' || tokens.at(-1)?.text !== '>') return undefined;
  const name = tokens
    .slice(1, -1)
    .map(({ text }) => text)
    .join('');
  return { name, quoted: false };
}
