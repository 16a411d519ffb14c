/** A search space as the product of components that are independent of each other. */
import { HeddleError } from '@heddle/core';
import type { Random } from '../random';
import { closestRows, nearestRow, rowsWithin, usedPlaces } from './component-queries';
import type { Component } from './component';
import type { Configuration, Parameter } from './parameters';
import type { NeighbourKind, SearchSpace } from './search-space';

/** A component in the numbering of the space: a configuration's number is the sum of its rows times their strides. */
interface Factor {
  readonly component: Component;
  readonly stride: number;
}

export class ProductSpace implements SearchSpace {
  readonly size: number;
  readonly cartesianSize: number;
  private readonly factors: readonly Factor[];
  private readonly factorOf: readonly Factor[];
  private readonly placeOfValue: readonly ReadonlyMap<unknown, number>[];
  private readonly used = new Map<Component, ReadonlyMap<number, readonly number[]>>();

  constructor(
    readonly parameters: readonly Parameter[],
    components: readonly Component[],
  ) {
    let stride = 1;
    const factors: Factor[] = [];
    for (const component of components.toReversed()) {
      factors.unshift({ component, stride });
      stride *= component.size;
    }
    if (stride > Number.MAX_SAFE_INTEGER) {
      throw new HeddleError('RESOURCE', `The search space has about ${stride.toExponential(1)} configurations.`, {
        resource: 'configurations',
        max: Number.MAX_SAFE_INTEGER,
        hint: 'Give fewer values, or more restrictions.',
      });
    }
    this.size = stride;
    this.cartesianSize = parameters.reduce((product, { values }) => product * values.length, 1);
    this.factors = factors;
    this.factorOf = parameters.map((_, parameter) => {
      return factors.find(({ component }) => component.order.includes(parameter)) as Factor;
    });
    this.placeOfValue = parameters.map(({ values }) => new Map(values.map((value, place) => [value, place])));
  }

  valueIndex(configuration: number, parameter: number): number {
    const factor = this.factorOf[parameter] as Factor;
    return factor.component.valueIndex(rowIn(factor, configuration), parameter);
  }

  valueIndices(configuration: number): Uint32Array {
    return Uint32Array.from(this.parameters, (_, parameter) => this.valueIndex(configuration, parameter));
  }

  configuration(index: number): Configuration {
    this.check(index);
    return Object.fromEntries(
      this.parameters.map(({ name, values }, parameter) => [name, values[this.valueIndex(index, parameter)] ?? 0]),
    );
  }

  indexOf(configuration: Configuration): number {
    const places: number[] = [];
    for (const [parameter, { name }] of this.parameters.entries()) {
      const place = this.placeOfValue[parameter]?.get(configuration[name]);
      if (place === undefined) return -1;
      places.push(place);
    }
    return this.indexOfValues(places);
  }

  indexOfValues(valueIndices: ArrayLike<number>): number {
    let index = 0;
    for (const { component, stride } of this.factors) {
      const row = component.rowOf(valueIndices);
      if (row < 0) return -1;
      index += row * stride;
    }
    return index;
  }

  neighbours(index: number, kind: NeighbourKind): Uint32Array | Float64Array {
    this.check(index);
    const found = this.neighbourList(index, kind);
    return this.size > 0x1_0000_0000 ? Float64Array.from(found) : Uint32Array.from(found);
  }

  nearest(point: ArrayLike<number>): number {
    return this.factors.reduce((index, { component, stride }) => index + nearestRow(component, point) * stride, 0);
  }

  randomIndex(random: Random): number {
    return random.integer(this.size);
  }

  latinHypercube(count: number, random: Random): number[] {
    if (count >= this.size) return random.shuffle(Array.from({ length: this.size }, (_, index) => index));
    // Each parameter's range is cut into `count` strata, each used once, in an order of its own (McKay et al., 1979).
    const strata = this.parameters.map(() => random.shuffle(Array.from({ length: count }, (_, stratum) => stratum)));
    const drawn = new Set<number>();
    for (let sample = 0; sample < count; sample++) {
      const point = this.parameters.map(({ values }, parameter) => {
        return Math.floor((((strata[parameter]?.[sample] ?? 0) + random.next()) / count) * values.length);
      });
      drawn.add(this.nearest(point));
    }
    // Two points may have had the same configuration nearest.
    while (drawn.size < count) drawn.add(this.randomIndex(random));
    return [...drawn];
  }

  private neighbourList(index: number, kind: NeighbourKind): number[] {
    switch (kind) {
      case 'hamming':
        return this.differingInOne(index, Infinity);
      case 'hamming-adjacent':
        return this.differingInOne(index, 1);
      case 'adjacent':
        return this.within(index, (parameter, place, factor) => this.usedAround(factor.component, parameter, place));
      case 'strictly-adjacent':
        return this.within(index, (_, place) => [place - 1, place + 1]);
      case 'closest':
        return this.closest(index);
    }
  }

  private differingInOne(index: number, reach: number): number[] {
    const found: number[] = [];
    const places = this.valueIndices(index);
    this.parameters.forEach(({ values }, parameter) => {
      const factor = this.factorOf[parameter] as Factor;
      const own = places[parameter] ?? 0;
      const base = index - rowIn(factor, index) * factor.stride;
      for (let place = Math.max(0, own - reach); place <= Math.min(values.length - 1, own + reach); place++) {
        if (place === own) continue;
        places[parameter] = place;
        const row = factor.component.rowOf(places);
        if (row >= 0) found.push(base + row * factor.stride);
      }
      places[parameter] = own;
    });
    return found;
  }

  private within(
    index: number,
    rangeOf: (parameter: number, place: number, factor: Factor) => readonly [low: number, high: number],
  ): number[] {
    let found = [0];
    for (const factor of this.factors) {
      const { component, stride } = factor;
      const row = rowIn(factor, index);
      const rows = rowsWithin(component, (position) => {
        return rangeOf(component.order[position] ?? 0, component.valueAt(row, position), factor);
      });
      found = found.flatMap((partial) => rows.map((near) => partial + near * stride));
    }
    return found.filter((near) => near !== index);
  }

  // A component's rows are independent of the others', so the closest configurations differ in one component.
  private closest(index: number): number[] {
    let least = Infinity;
    let found: number[] = [];
    for (const factor of this.factors) {
      const row = rowIn(factor, index);
      const { distance, rows } = closestRows(factor.component, row);
      const numbers = rows.map((near) => index + (near - row) * factor.stride);
      if (distance < least) [least, found] = [distance, numbers];
      else if (distance === least) found = [...found, ...numbers];
    }
    return found;
  }

  private usedAround(component: Component, parameter: number, place: number): [low: number, high: number] {
    let used = this.used.get(component);
    if (!used) this.used.set(component, (used = usedPlaces(component)));
    const places = used.get(parameter) ?? [];
    return [places.findLast((other) => other < place) ?? place, places.find((other) => other > place) ?? place];
  }

  private check(index: number): void {
    if (Number.isInteger(index) && index >= 0 && index < this.size) return;
    throw new HeddleError('ARGUMENT', `There is no configuration ${index}; the space has ${this.size}.`);
  }
}

function rowIn({ component, stride }: Factor, index: number): number {
  return Math.floor(index / stride) % component.size;
}
