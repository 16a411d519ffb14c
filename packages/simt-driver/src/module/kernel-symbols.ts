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

// AMD's loader finds a kernel by its descriptor, which is named like the kernel, with this suffix.
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
