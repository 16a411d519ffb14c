/**
 * Generates the program that enumerates a component. It has one loop per variable, checks each constraint in the loop
 * that decides it, and computes bounds in the loops before. An interpreter would take a hundred times as long.
 */
import { internalError } from '@heddle/core/backend';
import { possibly } from '../expression/bounds';
import {
  generate,
  generatedConstant,
  generatedOperations,
  generatedVariable,
  operationsVariable,
  type Generated,
  type GenerationScope,
} from '../expression/generate';
import type { Node, Syntax } from '../expression/syntax-tree';
import type { Constraint } from './constraint';
import { functionView } from './function-view';
import type { Parameter, ParameterValue } from './parameters';
import type { Digit } from './row-layout';

/** A parameter in the solver, with the places of the values that its own restrictions allow. */
export interface Variable {
  readonly name: string;
  readonly values: readonly ParameterValue[];
  readonly domain: readonly number[];
}

/** Receives the rows of the solver. */
export interface RowSink {
  /** Returns arrays, one per word, with room for more than `count` rows. Their contents stay. */
  grow(count: number): Uint32Array[];
  /**
   * Throws the error of constraint `place`, which ends the enumeration. `values` has the variables' values in order.
   */
  fail(error: unknown, place: number, values: readonly (ParameterValue | undefined)[]): never;
}

/** Enumerates at most `limit` rows into a sink, and returns their number. */
export type Solver = (sink: RowSink, limit: number) => number;

/**
 * Compiles the solver of a component.
 *
 * @param variables - in the order of the loops
 * @param constants - parameters with a single value
 */
export function compileSolver(
  variables: readonly Variable[],
  digits: readonly Digit[],
  constraints: readonly Constraint[],
  constants: ReadonlyMap<string, ParameterValue>,
  parameters: readonly Parameter[],
): Solver {
  const writer = new SolverWriter(variables, constants, constraints);
  const program = writer.program(digits);
  const values = variables.map(({ values: all, domain }) => domain.map((place) => all[place]));
  const keys = variables.map(({ domain }, at) => domain.map((place) => place * (digits[at]?.stride ?? 1)));
  const views = constraints.map((constraint) =>
    constraint.kind === 'function' ? viewOf(constraint, parameters, constants) : undefined,
  );
  const calls = constraints.map((constraint) => (constraint.kind === 'function' ? constraint.call : undefined));
  // The code is generated only from syntax trees, by expression/generate.ts, so no text of the user is evaluated.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const build = new Function(operationsVariable, 'values', 'keys', 'views', 'calls', program) as (
    ...captured: unknown[]
  ) => Solver;
  return build(generatedOperations, values, keys, views, calls);
}

function viewOf(
  constraint: Constraint,
  parameters: readonly Parameter[],
  constants: ReadonlyMap<string, ParameterValue>,
): Record<string, ParameterValue> {
  const view = functionView(parameters, constraint.names);
  for (const name of constraint.names) {
    const constant = constants.get(name);
    if (constant !== undefined) view[name] = constant;
  }
  return view;
}

class SolverWriter {
  private readonly variableCode: ReadonlyMap<string, Generated>;
  private readonly depthOf: ReadonlyMap<string, number>;
  private readonly kept: string[][];
  private readonly keptNames = new Map<string, string>();
  private readonly known = new Map<Node, Generated>();

  constructor(
    private readonly variables: readonly Variable[],
    constants: ReadonlyMap<string, ParameterValue>,
    private readonly constraints: readonly Constraint[],
  ) {
    const code = new Map<string, Generated>();
    for (const [name, value] of constants) code.set(name, generatedConstant(value));
    variables.forEach(({ name, values, domain }, depth) => {
      code.set(
        name,
        generatedVariable(
          `x${depth}`,
          domain.map((place) => values[place] ?? 0),
          depth,
        ),
      );
    });
    this.variableCode = code;
    this.depthOf = new Map(variables.map(({ name }, depth) => [name, depth]));
    this.kept = variables.map(() => []);
  }

