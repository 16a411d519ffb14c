/**
 * The kernels of a compiled binary, by the names its source calls them: so that a plain kernel is found by its plain
 * name although C++ mangles it, whatever compiled it.
 */
import { ElfImage } from './elf-image';

/** Names of the kernels in the binary, as the driver finds them. */
export function kernelSymbols(format: string, bytes: Uint8Array): string[] {
  if (format === 'ptx')
    return ptxEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  if (format === 'code-object') return kernelDescriptors(bytes);
  if (format !== 'cubin') return [];
  return new ElfImage(bytes)
    .symbols()
    .filter(({ isKernel }) => isKernel)
    .map(({ name }) => name);
}

/**
 * Maps plain kernels to their names in the binary.
 *
 * @param names - kernels of the source, with their namespaces, templates left out
 * @param symbols - the binary's kernels
 * @returns the names that differ; overloaded ones are left out, since the plain name says too little
 */
export function plainEntryNames(names: readonly string[], symbols: readonly string[]): Record<string, string> {
  const found = new Map<string, string[]>();
  for (const symbol of symbols) {
    const name = plainName(symbol);
    if (name === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), symbol]);
  }
  const entryNames: Record<string, string> = {};
  for (const name of names) {
    const [symbol, ...others] = found.get(name) ?? [];
    if (symbol !== undefined && others.length === 0 && symbol !== name) entryNames[name] = symbol;
  }
  return entryNames;
}

/**
 * The name in a symbol of the Itanium C++ ABI, without its parameters: `_ZN2ns4blurEPf` is `ns::blur`.
 *
 * @returns the symbol itself where it is not mangled; undefined for templates and for what has no plain name
 */
export function plainName(symbol: string): string | undefined {
  if (!symbol.startsWith('_Z')) return symbol;
  const nested = symbol.startsWith('_ZN');
  const parts: string[] = [];
  let at = nested ? 3 : 2;
  if (!nested && symbol[at] === 'L') at += 1;
  for (;;) {
    if (nested && symbol[at] === 'E') break;
    const length = /^\d+/.exec(symbol.slice(at))?.[0];
    if (length === undefined) return undefined;
    at += length.length;
    const part = symbol.slice(at, at + Number(length));
    at += Number(length);
    // Template arguments follow: the name alone does not say which instance it is.
    if (symbol[at] === 'I') return undefined;
    if (!part.startsWith('_GLOBAL__N_')) parts.push(part);
    if (!nested) break;
  }
  return parts.length === 0 ? undefined : parts.join('::');
}

// AMD's loader finds a kernel by its descriptor, which is called as the kernel with this behind.
const descriptorEnding = '.kd';

function kernelDescriptors(bytes: Uint8Array): string[] {
  return new ElfImage(bytes)
    .dynamicSymbols()
    .filter(({ name }) => name.endsWith(descriptorEnding))
    .map(({ name }) => name.slice(0, -descriptorEnding.length));
}

function ptxEntries(text: string): string[] {
  return [...text.matchAll(/\.entry\s+([\w$]+)/g)].map((match) => match[1] ?? '');
}
