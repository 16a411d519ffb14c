/** A random source as plain data: macros that decide, types, parameters, and where each of them stands. */
import fc from 'fast-check';
import { chainRecipe, type ChainRecipe } from './branches';
import { typeRecipe, type TypeRecipe } from './type-recipes';

/** Where a macro comes from. */
export interface SwitchRecipe {
  readonly origin: number;
  readonly value: number;
  readonly spelling: number;
}

/** Where a piece of text stands: in the source, or in a header and how that is found. */
export interface PlaceRecipe {
  readonly form: number;
  readonly spelling: number;
}

export interface ParameterRecipe {
  readonly type: number;
  readonly spelling: number;
}

/** A macro that changes between two declarations. */
export interface RedefinitionRecipe {
  readonly before: number;
  readonly of: number;
  readonly value: number;
}

export interface SourceRecipe {
  readonly switches: readonly SwitchRecipe[];
  readonly types: readonly TypeRecipe[];
  readonly parameters: readonly ParameterRecipe[];
  readonly places: readonly PlaceRecipe[];
  readonly redefinitions: readonly RedefinitionRecipe[];
  /** How many of the first pieces are in a file that is included before the source. */
  readonly forced: number;
  /** Whether, and how, the order of the parameters is chosen. */
  readonly order: ChainRecipe;
  readonly standard: number;
  readonly spelling: number;
}

const placeRecipe = fc.record({ form: fc.nat(99), spelling: fc.nat(99) });

export const sourceRecipe: fc.Arbitrary<SourceRecipe> = fc.record({
  switches: fc.array(fc.record({ origin: fc.nat(99), value: fc.nat(99), spelling: fc.nat(99) }), {
    minLength: 1,
    maxLength: 5,
  }),
  types: fc.array(typeRecipe, { minLength: 1, maxLength: 6 }),
  parameters: fc.array(fc.record({ type: fc.nat(99), spelling: fc.nat(99) }), { minLength: 1, maxLength: 6 }),
  places: fc.array(placeRecipe, { minLength: 1, maxLength: 8 }),
  redefinitions: fc.array(fc.record({ before: fc.nat(9), of: fc.nat(9), value: fc.nat(3) }), { maxLength: 2 }),
  forced: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
  order: chainRecipe,
  standard: fc.nat(9),
  spelling: fc.nat(99),
});
