import { arithmeticFunctions } from './arithmetic';
import { comparisonFunctions } from './comparison';
import type { ElementFunction } from './element-function';
import { mathematicalFunctions } from './mathematics';

export { resolve } from './resolve';
export type { ElementFunction, Resolution } from './element-function';

/** Every function of elements. */
export const functions = { ...arithmeticFunctions, ...comparisonFunctions, ...mathematicalFunctions };

/** The same by name, as expressions give it. */
export const elementFunctions: ReadonlyMap<string, ElementFunction> = new Map(Object.entries(functions));