  program(digits: readonly Digit[]): string {
    const names = this.variables.map((_, depth) => `x${depth}`);
    const wordCount = (digits.at(-1)?.word ?? 0) + 1;
    const words = Array.from({ length: wordCount }, (_, word) => word);
    const last = (word: number): number => digits.findLastIndex((digit) => digit.word === word);
    // Generate all checks first: a check may store a value in an outer loop.
    const checks = this.variables.map((_, depth) => this.checksAt(depth));
    const loops = this.variables.map((_, depth) => this.loop(depth, digits, checks[depth] ?? []));
    return [
      `'use strict';`,
      ...this.variables.map((_, depth) => `const v${depth} = values[${depth}], p${depth} = keys[${depth}];`),
      `return function solve(sink, limit) {`,
      `let count = 0, capacity = 0, at = -1, ${names.join(', ')};`,
      ...words.map((word) => `let rows${word};`),
      `try {`,
      ...loops,
      `if (count === capacity) { [${words.map((word) => `rows${word}`).join(', ')}] = sink.grow(count); capacity = rows0.length; }`,
      ...words.map((word) => `rows${word}[count] = k${last(word)};`),
      `if (++count === limit) return count;`,
      '}'.repeat(this.variables.length),
      `} catch (error) { sink.fail(error, at, [${names.join(', ')}]); }`,
      `return count; };`,
    ].join('\n');
  }

  private loop(depth: number, digits: readonly Digit[], checks: readonly string[]): string {
    const continues = depth > 0 && digits[depth]?.word === digits[depth - 1]?.word;
    return [
      `for (let i${depth} = 0; i${depth} < v${depth}.length; i${depth}++) { x${depth} = v${depth}[i${depth}];`,
      ...checks.map((check) => `if (!${check}) continue;`),
      `const k${depth} = ${continues ? `k${depth - 1} + ` : ''}p${depth}[i${depth}];`,
      ...(this.kept[depth] ?? []),
    ].join('\n');
  }

  /** The checks once the variable of a loop has its value: those that cannot throw come first. */
  private checksAt(depth: number): string[] {
    const safe: string[] = [];
    const throwing: string[] = [];
    this.constraints.forEach((constraint, place) => {
      const decidedAt = Math.max(-1, ...[...constraint.names].map((name) => this.depthOf.get(name) ?? -1));
      if (decidedAt < depth || !constraint.names.has(this.variables[depth]?.name ?? '')) return;
      if (constraint.kind === 'function') {
        if (decidedAt === depth) throwing.push(`(at = ${place}, ${this.functionCall(constraint, place)})`);
        return;
      }
      const scope = this.scope(constraint.syntax);
      if (decidedAt > depth) {
        const test = possibly(constraint.node, depth, scope);
        if (test !== undefined) safe.push(`(${test})`);
        return;
      }
      const whole = generate(constraint.node, scope);
      if (whole.safe) safe.push(whole.code);
      else throwing.push(`(at = ${place}, ${whole.code})`);
    });
    return [...safe, ...throwing];
  }

  private functionCall(constraint: Constraint, place: number): string {
    const assignments = [...constraint.names]
      .filter((name) => this.depthOf.has(name))
      .map((name) => `views[${place}][${JSON.stringify(name)}] = ${this.variableCode.get(name)?.code ?? ''}, `);
    return `${assignments.join('')}calls[${place}](views[${place}])`;
  }

  private scope(syntax: Syntax): GenerationScope {
    return {
      syntax,
      variable: (name) => {
        const code = this.variableCode.get(name);
        if (!code) throw internalError(`${name} is neither a variable of this component nor a constant`);
        return code;
      },
      hoist: (generated) => this.hoist(generated),
      known: this.known,
    };
  }

  // Only code that cannot throw: an outer loop evaluates it before its guard.
  private hoist(generated: Generated): Generated {
    const isCompound = !/^\w+$/.test(generated.code);
    if (!generated.safe || generated.depth < 0 || !isCompound) return generated;
    let name = this.keptNames.get(generated.code);
    if (name === undefined) {
      name = `t${this.keptNames.size}`;
      this.keptNames.set(generated.code, name);
      this.kept[generated.depth]?.push(`const ${name} = ${generated.code};`);
    }
    return { ...generated, code: name };
  }
}
