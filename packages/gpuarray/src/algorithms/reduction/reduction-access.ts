/** How a kernel finds the elements of its operands: what is compiled in, as opposed to given at the launch. */

/** How an operand moves in the direction in which neighbouring threads (or loop steps) read. */
export type Stride = 'unit' | 'none' | 'any';

/**
 * The class of a launch. Launches of one class share a kernel: shapes and strides are arguments.
 *
 * - `rows`: neighbours are elements that are reduced together
 * - `columns`: neighbours are elements of neighbouring results
 */
export interface ReductionAccess {
  readonly mapping: 'rows' | 'columns';
  /** Axes of the kept and of the reduced index space after merging: powers of two; 1 of each is `flat`. */
  readonly keptRank: number;
  readonly reducedRank: number;
  /** For each operand, along the neighbours. */
  readonly strides: readonly Stride[];
  /** Unit operands may be loaded in packs of `packBytes`. */
  readonly packed: boolean;
  /** Element indices need 64 bits. */
  readonly wide: boolean;
}

/** A short text that tells one class from another. */
export function accessKey(access: ReductionAccess): string {
  const { mapping, keptRank, reducedRank, strides, packed, wide } = access;
  const letters = strides.map((stride) => stride.charAt(0)).join('');
  return `${mapping}${keptRank}${reducedRank}${letters}${packed ? 'p' : 's'}${wide ? 64 : 32}`;
}
