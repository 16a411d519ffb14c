/**
 * Turns trees into JavaScript, for loops that evaluate an expression millions of times.
 *
 * Generated text is made of this file's own operators, numbers, JSON strings and the variables it was given: no text
 * of the expression gets into it. Where plain JavaScript would differ from the language (a zero divisor, a sign, a
 * type), the code calls `operations`.
 */
import { arithmeticRange, anyNumber, excludesZero, spanOf, truth, type Interval } from './interval';
import * as operations from './operations';
import type { ArithmeticOperator, ComparisonOperator, ExpressionValue, Node, Syntax } from './syntax-tree';

/** What generated code calls; it is in scope as {@link operationsVariable}. */
export const generatedOperations = operations;
export const operationsVariable = '$';

/** What is known about the value of some code before it runs. */
export interface Generated extends Interval {
  readonly code: string;
  readonly type: 'number' | 'boolean' | 'string' | 'mixed';
  /** True if all its numbers are integers. */
  readonly integer: boolean;
  /** True if it cannot throw. */
  readonly safe: boolean;
  /** The loop in which all its variables have values, from 0; -1 for a constant. */
  readonly depth: number;
}

/** Where names find their code, and subexpressions of outer loops a variable to be kept in. */
export interface GenerationScope {
  readonly syntax: Syntax;
  variable(name: string): Generated;
  /** Keeps the value of code of an outer loop; gives the code that reads it back. */
  hoist(generated: Generated): Generated;
  /** Code that was generated before: bounds ask for the same subexpressions again and again. */
  readonly known?: Map<Node, Generated>;
}

/** The code of a constant. */
export function generatedConstant(value: ExpressionValue): Generated {
  const type =
    typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? typeof value : 'mixed';
  const number = typeof value === 'number' || typeof value === 'boolean' ? Number(value) : NaN;
  const code = Object.is(value, -0) ? '(-0)' : typeof value === 'number' ? `(${value})` : JSON.stringify(value);
  return {
    code,
    type: type as Generated['type'],
    ...spanOf([number]),
    integer: Number.isInteger(number),
    safe: true,
    depth: -1,
  };
}

/** The code of a variable that takes some values in a loop. */
export function generatedVariable(code: string, values: readonly ExpressionValue[], depth: number): Generated {
  const types = new Set(values.map((value) => typeof value));
  const only = types.size === 1 ? [...types][0] : undefined;
  const type = only === 'number' || only === 'boolean' || only === 'string' ? only : 'mixed';
  const numeric = type === 'number' || type === 'boolean';
  const range = numeric ? spanOf(values.map(Number)) : anyNumber;
  return {
    code,
    type,
    ...range,
    integer: numeric && values.every((value) => Number.isInteger(Number(value))),
    safe: true,
    depth,
  };
}

/** Generates the code of a tree. */
export function generate(node: Node, scope: GenerationScope): Generated {
  const known = scope.known?.get(node);
  if (known) return known;
  const generated = generateNode(node, scope);
  scope.known?.set(node, generated);
  return generated;
}

function generateNode(node: Node, scope: GenerationScope): Generated {
  switch (node.kind) {
    case 'literal':
      return generatedConstant(node.value);
    case 'name':
      return scope.variable(node.name);
    case 'unary':
      return unary(node.operator, generate(node.operand, scope));
    case 'arithmetic':
      return arithmetic(node.operator, generate(node.left, scope), generate(node.right, scope), scope);
    case 'comparison':
      return chain(node, scope);
    case 'logical':
      return logical(node.operator, generate(node.left, scope), generate(node.right, scope));
    case 'conditional': {
      const [test, then, otherwise] = [node.test, node.then, node.otherwise].map((child) => generate(child, scope));
      return conditional(test as Generated, then as Generated, otherwise as Generated);
    }
    case 'call':
      return call(
        node.callee,
        scope.syntax,
        hoisted(
          node.operands.map((child) => generate(child, scope)),
          scope,
        ),
      );
    case 'list':
      throw new TypeError('a list has no value of its own; the parser lets none through');
  }
}

