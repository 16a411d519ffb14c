/** From parameters and restrictions to a search space. */
import { argumentError } from '@heddle/core/backend';
import { checkOptionsOf, type KindsOf } from '../options';
import { checkedParameters } from './checked-parameters';
import { connectedGroups } from './connected-groups';
import { constraintsOf, threadLimit, type Constraint } from './constraint';
import { UnseenRead } from './function-view';
import { readNames } from './read-names';
import type { Parameter, ParameterValue, Restriction, TuneParameters } from './parameters';
import { ProductSpace } from './product-space';
import type { SearchSpace } from './search-space';
import { freeComponent, GuardNeeded, isSatisfied, solveComponent, solverError, type Problem } from './solve-component';
import type { Variable } from './solver-code';
import type { Component } from './component';

/** What a search space is made from. */
export interface SearchSpaceOptions<P extends TuneParameters = TuneParameters> {
  readonly parameters: P;
  /** Conditions, all of which a configuration must satisfy. */
  readonly restrictions?: Restriction<P> | readonly Restriction<P>[];
  /** Configurations with more threads in a block are left out. */
  readonly maxThreadsPerBlock?: number;
  /** The parameters whose product is the threads of a block. Default `block_size_x`, `_y` and `_z`. */
  readonly blockSizeNames?: readonly string[];
}

const optionKinds: KindsOf<SearchSpaceOptions> = {
  parameters: 'object',
  restrictions: ['text', 'function', 'list'],
  maxThreadsPerBlock: 'number',
  blockSizeNames: 'list',
};

const defaultBlockSizeNames = ['block_size_x', 'block_size_y', 'block_size_z'];

/**
 * Finds all configurations that satisfy the restrictions.
 *
 * Parameters that no restriction connects are enumerated apart, so a space costs time and memory by its largest
 * connected part, not by its size.
 *
 * @throws HeddleError `ARGUMENT` for a space without configurations, naming the restriction that empties it; for a
 * restriction that reads an unknown parameter, cannot be read, or fails, quoting it and the configuration; for an
 * unknown option
 * @throws HeddleError `RESOURCE` for a space too large to hold
 */
export function buildSearchSpace<P extends TuneParameters>(options: SearchSpaceOptions<P>): SearchSpace {
  checkOptionsOf('buildSearchSpace', optionKinds, options, ['parameters']);
  const parameters = checkedParameters(options.parameters);
  const restrictions = listOf<P>(options.restrictions);
  const { maxThreadsPerBlock: most, blockSizeNames = defaultBlockSizeNames } = options;
  const threads = most === undefined ? [] : threadLimit(parameters, blockSizeNames, most);
  const constraints = [...threads, ...constraintsOf(restrictions, parameters)];
  const components = solve(parameters, constraints);
  if (!components) throw emptySpace(parameters, threads, restrictions);
  return new ProductSpace(parameters, components);
}

// Types check a function's parameters where it is written. From here on, every configuration has all parameters.
function listOf<P extends TuneParameters>(restrictions: SearchSpaceOptions<P>['restrictions']): readonly Restriction[] {
  if (restrictions === undefined) return [];
  return (Array.isArray(restrictions) ? restrictions : [restrictions]) as readonly Restriction[];
}

/** The components of the space; undefined if it is empty. Starts again whenever a constraint turns out to need more. */
function solve(
  parameters: readonly Parameter[],
  given: readonly Constraint[],
  limit?: number,
): Component[] | undefined {
  let constraints = given;
  for (const constraint of constraints) {
    if (constraint.kind === 'function') readNames(constraint, parameters).forEach((name) => constraint.names.add(name));
  }
  for (;;) {
    try {
      return attempt(parameters, constraints, limit);
    } catch (error) {
      if (error instanceof UnseenRead) continue;
      if (!(error instanceof GuardNeeded)) throw error;
      constraints = unsplit(constraints, error);
    }
  }
}

