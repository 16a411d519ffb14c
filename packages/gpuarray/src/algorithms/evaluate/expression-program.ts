/** An expression as a program: every part a variable of its own, equal parts the same one. */
import { HeddleError, isHeddleError, type DType } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import type { OperandType, Scalar } from '../../array/dtype';
import { entryAt } from '../../array/entry-at';
import type { ElementwiseProgram, ProgramOperand } from '../elementwise';
import { resolve } from '../functions';
import { computeType } from '../../kernel-kit/c-types';
import { castExpression } from '../../kernel-kit/cast';
import { excerptOf, type Expression } from './expression';
import { computeOnHost, weakValue, type WeakValue } from './host-arithmetic';

/** What an operand of the expression is: an array's dtype and its number among distinct arrays, or a number. */
export type ExpressionOperand = { readonly dtype: DType; readonly array: number } | { readonly value: Scalar };

/** A number that arrays meet, with the dtype in which they meet it. */
export interface ExpressionScalar {
  readonly value: Scalar;
  readonly dtype: DType;
}

/** Says what is wrong with a number; undefined if nothing is. */
export type Refusal = (value: Scalar) => string | undefined;

export interface ExpressionProgram {
  readonly program: ElementwiseProgram;
  /** By scalar of the program, the dtype it has whatever its value; one beyond it is passed in another. */
  readonly plain: readonly DType[];
  /** By scalar of the program, why a number cannot be it. */
  readonly refusals: readonly Refusal[];
  /** Dtypes that are computed in. */
  readonly dtypes: readonly DType[];
  readonly result: DType;
}

/** The numbers of an expression, in the order of the program's scalars: those of a part before its own. */
export function hostValues(expression: Expression, operands: readonly ExpressionOperand[], text: string): WeakValue[] {
  const values: WeakValue[] = [];
  const walk = (node: Expression): void => {
    const parts = node.kind === 'call' ? node.operands : node.kind === 'cast' ? [node.operand] : [];
    const numbers = parts.map((part) => weak(part, operands, text));
    parts.forEach((part, k) => {
      if (numbers[k] === undefined) walk(part);
    });
    values.push(...numbers.filter((number) => number !== undefined));
  };
  walk(expression);
  return values;
}

/** The value of a part without arrays; undefined for one with. A conversion makes even a number an element. */
function weak(node: Expression, operands: readonly ExpressionOperand[], text: string): WeakValue | undefined {
  switch (node.kind) {
    case 'literal':
      return node;
    case 'operand': {
      const operand = entryAt(operands, node.index);
      return 'value' in operand ? weakValue(operand.value) : undefined;
    }
    case 'cast':
      return undefined;
    case 'call': {
      const parts = node.operands.map((part) => weak(part, operands, text));
      const numbers = parts.filter((part) => part !== undefined);
      if (numbers.length < parts.length) return undefined;
      return located(text, node.at, () => computeOnHost(node.fn, numbers));
    }
  }
}

/**
 * @param out - dtype of the array that is written; undefined takes that of the result
 * @throws HeddleError `ARGUMENT` with the expression and the place, for dtypes that a function is not defined on
 */
export function expressionProgram(
  expression: Expression,
  operands: readonly ExpressionOperand[],
  text: string,
  out: DType | undefined,
): ExpressionProgram {
  return new Writer(operands, text).write(expression, out);
}

interface Value {
  readonly name: string;
  readonly dtype: DType;
}

class Writer {
  readonly #operands: readonly ExpressionOperand[];
  readonly #text: string;
  readonly #inputs = new Map<number, ProgramOperand>();
  readonly #scalars: ProgramOperand[] = [];
  readonly #plain: DType[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #lines: string[] = [];
  readonly #variables = new Map<string, string>();
  readonly #dtypes = new Set<DType>();
  readonly #preamble = new Set<string>();

  constructor(operands: readonly ExpressionOperand[], text: string) {
    this.#operands = operands;
    this.#text = text;
  }

