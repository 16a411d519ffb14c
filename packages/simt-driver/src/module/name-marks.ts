/** The pointers that ask a compiler without name expressions for kernels and variables: see `markedNames`. */
import type { CompileRequest } from '@heddle/core';

/** What diagnostics call the lines with the marks. */
export const marksFile = 'heddle-names';

/** Mark -> what the user asked for. */
export function markedExpressions({ names, globals }: Pick<CompileRequest, 'names' | 'globals'>): Map<string, string> {
  return new Map([...names, ...globals].map((expression, index) => [`heddle_name_${index}`, expression]));
}

/** The marks as text to append to the source, one line each. */
export function markText(request: Pick<CompileRequest, 'names' | 'globals'>): string {
  const lines = [...markedExpressions(request)].map(
    ([mark, expression]) => `__device__ void* ${mark} = (void*)&${expression};`,
  );
  return lines.length === 0 ? '' : `#line 1 "${marksFile}"\n${lines.join('\n')}\n`;
}
