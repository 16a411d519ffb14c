/** The lines behind a source that make its kernels and variables findable in the compiled module. */
import type { CompileRequest } from '@heddle/core';

/** What diagnostics call the generated lines. */
export const generatedFile = 'heddle-entries';

/**
 * A `HEDDLE_KERNEL` line for each plain kernel and each name expression, a `HEDDLE_GLOBAL` line for each variable.
 */
export function entryLines(request: CompileRequest): string {
  const plain = request.kernels.filter(({ templateParameters }) => templateParameters.length === 0);
  const kernels = [...new Set([...plain.map(({ name }) => name), ...request.names])];
  return [
    ...kernels.map((name, index) => `HEDDLE_KERNEL(${index}, ${quoted(name)}, ${name})`),
    ...request.globals.map((name, index) => `HEDDLE_GLOBAL(${index}, ${quoted(name)}, ${name})`),
    '',
  ].join('\n');
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
