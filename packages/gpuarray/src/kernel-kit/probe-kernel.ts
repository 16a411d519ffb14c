/** What core reads of types that a source defines: a kernel that takes them is never compiled. */
import { parseKernels, type KernelSignature } from '@heddle/core/backend';

// The header has types of doubles only for a device that has doubles. On others no kernel with such a type compiles.
const defines = { HEDDLE_HAS_FP64: '1' };

/**
 * The signature of a kernel that takes values of such types.
 *
 * @param definitions - C text that comes before the kernel
 * @param parameters - as in C, with commas between them
 * @returns undefined if the text cannot be read
 */
export function probeKernel(definitions: string, parameters: string): KernelSignature | undefined {
  const text = `${definitions}\nKERNEL void probe(${parameters}) {}\n`;
  return parseKernels(text, { language: 'portable', defines }).find(({ name }) => name === 'probe');
}
