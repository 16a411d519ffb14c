/**
 * Reads an expression, by precedence climbing (M. Richards, C. Whitby-Strevens, "BCPL: the language and its compiler",
 * 1979). Operators mean what they mean in NumPy: `/` is true division, `//` rounds down, `**` is the power.
 */
import { entryAt } from '../../array/entry-at';
import { dtypes } from '@heddle/core';
import { argumentError, didYouMean, isDType, nearestNames } from '@heddle/core/backend';
import { elementFunctions, type ElementFunction } from '../functions';
import { specialElementFunctions } from '../special';
import { excerptOf, templateText, type Expression } from './expression';
import { tokenize, type Token } from './tokens';

/** Operators of two operands, from loose to tight; all but the power group to the left. */
const levels: readonly Readonly<Record<string, string>>[] = [
  { '||': 'logicalOr' },
  { '&&': 'logicalAnd' },
  { '==': 'equal', '!=': 'notEqual', '<': 'less', '<=': 'lessEqual', '>': 'greater', '>=': 'greaterEqual' },
  { '|': 'bitwiseOr' },
  { '^': 'bitwiseXor' },
  { '&': 'bitwiseAnd' },
  { '<<': 'leftShift', '>>': 'rightShift' },
  { '+': 'add', '-': 'subtract' },
  { '*': 'multiply', '/': 'divide', '//': 'floorDivide', '%': 'remainder' },
];
const comparisonLevel = 2;
const prefixes: Readonly<Record<string, string>> = {
  '-': 'negative',
  '+': 'positive',
  '!': 'logicalNot',
  '~': 'invert',
};

/** Other names of functions: C's, JavaScript's and NumPy's. */
const aliases: Readonly<Record<string, string>> = {
  abs: 'absolute', pow: 'power', min: 'minimum', max: 'maximum', mod: 'remainder', select: 'where', sgn: 'sign',
  arcsin: 'asin', arccos: 'acos', arctan: 'atan', arctan2: 'atan2', arcsinh: 'asinh', arccosh: 'acosh',
  arctanh: 'atanh', gamma: 'tgamma', round: 'rint', conjugate: 'conj',
}; // prettier-ignore
const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, inf: Infinity, nan: NaN };

/** @throws HeddleError `ARGUMENT` if the expression cannot be read, with the expression and the place */
export function parse(strings: readonly string[]): Expression {
  return new Parser(strings).parse();
}

