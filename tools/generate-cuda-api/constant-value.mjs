/** Values of C's integer constant expressions, as enumerators and macros of a header have them. */

/**
 * @param {readonly string[]} tokens
 * @param {(name: string) => bigint | undefined} lookUp - the value of an enumerator or macro
 * @returns {bigint | undefined} undefined for what is not an integer constant
 */
export function constantValue(tokens, lookUp) {
  const reader = new ExpressionReader(withoutCasts(tokens), lookUp);
  const value = reader.or();
  return reader.atEnd ? value : undefined;
}

// `((CUstream)0x1)`: a word in parentheses in front of an operand is a type.
function withoutCasts(tokens) {
  return tokens.filter((token, i) => {
    const isCast = (at) =>
      tokens[at] === '(' &&
      /^[A-Za-z_]/.test(tokens[at + 1] ?? '') &&
      tokens[at + 2] === ')' &&
      /^[\w(~-]/.test(tokens[at + 3] ?? '');
    return !(isCast(i) || isCast(i - 1) || isCast(i - 2));
  });
}

class ExpressionReader {
  #at = 0;

  constructor(tokens, lookUp) {
    this.tokens = tokens;
    this.lookUp = lookUp;
  }

  get atEnd() {
    return this.#at === this.tokens.length;
  }

  or() {
    return this.#binary(['|'], () =>
      this.#binary(['&'], () => this.#binary(['<<', '>>'], () => this.#binary(['+', '-'], () => this.#unary()))),
    );
  }

  #binary(operators, operand) {
    let value = operand();
    while (value !== undefined && operators.includes(this.tokens[this.#at])) {
      const operator = this.tokens[this.#at++];
      const right = operand();
      value = right === undefined ? undefined : combine[operator](value, right);
    }
    return value;
  }

  #unary() {
    const token = this.tokens[this.#at++];
    if (token === undefined) return undefined;
    if (token === '-' || token === '~') {
      const value = this.#unary();
      return value === undefined ? undefined : token === '-' ? -value : ~value;
    }
    if (token === '(') {
      const value = this.or();
      return this.tokens[this.#at++] === ')' ? value : undefined;
    }
    if (/^\d/.test(token))
      return /^(?:0[xX][\da-fA-F]+|\d+)[uUlL]*$/.test(token) ? BigInt(token.replace(/[uUlL]+$/, '')) : undefined;
    return /^[A-Za-z_]/.test(token) ? this.lookUp(token) : undefined;
  }
}

const combine = {
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
};
