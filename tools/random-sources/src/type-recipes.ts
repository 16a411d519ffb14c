/** Random declarations of types, as plain data that shrinks. What the numbers stand for is decided when text is made. */
import fc from 'fast-check';
import { chainRecipe, type ChainRecipe } from './branches';

export interface FieldRecipe {
  /** A number, an earlier type, a pointer. */
  readonly of: 'scalar' | 'earlier' | 'pointer';
  readonly earlier: number;
  readonly extents: readonly number[];
  /** Asks for an alignment of its own. */
  readonly alignment: number;
}

/** What one branch makes of a type: its members' types, and their order. */
export interface VariantRecipe {
  readonly scalars: readonly number[];
  readonly order: readonly number[];
}

/** Forms of declaration; `hidden` is one that no reader of declarations can see through. */
export type TypeForm = 'scalar' | 'pasted' | 'vector' | 'enum' | 'struct' | 'union' | 'template' | 'extent' | 'hidden';

export interface TypeRecipe {
  readonly form: TypeForm;
  /** How it is spelled: `typedef`, `using`, a macro; where the chain stands. */
  readonly spelling: number;
  /** Attributes, lanes, underlying types. */
  readonly detail: number;
  readonly fields: readonly FieldRecipe[];
  readonly variants: readonly VariantRecipe[];
  readonly chain: ChainRecipe;
}

const fieldRecipe: fc.Arbitrary<FieldRecipe> = fc.record({
  of: fc.oneof(
    { weight: 6, arbitrary: fc.constant('scalar' as const) },
    { weight: 3, arbitrary: fc.constant('earlier' as const) },
    { weight: 1, arbitrary: fc.constant('pointer' as const) },
  ),
  earlier: fc.nat(9),
  extents: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.nat(99), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(fc.nat(99), { minLength: 2, maxLength: 2 }) },
  ),
  alignment: fc.nat(15),
});

const variantRecipe: fc.Arbitrary<VariantRecipe> = fc.record({
  scalars: fc.array(fc.nat(99), { minLength: 4, maxLength: 4 }),
  order: fc.array(fc.nat(99), { minLength: 4, maxLength: 4 }),
});

const formOf = (weight: number, form: TypeForm) => ({ weight, arbitrary: fc.constant(form) });

export const typeRecipe: fc.Arbitrary<TypeRecipe> = fc.record({
  form: fc.oneof(
    formOf(40, 'scalar'),
    formOf(10, 'pasted'),
    formOf(20, 'vector'),
    formOf(15, 'enum'),
    formOf(60, 'struct'),
    formOf(8, 'union'),
    formOf(12, 'template'),
    formOf(20, 'extent'),
    formOf(1, 'hidden'),
  ),
  spelling: fc.nat(23),
  detail: fc.nat(23),
  fields: fc.array(fieldRecipe, { minLength: 1, maxLength: 4 }),
  variants: fc.array(variantRecipe, { minLength: 1, maxLength: 4 }),
  chain: chainRecipe,
});
