/** What an expression is after parsing: the same tree for Python's and for JavaScript's spelling. */

/** Whose rules hold where the languages differ: the precedence of bit operators, the sign of `%`, division by zero. */
export type Syntax = 'python' | 'javascript';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '&' | '|' | '^' | '<<' | '>>';
export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | '===' | '!==' | 'in' | 'not in';
export type UnaryOperator = '-' | '+' | '~' | 'not';

/** A value an expression can have; lists appear only to the right of `in`. */
export type ExpressionValue = number | string | boolean | null;

export type Node =
  | { readonly kind: 'literal'; readonly value: ExpressionValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Node }
  | { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: 'comparison'; readonly first: Node; readonly links: readonly ComparisonLink[] }
  | { readonly kind: 'logical'; readonly operator: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node }
  | { readonly kind: 'call'; readonly callee: FunctionName; readonly operands: readonly Node[] };

/** One step of a chained comparison: `a < b <= c` has two. */
export interface ComparisonLink {
  readonly operator: ComparisonOperator;
  readonly right: Node;
}

/** The functions of the language; `Math.` and `math.` before a name are understood. */
export const functionArity = {
  int: [1, 1],
  float: [1, 1],
  bool: [1, 1],
  min: [1, Infinity],
  max: [1, Infinity],
  abs: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  trunc: [1, 1],
  round: [1, 2],
  sqrt: [1, 1],
  exp: [1, 1],
  log: [1, 1],
  log2: [1, 1],
  log10: [1, 1],
  pow: [2, 2],
} as const satisfies Record<string, readonly [least: number, most: number]>;

export type FunctionName = keyof typeof functionArity;

/** A parsed expression. */
export interface Expression {
  readonly text: string;
  readonly syntax: Syntax;
  readonly root: Node;
}

/** The nodes directly below a node. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return node.items;
    case 'unary':
      return [node.operand];
    case 'arithmetic':
    case 'logical':
      return [node.left, node.right];
    case 'comparison':
      return [node.first, ...node.links.map(({ right }) => right)];
    case 'conditional':
      return [node.test, node.then, node.otherwise];
    case 'call':
      return node.operands;
  }
}

/** The names that a tree reads, each once, in the order of their first appearance. */
export function namesIn(node: Node, names = new Set<string>()): Set<string> {
  if (node.kind === 'name') names.add(node.name);
  for (const child of childrenOf(node)) namesIn(child, names);
  return names;
}
