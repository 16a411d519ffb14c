/** What reading types and reading template arguments need of each other. */
import type { Budget } from '../budget';
import type { Scope } from '../scope';
import type { Token } from '../tokenizer';
import type { TypeResolver } from '../type-resolver';
import type { TypeNode } from './type-tree';

export interface TreeContext {
  readonly resolver: TypeResolver;
  /** Types that may still be read: aliases can double with each step. */
  readonly budget: Budget;
  /** What a name means that was not declared: any type, or the class of that name. */
  readonly undeclared: 'open' | 'class';
  readonly readType: (tokens: readonly Token[], scope: Scope) => TypeNode;
}
