/** How this package's strategies are declared: a name, options with defaults and limits, and what to do. */
import { argumentError, assertOptionsObject } from '@heddle/core/backend';
import type { Configuration, ParameterValue } from '../space/parameters';
import { normalized, readOptions, type GivenOptions, type OptionRules, type OptionValues } from './option-rules';
import type { Search, Strategy } from './strategy';

/** A configuration to begin with: an object, or a list of values in the order of the parameters. */
export type StartingConfiguration = Configuration | readonly ParameterValue[];

/** The options a strategy takes: its own, each with a default, and where to start. */
export type StrategyOptions<R extends OptionRules = OptionRules> = GivenOptions<R> & {
  /** A configuration to begin with. Default: one drawn at random. */
  readonly x0?: StartingConfiguration;
  /** Has no effect: there is one way to build a space here. Kept for options in files. */
  readonly searchspaceConstructionOptions?: Readonly<Record<string, unknown>>;
};

/** Makes a strategy with given options. */
export interface StrategyFactory<
  R extends OptionRules = OptionRules,
  Name extends string = string,
  Reference extends string | undefined = string | undefined,
> {
  /** @throws HeddleError `ARGUMENT` for an option there is not, or a value it cannot have */
  (options?: StrategyOptions<R>): Strategy;
  /** The name in camelCase, as `createStrategy` takes it. */
  readonly strategyName: Name;
  /** The name that Kernel Tuner has for it, if it has one. */
  readonly referenceName: Reference;
  readonly rules: OptionRules;
}

/** The arguments of a strategy's code besides the search. */
export interface Start {
  /** The configuration to begin with, if the user gave one. */
  readonly x0: number | undefined;
}

interface Definition<R extends OptionRules, Name extends string, Reference extends string | undefined> {
  readonly name: Name;
  readonly reference?: Reference;
  readonly options: R;
  run(search: Search, options: OptionValues<R>, start: Start): Promise<void>;
}

/** Rounds without anything new after which a strategy has no more to give. */
const idleRounds = 20;

/** Declares a strategy. `run` is repeated for as long as a limited budget lasts. */
export function defineStrategy<
  const R extends OptionRules,
  const Name extends string,
  const Reference extends string | undefined = undefined,
>(definition: Definition<R, Name, Reference>): StrategyFactory<R, Name, Reference> {
  const { name, reference, options: rules } = definition;
  const factory = (given: StrategyOptions<R> = {}): Strategy => {
    assertOptionsObject(`strategy ${name}`, given);
    const { x0, ...own } = withoutConstruction(name, given);
    if (x0 !== undefined && typeof x0 !== 'object') {
      throw argumentError(`Option x0 of strategy ${name} must be an object or a list, not ${JSON.stringify(x0)}.`, {
        parameter: 'x0',
        hint: 'Give every parameter one of its values.',
      });
    }
    const options = readOptions(`strategy ${name}`, rules, own);
    return {
      name,
      async run(search) {
        let start: Start = { x0: startOf(search, x0 as StartingConfiguration | null | undefined) };
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
  // If there is none, it is undefined that stands for its type.
  return Object.assign(factory, { strategyName: name, referenceName: reference as Reference, rules });
}

function startOf(search: Search, x0: StartingConfiguration | null | undefined): number | undefined {
  if (x0 === undefined || x0 === null) return undefined;
  const index = search.space.indexOf(isList(x0) ? named(search, x0) : x0);
  if (index >= 0) return index;
  throw argumentError(`The starting configuration ${JSON.stringify(x0)} is not in the search space.`, {
    parameter: 'x0',
    hint: 'Give every parameter one of its values, such that all restrictions hold.',
  });
}

// Array.isArray does not tell a readonly array from an object.
function isList(x0: StartingConfiguration): x0 is readonly ParameterValue[] {
  return Array.isArray(x0);
}

function named({ space }: Search, values: readonly ParameterValue[]): Configuration {
  if (values.length !== space.parameters.length) return {};
  return Object.fromEntries(space.parameters.map(({ name }, at) => [name, values[at] as ParameterValue]));
}

/** The options without those on how Kernel Tuner is to build its space, which every strategy takes there. */
function withoutConstruction(strategy: string, given: object): Record<string, unknown> {
  const isConstruction = (name: string): boolean => normalized(name) === 'searchspaceconstructionoptions';
  const entries = Object.entries(given) as [string, unknown][];
  for (const [name, value] of entries) {
    if (!isConstruction(name) || value === undefined || (typeof value === 'object' && !Array.isArray(value))) continue;
    throw argumentError(`Option ${name} of strategy ${strategy} must be an object, not ${JSON.stringify(value)}.`, {
      parameter: name,
    });
  }
  return Object.fromEntries(entries.filter(([name]) => !isConstruction(name)));
}