/** Generated code whose value is certainly a number, and its code as one. */
export function isNumeric({ type }: Generated): boolean {
  return type === 'number' || type === 'boolean';
}

function numeric({ code, type }: Generated): string {
  return type === 'boolean' ? `(+${code})` : code;
}

function unary(operator: string, operand: Generated): Generated {
  if (operator === 'not') return boolean(`!${operand.code}`, [operand]);
  if (operator === '~' && !(isNumeric(operand) && isFiniteInteger(operand))) {
    const code = `${operationsVariable}.complement(${operand.code})`;
    return { code, type: 'number', ...anyNumber, integer: true, safe: false, depth: operand.depth };
  }
  const number = isNumeric(operand) ? numeric(operand) : `${operationsVariable}.toNumber(${operand.code})`;
  const range = isNumeric(operand) ? operand : anyNumber;
  const rest = {
    type: 'number',
    integer: operand.integer,
    safe: operand.safe && isNumeric(operand),
    depth: operand.depth,
  } as const;
  if (operator === '+') return { code: number, low: range.low, high: range.high, ...rest };
  if (operator === '-') return { code: `(-${number})`, low: -range.high, high: -range.low, ...rest };
  return { code: `(-${number} - 1)`, low: -range.high - 1, high: -range.low - 1, ...rest };
}

function arithmetic(operator: ArithmeticOperator, a: Generated, b: Generated, scope: GenerationScope): Generated {
  const [left, right] = hoisted([a, b], scope) as [Generated, Generated];
  const depth = Math.max(left.depth, right.depth);
  const whole = left.integer && right.integer;
  const plain = isNumeric(left) && isNumeric(right) ? plainArithmetic(operator, left, right, scope.syntax) : undefined;
  if (plain === undefined) {
    const operands = `${JSON.stringify(operator)}, ${JSON.stringify(scope.syntax)}, ${left.code}, ${right.code}`;
    const type = isNumeric(left) || isNumeric(right) || operator !== '+' ? 'number' : 'mixed';
    const code = `${operationsVariable}.arithmetic(${operands})`;
    return { code, type, ...anyNumber, integer: false, safe: false, depth };
  }
  const integer = operator === '//' || (whole && !['/', '**'].includes(operator));
  return {
    code: plain,
    type: 'number',
    ...arithmeticRange(operator, left, right),
    integer,
    safe: left.safe && right.safe,
    depth,
  };
}

/** Code without a call, if it is certain to do what `operations.arithmetic` does. */
function plainArithmetic(operator: ArithmeticOperator, a: Generated, b: Generated, syntax: Syntax): string | undefined {
  const [left, right] = [numeric(a), numeric(b)];
  const divides = excludesZero(b) || syntax === 'javascript';
  switch (operator) {
    case '+':
    case '-':
    case '*':
      return `(${left} ${operator} ${right})`;
    case '/':
      return divides ? `(${left} / ${right})` : undefined;
    case '//':
      if (!divides) return undefined;
      // The quotient of small integers never rounds up to the next one.
      return excludesZero(b) && isSmallInteger(a) && isSmallInteger(b)
        ? `Math.floor(${left} / ${right})`
        : `${operationsVariable}.floorDivide(${left}, ${right})`;
    case '%':
      return syntax === 'javascript' || (a.low >= 0 && b.low > 0) ? `(${left} % ${right})` : undefined;
    case '**':
      // Parentheses: JavaScript refuses a sign before the base.
      return syntax === 'javascript' || isRealPower(a, b) ? `((${left}) ** ${right})` : undefined;
    case '<<':
      return shiftsPlainly(a, b) ? `(${left} * 2 ** ${right})` : undefined;
    case '>>':
      return shiftsPlainly(a, b) ? `Math.floor(${left} / 2 ** ${right})` : undefined;
    default:
      return isSmallInteger(a) && isSmallInteger(b) ? `(${left} ${operator} ${right})` : undefined;
  }
}