  write(expression: Expression, out: DType | undefined): ExpressionProgram {
    const value = this.#value(expression);
    const result = out ?? value.dtype;
    this.#dtypes.add(result);
    this.#lines.push(`    y = ${castExpression(value.name, value.dtype, result)};`);
    const inputs = [...this.#inputs.entries()].sort(([a], [b]) => a - b).map(([, input]) => input);
    const body = this.#lines.join('\n');
    const shape = [...inputs, ...this.#scalars].map(({ name, dtype }) => `${name} ${dtype}`).join(', ');
    return {
      dtypes: [...this.#dtypes],
      plain: this.#plain,
      refusals: this.#refusals,
      result: value.dtype,
      program: {
        key: `evaluate ${shape} -> ${result}\n${body}`,
        name: 'heddle_evaluate',
        inputs,
        outputs: [{ name: 'y', dtype: result, loaded: false }],
        scalars: this.#scalars,
        raw: [],
        preamble: [...this.#preamble].join('\n'),
        body,
        loopPrep: '',
        afterLoop: '',
        usesIndex: false,
        explain: (error) => explained(error, this.#text),
      },
    };
  }

  #value(node: Expression): Value {
    switch (node.kind) {
      case 'operand':
        return this.#input(node.index);
      case 'literal':
        // Met only where a whole expression is a number, which the caller has refused.
        throw internalError('a number stands alone');
      case 'cast':
        return this.#cast(node);
      case 'call':
        return this.#call(node);
    }
  }

  #input(index: number): Value {
    const operand = entryAt(this.#operands, index);
    if ('value' in operand) throw internalError('a number is read as an array');
    const name = `x${operand.array}`;
    this.#inputs.set(operand.array, { name, dtype: operand.dtype });
    return { name, dtype: operand.dtype };
  }

  #cast({ operand, dtype }: Extract<Expression, { kind: 'cast' }>): Value {
    this.#dtypes.add(dtype);
    const number = weak(operand, this.#operands, this.#text);
    if (number !== undefined) return { name: this.#scalar(dtype, dtype), dtype };
    const value = this.#value(operand);
    return { name: this.#variable(castExpression(value.name, value.dtype, dtype), dtype), dtype };
  }

  #call({ fn, operands, at }: Extract<Expression, { kind: 'call' }>): Value {
    const parts = operands.map((part) => weak(part, this.#operands, this.#text) ?? this.#value(part));
    const types = parts.map((part): OperandType => ('weak' in part ? { weak: part.weak } : { dtype: part.dtype }));
    const numbers = parts.map((part) => ('weak' in part ? part.value : undefined));
    const { operands: dtypes, plain, result } = located(this.#text, at, () => resolve(fn, types, numbers));
    const values = parts.map((part, k) => {
      const dtype = entryAt(dtypes, k);
      this.#dtypes.add(dtype);
      if ('weak' in part) return this.#scalar(dtype, entryAt(plain, k), (value) => fn.refuses?.(k, value, dtype));
      return part.dtype === dtype ? part.name : this.#variable(castExpression(part.name, part.dtype, dtype), dtype);
    });
    this.#dtypes.add(result);
    for (const text of fn.preamble?.(dtypes) ?? []) this.#preamble.add(text);
    return { name: this.#variable(fn.emit(values, dtypes), result), dtype: result };
  }

  #scalar(dtype: DType, plain: DType, refusal: Refusal = () => undefined): string {
    const name = `s${this.#scalars.length}`;
    this.#plain.push(plain);
    this.#refusals.push(refusal);
    this.#scalars.push({ name, dtype });
    return name;
  }

  #variable(value: string, dtype: DType): string {
    const type = computeType(dtype);
    const key = `${type} ${value}`;
    let name = this.#variables.get(key);
    if (name === undefined) {
      name = `t${this.#variables.size}`;
      this.#variables.set(key, name);
      this.#lines.push(`    const ${type} ${name} = ${value};`);
    }
    return name;
  }
}

/** Runs `body`; its errors say where in the expression they come from. */
function located<T>(text: string, at: number, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT') || error.excerpt !== undefined) throw error;
    throw new HeddleError('ARGUMENT', `evaluate: ${error.message}`, { excerpt: excerptOf(text, at), cause: error });
  }
}

function explained(error: unknown, text: string): unknown {
  if (!isHeddleError(error, 'COMPILE')) return error;
  return new HeddleError('COMPILE', `the expression did not compile`, {
    excerpt: `  ${text.trim()}`,
    ...(error.log === undefined ? {} : { log: error.log }),
    cause: error,
  });
}
