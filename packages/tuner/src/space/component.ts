/**
 * A part of a search space that no restriction connects with the rest: the valid combinations of its parameters'
 * values, as sorted packed rows.
 */
import type { Digit } from './row-layout';

/** One component. Rows are numbered in the order of their packed words. */
export class Component {
  readonly size: number;
  private readonly digitOf: ReadonlyMap<number, Digit>;

  /**
   * @param order - places of the component's parameters in the space, most significant digit first
   * @param words - the packed rows, one array per word
   */
  constructor(
    readonly order: readonly number[],
    readonly digits: readonly Digit[],
    private readonly words: readonly Uint32Array[],
  ) {
    this.size = words[0]?.length ?? 0;
    this.digitOf = new Map(order.map((parameter, at) => [parameter, digits[at] as Digit]));
  }

  /** Place of a parameter's value in a row. */
  valueIndex(row: number, parameter: number): number {
    const digit = this.digitOf.get(parameter);
    return digit ? this.digitAt(row, digit) : 0;
  }

  /** Place of the value at a position of the order. */
  valueAt(row: number, position: number): number {
    return this.digitAt(row, this.digits[position] as Digit);
  }

  /** The row with the given places of values, which are indexed by parameter; -1 if there is none. */
  rowOf(valueIndices: ArrayLike<number>): number {
    let [low, high] = [0, this.size];
    for (let position = 0; position < this.order.length && low < high; position++) {
      const wanted = valueIndices[this.order[position] as number] as number;
      [low, high] = this.narrowed(low, high, position, wanted);
    }
    return low < high ? low : -1;
  }

  /**
   * Among rows that agree in all positions before this one: those whose value here is the given one.
   *
   * @returns first row and the one after the last; equal if there is none
   */
  narrowed(low: number, high: number, position: number, value: number): [low: number, high: number] {
    const first = this.firstAtLeast(low, high, position, value);
    return [first, this.firstAtLeast(first, high, position, value + 1)];
  }

  private firstAtLeast(low: number, high: number, position: number, value: number): number {
    const { word, stride, radix } = this.digits[position] as Digit;
    const rows = this.words[word] as Uint32Array;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Math.floor((rows[middle] as number) / stride) % radix < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private digitAt(row: number, { word, stride, radix }: Digit): number {
    return Math.floor(((this.words[word] as Uint32Array)[row] as number) / stride) % radix;
  }
}
