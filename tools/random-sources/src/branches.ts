/** Chains of `#if`, `#elif` and `#else`, in the ways in which they are written. */
import fc from 'fast-check';
import { conditionOf, conditionRecipe, type Condition, type ConditionRecipe, type Switch } from './conditions';
import { pick } from './pick';
import type { Target } from './target';

export interface ChainRecipe {
  readonly conditions: readonly ConditionRecipe[];
  /** `#else` with an `#if` in it in place of `#elif`. */
  readonly nested: boolean;
  readonly spelling: number;
}

export const chainRecipe: fc.Arbitrary<ChainRecipe> = fc.record({
  conditions: fc.array(conditionRecipe, { minLength: 0, maxLength: 3 }),
  nested: fc.boolean(),
  spelling: fc.nat(7),
});

/** What conditions are read with. */
export interface ConditionContext {
  readonly switches: readonly Switch[];
  readonly target: Target;
  /** Is told when a condition is used that only the compiler can decide. */
  readonly onUnknown: () => void;
}

/** One of several texts, as the conditions choose: text `i` where condition `i` is the first to hold. */
export function chainOf(chain: ChainRecipe, textAt: (branch: number) => string, context: ConditionContext): string {
  const conditions = chain.conditions.map((each) => conditionOf(each, context.switches, context.target));
  if (conditions.some(({ isUnknown }) => isUnknown)) context.onUnknown();
  if (conditions.length === 0) return textAt(0);
  const last = textAt(conditions.length);
  return chain.nested
    ? nested(conditions, textAt, last, chain.spelling)
    : flat(conditions, textAt, last, chain.spelling);
}

function flat(conditions: readonly Condition[], textAt: (i: number) => string, last: string, spelling: number): string {
  const lines = conditions.flatMap((condition, i) => [
    i === 0 ? opening(condition, spelling) : `${directive('elif', spelling)} ${spelled(condition.text, spelling)}`,
    textAt(i),
  ]);
  return [...lines, directive('else', spelling), last, directive('endif', spelling)].join('\n');
}

function nested(
  conditions: readonly Condition[],
  textAt: (i: number) => string,
  last: string,
  spelling: number,
): string {
  return conditions.reduceRight(
    (rest, condition, i) =>
      [opening(condition, spelling), textAt(i), directive('else', spelling), rest, directive('endif', spelling)].join(
        '\n',
      ),
    last,
  );
}

function opening(condition: Condition, spelling: number): string {
  if (condition.directive !== undefined && spelling % 2 === 1) return condition.directive;
  return `${directive('if', spelling)} ${spelled(condition.text, spelling)}`;
}

function directive(name: string, spelling: number): string {
  return pick([`#${name}`, `#  ${name}`, `  #${name}`, `# /* ${name} */ ${name}`], spelling);
}

function spelled(condition: string, spelling: number): string {
  return pick([condition, `(${condition})`, `${condition} // #else`, `/* #endif */ \\\n  ${condition}`], spelling >> 1);
}
