/** The lines behind a source that make its kernels and variables findable in the compiled module. */
import type { CompileRequest } from '@heddle/core';
import { waitingKernels } from './waiting-kernels';

/** What diagnostics call the generated lines. */
export const generatedFile = 'heddle-entries';

/**
 * A `HEDDLE_KERNEL` line for each plain kernel and each name expression, a `HEDDLE_GLOBAL` line for each variable.
 * `HEDDLE_SCALAR_KERNEL` for those whose threads are no vector loop: that wait for each other, and all of a source in
 * which no kernel asks which thread of its block it is.
 */
export function entryLines(request: CompileRequest): string {
  const plain = request.kernels.filter(({ templateParameters }) => templateParameters.length === 0);
  const kernels = [...new Set([...plain.map(({ name }) => name), ...request.names])];
  const asksForThread = mayAskForThread(request);
  const waiting = waitingKernels(request.userSource, request.kernels);
  const entryOf = (name: string): string =>
    asksForThread && !waiting.has(withoutArguments(name)) ? 'HEDDLE_KERNEL' : 'HEDDLE_SCALAR_KERNEL';
  return [
    ...kernels.map((name, index) => `${entryOf(name)}(${index}, ${quoted(name)}, ${name})`),
    ...request.globals.map((name, index) => `HEDDLE_GLOBAL(${index}, ${quoted(name)}, ${name})`),
    '',
  ].join('\n');
}

// A thread's index comes from threadIdx, a macro of the portable dialect, or a group's thread_rank; whatever else is
// included, defined or asked for may hold one of them. Compiled as if it did, a kernel is right all the same.
function mayAskForThread({ userSource, headers, includeDirs, defines, options }: CompileRequest): boolean {
  const given = [userSource, ...Object.values(headers), ...Object.values(defines), ...options];
  return includeDirs.length > 0 || given.some((text) => /thread|GLOBAL_INDEX|#\s*include/i.test(text));
}

// `ns::scale<float, 3>` -> `ns::scale`
function withoutArguments(name: string): string {
  return name.replace(/\s*<[^]*$/, '');
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