/** By JavaScript's rules what is made of integers may also be infinite, or no number. */
function isFiniteInteger({ integer, low, high }: Generated): boolean {
  return integer && Number.isFinite(low) && Number.isFinite(high);
}

function isSmallInteger({ integer, low, high }: Generated): boolean {
  return integer && low >= -0x8000_0000 && high <= 0x7fff_ffff;
}

/** True if no root of a negative number is taken, and no reciprocal of zero. */
function isRealPower(base: Generated, exponent: Generated): boolean {
  return base.low > 0 || (isFiniteInteger(exponent) && (exponent.low >= 0 || excludesZero(base)));
}

function shiftsPlainly(value: Generated, count: Generated): boolean {
  return isFiniteInteger(value) && count.integer && count.low >= 0 && count.high <= 64;
}

function chain(node: Node & { kind: 'comparison' }, scope: GenerationScope): Generated {
  let left = generate(node.first, scope);
  const parts = node.links.map(({ operator, right }): Generated => {
    if (right.kind === 'list') {
      const items = right.items.map((item) => generate(item, scope));
      return membership(operator, left, items);
    }
    const value = generate(right, scope);
    const [a, b] = hoisted([left, value], scope) as [Generated, Generated];
    left = value;
    return comparison(operator, a, b);
  });
  return parts.length === 1 ? (parts[0] as Generated) : boolean(parts.map(({ code }) => code).join(' && '), parts);
}

function comparison(operator: ComparisonOperator, a: Generated, b: Generated): Generated {
  const isEquality = operator === '==' || operator === '!=';
  const isIdentity = operator === '===' || operator === '!==';
  if (isIdentity) return boolean(`${a.code} ${operator} ${b.code}`, [a, b]);
  if (isNumeric(a) && isNumeric(b)) {
    return boolean(`${numeric(a)} ${isEquality ? `${operator}=` : operator} ${numeric(b)}`, [a, b]);
  }
  if (isEquality) {
    return boolean(`${operator === '!=' ? '!' : ''}${operationsVariable}.isEqual(${a.code}, ${b.code})`, [a, b]);
  }
  const areStrings = a.type === 'string' && b.type === 'string';
  if (areStrings) return boolean(`${a.code} ${operator} ${b.code}`, [a, b]);
  return unsafe(boolean(`${operationsVariable}.compare(${JSON.stringify(operator)}, ${a.code}, ${b.code})`, [a, b]));
}

function membership(operator: ComparisonOperator, left: Generated, items: readonly Generated[]): Generated {
  // All items have their values before any is compared; if none can throw, that makes no difference.
  const isPlain = left.safe && items.length > 0 && items.every(({ safe }) => safe);
  const code = isPlain
    ? items.map((item) => comparison('==', left, item).code).join(' || ')
    : `${operationsVariable}.isAmong(${left.code}, [${items.map((item) => item.code).join(', ')}])`;
  return boolean(operator === 'in' ? code : `!(${code})`, [left, ...items]);
}

function logical(operator: 'and' | 'or', left: Generated, right: Generated): Generated {
  const code = `(${left.code} ${operator === 'and' ? '&&' : '||'} ${right.code})`;
  return { ...eitherOf(left, right), code, safe: left.safe && right.safe };
}

function conditional(test: Generated, then: Generated, otherwise: Generated): Generated {
  return {
    ...eitherOf(then, otherwise),
    code: `(${test.code} ? ${then.code} : ${otherwise.code})`,
    safe: test.safe && then.safe && otherwise.safe,
    depth: Math.max(test.depth, then.depth, otherwise.depth),
  };
}

function eitherOf(a: Generated, b: Generated): Omit<Generated, 'code' | 'safe'> {
  const range = isNumeric(a) && isNumeric(b) ? spanOf([a.low, a.high, b.low, b.high]) : anyNumber;
  return {
    type: a.type === b.type ? a.type : 'mixed',
    ...range,
    integer: a.integer && b.integer,
    depth: Math.max(a.depth, b.depth),
  };
}

