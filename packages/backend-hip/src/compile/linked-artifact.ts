/** What a linker made, with the kernels by the names of their sources. */
import { entryNamesIn, type Artifact } from '@heddle/core/backend';
import { kernelSymbols } from '@heddle/simt-driver';
import { deviceCode } from './code-format';

/** @param bytes - a code object; or a cubin, of the library over NVIDIA's driver */
export function linkedArtifact(
  made: { readonly bytes: Uint8Array; readonly log: string },
  compiler: 'hiprtc' | 'hipcc',
): Artifact {
  const { format, bytes } = deviceCode(made.bytes, compiler);
  // Objects do not tell their kernels to anyone but their linker; what is linked does.
  return { format, bytes, entryNames: entryNamesIn(kernelSymbols(format, bytes)), log: made.log };
}
