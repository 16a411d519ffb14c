/**
 * Whether a pointer that goes from one region to another may point to a variable, which then has to stay where it is as
 * long as the pointer does.
 */
import { closing, type Token } from '../tokens';
import { declaratorOf } from './declared-text';
import { isAddressed } from './expressions';
import type { Variable } from './statements';
import { isBuiltIn, isVector } from './types';

/** Whether a variable may hold an address. */
export function mayKeepAddresses(variable: Variable): boolean {
  if (!variable.declared) return true;
  const { pointer, type } = declaratorOf(variable);
  return pointer.includes('*') || !(isBuiltIn(type) || isVector(type));
}

/**
 * Whether an address may come from a variable where a token names it: `&v`, an array, an object's functions.
 *
 * @param isInput - whether something that may hold it is made there, to which functions and constructors may lead
 */
export function mayBeKept(tokens: readonly Token[], at: number, variable: Variable, isInput: boolean): boolean {
  if (!variable.declared) return false;
  if (isInput && /^[({,]$/.test(tokens[at - 1]?.text ?? '') && /^[)},]$/.test(tokens[at + 1]?.text ?? '')) return true;
  const { pointer, type, extents } = declaratorOf(variable);
  if (isAddressed(tokens, at) || !(pointer.includes('*') || isBuiltIn(type) || isVector(type))) return true;
  let indexes = 0;
  for (let next = at + 1; tokens[next]?.text === '['; next = closing(tokens, next) + 1) indexes++;
  return indexes < bracketsIn(extents);
}

function bracketsIn(extents: string): number {
  let depth = 0;
  let count = 0;
  for (const character of extents) {
    if (character === '[' && depth++ === 0) count++;
    if (character === ']') depth--;
  }
  return count;
}
