/**
 * Integer constant expressions: conditions of `#if`, array extents, values of enumerators and template arguments.
 *
 * A value that cannot be known is undefined, and stays so through every operator except where the other operand
 * alone decides.
 */
import { asSigned, integerLiteral, IntegerArithmetic, signed, type Integer } from './integer-arithmetic';
import type { Token } from './tokenizer';

/** What names and sizes mean where the expression stands. */
export interface ExpressionContext {
  /** The value of a name such as `N` or `ns::limits<4>::size`, given as its tokens. */
  valueOf(name: readonly Token[]): bigint | undefined;
  /** `sizeof` of a type or expression, given as its tokens. */
  sizeOf(operand: readonly Token[]): bigint | undefined;
  /** True for the condition of an `#if`, in which all integers have 64 bits. */
  readonly isCondition?: boolean;
}

/** The value of an expression as a 64-bit signed integer; undefined if it is unknown or no expression. */
export function evaluate(tokens: readonly Token[], context: ExpressionContext): bigint | undefined {
  const evaluation = new Evaluation(tokens, context);
  const value = evaluation.conditional(0);
  return evaluation.atEnd && value ? asSigned(value) : undefined;
}

type Value = Integer | undefined;

const precedences: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

// Real code does not nest deeper.
const maximumDepth = 64;
/**
 * Tokens of a name's template arguments. The text after each `<` is read, so more tokens would take long if there are
 * many.
 */
const maximumTemplateArguments = 256;

class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #context: ExpressionContext;
  readonly #arithmetic: IntegerArithmetic;
  #index = 0;

  constructor(tokens: readonly Token[], context: ExpressionContext) {
    this.#tokens = tokens;
    this.#context = context;
    this.#arithmetic = new IntegerArithmetic(context.isCondition === true);
  }

  get atEnd(): boolean {
    return this.#index === this.#tokens.length;
  }

  conditional(depth: number): Value {
    if (depth > maximumDepth) return undefined;
    const condition = this.#binary(1, depth);
    if (!this.#take('?')) return condition;
    const chosen = this.conditional(depth + 1);
    if (!this.#take(':')) return undefined;
    const other = this.conditional(depth + 1);
    if (condition === undefined) return undefined;
    return this.#arithmetic.choose(isTrue(condition), chosen, other);
  }

  #binary(least: number, depth: number): Value {
    let left = this.#unary(depth);
    for (;;) {
      const operator = this.#operator();
      const precedence = operator === undefined ? undefined : precedences[operator];
      if (operator === undefined || precedence === undefined || precedence < least) return left;
      this.#index += operator.length;
      left = this.#combine(operator, left, this.#binary(precedence + 1, depth));
    }
  }

  #combine(operator: string, left: Value, right: Value): Value {
    if (operator === '&&') {
      if (isFalse(left) || isFalse(right)) return signed(0n);
      return left === undefined || right === undefined ? undefined : signed(1n);
    }
    if (operator === '||') {
      if (isTrue(left) || isTrue(right)) return signed(1n);
      return left === undefined || right === undefined ? undefined : signed(0n);
    }
    return left && right && this.#arithmetic.binary(operator, left, right);
  }

  /** The operator here. Tokens are single characters, so `<<` is two of them. */
  #operator(): string | undefined {
    const first = this.#text(0);
    if (first === undefined) return undefined;
    const pair = first + (this.#text(1) ?? '');
    if (first.length === 1 && pair.length === 2 && Object.hasOwn(precedences, pair)) return pair;
    return Object.hasOwn(precedences, first) ? first : undefined;
  }

  #unary(depth: number): Value {
    if (depth > maximumDepth) {
      this.#index = this.#tokens.length + 1;
      return undefined;
    }
    for (const operator of ['!', '~', '-']) {
      if (!this.#take(operator)) continue;
      const operand = this.#unary(depth + 1);
      return operand && this.#arithmetic.unary(operator, operand);
    }
    if (this.#take('+')) return this.#unary(depth + 1);
    return this.#primary(depth);
  }

  #primary(depth: number): Value {
    const token = this.#tokens[this.#index];
    if (token === undefined) return undefined;
    if (token.text === '(' && token.kind === 'punctuation') {
      this.#index++;
      const value = this.conditional(depth + 1);
      if (!this.#take(')')) this.#index = this.#tokens.length + 1;
      return value;
    }
    if (token.kind === 'number') {
      this.#index++;
      return integerLiteral(token.text, this.#context.isCondition === true);
    }
    if (token.kind !== 'word') return undefined;
    if (token.text === 'true' || token.text === 'false') {
      this.#index++;
      return signed(token.text === 'true' ? 1n : 0n);
    }
    if (token.text === 'sizeof') {
      this.#index++;
      const size = this.#context.sizeOf(this.#group());
      return size === undefined ? undefined : { value: size, isUnsigned: true };
    }
    const name = this.#name();
    // What looks like a call is a macro or function that nobody here can evaluate.
    if (this.#text(0) === '(') {
      this.#group();
      return undefined;
    }
    const value = this.#context.valueOf(name);
    return value === undefined ? undefined : signed(value);
  }

  /** The tokens between the parentheses that start here. */
  #group(): Token[] {
    const start = this.#index + 1;
    let depth = 0;
    while (this.#index < this.#tokens.length) {
      const text = this.#text(0);
      this.#index++;
      if (text === '(') depth++;
      else if (text === ')' && --depth === 0) break;
      else if (depth === 0) return [];
    }
    return this.#tokens.slice(start, this.#index - 1);
  }

  /** A name with its qualifiers and, where a `::` follows them, template arguments. */
  #name(): readonly Token[] {
    const start = this.#index++;
    while (this.#text(0) === '::' || this.#text(0) === '<') {
      if (this.#text(0) === '<' && !this.#argumentsThenScope()) break;
      if (this.#text(0) === '::') this.#index += 2;
    }
    return this.#tokens.slice(start, this.#index);
  }

  /** Passes template arguments if `::` follows them; else leaves them, since the `<` may be a comparison. */
  #argumentsThenScope(): boolean {
    let depth = 0;
    const end = Math.min(this.#tokens.length, this.#index + maximumTemplateArguments);
    for (let i = this.#index; i < end; i++) {
      const text = this.#tokens[i]?.text;
      if (text === '<') depth++;
      if (text !== '>' || --depth > 0) continue;
      if (this.#tokens[i + 1]?.text !== '::') return false;
      this.#index = i + 1;
      return true;
    }
    return false;
  }

  #text(ahead: number): string | undefined {
    const token = this.#tokens[this.#index + ahead];
    return token?.kind === 'string' ? undefined : token?.text;
  }

  #take(text: string): boolean {
    if (this.#text(0) !== text) return false;
    this.#index++;
    return true;
  }
}

function isTrue(value: Value): boolean {
  return value !== undefined && value.value !== 0n;
}

function isFalse(value: Value): boolean {
  return value?.value === 0n;
}
