/** A mismatch in words: how many, where, and by how much. */
import { dtypeInfo, type Buffer, type DType, type TypedArray } from '@heddle/core';
import { numberFromBfloat16, numberFromFloat16 } from '@heddle/core/backend';
import type { Mismatch } from './comparison';

/** The two arrays that differ, and what they hold. */
export interface ComparedArrays {
  /** Position among the arguments. */
  readonly argument: number;
  readonly dtype: DType;
  readonly result: Buffer;
  readonly answer: Buffer;
}

export async function describeMismatch(mismatch: Mismatch, arrays: ComparedArrays): Promise<string> {
  const { first, worst, worstDifference, mismatches, count } = mismatch;
  const most = first === worst ? '' : `; the worst: ${await describeElement(worst, arrays)}`;
  const difference = Number.isFinite(worstDifference) ? ` (off by ${worstDifference.toPrecision(3)})` : '';
  const which = await describeElement(first, arrays);
  return `argument ${arrays.argument + 1}: ${mismatches} of ${count} elements are wrong; ${which}${most}${difference}`;
}

async function describeElement(index: number, { dtype, result, answer }: ComparedArrays): Promise<string> {
  const at = { offset: index, length: 1 };
  const is = elementText(await result.as(dtype).read(at), dtype);
  const should = elementText(await answer.as(dtype).read(at), dtype);
  return `element ${index} is ${is}, not ${should}`;
}

/** One element, from the array that holds it alone. */
function elementText(array: TypedArray, dtype: DType): string {
  if (dtype === 'float16') return String(numberFromFloat16(Number(array[0])));
  if (dtype === 'bfloat16') return String(numberFromBfloat16(Number(array[0])));
  return dtypeInfo(dtype).lanes === 2 ? `(${array.join(', ')})` : array.join();
}
