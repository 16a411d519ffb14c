/**
 * Whether an expression can still become true once some of its variables have values: code for pruning a search.
 *
 * Each subexpression is bounded by interval arithmetic (Moore, 1966): variables with values count as they are, the
 * others as the range of their values. Sums, differences, products of non-negative factors, quotients and monotone
 * functions propagate bounds; anything else falls back to the range it has over all values.
 */
import { excludesZero } from './interval';
import { generate, isNumeric, type Generated, type GenerationScope } from './generate';
import type { ComparisonOperator, Node } from './syntax-tree';

type Side = 'low' | 'high';

/**
 * Code that is false only if the expression is false for every value of the variables of deeper loops.
 *
 * @param depth - the innermost loop whose variable has a value
 * @returns undefined if nothing is known
 */
export function possibly(node: Node, depth: number, scope: GenerationScope): string | undefined {
  const whole = generate(node, scope);
  if (!whole.safe) return undefined;
  if (whole.depth <= depth) return whole.code;
  if (node.kind === 'logical') {
    const left = possibly(node.left, depth, scope);
    const right = possibly(node.right, depth, scope);
    if (node.operator === 'and')
      return left !== undefined && right !== undefined ? `(${left} && ${right})` : (left ?? right);
    return left === undefined || right === undefined ? undefined : `(${left} || ${right})`;
  }
  if (node.kind !== 'comparison') return undefined;
  const tests: string[] = [];
  let left = node.first;
  for (const { operator, right } of node.links) {
    const test = right.kind === 'list' ? undefined : comparable(operator, left, right, depth, scope);
    if (test !== undefined) tests.push(test);
    left = right;
  }
  return tests.length === 0 ? undefined : `(${tests.join(' && ')})`;
}

function comparable(
  operator: ComparisonOperator,
  left: Node,
  right: Node,
  depth: number,
  scope: GenerationScope,
): string | undefined {
  if (!isNumeric(generate(left, scope)) || !isNumeric(generate(right, scope))) return undefined;
  const atMost = (a: Node, b: Node, sign: '<' | '<='): string | undefined => {
    const [low, high] = [bound(a, 'low', depth, scope), bound(b, 'high', depth, scope)];
    if (low === undefined || high === undefined) return undefined;
    // Two constants compare the same in every round: the restriction over all values said so before.
    return isConstant(low) && isConstant(high) ? undefined : `${low} ${sign} ${high}`;
  };
  if (operator === '<' || operator === '<=') return atMost(left, right, operator);
  if (operator === '>' || operator === '>=') return atMost(right, left, operator === '>' ? '<' : '<=');
  if (operator !== '==' && operator !== '===') return undefined;
  const tests = [atMost(left, right, '<='), atMost(right, left, '<=')].filter((test) => test !== undefined);
  return tests.length === 0 ? undefined : tests.join(' && ');
}

/** Code of the least or greatest number that a subexpression can still be; undefined if it has none. */
function bound(node: Node, side: Side, depth: number, scope: GenerationScope): string | undefined {
  const whole = generate(node, scope);
  if (!isNumeric(whole)) return undefined;
  if (whole.depth <= depth) return whole.depth < depth ? scope.hoist(whole).code : whole.code;
  const other: Side = side === 'low' ? 'high' : 'low';
  const of = (child: Node, which: Side): string | undefined => bound(child, which, depth, scope);
  if (node.kind === 'arithmetic') {
    const [left, right] = [generate(node.left, scope), generate(node.right, scope)];
    const propagated = propagatesThrough(node.operator, left, right);
    if (propagated) {
      const a = of(node.left, side);
      const b = of(node.right, propagated === 'falling' ? other : side);
      if (a !== undefined && b !== undefined) return `(${a} ${node.operator} ${b})`;
    }
  }
  if (node.kind === 'call' && (node.callee === 'min' || node.callee === 'max')) {
    const operands = node.operands.map((operand) => of(operand, side));
    if (operands.every((operand) => operand !== undefined)) return `Math.${node.callee}(${operands.join(', ')})`;
  }
  return Number.isFinite(whole[side]) ? `(${whole[side]})` : undefined;
}

/** How a result moves with the second operand; undefined if it does not always rise with the first. */
function propagatesThrough(operator: string, left: Generated, right: Generated): 'rising' | 'falling' | undefined {
  if (operator === '+') return 'rising';
  if (operator === '-') return 'falling';
  if (operator === '*' && left.low >= 0 && right.low >= 0) return 'rising';
  if (operator === '/' && left.low >= 0 && excludesZero(right) && right.low > 0) return 'falling';
  return undefined;
}

function isConstant(code: string): boolean {
  return /^\(-?[\d.e+-]+\)$/.test(code);
}