/** Functions that JavaScript has under the same name, and that never fall as their operand grows. */
const rising = new Set(['floor', 'ceil', 'trunc', 'sqrt', 'log', 'log2', 'log10', 'exp']);
const rounding = new Set(['int', 'floor', 'ceil', 'trunc', 'round']);

function call(callee: string, syntax: Syntax, operands: readonly Generated[]): Generated {
  const depth = Math.max(-1, ...operands.map((operand) => operand.depth));
  const safe = operands.every((operand) => operand.safe);
  const whole = operands.every((operand) => operand.integer);
  const [first] = operands;
  const isPlain = operands.every(isNumeric) && (syntax === 'javascript' || hasValue(callee, operands));
  if (!isPlain || !first || isOperation(callee, syntax, operands)) {
    const code = `${operationsVariable}.call(${JSON.stringify(callee)}, ${JSON.stringify(syntax)}, [${operands.map(({ code: text }) => text).join(', ')}])`;
    return { code, type: callee === 'bool' ? 'boolean' : 'number', ...anyNumber, integer: false, safe: false, depth };
  }
  const name = callee === 'int' ? 'trunc' : callee;
  const code = `Math.${name}(${operands.map(numeric).join(', ')})`;
  const integer = rounding.has(callee) || (whole && ['min', 'max', 'abs'].includes(callee));
  return { code, type: 'number', ...rangeOfCall(name, operands, first), integer, safe, depth };
}

/** The operands for which a function of one number has a value by Python's rules; not given, it has one for all. */
const domains: Readonly<Record<string, Interval>> = {
  ...Object.fromEntries([...rounding].map((name) => [name, { low: -Number.MAX_VALUE, high: Number.MAX_VALUE }])),
  sqrt: { low: 0, high: Infinity },
  ...Object.fromEntries(['log', 'log2', 'log10'].map((name) => [name, { low: Number.MIN_VALUE, high: Infinity }])),
  exp: { low: -Infinity, high: 709 },
};

function hasValue(callee: string, operands: readonly Interval[]): boolean {
  const domain = domains[callee];
  return !domain || operands.every(({ low, high }) => low >= domain.low && high <= domain.high);
}

/** True for functions that JavaScript does not have, or not with the same meaning. */
function isOperation(callee: string, syntax: Syntax, operands: readonly Generated[]): boolean {
  if (callee === 'round') return syntax === 'python' || operands.length > 1;
  return ['bool', 'float', 'pow'].includes(callee);
}

function rangeOfCall(name: string, operands: readonly Interval[], first: Interval): Interval {
  if (name === 'min' || name === 'max') {
    const pick = (sides: readonly number[]): number => Math[name](...sides);
    return { low: pick(operands.map(({ low }) => low)), high: pick(operands.map(({ high }) => high)) };
  }
  if (rising.has(name)) {
    const apply = (x: number): number => Math[name as 'floor'](x);
    return spanOf([apply(first.low), apply(first.high)]);
  }
  if (name === 'abs' && excludesZero(first)) return spanOf([Math.abs(first.low), Math.abs(first.high)]);
  return anyNumber;
}

function boolean(code: string, operands: readonly Generated[]): Generated {
  return {
    code: `(${code})`,
    type: 'boolean',
    ...truth,
    integer: true,
    safe: operands.every(({ safe }) => safe),
    depth: Math.max(-1, ...operands.map(({ depth }) => depth)),
  };
}

function unsafe(generated: Generated): Generated {
  return { ...generated, safe: false };
}

/** Operands. Those that depend only on outer loops are kept in variables. */
function hoisted(operands: readonly Generated[], scope: GenerationScope): Generated[] {
  const innermost = Math.max(...operands.map(({ depth }) => depth));
  return operands.map((operand) => (operand.depth >= 0 && operand.depth < innermost ? scope.hoist(operand) : operand));
}
