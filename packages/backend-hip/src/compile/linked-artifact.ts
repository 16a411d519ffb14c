/** What a linker made, with the kernels by the names of their sources. */
import type { Artifact } from '@heddle/core';
import { kernelSymbols, plainName } from '@heddle/simt-driver';
import { deviceCode } from './code-format';

/** @param bytes - a code object; or a cubin, of the library over NVIDIA's driver */
export function linkedArtifact(
  made: { readonly bytes: Uint8Array; readonly log: string },
  compiler: 'hiprtc' | 'hipcc',
): Artifact {
  const { format, bytes } = deviceCode(made.bytes, compiler);
  return { format, bytes, entryNames: plainNames(kernelSymbols(format, bytes)), log: made.log };
}

// Objects do not tell their kernels to anyone but their linker; what is linked does. Overloaded kernels have their
// mangled names alone, since the plain one says too little.
function plainNames(symbols: readonly string[]): Record<string, string> {
  const found = new Map<string, string[]>();
  for (const symbol of symbols) {
    const name = plainName(symbol);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), symbol]);
  }
  const entryNames: Record<string, string> = {};
  for (const [name, [symbol, ...others]] of found) {
    if (symbol !== undefined && others.length === 0 && symbol !== name) entryNames[name] = symbol;
  }
  return entryNames;
}
