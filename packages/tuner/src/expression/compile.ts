/** Expressions for users of the package: parsed once, checked against the names there are, evaluated many times. */
import { argumentError } from '@heddle/core/backend';
import { checkOptionsOf, checkWord, type KindsOf } from '../options';
import { interpret } from './interpret';
import { suggestion } from '../options/suggestion';
import { EvaluationFault } from './operations';
import { parseExpression } from './parse';
import { namesIn, type Expression, type ExpressionValue, type Syntax } from './syntax-tree';

/** How to read an expression. */
export interface ExpressionOptions {
  /** The names it may read. By default, it may read any. */
  readonly names?: readonly string[];
  /** What messages call it: `restriction`, `metric`. Default `expression`. */
  readonly what?: string;
  /** The language whose rules apply if Python and JavaScript differ. Default: guessed from the spelling. */
  readonly syntax?: Syntax;
}

const optionKinds: KindsOf<ExpressionOptions> = { names: 'list', what: 'text', syntax: 'text' };

/** An expression that can be evaluated. */
export interface CompiledExpression {
  readonly text: string;
  /** The names it reads. */
  readonly names: readonly string[];

  /**
   * Its value.
   *
   * @throws HeddleError `ARGUMENT` for a division by zero, a name without a value, or a value an operator cannot take;
   *   quotes the expression and the values it read
   */
  evaluate(values: Readonly<Record<string, unknown>>): ExpressionValue;

  /** Its value as a number. @throws HeddleError `ARGUMENT` as evaluate does, and for a value that is not a number */
  evaluateNumber(values: Readonly<Record<string, unknown>>): number;
}

/**
 * Reads an expression in Python's or JavaScript's syntax. Nothing but the given values is reachable from it.
 *
 * @throws HeddleError `ARGUMENT` if it cannot be read, or reads an unknown name, with the nearest one; for an unknown
 *   option
 */
export function compileExpression(text: string, options: ExpressionOptions = {}): CompiledExpression {
  checkOptionsOf('compileExpression', optionKinds, options);
  checkWord('syntax', options.syntax, ['python', 'javascript']);
  const { what = 'expression' } = options;
  if (typeof text !== 'string') throw argumentError(`The ${what} is ${String(text)}, which is not a text.`);
  const expression = parseExpression(text, options.syntax);
  if (options.names) checkNames(expression, options.names, what);
  const names = [...namesIn(expression.root)];
  const evaluate = (values: Readonly<Record<string, unknown>>): ExpressionValue => {
    try {
      return interpret(expression.root, expression.syntax, (name) => {
        if (values[name] === undefined) throw unknownName(what, text, name, Object.keys(values));
        return valueOf(values, name);
      });
    } catch (error) {
      throw error instanceof EvaluationFault ? evaluationError(what, text, error, pick(values, names)) : error;
    }
  };
  const evaluateNumber = (values: Readonly<Record<string, unknown>>): number => {
    const value = evaluate(values);
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return Number(value);
    throw argumentError(`The ${what} ${JSON.stringify(text)} is ${JSON.stringify(value)}, which is not a number.`);
  };
  return { text, names, evaluate, evaluateNumber };
}

/** Refuses unknown names. @throws HeddleError `ARGUMENT` with the nearest name */
export function checkNames(expression: Expression, known: readonly string[], what: string): void {
  for (const name of namesIn(expression.root)) {
    if (!known.includes(name)) throw unknownName(what, expression.text, name, known);
  }
}

function unknownName(what: string, text: string, name: string, known: readonly string[]): Error {
  return argumentError(`The ${what} ${JSON.stringify(text)} reads ${name}, which is not known.`, {
    parameter: name,
    hint: suggestion(name, known),
  });
}

/** The error for an expression that has no value; quotes it and what it was evaluated with. */
export function evaluationError(
  what: string,
  text: string,
  cause: unknown,
  values: Readonly<Record<string, unknown>>,
): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return argumentError(`The ${what} ${quoted(text)} failed for ${JSON.stringify(values)}: ${reason}.`, {
    cause,
    hint: `Guard the ${what}, for example "x == 0 or y % x == 0".`,
  });
}

/** A text in quotation marks, and no longer than can be read. */
export function quoted(text: string): string {
  return text.length > 300 ? `${JSON.stringify(text.slice(0, 300))}...` : JSON.stringify(text);
}

function valueOf(values: Readonly<Record<string, unknown>>, name: string): ExpressionValue {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value === null) {
    return value;
  }
  throw new EvaluationFault(`${name} has no value here`);
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]));
}
