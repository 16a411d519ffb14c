/** The pointers that ask a compiler without name expressions for kernels and variables: see `markedNames`. */
import type { CompileRequest } from '@heddle/core/backend';

/** What diagnostics call the lines with the marks. */
export const marksFile = 'heddle-names';

/** Mark -> what the user asked for. */
export function markedExpressions({ names, globals }: Pick<CompileRequest, 'names' | 'globals'>): Map<string, string> {
  return new Map([...names, ...globals].map((expression, index) => [markOf(index), expression]));
}

/** The marks as text to append to the source, one line each. */
export function markText({ names, globals }: Pick<CompileRequest, 'names' | 'globals'>): string {
  // A kernel's expression may hold a cast, which chooses an overload, or an `&` of its own.
  const addresses = [...names.map((name) => `(${name})`), ...globals.map((name) => `&${name}`)];
  const lines = addresses.map((address, index) => `__device__ void* ${markOf(index)} = (void*)${address};`);
  return lines.length === 0 ? '' : `#line 1 "${marksFile}"\n${lines.join('\n')}\n`;
}

function markOf(index: number): string {
  return `heddle_name_${index}`;
}
