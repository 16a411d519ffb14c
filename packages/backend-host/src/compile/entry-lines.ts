/** The lines behind a source that make its kernels and variables findable in the compiled module. */
import type { CompileRequest } from '@heddle/core';
import { waitingKernels } from './waiting-kernels';

/** What diagnostics call the generated lines. */
export const generatedFile = 'heddle-entries';

/**
 * A line for each plain kernel and each name expression, and a `HEDDLE_GLOBAL` line for each variable. What a kernel's
 * line is called decides into what it is compiled; any of them is right for any kernel, and the simplest that is fast
 * takes the compiler least time.
 */
export function entryLines(request: CompileRequest): string {
  const plain = request.kernels.filter(({ templateParameters }) => templateParameters.length === 0);
  const kernels = [...new Set([...plain.map(({ name }) => name), ...request.names])];
  const loop = loopEntry(request);
  const waiting = waitingKernels(request.userSource, request.kernels);
  const entryOf = (name: string): string => (waiting.has(withoutArguments(name)) ? 'HEDDLE_SCALAR_KERNEL' : loop);
  return [
    ...kernels.map((name, index) => `${entryOf(name)}(${index}, ${quoted(name)}, ${name})`),
    ...request.globals.map((name, index) => `HEDDLE_GLOBAL(${index}, ${quoted(name)}, ${name})`),
    '',
  ].join('\n');
}

// A thread's index comes from threadIdx, a macro of the portable dialect, or a group's thread_rank; whatever else is
// included, defined or asked for may hold one of them.
function loopEntry({ userSource, headers, includeDirs, defines, options }: CompileRequest): string {
  const given = [userSource, ...Object.values(headers), ...Object.values(defines), ...options];
  const has = (what: RegExp): boolean => given.some((text) => what.test(text));
  if (includeDirs.length > 0 || has(/#\s*include/)) return 'HEDDLE_KERNEL';
  if (!has(/thread|GLOBAL_INDEX/i)) return 'HEDDLE_SCALAR_KERNEL';
  const asksForRow = has(/\.\s*[yz]\b|thread_(?:rank|index)|(?:THREAD|GLOBAL)_INDEX\s*\(\s*[^\s0]/);
  return `HEDDLE_${makesIntIndex(userSource) ? 'INDEX_' : ''}${asksForRow ? '' : 'ROW_'}KERNEL`;
}

// `int i = blockIdx.x * blockDim.x + threadIdx.x;`, or what the portable dialect has for it.
function makesIntIndex(source: string): boolean {
  for (const [, value = ''] of source.matchAll(/\bint\s+(?:const\s+)?\w+\s*=([^;]*);/g)) {
    if (/\bblockIdx\s*\.\s*x\b/.test(value) && /\bthreadIdx\s*\.\s*x\b/.test(value)) return true;
    if (/\bGLOBAL_INDEX\s*\(\s*0\s*\)/.test(value)) return true;
  }
  return false;
}

// `ns::scale<float, 3>` -> `ns::scale`
function withoutArguments(name: string): string {
  return name.replace(/\s*<[^]*$/, '');
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}
