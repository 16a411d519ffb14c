/**
 * Points between configurations, for methods that were made for real numbers: a coordinate for each parameter that
 * varies, in places of its values, from 0 to the number of values less one.
 */
import type { SearchSpace } from '../space/search-space';
import type { Random } from '../random';
import { varyingParameters } from './sampling';
import type { Search } from './strategy';

/** The space as a box of real numbers. */
export class PointSpace {
  /** Greatest coordinate of each dimension; the least is 0. */
  readonly bounds: readonly number[];
  private readonly parameters: readonly number[];

  constructor(private readonly space: SearchSpace) {
    this.parameters = varyingParameters(space);
    this.bounds = this.parameters.map((parameter) => (space.parameters[parameter]?.values.length ?? 1) - 1);
  }

  get dimensions(): number {
    return this.bounds.length;
  }

  /** The point where a configuration is. */
  pointOf(configuration: number): number[] {
    return this.parameters.map((parameter) => this.space.valueIndex(configuration, parameter));
  }

  /** The point of places of values. */
  pointAt(places: ArrayLike<number>): number[] {
    return this.parameters.map((parameter) => places[parameter] ?? 0);
  }

  /** A configuration at or near a point. */
  configurationAt(point: readonly number[]): number {
    return this.space.nearest(this.placesAt(point));
  }

  /** The configuration whose places are those of the point, rounded; -1 if that is not valid. */
  configurationExactlyAt(point: readonly number[]): number {
    return this.space.indexOfValues(this.placesAt(point).map(Math.round));
  }

  /** The point with every coordinate inside the box. */
  clamped(point: readonly number[]): number[] {
    return point.map((coordinate, dimension) => clamp(coordinate, this.bounds[dimension] ?? 0));
  }

  /** A point anywhere in the box, uniformly. */
  random(random: Random): number[] {
    return this.bounds.map((bound) => random.next() * bound);
  }

  /** The objective at the configuration nearest to a point. */
  evaluate(search: Search, point: readonly number[]): Promise<number> {
    return search.evaluate(this.configurationAt(point));
  }

  private placesAt(point: readonly number[]): Float64Array {
    const places = new Float64Array(this.space.parameters.length);
    this.parameters.forEach((parameter, dimension) => {
      places[parameter] = clamp(point[dimension] ?? 0, this.bounds[dimension] ?? 0);
    });
    return places;
  }
}

function clamp(coordinate: number, bound: number): number {
  return Math.min(bound, Math.max(0, coordinate));
}
