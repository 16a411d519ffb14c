/** A smaller case that goes wrong in the same way: one element instead of an array. */
import { dtypeInfo, type DType } from '@heddle/core';
import type { ArrayRecipe, EvaluatedCase, ExpectedArray } from './case';
import { bytesOf } from './elements';
import type { FunctionEntry } from './function-entry';
import { stretchedPlaces } from './host-view';

/** Undefined if the function is not one of single elements, or writes to an array that is given. */
export function reducedTo(entry: FunctionEntry, one: EvaluatedCase, index: number): EvaluatedCase | undefined {
  if (entry.isElementwise !== true || one.options['out'] !== undefined || 'raises' in one.expected) return undefined;
  const shape = one.expected.arrays[0]?.shape;
  if (shape === undefined) return undefined;
  const arrays = one.arrays.map((recipe) => oneElement(recipe, stretchedPlaces(recipe, shape)[index] ?? 0));
  return { ...one, arrays, expected: { arrays: one.expected.arrays.map((array) => oneResult(array, index)) } };
}

function oneElement(recipe: ArrayRecipe, place: number): ArrayRecipe {
  return { ...recipe, shape: [1], values: elementText(recipe.values, recipe.dtype, place), steps: [] };
}

function oneResult(array: ExpectedArray, index: number): ExpectedArray {
  return { dtype: array.dtype, shape: [1], values: elementText(array.values, array.dtype as DType, index) };
}

function elementText(values: string, dtype: DType, place: number): string {
  const { byteLength } = dtypeInfo(dtype);
  return Buffer.from(bytesOf(values).subarray(place * byteLength, (place + 1) * byteLength)).toString('base64');
}