/** Signs, parentheses and the like within each other: each is read by a dozen calls within those of the one before. */
const deepestReading = 100;
/** Parts within each other, as a sum has them with its number of terms: what walks them takes a few calls for each. */
const deepestParts = 1000;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  /** Parts that are being read, one within the other. */
  #open = 0;
  /** How many parts lie in each other, where it is more than one. */
  readonly #depths = new Map<Expression, number>();

  constructor(strings: readonly string[]) {
    this.#text = templateText(strings);
    this.#tokens = tokenize(strings);
  }

  parse(): Expression {
    const expression = this.#choice();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw this.#error(`${describeToken(rest)} is not expected here`, rest.at);
    return expression;
  }

  #choice(): Expression {
    return this.#within(() => this.#conditional());
  }

  #conditional(): Expression {
    const condition = this.#binary(0);
    const question = this.#peek();
    if (!this.#accept('?')) return condition;
    const yes = this.#choice();
    this.#expect(':');
    const no = this.#choice();
    return this.#call('where', [condition, yes, no], question.at);
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    let compared = false;
    for (;;) {
      const token = this.#peek();
      const name = token.kind === 'operator' ? operators[token.text] : undefined;
      if (name === undefined) return left;
      if (compared) throw this.#error('comparisons do not chain; join them with &&', token.at);
      compared = level === comparisonLevel;
      this.#next++;
      left = this.#call(name, [left, this.#binary(level + 1)], token.at);
    }
  }

  #unary(): Expression {
    const token = this.#peek();
    const name = token.kind === 'operator' ? prefixes[token.text] : undefined;
    if (name === undefined) return this.#power();
    this.#next++;
    return this.#within(() => this.#call(name, [this.#unary()], token.at));
  }

  // Tighter than a sign on its left, looser than one on its right: -a ** -b is -(a ** (-b)).
  #power(): Expression {
    const base = this.#primary();
    const token = this.#peek();
    if (!this.#accept('**')) return base;
    return this.#within(() => this.#call('power', [base, this.#unary()], token.at));
  }

  #primary(): Expression {
    const token = this.#peek();
    this.#next++;
    if (token.kind === 'operand' || token.kind === 'literal') return token;
    if (token.kind === 'name') return this.#named(token.text, token.at);
    if (token.kind === 'operator' && token.text === '(') {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    throw this.#error(`a value is expected here, not ${describeToken(token)}`, token.at);
  }

  #named(name: string, at: number): Expression {
    const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
    const called = this.#accept('(');
    if (!called) {
      if (constant !== undefined) return { kind: 'literal', value: constant, weak: 'float', at };
      throw this.#error(
        `'${name}' is not a constant; write arrays and numbers as \${…}`,
        at,
        name.length > 2 ? didYouMean(nearestNames(name, Object.keys(constants)), undefined) : undefined,
      );
    }
    const operands: Expression[] = [];
    if (!this.#accept(')')) {
      do operands.push(this.#choice());
      while (this.#accept(','));
      this.#expect(')');
    }
    if (isDType(name)) {
      const [operand] = operands;
      if (operand === undefined || operands.length !== 1) throw this.#error(`${name} converts one operand`, at);
      return this.#holding([operand], { kind: 'cast', dtype: name, operand, at });
    }
    return this.#call(name, operands, at);
  }

  #call(name: string, operands: readonly Expression[], at: number): Expression {
    const fn = this.#function(name, at);
    if (operands.length !== fn.arity) {
      throw this.#error(`${name} takes ${fn.arity} operand${fn.arity === 1 ? '' : 's'}, not ${operands.length}`, at);
    }
    return this.#holding(operands, { kind: 'call', fn, operands, at });
  }

  #within(read: () => Expression): Expression {
    if (++this.#open > deepestReading) throw this.#tooDeep(deepestReading, this.#peek().at);
    const expression = read();
    this.#open--;
    return expression;
  }

  #holding(operands: readonly Expression[], expression: Expression): Expression {
    const depth = 1 + Math.max(1, ...operands.map((operand) => this.#depths.get(operand) ?? 1));
    if (depth > deepestParts) throw this.#tooDeep(deepestParts, expression.at);
    this.#depths.set(expression, depth);
    return expression;
  }

  #tooDeep(deepest: number, at: number): Error {
    return this.#error(`parts lie more than ${deepest} deep in each other`, at, 'Compute the expression in several.');
  }

  #function(name: string, at: number): ElementFunction {
    const fn = elementFunctions.get(aliases[name] ?? name) ?? specialElementFunctions.get(name);
    if (fn !== undefined) return fn;
    const known = [...new Set([...elementFunctions.keys(), ...specialElementFunctions.keys()])].sort();
    const hint = didYouMean(nearestNames(name, [...known, ...Object.keys(aliases), ...dtypes]), undefined);
    throw this.#error(`there is no function '${name}'`, at, hint ?? `The functions are ${known.join(', ')}.`);
  }

  #peek(): Token {
    return entryAt(this.#tokens, this.#next);
  }

  #accept(text: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'operator' || token.text !== text) return false;
    this.#next++;
    return true;
  }

  #expect(text: string): void {
    const token = this.#peek();
    if (!this.#accept(text)) throw this.#error(`'${text}' is expected here, not ${describeToken(token)}`, token.at);
  }

  #error(message: string, at: number, hint?: string): Error {
    const excerpt = excerptOf(this.#text, at);
    return argumentError(`evaluate: ${message}`, { excerpt, ...(hint === undefined ? {} : { hint }) });
  }
}

function describeToken(token: Token): string {
  if (token.kind === 'operand') return `\${${token.index + 1}}`;
  if (token.kind === 'literal') return 'a number';
  return token.kind === 'end' ? 'the end' : `'${token.text}'`;
}