function attempt(
  parameters: readonly Parameter[],
  constraints: readonly Constraint[],
  limit: number | undefined,
): Component[] | undefined {
  const variables = filtered(parameters, constraints);
  if (variables.some(({ domain }) => domain.length === 0)) return undefined;
  const constants = constantsOf(variables);
  const problem: Problem = { parameters, constants };
  const open = constraints.filter(({ names }) => [...names].filter((name) => !constants.has(name)).length > 1);
  const readingNothing = constraints.filter(({ names }) => names.size === 0);
  if (!readingNothing.every((constraint) => holds(constraint, parameters, constants))) return undefined;
  const components: Component[] = [];
  for (const group of connectedGroups(variables, open)) {
    const [only] = group.variables;
    const isFree = group.constraints.length === 0 && only !== undefined;
    const component = reportingReads(group.constraints, () =>
      isFree ? freeComponent(problem, only) : solveComponent(problem, group.variables, group.constraints, limit),
    );
    if (component.size === 0) return undefined;
    components.push(component);
  }
  return components;
}

/** The values of each parameter that are left by the restrictions that read nothing else of more than one value. */
function filtered(parameters: readonly Parameter[], constraints: readonly Constraint[]): Variable[] {
  let variables = parameters.map(({ name, values }): Variable => ({
    name,
    values,
    domain: values.map((_, place) => place),
  }));
  for (;;) {
    const constants = constantsOf(variables);
    variables = variables.map((variable) => {
      const own = constraints.filter(
        ({ names }) => names.has(variable.name) && isAlone(variable.name, names, constants),
      );
      const domain = variable.domain.filter((place) => {
        const values = new Map(constants).set(variable.name, variable.values[place] ?? 0);
        return own.every((constraint) => holds(constraint, parameters, values));
      });
      return { ...variable, domain };
    });
    // A parameter that has become a constant may leave other restrictions with one parameter.
    if (constantsOf(variables).size === constants.size) return variables;
  }
}

function isAlone(name: string, names: ReadonlySet<string>, constants: ReadonlyMap<string, ParameterValue>): boolean {
  return [...names].every((other) => other === name || constants.has(other));
}

function holds(
  constraint: Constraint,
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, ParameterValue>,
): boolean {
  return reportingReads([constraint], () => {
    try {
      return isSatisfied(constraint, parameters, values);
    } catch (error) {
      throw solverError(error, constraint, [...values]);
    }
  });
}

/** Adds a read that was not foreseen to the functions it may come from, and lets the search start again. */
function reportingReads<T>(constraints: readonly Constraint[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnseenRead) {
      for (const constraint of constraints) if (constraint.kind === 'function') constraint.names.add(error.parameter);
    }
    throw error;
  }
}

/** Joins the parts of a restriction, in order, so that each guards the next as it does where the user wrote it. */
function unsplit(constraints: readonly Constraint[], { restriction, failure }: GuardNeeded): Constraint[] {
  const parts = constraints.filter((constraint) => constraint.restriction === restriction);
  const [first, ...rest] = parts;
  if (!first || first.kind !== 'expression' || rest.length === 0) throw failure;
  const whole = rest.reduce<Constraint>((left, right) => {
    if (left.kind !== 'expression' || right.kind !== 'expression') return left;
    const node = { kind: 'logical', operator: 'and', left: left.node, right: right.node } as const;
    return { ...left, node, names: new Set([...left.names, ...right.names]) };
  }, first);
  return constraints.flatMap((constraint) =>
    constraint === first ? [whole] : parts.includes(constraint) ? [] : [constraint],
  );
}

function constantsOf(variables: readonly Variable[]): Map<string, ParameterValue> {
  return new Map(
    variables.flatMap(({ name, values, domain }) =>
      domain.length === 1 ? [[name, values[domain[0] ?? 0] as ParameterValue]] : [],
    ),
  );
}

function emptySpace(
  parameters: readonly Parameter[],
  threads: readonly Constraint[],
  restrictions: readonly Restriction[],
): Error {
  const [limit] = threads;
  const texts = [...(limit ? [limit.text] : []), ...restrictions.map(String)];
  const after = (count: number): readonly Constraint[] => {
    return [...threads, ...constraintsOf(restrictions.slice(0, count), parameters)];
  };
  let count = 0;
  while (count < restrictions.length && solve(parameters, after(count), 1)) count++;
  const culprit = texts[count - 1 + threads.length] ?? texts[0] ?? '';
  const alone = count === 0 ? threads : constraintsOf(restrictions.slice(count - 1, count), parameters);
  const isAlone = solve(parameters, alone, 1) === undefined;
  const earlier = isAlone ? 'No value of the parameters satisfies it.' : 'It contradicts the ones before it.';
  return argumentError(`No configuration is left after the restriction ${JSON.stringify(culprit)}.`, {
    hint: `${earlier} Give more values, or loosen it.`,
  });
}
