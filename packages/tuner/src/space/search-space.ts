/**
 * The valid configurations of a set of parameters, numbered from 0.
 *
 * Strategies work on the numbers; a configuration becomes an object only when it is asked for by number.
 */
import type { Random } from '../random';
import type { Configuration, Parameter } from './parameters';

/**
 * Which configurations count as neighbours of one.
 *
 * - `hamming`: one parameter differs, by any amount
 * - `hamming-adjacent`: one parameter differs, by one place in its list of values
 * - `adjacent`: each parameter is equal or the next smaller or larger place that any valid configuration uses
 * - `strictly-adjacent`: each parameter is equal or one place away in its list of values
 * - `closest`: those at the least distance, the sum of places over the parameters; never empty in a space of two
 */
export type NeighbourKind = 'hamming' | 'hamming-adjacent' | 'adjacent' | 'strictly-adjacent' | 'closest';

/** All configurations that satisfy the restrictions. Immutable. */
export interface SearchSpace {
  readonly parameters: readonly Parameter[];

  /** Number of valid configurations. */
  readonly size: number;

  /** Number of configurations before restrictions. */
  readonly cartesianSize: number;

  /** Place of a parameter's value in its list of values, for one configuration. */
  valueIndex(configuration: number, parameter: number): number;

  /** Places of all parameters' values. */
  valueIndices(configuration: number): Uint32Array;

  /** The configuration as an object, in the order of the parameters. */
  configuration(index: number): Configuration;

  /** The number of a configuration; -1 for one that is not valid, has unknown values or lacks some. */
  indexOf(configuration: Configuration): number;

  /** The number of the configuration with these places of values; -1 for one that is not valid. */
  indexOfValues(valueIndices: ArrayLike<number>): number;

  /** Numbers of the neighbours, in no promised order, without the configuration itself. */
  neighbours(index: number, kind: NeighbourKind): Uint32Array | Float64Array;

  /**
   * A valid configuration near a point of the space of places, where coordinates may be fractional or out of range.
   * The nearest one where restrictions are easy; among the nearest where the search for it would take long.
   */
  nearest(point: ArrayLike<number>): number;

  /** The number of a configuration drawn uniformly. */
  randomIndex(random: Random): number;

  /** Distinct configurations that spread over every parameter's values evenly; fewer where the space is smaller. */
  latinHypercube(count: number, random: Random): number[];
}
