/** Finds type assertions in TypeScript sources. */
import ts from 'typescript';

/**
 * @typedef {object} Cast
 * @property {number} line - counted from 1
 * @property {string} type - the asserted type
 * @property {boolean} fromUnknown - true for `value as unknown as Type`
 */

/**
 * The type assertions of a source: `value as Type` and `<Type>value`. `as const` asserts nothing and does not count.
 * Neither does the `as unknown` within `as unknown as Type`.
 *
 * @param {string} path - its ending tells TypeScript from TSX
 * @param {string} text
 * @returns {Cast[]}
 */
export function castsIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const casts = [];
  const visit = (node) => {
    if (isCast(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.type.getStart(source));
      const inner = withoutParentheses(node.expression);
      const fromUnknown = isCast(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword;
      casts.push({ line: line + 1, type: node.type.getText(source), fromUnknown });
      visit(fromUnknown ? inner.expression : node.expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return casts;
}

function isCast(node) {
  return (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !ts.isConstTypeReference(node.type);
}

function withoutParentheses(node) {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}
