/**
 * Arithmetic of C on integers, as far as the type of an operand decides the result.
 *
 * In the condition of an `#if` every integer has 64 bits. Elsewhere the width of an unsigned operand is not kept, so that
 * a result is unknown if it differs between 32 and 64 bits.
 */

/** A number with what C needs to know of its type. */
export interface Integer {
  /** From 0 if it is unsigned. */
  readonly value: bigint;
  readonly isUnsigned: boolean;
}

export function signed(value: bigint): Integer {
  return { value: BigInt.asIntN(64, value), isUnsigned: false };
}

/** The bits as a signed 64-bit number. */
export function asSigned({ value }: Integer): bigint {
  return BigInt.asIntN(64, value);
}

/**
 * The number a literal stands for; undefined for floats.
 *
 * @param isCondition - in the condition of an `#if`, where `0xffffffff` is signed
 */
export function integerLiteral(text: string, isCondition: boolean): Integer | undefined {
  const digits = text.replaceAll("'", '').toLowerCase();
  const [, number, suffix = ''] = /^(0x[0-9a-f]{1,16}|0b[01]{1,64}|[0-9]{1,20})([ulz]{0,3})$/.exec(digits) ?? [];
  if (number === undefined) return undefined;
  const isOctal = /^0[0-7]+$/.test(number);
  if (!isOctal && /^0[0-9]/.test(number)) return undefined;
  const value = BigInt.asUintN(64, BigInt(isOctal ? `0o${number.slice(1)}` : number));
  // Decimal literals without `u` are signed for as long as they fit; others change to unsigned with the top bit of an int.
  const isWide = isCondition || suffix !== '' || /^[1-9]/.test(number);
  const largest = isWide || value > largestUnsignedInt ? largestLong : largestInt;
  return { value, isUnsigned: suffix.includes('u') || value > largest };
}

const largestInt = 2n ** 31n - 1n;
const largestUnsignedInt = 2n ** 32n - 1n;
const largestLong = 2n ** 63n - 1n;

export class IntegerArithmetic {
  readonly #isCondition: boolean;

  /** @param isCondition - in the condition of an `#if` */
  constructor(isCondition: boolean) {
    this.#isCondition = isCondition;
  }

  unary(operator: string, { value, isUnsigned }: Integer): Integer | undefined {
    if (operator === '!') return truth(value === 0n);
    return this.#typed(operator === '-' ? -value : ~value, isUnsigned);
  }

  binary(operator: string, left: Integer, right: Integer): Integer | undefined {
    // A shift has the type of what is shifted.
    if (operator === '<<' || operator === '>>') {
      if (right.value < 0n || right.value > 63n) return undefined;
      const shifted = operator === '<<' ? left.value << right.value : left.value >> right.value;
      return this.#typed(shifted, left.isUnsigned);
    }
    const isUnsigned = left.isUnsigned || right.isUnsigned;
    const one = this.#typed(left.value, isUnsigned);
    const other = this.#typed(right.value, isUnsigned);
    if (!one || !other) return undefined;
    const compared = compare(operator, one.value, other.value);
    if (compared !== undefined) return truth(compared);
    const value = calculate(operator, one.value, other.value);
    return value === undefined ? undefined : this.#typed(value, isUnsigned);
  }

  /** `condition ? chosen : other`, which has the type that both have in common. */
  choose(condition: boolean, chosen: Integer | undefined, other: Integer | undefined): Integer | undefined {
    const result = condition ? chosen : other;
    return result && this.#typed(result.value, chosen?.isUnsigned === true || other?.isUnsigned === true);
  }

  /** A value in a type; undefined if the width of the type decides it. */
  #typed(value: bigint, isUnsigned: boolean): Integer | undefined {
    if (!isUnsigned) return signed(value);
    if (this.#isCondition) return { value: BigInt.asUintN(64, value), isUnsigned };
    return value < 0n || value > largestUnsignedInt ? undefined : { value, isUnsigned };
  }
}

function truth(condition: boolean): Integer {
  return signed(condition ? 1n : 0n);
}

function compare(operator: string, left: bigint, right: bigint): boolean | undefined {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

function calculate(operator: string, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '&':
      return left & right;
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
