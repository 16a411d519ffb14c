/** Lists of values as T1 files write them: Python lists, ranges and comprehensions, without running any Python. */
import { HeddleError } from '@heddle/core';
import { compileExpression } from '../expression';
import type { ParameterValue } from '../space';

type Names = Readonly<Record<string, ParameterValue>>;

/**
 * The values of `[1, 2, 4]`, `list(range(1, 9))`, `[16 * i for i in range(1, 17)]`, or a sum of such lists.
 *
 * @throws HeddleError `CORRUPT` for anything else
 */
export function parseT1Values(text: string): ParameterValue[] {
  return splitOutside(text, '+').flatMap((part) => listOf(part.trim(), text));
}

function listOf(part: string, whole: string): ParameterValue[] {
  const call = /^(?:list|tuple)\((.*)\)$/s.exec(part);
  if (call) return listOf((call[1] ?? '').trim(), whole);
  const range = /^range\((.*)\)$/s.exec(part);
  if (range) return rangeOf(range[1] ?? '', {});
  const inner = /^[[(](.*)[\])]$/s.exec(part)?.[1];
  if (inner === undefined) throw new HeddleError('CORRUPT', `${JSON.stringify(whole)} is not a list of values`);
  const comprehension = /^(.*)\bfor\s+(\w+)\s+in\s+(.*?)(?:\bif\b(.*))?$/s.exec(inner);
  if (!comprehension) {
    return splitOutside(inner, ',')
      .filter((item) => item.trim() !== '')
      .map((item) => valueOf(item, {}));
  }
  const [, item = '', name = '', source = '', condition] = comprehension;
  return listOf(source.trim(), whole)
    .map((value): Names => ({ [name]: value }))
    .filter((names) => condition === undefined || valueOf(condition, names) === true)
    .map((names) => valueOf(item, names));
}

function rangeOf(text: string, names: Names): number[] {
  const bounds = splitOutside(text, ',').map((bound) => Number(valueOf(bound, names)));
  const [start = 0, end = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  const values: number[] = [];
  if (!Number.isInteger(step) || step === 0) throw new HeddleError('CORRUPT', `range(${text}) has no step`);
  for (let value = start; step > 0 ? value < end : value > end; value += step) values.push(value);
  return values;
}

function valueOf(text: string, names: Names): ParameterValue {
  const value = compileExpression(text.trim(), { names: Object.keys(names), what: 'value', syntax: 'python' }).evaluate(
    names,
  );
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  throw new HeddleError('CORRUPT', `${JSON.stringify(text)} is not a value`);
}

/** Parts between separators that stand in no bracket and no quote. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if ('[('.includes(character)) depth++;
    else if ('])'.includes(character)) depth--;
    else if (character === separator && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    part += character;
  }
  return [...parts, part];
}
