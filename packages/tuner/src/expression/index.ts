export { compileExpression } from './compile';
export type { CompiledExpression, ExpressionOptions } from './compile';
export type { ExpressionValue, Syntax } from './syntax-tree';
