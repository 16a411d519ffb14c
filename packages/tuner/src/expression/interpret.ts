/** Evaluates a tree directly: what the expression means. Generated code is tested against it. */
import { arithmetic, call, compare, complement, isAmong, toNumber } from './operations';
import type { ComparisonLink, ExpressionValue, Node, Syntax } from './syntax-tree';

/** The value of a name. */
export type Lookup = (name: string) => ExpressionValue;

/** The value of a tree. @throws EvaluationFault for a division by zero or a value that an operator cannot take */
export function interpret(node: Node, syntax: Syntax, lookup: Lookup): ExpressionValue {
  const valueOf = (child: Node): ExpressionValue => interpret(child, syntax, lookup);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return lookup(node.name);
    case 'list':
      throw new TypeError('a list has no value of its own; the parser lets none through');
    case 'unary':
      return unary(node.operator, valueOf(node.operand));
    case 'arithmetic':
      return arithmetic(node.operator, syntax, valueOf(node.left), valueOf(node.right));
    case 'comparison':
      return comparison(node.first, node.links, valueOf);
    case 'logical': {
      const left = valueOf(node.left);
      return Boolean(left) === (node.operator === 'and') ? valueOf(node.right) : left;
    }
    case 'conditional':
      return valueOf(node.test) ? valueOf(node.then) : valueOf(node.otherwise);
    case 'call':
      return call(node.callee, syntax, node.operands.map(valueOf));
  }
}

function unary(operator: '-' | '+' | '~' | 'not', value: ExpressionValue): ExpressionValue {
  if (operator === 'not') return !value;
  if (operator === '~') return complement(value);
  const number = toNumber(value);
  return operator === '-' ? -number : number;
}

// Each operand is evaluated once, and none after the first link that fails.
function comparison(first: Node, links: readonly ComparisonLink[], valueOf: (node: Node) => ExpressionValue): boolean {
  let left = valueOf(first);
  for (const { operator, right } of links) {
    if (operator === 'in' || operator === 'not in') {
      const items = (right.kind === 'list' ? right.items : [right]).map(valueOf);
      if (isAmong(left, items) !== (operator === 'in')) return false;
      continue;
    }
    const value = valueOf(right);
    if (!compare(operator, left, value)) return false;
    left = value;
  }
  return true;
}
