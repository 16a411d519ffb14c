/**
 * Integer constant expressions: conditions of `#if`, array extents, values of enumerators and template arguments.
 *
 * A value that cannot be known is undefined, and stays so through every operator except where the other operand
 * alone decides.
 */
import type { Token } from './tokenizer';

/** What names and sizes mean where the expression stands. */
export interface ExpressionContext {
  /** The value of a name such as `N` or `ns::limits<4>::size`, given as its tokens. */
  valueOf(name: readonly Token[]): bigint | undefined;
  /** `sizeof` of a type or expression, given as its tokens. */
  sizeOf(operand: readonly Token[]): bigint | undefined;
}

/** The value of an expression as a 64-bit signed integer; undefined where it is unknown or no expression. */
export function evaluate(tokens: readonly Token[], context: ExpressionContext): bigint | undefined {
  const evaluation = new Evaluation(tokens, context);
  const value = evaluation.conditional(0);
  return evaluation.atEnd ? value : undefined;
}

/** The number a literal stands for; undefined for floats. */
export function integerLiteral(text: string): bigint | undefined {
  const digits = text.replaceAll("'", '').toLowerCase();
  const match = /^(0x[0-9a-f]{1,16}|0b[01]{1,64}|[0-9]{1,20})[ulz]{0,3}$/.exec(digits);
  const number = match?.[1];
  if (number === undefined) return undefined;
  if (/^0[0-7]+$/.test(number)) return wrap(BigInt(`0o${number.slice(1)}`));
  return /^0[0-9]/.test(number) ? undefined : wrap(BigInt(number));
}

type Value = bigint | undefined;

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

// Deeper nesting is no real code.
const maximumDepth = 64;
/** Tokens of a name's template arguments. Each `<` is looked behind, so that more would take long for many of them. */
const maximumTemplateArguments = 256;

class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #context: ExpressionContext;
  #index = 0;

  constructor(tokens: readonly Token[], context: ExpressionContext) {
    this.#tokens = tokens;
    this.#context = context;
  }

  get atEnd(): boolean {
    return this.#index >= this.#tokens.length;
  }

  conditional(depth: number): Value {
    if (depth > maximumDepth) return undefined;
    const condition = this.#binary(1, depth);
    if (!this.#take('?')) return condition;
    const chosen = this.conditional(depth + 1);
    if (!this.#take(':')) return undefined;
    const other = this.conditional(depth + 1);
    if (condition === undefined) return undefined;
    return condition === 0n ? other : chosen;
  }

  #binary(least: number, depth: number): Value {
    let left = this.#unary(depth);
    for (;;) {
      const operator = this.#operator();
      const precedence = operator === undefined ? undefined : precedences[operator];
      if (operator === undefined || precedence === undefined || precedence < least) return left;
      this.#index += operator.length;
      left = combine(operator, left, this.#binary(precedence + 1, depth));
    }
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
    if (this.#take('!')) return map(this.#unary(depth + 1), (value) => (value === 0n ? 1n : 0n));
    if (this.#take('~')) return map(this.#unary(depth + 1), (value) => ~value);
    if (this.#take('-')) return map(this.#unary(depth + 1), (value) => -value);
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
      return integerLiteral(token.text);
    }
    if (token.kind !== 'word') return undefined;
    if (token.text === 'true' || token.text === 'false') {
      this.#index++;
      return token.text === 'true' ? 1n : 0n;
    }
    if (token.text === 'sizeof') {
      this.#index++;
      return this.#context.sizeOf(this.#group());
    }
    const name = this.#name();
    // What looks like a call is a macro or function that nobody here can evaluate.
    if (this.#text(0) === '(') {
      this.#group();
      return undefined;
    }
    return this.#context.valueOf(name);
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

function combine(operator: string, left: Value, right: Value): Value {
  if (operator === '&&') {
    if (left === 0n || right === 0n) return 0n;
    return left === undefined || right === undefined ? undefined : 1n;
  }
  if (operator === '||') {
    if ((left !== undefined && left !== 0n) || (right !== undefined && right !== 0n)) return 1n;
    return left === undefined || right === undefined ? undefined : 0n;
  }
  if (left === undefined || right === undefined) return undefined;
  const value = arithmetic(operator, left, right);
  return value === undefined ? undefined : wrap(value);
}

function arithmetic(operator: string, left: bigint, right: bigint): Value {
  switch (operator) {
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '&':
      return left & right;
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    case '<':
      return truth(left < right);
    case '>':
      return truth(left > right);
    case '<=':
      return truth(left <= right);
    case '>=':
      return truth(left >= right);
    case '<<':
      return right < 0n || right > 63n ? undefined : left << right;
    case '>>':
      return right < 0n || right > 63n ? undefined : left >> right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    default:
      return right === 0n ? undefined : left % right;
  }
}

function truth(condition: boolean): bigint {
  return condition ? 1n : 0n;
}

function map(value: Value, operation: (value: bigint) => bigint): Value {
  return value === undefined ? undefined : wrap(operation(value));
}

function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
