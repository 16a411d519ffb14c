/** Enumerates the valid combinations of parameters that restrictions connect. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { evaluationError, quoted } from '../expression/compile';
import { interpret } from '../expression/interpret';
import { userFailure } from '../options';
import { createRandom } from '../random';
import { Component } from './component';
import type { Constraint } from './constraint';
import { functionView, UnseenRead } from './function-view';
import type { Parameter, ParameterValue } from './parameters';
import { rowLayout } from './row-layout';
import { compileSolver, type RowSink, type Variable } from './solver-code';
import { estimatedShare, variableOrder } from './variable-order';

/** More rows than this would not fit into memory beside anything else. */
const maximumRows = 2 ** 29;

/** Random assignments from which a constraint's share is estimated. */
const samples = 24;

/** Thrown where half of a split restriction fails, which the other half may guard against: it must be applied whole. */
export class GuardNeeded extends Error {
  override readonly name = 'GuardNeeded';

  constructor(
    readonly restriction: number,
    readonly failure: unknown,
  ) {
    super('The restriction cannot be split.');
  }
}

/** The constants while the components of a space are solved. */
export interface Problem {
  readonly parameters: readonly Parameter[];
  readonly constants: ReadonlyMap<string, ParameterValue>;
}

/**
 * Solves one component.
 *
 * @param variables - its parameters, with the values that are left
 * @param limit - rows after which to stop; 1 asks whether there is any
 * @throws HeddleError `ARGUMENT` for a restriction that fails, quoting it and the configuration
 */
export function solveComponent(
  problem: Problem,
  variables: readonly Variable[],
  constraints: readonly Constraint[],
  limit = Infinity,
): Component {
  const ordered = orderedVariables(problem, variables, constraints);
  const digits = rowLayout(ordered.map(({ values }) => values.length));
  const solve = compileSolver(ordered, digits, constraints, problem.constants, problem.parameters);
  const sink = new Rows((digits.at(-1)?.word ?? 0) + 1, (error, place, values) => {
    const assigned = ordered.map(({ name }, at) => [name, values[at]] as const);
    throw solverError(error, constraints[place], assigned);
  });
  const count = solve(sink, limit);
  const order = ordered.map(({ name }) => problem.parameters.findIndex((parameter) => parameter.name === name));
  return new Component(order, digits, sink.words(count));
}

/** A component of one parameter that no restriction mentions, or none that is left. */
export function freeComponent(problem: Problem, { name, values, domain }: Variable): Component {
  const order = [problem.parameters.findIndex((parameter) => parameter.name === name)];
  return new Component(order, rowLayout([values.length]), [Uint32Array.from(domain)]);
}

/** The truth of a constraint for one assignment. @throws what the constraint throws, or {@link UnseenRead} */
export function isSatisfied(
  constraint: Constraint,
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, ParameterValue>,
): boolean {
  if (constraint.kind === 'expression') {
    return Boolean(interpret(constraint.node, constraint.syntax, (name) => values.get(name) ?? null));
  }
  const view = functionView(parameters, constraint.names);
  for (const name of constraint.names) view[name] = values.get(name) ?? 0;
  return Boolean(constraint.call(view as never));
}

/** The error to report for what a constraint threw. */
export function solverError(
  error: unknown,
  constraint: Constraint | undefined,
  assigned: readonly (readonly [name: string, value: ParameterValue | undefined])[],
): unknown {
  if (!constraint || error instanceof UnseenRead || isHeddleError(error)) return error;
  const read = Object.fromEntries(assigned.filter(([name]) => constraint.names.has(name)));
  if (constraint.kind === 'function') {
    return userFailure(`The restriction ${quoted(constraint.text)}`, error, {
      parameter: 'restrictions',
      values: read,
      hint: 'It is asked about every combination of the parameters that it reads: let it give false if it cannot tell.',
    });
  }
  return new GuardNeeded(constraint.restriction, evaluationError('restriction', constraint.text, error, read));
}

function orderedVariables(
  { parameters, constants }: Problem,
  variables: readonly Variable[],
  constraints: readonly Constraint[],
): Variable[] {
  const random = createRandom(1);
  const values = new Map(constants);
  const weighed = constraints.map((constraint) => {
    const read = variables.filter(({ name }) => constraint.names.has(name));
    const share = estimatedShare(samples, () => {
      for (const { name, values: all, domain } of read)
        values.set(name, all[domain[random.integer(domain.length)] ?? 0] ?? 0);
      return holdsIfDefined(constraint, parameters, values);
    });
    return { variables: read.map((variable) => variables.indexOf(variable)), share };
  });
  const order = variableOrder(
    variables.map(({ domain }) => domain.length),
    weighed,
  );
  return order.map((at) => variables[at] as Variable);
}

function holdsIfDefined(
  constraint: Constraint,
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, ParameterValue>,
): boolean {
  try {
    return isSatisfied(constraint, parameters, values);
  } catch (error) {
    // An assignment that another restriction may exclude: only the estimate suffers. The solver reports real failures.
    if (error instanceof UnseenRead || isHeddleError(error)) throw error;
    return false;
  }
}

/** Rows in arrays that double as they fill. */
class Rows implements RowSink {
  private arrays: Uint32Array[];

  constructor(
    wordCount: number,
    readonly fail: RowSink['fail'],
  ) {
    this.arrays = Array.from({ length: wordCount }, () => new Uint32Array(0));
  }

  grow(count: number): Uint32Array[] {
    if (count >= maximumRows) {
      throw new HeddleError('RESOURCE', `The search space has more than ${maximumRows} connected configurations.`, {
        resource: 'configurations',
        max: maximumRows,
        hint: 'Give fewer values, or more restrictions.',
      });
    }
    this.arrays = this.arrays.map((rows) => {
      const larger = new Uint32Array(Math.max(1024, count * 2));
      larger.set(rows);
      return larger;
    });
    return this.arrays;
  }

  words(count: number): Uint32Array[] {
    return this.arrays.map((rows) => rows.slice(0, count));
  }
}
