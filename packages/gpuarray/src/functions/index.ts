import { arithmeticFunctions } from './arithmetic';
import { comparisonFunctions } from './comparison';
import type { ElementFunction } from './element-function';
import { mathematicalFunctions } from './mathematics';

export { resolve } from './resolve';
export type { ElementFunction, Resolution } from './element-function';

/** Every function of elements, by name. */
export const elementFunctions: ReadonlyMap<string, ElementFunction> = new Map(
  [...arithmeticFunctions, ...comparisonFunctions, ...mathematicalFunctions].map((fn) => [fn.name, fn]),
);
