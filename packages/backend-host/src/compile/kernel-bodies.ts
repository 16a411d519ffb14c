/** The text of each kernel of a source, by which it is decided into what a kernel is compiled. */
import type { KernelSignature } from '@heddle/core/backend';

const commentOrLiteral = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

// Block barriers and what warps and groups do together, in CUDA's, HIP's and the portable dialect's words.
const wait = /\b(?:__syncthreads\w*|__syncwarp|BARRIER|\w+_sync)\s*\(|\bsync\s*\(/;

/**
 * Bodies by the kernels' names, without comments and literals; those of kernels of one name stand one after the other.
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
 * Whether a body contains a wait for other threads: a loop over threads is not vectorized around one. A wait in a
 * called function is not found, which only costs compile time, as does a wait that is not compiled.
 */
export function waits(body: string): boolean {
  return wait.test(body);
}

/** The type of a kernel's variable for the index of a thread in its grid's row. */
export type IndexType = 'int' | 'unsigned' | 'long' | 'unsigned long';

const indexTypes: readonly (readonly [RegExp, IndexType])[] = [
  [/^(?:int|int32_t)$/, 'int'],
  // What `blockIdx.x * blockDim.x + threadIdx.x` is.
  [/^(?:unsigned(?: int)?|uint|uint32_t|auto)$/, 'unsigned'],
  [/^(?:long(?: long)?|int64_t|ptrdiff_t|ssize_t|INT64)$/, 'long'],
  [/^(?:unsigned long(?: long)?|size_t|uint64_t|UINT64)$/, 'unsigned long'],
];

/**
 * Whether a body walks down a matrix's column, as in `for (int k = 0; k < n; k++) sum += b[k * stride + column];`: in a
 * loop to a parameter, so that it is not unrolled, the loop's variable is multiplied within an index by what is not a
 * number.
 */
export function walksColumns(body: string, parameters: ReadonlySet<string>): boolean {
  for (const [, variable = '', bound = ''] of body.matchAll(/\bfor\s*\([^;]*;\s*(\w+)\s*<=?\s*(\w+)\s*;/g)) {
    if (!parameters.has(bound)) continue;
    const multiplied = `\\b${variable}\\s*\\*\\s*[A-Za-z_]|[A-Za-z_]\\w*\\s*\\*\\s*${variable}\\b`;
    if (new RegExp(`\\[[^\\];]*(?:${multiplied})`).test(body)) return true;
  }
  return false;
}

const portableIndex = /\bGLOBAL_INDEX\s*\(\s*0\s*\)/;

/**
 * The type of the variable of a body that is declared as `int i = blockIdx.x * blockDim.x + threadIdx.x;`, or as what the
 * portable dialect has for it; that of the portable index itself if there is no variable. Undefined if there is
 * neither.
 */
export function indexType(body: string): IndexType | undefined {
  const declaration =
    /\b((?:unsigned\s+)?(?:int|long(?:\s+long)?)|unsigned|auto|\w+_t|uint|U?INT64)\s+(?:const\s+)?\w+\s*=([^;]*);/g;
  for (const [, type = '', value = ''] of body.matchAll(declaration)) {
    const isPortable = portableIndex.test(value);
    const isIndex = /\bblockIdx\s*\.\s*x\b/.test(value) && /\bthreadIdx\s*\.\s*x\b/.test(value);
    if (!isPortable && !isIndex) continue;
    const spelled = isPortable && type === 'auto' ? 'UINT64' : type.replace(/\s+/g, ' ');
    const found = indexTypes.find(([spelling]) => spelling.test(spelled));
    if (found) return found[1];
  }
  return portableIndex.test(body) ? 'unsigned long' : undefined;
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
