export { createRandom } from './random';
export type { Random } from './random';
export type { Search, Strategy } from './strategy';
export { BudgetSpent, isBudgetSpent } from './budget';
export { createSearch } from './search';
export type { SearchOptions } from './search';
export { createStrategy, defaultStrategyName, strategies, strategyNames } from './create-strategy';
export { defineStrategy } from './define-strategy';
export type { OptionRule, OptionRules, OptionValues, Start, StrategyFactory, StrategyOptions } from './define-strategy';
