/** Which kernels of a source wait for other threads: no loop over threads is vectorised around a wait. */
import type { KernelSignature } from '@heddle/core';

// Block barriers and what warps and groups do together, in CUDA's, HIP's and the portable dialect's words.
const wait = /\b(?:__syncthreads\w*|__syncwarp|BARRIER|__\w+_sync)\s*\(|\bsync\s*\(/;
const commentOrLiteral = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * The kernels in whose own bodies a wait is written. One that waits in a function it calls is not among them: that
 * costs compile time and nothing else, as does a wait that is not compiled.
 */
export function waitingKernels(source: string, kernels: readonly KernelSignature[]): ReadonlySet<string> {
  if (!wait.test(source)) return new Set();
  const lines = withoutCommentsAndLiterals(source).split('\n');
  const waiting = kernels.filter(({ line }) => line > 0 && wait.test(bodyFrom(lines, line - 1)));
  return new Set(waiting.map(({ name }) => name));
}

function withoutCommentsAndLiterals(source: string): string {
  return source.replace(commentOrLiteral, (text) => text.replace(/[^\n]+/g, ' '));
}

// From the line of the kernel's name to the brace that closes its body, in whole lines.
function bodyFrom(lines: readonly string[], first: number): string {
  let depth = 0;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index] ?? '';
    for (const character of line) {
      if (character === '{') depth++;
      if (character === '}' && --depth <= 0) return lines.slice(first, index + 1).join('\n');
    }
    // A declaration, or what a macro makes of the line: there is no body here.
    if (depth === 0 && line.includes(';')) return '';
  }
  return '';
}
