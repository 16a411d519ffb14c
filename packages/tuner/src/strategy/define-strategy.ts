/** How this package's strategies are declared: a name, options with defaults and limits, and what to do. */
import { argumentError } from '@heddle/core';
import { suggestion } from '../expression/suggestion';
import type { Configuration } from '../space/parameters';
import type { Search, Strategy } from './strategy';

/** What an option may be. */
export type OptionRule =
  | {
      readonly kind: 'number';
      readonly default: number;
      readonly from?: number;
      readonly to?: number;
      readonly integer?: true;
    }
  | { readonly kind: 'choice'; readonly default: string; readonly among: readonly string[] }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'list'; readonly default: readonly string[]; readonly among: readonly string[] | 'anything' };

export type OptionRules = Readonly<Record<string, OptionRule>>;

type ValueOf<R extends OptionRule> = R extends { kind: 'choice'; among: readonly (infer C)[] }
  ? C
  : R extends { kind: 'list' }
    ? readonly string[]
    : R extends { kind: 'number' }
      ? number
      : boolean;

/** The values of options, all of them. */
export type OptionValues<R extends OptionRules> = { readonly [Name in keyof R]: ValueOf<R[Name]> };

/** The options a strategy takes: its own, each with a default, and where to start. */
export type StrategyOptions<R extends OptionRules = OptionRules> = Partial<OptionValues<R>> & {
  /** A configuration to begin with. Default: one drawn at random. */
  readonly x0?: Configuration;
};

/** Makes a strategy with given options. */
export interface StrategyFactory<R extends OptionRules = OptionRules> {
  /** @throws HeddleError `ARGUMENT` for an option there is not, or a value it cannot have */
  (options?: StrategyOptions<R>): Strategy;
  /** The name in camelCase, as `createStrategy` takes it. */
  readonly strategyName: string;
  /** The name that Kernel Tuner has for it, where it has one. */
  readonly referenceName: string | undefined;
  readonly rules: OptionRules;
}

/** What a strategy's code is given besides the search. */
export interface Start {
  /** The configuration to begin with, where the user gave one. */
  readonly x0: number | undefined;
}

interface Definition<R extends OptionRules> {
  readonly name: string;
  readonly reference?: string;
  readonly options: R;
  run(search: Search, options: OptionValues<R>, start: Start): Promise<void>;
}

/** Rounds without anything new after which a strategy has no more to give. */
const idleRounds = 20;

/** Declares a strategy. `run` is repeated for as long as a limited budget lasts. */
export function defineStrategy<const R extends OptionRules>(definition: Definition<R>): StrategyFactory<R> {
  const { name, reference, options: rules } = definition;
  const factory = (given: StrategyOptions<R> = {}): Strategy => {
    const { x0, ...own } = given as Record<string, unknown>;
    const options = readOptions(name, rules, own);
    return {
      name,
      async run(search) {
        let start: Start = { x0: startOf(search, x0 as Configuration | undefined) };
        for (let idle = 0; search.remaining > 0 && idle < idleRounds;) {
          const before = search.remaining;
          await definition.run(search, options, start);
          if (!search.isLimited) return;
          // The next round has its own beginning, or it would go the same way.
          start = { x0: undefined };
          idle = search.remaining < before ? 0 : idle + 1;
        }
      },
    };
  };
  return Object.assign(factory, { strategyName: name, referenceName: reference, rules });
}

function startOf(search: Search, x0: Configuration | undefined): number | undefined {
  if (x0 === undefined) return undefined;
  const index = search.space.indexOf(x0);
  if (index >= 0) return index;
  throw argumentError(`The starting configuration ${JSON.stringify(x0)} is not in the search space.`, {
    parameter: 'x0',
    hint: 'Give every parameter one of its values, such that all restrictions hold.',
  });
}

function readOptions<R extends OptionRules>(
  strategy: string,
  rules: R,
  given: Record<string, unknown>,
): OptionValues<R> {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, rule.default]),
  );
  for (const [spelled, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const name = Object.keys(rules).find((known) => normalized(known) === normalized(spelled));
    const rule = name === undefined ? undefined : rules[name];
    if (name === undefined || rule === undefined) {
      throw argumentError(`Strategy ${strategy} has no option ${spelled}.`, {
        parameter: spelled,
        hint: suggestion(spelled, Object.keys(rules)),
      });
    }
    const problem = problemWith(rule, value);
    if (problem !== undefined) {
      throw argumentError(`Option ${name} of strategy ${strategy} ${problem}, not ${JSON.stringify(value)}.`, {
        parameter: name,
      });
    }
    values[name] =
      rule.kind === 'choice' ? rule.among.find((choice) => normalized(choice) === normalized(value as string)) : value;
  }
  return values as OptionValues<R>;
}

/** `mutation_chance`, `mutationChance` and `MutationChance` are one name; so files of Kernel Tuner can be used. */
export function normalized(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}

function problemWith(rule: OptionRule, value: unknown): string | undefined {
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return isAmong(rule.among, value) ? undefined : `must be one of ${rule.among.join(', ')}`;
    case 'list':
      if (!Array.isArray(value) || value.length === 0) return 'must be a list';
      if (rule.among === 'anything') return undefined;
      return value.every((item) => isAmong(rule.among as readonly string[], item))
        ? undefined
        : `must be of ${rule.among.join(', ')}`;
    case 'number': {
      const { from = -Infinity, to = Infinity, integer } = rule;
      const isInRange = typeof value === 'number' && value >= from && value <= to;
      if (isInRange && (!integer || Number.isInteger(value))) return undefined;
      return `must be ${integer ? 'an integer' : 'a number'} from ${from} to ${to}`;
    }
  }
}

function isAmong(choices: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && choices.some((choice) => normalized(choice) === normalized(value));
}
