/** Draws the arguments of one case. */
import type { DType } from '@heddle/core';
import { numberText, type ArrayRecipe, type CaseValue } from './case';
import { Random } from './random';
import { randomShape, randomView, sizeOf, type Shape } from './shapes';
import { sortedBytes } from './elements';
import { randomBytes, type ValueRange } from './values';

export interface ArrayChoice {
  readonly dtypes: readonly DType[];
  readonly values?: ValueRange;
  /** Default: a random one, with the given number of axes. */
  readonly shape?: Shape;
  readonly ranks?: readonly [least: number, most: number];
  /** The call writes to it, so it does not repeat elements. */
  readonly isWritten?: boolean;
  /** Not a view. */
  readonly isDense?: boolean;
  /** Elements ascend; of dense arrays of real numbers. */
  readonly isSorted?: boolean;
}

export interface ArrayReference {
  readonly array: number;
}

/** How often an argument is one that NumPy refuses. */
const refused = 0.03;

export class Draw {
  readonly random: Random;
  readonly arrays: ArrayRecipe[] = [];
  readonly #shapes: Shape[] = [];
  readonly #group: string;

  /** @param group - cases of one group have the same dtypes, and share kernels */
  constructor(group: string, index: number) {
    this.random = new Random(group, index);
    this.#group = group;
  }

  /** A choice that decides which kernel runs, such as a dtype: the same in all cases of the group. */
  perGroup<T>(slot: string, choices: readonly T[]): T {
    return new Random(this.#group, slot).pick(choices);
  }

  array(slot: string, choice: ArrayChoice): ArrayReference {
    return this.arrayOf(this.perGroup(slot, choice.dtypes), choice);
  }

  arrayOf(dtype: DType, choice: Omit<ArrayChoice, 'dtypes'> = {}): ArrayReference {
    const { values = 'any', ranks = [0, 4], isWritten = false, isDense = false } = choice;
    const shape = choice.shape ?? randomShape(this.random, ...ranks);
    const { base, steps } = isDense ? { base: shape, steps: [] } : randomView(this.random, shape, isWritten);
    const drawn = randomBytes(this.random, dtype, sizeOf(base), values);
    const bytes = choice.isSorted === true ? sortedBytes(dtype, drawn) : drawn;
    this.arrays.push({ dtype, shape: base, values: Buffer.from(bytes).toString('base64'), steps });
    return { array: this.#shapes.push(shape) - 1 };
  }

  /** An array of these integers. */
  indices(dtype: 'int32' | 'int64', values: readonly number[], shape: Shape = [values.length]): ArrayReference {
    const bytes = dtype === 'int32' ? Int32Array.from(values) : BigInt64Array.from(values, BigInt);
    this.arrays.push({ dtype, shape, values: Buffer.from(bytes.buffer).toString('base64'), steps: [] });
    return { array: this.#shapes.push(shape) - 1 };
  }

  shapeOf({ array }: ArrayReference): Shape {
    return this.#shapes[array] ?? [];
  }

  dtypeOf({ array }: ArrayReference): DType {
    const recipe = this.arrays[array];
    if (recipe === undefined) throw new Error(`there is no array ${array}`);
    return recipe.dtype;
  }

  /** True in one of so many cases. */
  oneIn(count: number): boolean {
    return this.random.integer(1, count) === 1;
  }

  /** An axis of an array of this rank, from either end; rarely one that it does not have. */
  axis(rank: number): number {
    if (this.random.chance(refused) || rank === 0) return this.random.pick([rank, -rank - 1, 0]);
    return this.random.integer(-rank, rank - 1);
  }

  /** Different axes, at least one. */
  axes(rank: number): number[] {
    const all = this.random.shuffled(Array.from({ length: rank }, (_, axis) => axis));
    const some = all.slice(0, this.random.integer(1, Math.max(1, rank)));
    if (this.random.chance(refused)) return [...some, this.axis(rank)];
    return some.map((axis) => (this.random.chance(0.3) ? axis - rank : axis));
  }

  /** No axis, one or several: what a reduction takes. */
  axisOption(rank: number): Record<string, CaseValue> {
    switch (this.random.integer(0, 5)) {
      case 0:
      case 1:
        return {};
      case 2:
        return { axis: null };
      case 3:
        return { axis: this.axes(rank) };
      default:
        return { axis: this.axis(rank) };
    }
  }

  /** A number beside an array of this dtype. */
  scalar(slot: string, dtype: DType, values: ValueRange = 'any'): CaseValue {
    const kind = this.perGroup(`${slot} scalar`, ['whole', 'whole', 'fraction', 'bigint', 'bool', 'complex'] as const);
    switch (kind) {
      case 'whole':
        return this.random.chance(0.1) && values === 'any'
          ? { number: numberText(this.random.pick([127, 255, 256, -129, 2 ** 31, 2 ** 53, -(2 ** 31) - 1])) }
          : this.random.integer(dtype.startsWith('u') ? 0 : -3, 5);
      case 'fraction':
        return {
          number: numberText(
            this.random.pick([0.5, -1.25, 2.75, -0, ...(values === 'any' ? [NaN, Infinity, -Infinity] : [])]),
          ),
        };
      case 'bigint':
        return { bigint: String(this.random.pick([0, 1, 2, 3, 7, 100])) };
      case 'bool':
        return this.random.chance(0.5);
      case 'complex':
        return { complex: [numberText(this.random.integer(-3, 3)), numberText(this.random.pick([0, 1, -2, 0.5]))] };
    }
  }
}
