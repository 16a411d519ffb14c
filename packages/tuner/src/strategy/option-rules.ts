/** The rules for the options of strategies, and how a user's options are read. */
import { argumentError, assertOptions } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';

interface Rule {
  /** More names that the option goes by: Kernel Tuner's, if it is another one. */
  readonly also?: readonly string[];
}

interface NumberRule extends Rule {
  readonly kind: 'number';
  /** Undefined if something else decides as long as the option is not given. */
  readonly default: number | undefined;
  readonly from?: number;
  readonly to?: number;
  readonly integer?: true;
}

interface ChoiceRule extends Rule {
  readonly kind: 'choice';
  readonly default: string;
  readonly among: readonly string[];
  /** More names that choices go by, each with the choice it means. */
  readonly synonyms?: Readonly<Record<string, string>>;
}

interface FlagRule extends Rule {
  readonly kind: 'flag';
  readonly default: boolean;
}

interface ListRule extends Rule {
  readonly kind: 'list';
  readonly default: readonly string[];
  readonly among: readonly string[] | 'anything';
}

/** Points of one space, as lists of coordinates that are not negative; there may be none. */
interface PointsRule extends Rule {
  readonly kind: 'points';
  readonly default: readonly (readonly number[])[];
}

/** Options of an option. */
interface GroupRule extends Rule {
  readonly kind: 'group';
  readonly rules: OptionRules;
}

/** What an option may be. */
export type OptionRule = NumberRule | ChoiceRule | FlagRule | ListRule | PointsRule | GroupRule;

export type OptionRules = Readonly<{ [Name: string]: OptionRule }>;

type ValueOf<R extends OptionRule> = R extends { kind: 'group'; rules: infer G extends OptionRules }
  ? OptionValues<G>
  : R extends { kind: 'choice'; among: readonly (infer C)[] }
    ? C
    : R extends { kind: 'list' }
      ? readonly (R extends { among: 'anything' } ? string | number : string)[]
      : R extends { kind: 'points' }
        ? readonly (readonly number[])[]
        : R extends { kind: 'number' }
          ? R['default'] extends number
            ? number
            : number | undefined
          : boolean;

/** The values of options, all of them. */
export type OptionValues<R extends OptionRules> = { readonly [Name in keyof R]: ValueOf<R[Name]> };

/** Options as they are given: some of them, of groups too. */
export type GivenOptions<R extends OptionRules> = {
  readonly [Name in keyof R]?: R[Name] extends { kind: 'group'; rules: infer G extends OptionRules }
    ? GivenOptions<G>
    : ValueOf<R[Name]>;
};

/** `mutation_chance`, `mutationChance` and `MutationChance` are one name; so files of Kernel Tuner can be used. */
export function normalized(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}

/**
 * All options, those that were not given at their defaults. Null is as not given: it is what Python's `None` becomes.
 *
 * @param owner - whose options they are, for messages
 * @throws HeddleError `ARGUMENT` for an option there is not, or a value it cannot have
 */
export function readOptions<R extends OptionRules>(
  owner: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
): OptionValues<R> {
  assertOptions(owner, unknownOf(rules, given), Object.entries(rules).flatMap(namesOf));
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, defaultOf(rule)]),
  );
  const spellings = new Map<string, string>();
  for (const [spelled, value] of Object.entries(given)) {
    const known = value === undefined ? undefined : entryOf(rules, spelled);
    if (known === undefined) continue;
    const [name, rule] = known;
    const other = spellings.get(name);
    if (other !== undefined) {
      throw argumentError(`Options ${other} and ${spelled} of ${owner} are the same.`, { parameter: spelled });
    }
    spellings.set(name, spelled);
    if (value === null) continue;
    values[name] = readOption(owner, spelled, rule, value);
  }
  return values as OptionValues<R>;
}

// Core compares names letter by letter, so it is asked only about those that are none of ours in any spelling.
function unknownOf(rules: OptionRules, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([spelled]) => entryOf(rules, spelled) === undefined));
}

function entryOf(rules: OptionRules, spelled: string): readonly [string, OptionRule] | undefined {
  return Object.entries(rules).find((entry) => namesOf(entry).some((name) => isSame(name, spelled)));
}

function defaultOf(rule: OptionRule): unknown {
  return rule.kind === 'group' ? readOptions('', rule.rules, {}) : rule.default;
}

function namesOf([name, { also = [] }]: readonly [string, OptionRule]): string[] {
  return [name, ...also];
}

function readOption(owner: string, name: string, rule: OptionRule, value: unknown): unknown {
  const problem = problemWith(rule, value);
  if (problem !== undefined) {
    throw argumentError(
      `Option ${name} of ${owner} ${problem}, not ${typeof value === 'number' ? value : JSON.stringify(value)}.`,
      {
        parameter: name,
        ...(rule.kind === 'choice' && typeof value === 'string'
          ? { hint: suggestion(value, [...rule.among, ...Object.keys(rule.synonyms ?? {})]) }
          : {}),
      },
    );
  }
  switch (rule.kind) {
    case 'group':
      return readOptions(`option ${name} of ${owner}`, rule.rules, value as Record<string, unknown>);
    case 'choice':
      return chosen(rule, value);
    default:
      return value;
  }
}

function problemWith(rule: OptionRule, value: unknown): string | undefined {
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return chosen(rule, value) === undefined ? `must be one of ${rule.among.join(', ')}` : undefined;
    case 'list':
      return problemWithList(rule, value);
    case 'points':
      return arePoints(value) ? undefined : 'must be a list of points, all with as many coordinates from 0 on';
    case 'group':
      return typeof value === 'object' && !Array.isArray(value) ? undefined : 'must be an object';
    case 'number': {
      const { from = -Infinity, to = Infinity, integer } = rule;
      const isInRange = typeof value === 'number' && value >= from && value <= to;
      if (isInRange && (!integer || Number.isInteger(value))) return undefined;
      return `must be ${integer ? 'an integer' : 'a number'} from ${from} to ${to}`;
    }
  }
}

function chosen({ among, synonyms = {} }: ChoiceRule, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const meant = Object.keys(synonyms).find((synonym) => isSame(synonym, value));
  return among.find((choice) => isSame(choice, value)) ?? (meant === undefined ? undefined : synonyms[meant]);
}

function problemWithList({ among }: ListRule, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list';
  if (among === 'anything') return undefined;
  return value.every((item) => typeof item === 'string' && among.some((choice) => isSame(choice, item)))
    ? undefined
    : `must be of ${among.join(', ')}`;
}

function arePoints(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [first] = value as unknown[];
  return value.every(
    (point: unknown) =>
      Array.isArray(point) &&
      point.length > 0 &&
      point.length === (first as readonly unknown[]).length &&
      point.every((coordinate) => typeof coordinate === 'number' && coordinate >= 0 && Number.isFinite(coordinate)),
  );
}

function isSame(name: string, other: string): boolean {
  return normalized(name) === normalized(other);
}
