/** The text of each kernel of a source, by which it is decided into what a kernel is compiled. */
import type { KernelSignature } from '@heddle/core';

const commentOrLiteral = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

// Block barriers and what warps and groups do together, in CUDA's, HIP's and the portable dialect's words.
const wait = /\b(?:__syncthreads\w*|__syncwarp|BARRIER|__\w+_sync)\s*\(|\bsync\s*\(/;

/**
 * Bodies by the kernels' names, without comments and literals; those of kernels of one name stand one behind the other.
 * One that macros make is not among them.
 */
export function kernelBodies(source: string, kernels: readonly KernelSignature[]): ReadonlyMap<string, string> {
  const lines = source.replace(commentOrLiteral, (text) => text.replace(/[^\n]+/g, ' ')).split('\n');
  const bodies = new Map<string, string>();
  for (const { name, line } of kernels)
    if (line > 0) bodies.set(name, `${bodies.get(name) ?? ''}${bodyFrom(lines, line - 1)}\n`);
  return bodies;
}

/**
 * Whether a wait for other threads is written in a body: no loop over threads is vectorised around one. A kernel that
 * waits in a function it calls is not found: that costs compile time and nothing else, as does a wait that is not
 * compiled.
 */
export function waits(body: string): boolean {
  return wait.test(body);
}

/** Whether a body has `int i = blockIdx.x * blockDim.x + threadIdx.x;`, or what the portable dialect has for it. */
export function makesIntIndex(body: string): boolean {
  for (const [, value = ''] of body.matchAll(/\bint\s+(?:const\s+)?\w+\s*=([^;]*);/g)) {
    if (/\bblockIdx\s*\.\s*x\b/.test(value) && /\bthreadIdx\s*\.\s*x\b/.test(value)) return true;
    if (/\bGLOBAL_INDEX\s*\(\s*0\s*\)/.test(value)) return true;
  }
  return false;
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
