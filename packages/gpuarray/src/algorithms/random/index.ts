/** Random numbers from counter-based generators. */
export { generatorNames, type GeneratorName } from './counter-generators';
export type { BitsDType } from './bits';
export type { FloatDType } from './float-rounding';
export type { IntegerDType } from './integers';
export type { PoissonDType } from './poisson';
export {
  RandomGenerator,
  type BitsOptions,
  type ExponentialOptions,
  type IntegersOptions,
  type NormalOptions,
  type PoissonOptions,
  type RandomOptions,
  type ShuffleOptions,
  type UniformOptions,
} from './random-generator';
