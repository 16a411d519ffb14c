/** Restrictions in the form in which the solver applies them: one condition each, with the parameters it reads. */
import { argumentError } from '@heddle/core/backend';
import { checkNames } from '../expression/compile';
import { parseExpression } from '../expression/parse';
import { namesIn, type Node, type Syntax } from '../expression/syntax-tree';
import type { Parameter, Restriction } from './parameters';
import { synchronousAnswer } from './synchronous-answer';

/** A condition on some parameters. One restriction may give several: `a and b` is two. */
export type Constraint = {
  /** The restriction as the user wrote it, for messages. */
  readonly text: string;
  /** Its place in the user's list; -1 for the limit on threads of a block. */
  readonly restriction: number;
  /** Parameters that it reads. Those of a function are found out by running it, so they may grow. */
  readonly names: Set<string>;
} & (
  | { readonly kind: 'expression'; readonly node: Node; readonly syntax: Syntax }
  | { readonly kind: 'function'; readonly call: (configuration: never) => unknown }
);

/** All constraints of a list of restrictions. @throws HeddleError `ARGUMENT` as the expressions throw it */
export function constraintsOf(restrictions: readonly Restriction[], parameters: readonly Parameter[]): Constraint[] {
  const known = parameters.map(({ name }) => name);
  return restrictions.flatMap((restriction, place): Constraint[] => {
    if (typeof restriction === 'function') {
      const text = restriction.toString();
      // A promise would be true whatever becomes of it.
      const call = (configuration: never): unknown =>
        synchronousAnswer(restriction(configuration), `The restriction ${text}`, 'restrictions');
      return [{ kind: 'function', text, restriction: place, names: new Set(), call }];
    }
    if (typeof restriction !== 'string') {
      throw argumentError(`Restriction ${place} is neither an expression nor a function.`);
    }
    const expression = parseExpression(restriction);
    checkNames(expression, known, 'restriction');
    return conjunctsOf(expression.root).map((node) => {
      const names = namesIn(node);
      return { kind: 'expression', text: restriction, restriction: place, names, node, syntax: expression.syntax };
    });
  });
}

/** The device's limit on the threads of a block; none where no parameter is a size of blocks. */
export function threadLimit(
  parameters: readonly Parameter[],
  names: readonly string[],
  maxThreadsPerBlock: number,
): Constraint[] {
  const factors = names.filter((name) => parameters.some((parameter) => parameter.name === name));
  const [first, ...rest] = factors.map((name): Node => ({ kind: 'name', name }));
  if (!first) return [];
  const threads = rest.reduce((left, right): Node => ({ kind: 'arithmetic', operator: '*', left, right }), first);
  const limit: Node = { kind: 'literal', value: maxThreadsPerBlock };
  const node: Node = { kind: 'comparison', first: threads, links: [{ operator: '<=', right: limit }] };
  const text = `${factors.join(' * ')} <= ${maxThreadsPerBlock} (the threads of a block on this device)`;
  return [{ kind: 'expression', text, restriction: -1, names: namesIn(node), node, syntax: 'python' }];
}

/** The conditions that must all hold for a tree to be true. */
function conjunctsOf(node: Node): Node[] {
  if (node.kind === 'logical' && node.operator === 'and')
    return [...conjunctsOf(node.left), ...conjunctsOf(node.right)];
  if (node.kind === 'comparison' && node.links.length > 1) {
    let first = node.first;
    return node.links.map((link): Node => {
      const single: Node = { kind: 'comparison', first, links: [link] };
      first = link.right;
      return single;
    });
  }
  if (node.kind === 'unary' && node.operator === 'not') return negatedConjuncts(node.operand) ?? [node];
  return [node];
}

// De Morgan: not (a or b) is not a, and not b.
function negatedConjuncts(node: Node): Node[] | undefined {
  const negate = (operand: Node): Node => ({ kind: 'unary', operator: 'not', operand });
  if (node.kind === 'logical' && node.operator === 'or') {
    return [...conjunctsOf(negate(node.left)), ...conjunctsOf(negate(node.right))];
  }
  return node.kind === 'unary' && node.operator === 'not' ? conjunctsOf(node.operand) : undefined;
}
